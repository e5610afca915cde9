"""Time taken of resources by holds, bookings and blocks. That no two overlap is for the database to see to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    or_,
    select,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.busy import Busy
from frontdesk.scheduling.spans import Span, without
from frontdesk.storage.columns import Moment, Times
from frontdesk.storage.rows import Holder, Window
from frontdesk.storage.schema import blocks, claims, resources
from frontdesk.storage.sql import PerDatabase, Sql, Statement, insert_once, is_listed

# Rounds of filling a block while others claim inside it; each round leaves only what they took meanwhile.
ROUNDS = 20

_earlier = claims.alias("earlier")
_start = bindparam("start", type_=Moment())
_end = bindparam("end", type_=Moment())


def reaching_into(resource: ColumnElement[int]) -> ColumnElement[bool]:
    """Say that a claim on `resource` overlaps the span from `start` to `end`, so that an index finds just those."""
    return PerDatabase(sqlite=_by_start(resource), postgresql=_by_range(resource))


def _by_start(resource: ColumnElement[int]) -> ColumnElement[bool]:
    """Read the index on (resource, start) from the first that can reach into the span, to its end.

    Claims on a resource do not overlap, so of those that start before the span only the last can.
    """
    first: ScalarSelect[datetime] = (
        select(func.max(_earlier.c.starts_at))
        .where(_earlier.c.resource == resource, _earlier.c.starts_at <= _start)
        .correlate_except(_earlier)
        .scalar_subquery()
    )
    return and_(
        claims.c.resource == resource,
        claims.c.starts_at >= func.coalesce(first, _start),
        claims.c.starts_at < _end,
        claims.c.ends_at > _start,
    )


def _by_range(resource: ColumnElement[int]) -> ColumnElement[bool]:
    """Use the index of the exclusion constraint: the words are those of its definition, or it is not found."""
    closed: ColumnElement[str] = literal_column("'[]'")
    return and_(
        func.int8range(claims.c.resource, claims.c.resource, closed) == func.int8range(resource, resource, closed),
        func.tstzrange(claims.c.starts_at, claims.c.ends_at).op("&&")(func.tstzrange(_start, _end)),
    )


class StartsAndEnds(ColumnElement[list[int]]):
    """Starts and ends of claims in turns, as one value: thousands of rows would take longer to fetch than to find."""

    inherit_cache = False
    type = Times()


@compiles(StartsAndEnds, "sqlite")
def _as_text(_: StartsAndEnds, compiler: SQLCompiler, **how: object) -> str:
    start, end = (compiler.process(each, **how) for each in (claims.c.starts_at, claims.c.ends_at))
    return f"group_concat({start} || ',' || {end})"


@compiles(StartsAndEnds, "postgresql")
def _as_bytes(_: StartsAndEnds, compiler: SQLCompiler, **how: object) -> str:
    # As the server keeps them: to count in another way, or to write them as text, takes longer than to find them.
    start, end = (compiler.process(each, **how) for each in (claims.c.starts_at, claims.c.ends_at))
    return f"string_agg(timestamptz_send({start}) || timestamptz_send({end}), ''::bytea)"


# Numbers those of the named resources that have a number.
NUMBERS = Statement(
    select(resources.c.name, resources.c.number).where(
        resources.c.business == bindparam("business"), is_listed(resources.c.name, "names")
    )
)

# Gives a resource its number.
NUMBER = Statement(insert_once(resources, "business", "name").returning(resources.c.number))

# Takes time of a resource; returns no row if any of it is taken.
TAKE = Statement(
    insert_once(
        claims,
        *("resource", "kind", "starts_at", "ends_at"),
        *("booking_id", "block_id", "conversation_id", "run", "expires_at"),
    ).returning(claims.c.id)
)

# Removes holds in a span that have expired or are the conversation's own.
CLEAR = Statement(
    delete(claims)
    .where(
        claims.c.id.in_(
            select(claims.c.id).where(
                reaching_into(bindparam("resource", type_=claims.c.resource.type)),
                claims.c.kind == "hold",
                or_(
                    claims.c.expires_at <= bindparam("now", type_=Moment()),
                    claims.c.conversation_id == bindparam("conversation"),
                ),
            )
        )
    )
    .returning(claims.c.resource, claims.c.starts_at, claims.c.ends_at, claims.c.conversation_id)
)

_freed = (claims.c.resource, claims.c.starts_at, claims.c.ends_at)

# Gives back what a conversation holds for one run.
RELEASE_RUN = Statement(
    delete(claims)
    .where(
        claims.c.conversation_id == bindparam("conversation"),
        claims.c.kind == "hold",
        claims.c.run == bindparam("run"),
    )
    .returning(*_freed)
)

# Gives back the time of a booking.
FREE_BOOKING = Statement(delete(claims).where(claims.c.booking_id == bindparam("booking")).returning(*_freed))

# Gives back the time of a block.
FREE_BLOCK = Statement(delete(claims).where(claims.c.block_id == bindparam("block")).returning(*_freed))

_times: ScalarSelect[list[int]] = (
    select(StartsAndEnds())
    .where(
        _by_start(resources.c.number),
        or_(claims.c.booking_id.is_(None), claims.c.booking_id != bindparam("except_booking")),
        or_(
            claims.c.kind != "hold",
            and_(
                claims.c.expires_at > bindparam("now", type_=Moment()),
                claims.c.conversation_id != bindparam("except_conversation"),
            ),
        ),
    )
    .correlate_except(claims)
    .scalar_subquery()
)

# Lists what is taken of the named resources in a span, but for expired holds and the asker's own.
BUSY = Statement(
    select(resources.c.name, _times).where(
        resources.c.business == bindparam("business"), is_listed(resources.c.name, "names")
    )
)

# Lists what is taken of one resource in a span.
TAKEN = Statement(
    select(claims.c.starts_at, claims.c.ends_at)
    .where(reaching_into(bindparam("resource", type_=claims.c.resource.type)))
    .order_by(claims.c.starts_at)
)

# Lists the blocks of a resource that lie over a span.
BLOCKS_OVER = Statement(
    select(blocks.c.id, blocks.c.resource, blocks.c.starts_at, blocks.c.ends_at)
    .where(
        blocks.c.resource == bindparam("resource"),
        blocks.c.ends_at > _start,
        blocks.c.starts_at < _end,
        blocks.c.removed_at.is_(None),
    )
    .order_by(blocks.c.id)
)


@dataclass(frozen=True, slots=True)
class Claimant:
    """For what time is taken: one of a hold, a booking, a block."""

    business: str
    kind: str
    booking_id: int | None = None
    block_id: int | None = None
    conversation_id: str | None = None
    run: int | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A span of a numbered resource."""

    resource: int
    span: Span


