"""Blocks: time that staff keep free of new bookings. Bookings that are there stay; their time joins when they go."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, insert, select, update

from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.spans import Span
from frontdesk.storage.bookings import Bookings
from frontdesk.storage.claims import Claims, Stretch
from frontdesk.storage.rows import Block, Blocked, Window
from frontdesk.storage.schema import blocks, resources
from frontdesk.storage.sql import Sql, Statement, given

# Keeps a block.
ADD = Statement(insert(blocks).values(given("resource", "starts_at", "ends_at", "by", "at")).returning(blocks.c.id))

# Marks a block as removed.
REMOVE = Statement(
    update(blocks).where(blocks.c.id == bindparam("block"), blocks.c.removed_at.is_(None)).values(given("removed_at"))
)

_BLOCK = (
    blocks.c.id,
    resources.c.name,
    *(blocks.c[name] for name in ("starts_at", "ends_at", "by", "at", "removed_at")),
)

# Lists the blocks of a business that end after a moment, also those that were removed.
EVER = Statement(
    select(*_BLOCK)
    .select_from(blocks.join(resources, resources.c.number == blocks.c.resource))
    .where(resources.c.business == bindparam("business"), blocks.c.ends_at > bindparam("after"))
    .order_by(blocks.c.starts_at, blocks.c.id)
)

# Lists the blocks of a business that end after a moment.
LIST = Statement(
    select(*_BLOCK)
    .select_from(blocks.join(resources, resources.c.number == blocks.c.resource))
    .where(
        resources.c.business == bindparam("business"),
        blocks.c.ends_at > bindparam("after"),
        blocks.c.removed_at.is_(None),
    )
    .order_by(blocks.c.starts_at, blocks.c.id)
)


class Blocks:
    """The blocks."""

    __slots__ = ("bookings", "claims", "sql")

    def __init__(self, sql: Sql, claims: Claims, bookings: Bookings) -> None:
        """Read and write through `sql`."""
        self.sql = sql
        self.claims = claims
        self.bookings = bookings

    def add(self, business: str, time: Claim, by: str, at: datetime) -> Blocked:
        """Keep a time free of new bookings, and say which bookings it touches."""
        number = self.claims.numbers(business, {time.resource})[time.resource]
        row = self.sql.sure(ADD, {"resource": number, "starts_at": time.start, "ends_at": time.end, "by": by, "at": at})
        stretch = Stretch(number, Span(time.start, time.end))
        self.claims.clear_expired(stretch, at)
        self.claims.fill(row[0], stretch)
        window = Window(business, (time.resource,), time.start, time.end)
        return Blocked(row[0], self.bookings.diary(window))

    def remove(self, block_id: int, at: datetime) -> bool:
        """Open the time of a block again; False if there is none of that id."""
        self.claims.free_block(block_id)
        return self.sql.run(REMOVE, {"block": block_id, "removed_at": at}) == 1

    def ever(self, business: str, moment: datetime) -> tuple[Block, ...]:
        """Return the blocks that were not to be over by a moment, also those that were removed."""
        return tuple(Block(*row) for row in self.sql.all(EVER, {"business": business, "after": moment}))

    def after(self, business: str, moment: datetime) -> tuple[Block, ...]:
        """Return the blocks that are not over by a moment."""
        return tuple(Block(*row) for row in self.sql.all(LIST, {"business": business, "after": moment}))