class Taken(Exception):  # noqa: N818 - not an error: it undoes what was claimed so far
    """Somebody else has some of the time."""


class Claims:
    """Time taken of resources."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def hold(
        self, holder: Holder, wanted: Sequence[Claim], expires_at: datetime, now: datetime
    ) -> tuple[int, ...] | None:
        """Hold all of `wanted` for a run of a conversation, or none of it: None if somebody else has some."""
        claimant = Claimant(
            business=holder.business,
            kind="hold",
            conversation_id=holder.conversation_id,
            run=holder.run,
            expires_at=expires_at,
        )
        try:
            with self.sql.savepoint():
                return self.take(claimant, wanted, now)
        except Taken:
            return None

    def release(self, conversation_id: str, run: int) -> None:
        """Give back what a run of a conversation holds."""
        self.cover(self._freed(RELEASE_RUN, {"conversation": conversation_id, "run": run}))

    def busy(
        self, window: Window, now: datetime, except_booking: int = 0, except_conversation: str = ""
    ) -> dict[str, Busy]:
        """Return when each resource is taken; a booking or a conversation's holds may be left out."""
        rows = self.sql.all(
            BUSY,
            {
                "business": window.business,
                "names": json.dumps(window.resources),
                "start": window.start,
                "end": window.end,
                "now": now,
                "except_booking": except_booking,
                "except_conversation": except_conversation,
            },
        )
        busy = {name: _busy(times) for name, times in rows if times}
        return {**dict.fromkeys(window.resources, Busy()), **busy}

    def take(self, claimant: Claimant, wanted: Sequence[Claim], now: datetime) -> tuple[int, ...]:
        """Take all of `wanted`, or raise `Taken`: to be called inside a savepoint.

        Holds that have expired, and the conversation's own, do not stand in the way.
        """
        numbers = self.numbers(claimant.business, {claim.resource for claim in wanted})
        # Always in one order, so that two who want the same resources wait and do not deadlock.
        stretches = sorted(
            (_stretch(numbers[claim.resource], claim.start, claim.end) for claim in wanted),
            key=lambda stretch: (stretch.resource, stretch.span.start),
        )
        own: list[Stretch] = []
        ids = []
        for stretch in stretches:
            own.extend(self._clear(stretch, claimant.conversation_id, now))
            ids.append(self._take_one(claimant, stretch))
        self.cover(own)
        return tuple(ids)

    def free_booking(self, booking_id: int) -> list[Stretch]:
        """Give back the time of a booking and return it; `cover` it when the new time is taken."""
        return self._freed(FREE_BOOKING, {"booking": booking_id})

    def free_block(self, block_id: int) -> None:
        """Give back the time of a block, except to other blocks over it."""
        freed = self._freed(FREE_BLOCK, {"block": block_id})
        self.cover(freed, besides=block_id)

    def cover(self, freed: Iterable[Stretch], besides: int = 0) -> None:
        """Let blocks take what was given back under them."""
        for stretch in freed:
            for block_id, *where in self.sql.all(BLOCKS_OVER, _where(stretch)):
                if block_id != besides:
                    self.fill(block_id, _stretch(*where))

    def fill(self, block_id: int, stretch: Stretch) -> None:
        """Take for a block all that nobody else has."""
        claimant = Claimant(business="", kind="block", block_id=block_id)
        for _ in range(ROUNDS):
            taken = [Span(*row) for row in self.sql.all(TAKEN, _where(stretch))]
            gaps = [Stretch(stretch.resource, gap) for gap in without([stretch.span], taken)]
            missed = [gap for gap in gaps if self._insert(claimant, gap) is None]
            if not missed:
                return

    def numbers(self, business: str, names: set[str]) -> dict[str, int]:
        """Return the number of each resource; a new one gets one."""
        asked = {"business": business, "names": json.dumps(sorted(names))}
        known: dict[str, int] = dict(self.sql.all(NUMBERS, asked))
        if len(known) < len(names):
            for name in sorted(names - known.keys()):
                self.sql.one(NUMBER, {"business": business, "name": name})
            known = dict(self.sql.all(NUMBERS, asked))
        return known

    def clear_expired(self, stretch: Stretch, now: datetime) -> None:
        """Remove the holds in a span that have expired."""
        self._clear(stretch, None, now)

    def _clear(self, stretch: Stretch, conversation_id: str | None, now: datetime) -> list[Stretch]:
        """Remove holds that do not count and return the conversation's own; blocks take what had expired."""
        rows = self.sql.all(
            CLEAR,
            {**_where(stretch), "now": now, "conversation": conversation_id or ""},
        )
        self.cover([_stretch(*row[:3]) for row in rows if row[3] != conversation_id])
        return [_stretch(*row[:3]) for row in rows if row[3] == conversation_id]

    def _take_one(self, claimant: Claimant, stretch: Stretch) -> int:
        number = self._insert(claimant, stretch)
        if number is None:
            raise Taken
        return number

    def _insert(self, claimant: Claimant, stretch: Stretch) -> int | None:
        row = self.sql.one(
            TAKE,
            {
                "resource": stretch.resource,
                "kind": claimant.kind,
                "starts_at": stretch.span.start,
                "ends_at": stretch.span.end,
                "booking_id": claimant.booking_id,
                "block_id": claimant.block_id,
                "conversation_id": claimant.conversation_id,
                "run": claimant.run,
                "expires_at": claimant.expires_at,
            },
        )
        return None if row is None else row[0]

    def _freed(self, statement: Statement, parameters: dict[str, object]) -> list[Stretch]:
        return [_stretch(*row) for row in self.sql.all(statement, parameters)]


def _busy(times: list[int]) -> Busy:
    # No two overlap, so the starts and the ends have one order.
    return Busy(sorted(times[::2]), sorted(times[1::2]))


def _stretch(resource: int, start: datetime, end: datetime) -> Stretch:
    return Stretch(resource, Span(start, end))


def _where(stretch: Stretch) -> dict[str, object]:
    return {"resource": stretch.resource, "start": stretch.span.start, "end": stretch.span.end}
