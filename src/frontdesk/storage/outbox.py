"""What is to be done after the commit: put with the turn, taken on a lease, ticked off or tried again later."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, or_, select, update

from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import Delivery
from frontdesk.storage.schema import conversations, outbox
from frontdesk.storage.sql import Sql, Statement, given, insert_once

DELIVERY = tuple(outbox.c[name] for name in ("kind", "key", "payload", "due_at", "conversation_id", "id", "attempts"))

# Keeps something to do; returns no row if its key is known.
PUT = Statement(
    insert_once(outbox, "kind", "key", "payload", "conversation_id", "due_at", "attempts").returning(outbox.c.id)
)

# Takes what is due, the longest due first; on PostgreSQL what another worker is just taking is passed over.
TAKE = Statement(
    update(outbox)
    .where(
        outbox.c.id.in_(
            select(outbox.c.id)
            .where(outbox.c.delivered_at.is_(None), outbox.c.due_at <= bindparam("now", type_=Moment()))
            .order_by(outbox.c.due_at)
            .limit(bindparam("limit"))
            .with_for_update(skip_locked=True)
        )
    )
    .values({"due_at": bindparam("until"), "attempts": outbox.c.attempts + 1})
    .returning(*DELIVERY)
)

# Takes what is the longest due of one kind in the conversations of one business, in the same way.
TAKE_ONE = Statement(
    update(outbox)
    .where(
        outbox.c.id.in_(
            select(outbox.c.id)
            .join(conversations, conversations.c.id == outbox.c.conversation_id)
            .where(
                outbox.c.delivered_at.is_(None),
                outbox.c.due_at <= bindparam("now", type_=Moment()),
                outbox.c.kind == bindparam("which"),
                conversations.c.business == bindparam("business"),
            )
            .order_by(outbox.c.due_at)
            .limit(1)
            .with_for_update(skip_locked=True, of=outbox)
        )
    )
    .values({"due_at": bindparam("until"), "attempts": outbox.c.attempts + 1})
    .returning(*DELIVERY)
)

# Finds what is to be done under a key, unless it is done.
BY_KEY = Statement(select(*DELIVERY).where(outbox.c.key == bindparam("which"), outbox.c.delivered_at.is_(None)))

# Ticks something off.
DELIVERED = Statement(
    update(outbox)
    .where(outbox.c.id == bindparam("delivery"), outbox.c.delivered_at.is_(None))
    .values(given("delivered_at"))
)

# Leaves something for later.
FAILED = Statement(
    update(outbox).where(outbox.c.id == bindparam("delivery"), outbox.c.delivered_at.is_(None)).values(given("due_at"))
)

# Says when the next thing is due.
NEXT = Statement(select(func.min(outbox.c.due_at, type_=Moment())).where(outbox.c.delivered_at.is_(None)))

# Counts what is not done.
WAITING = Statement(select(func.count()).where(outbox.c.delivered_at.is_(None)))

# Drops what was done before a moment for the conversations of a business, or for none, the oldest first.
PRUNE = Statement(
    delete(outbox).where(
        outbox.c.id.in_(
            select(outbox.c.id)
            .outerjoin(conversations, conversations.c.id == outbox.c.conversation_id)
            .where(
                outbox.c.delivered_at < bindparam("before", type_=Moment()),
                or_(conversations.c.business == bindparam("business"), outbox.c.conversation_id.is_(None)),
            )
            .order_by(outbox.c.id)
            .limit(bindparam("limit"))
        )
    )
)


class Outbox:
    """What is to be done after the commit."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def put(self, delivery: Delivery) -> bool:
        """Keep something to do; False if its key is known: it is done once."""
        columns = {
            "kind": delivery.kind,
            "key": delivery.key,
            "payload": delivery.payload,
            "conversation_id": delivery.conversation_id,
            "due_at": delivery.due_at,
            "attempts": 0,
        }
        return self.sql.one(PUT, columns) is not None

    def take_due(self, now: datetime, limit: int, lease: timedelta) -> tuple[Delivery, ...]:
        """Take what is due. Nobody else gets it for the length of the lease; if we die, somebody does after it."""
        rows = self.sql.all(TAKE, {"now": now, "limit": limit, "until": now + lease})
        return tuple(sorted((Delivery(*row) for row in rows), key=lambda delivery: delivery.id))

    def take_one(self, kind: str, business: str, now: datetime, lease: timedelta) -> Delivery | None:
        """Take what is the longest due of one kind, for one business, on the same terms; None if nothing is due."""
        row = self.sql.one(TAKE_ONE, {"which": kind, "business": business, "now": now, "until": now + lease})
        return None if row is None else Delivery(*row)

    def by_key(self, key: str) -> Delivery | None:
        """Return what is to be done under a key; None if there is nothing, or it is done."""
        row = self.sql.one(BY_KEY, {"which": key})
        return None if row is None else Delivery(*row)

    def delivered(self, delivery_id: int, at: datetime) -> bool:
        """Tick something off; False if it was before."""
        return self.sql.run(DELIVERED, {"delivery": delivery_id, "delivered_at": at}) == 1

    def failed(self, delivery_id: int, retry_at: datetime) -> bool:
        """Leave something for later; False if it has been delivered."""
        return self.sql.run(FAILED, {"delivery": delivery_id, "due_at": retry_at}) == 1

    def next_due(self) -> datetime | None:
        """Say when the next thing is due, or None when all is done."""
        row = self.sql.one(NEXT, {})
        return None if row is None else row[0]

    def waiting(self) -> int:
        """Count what is not done."""
        row = self.sql.one(WAITING, {})
        return 0 if row is None else row[0]

    def prune(self, business: str, before: datetime, limit: int) -> int:
        """Drop what was done before a moment, so many at most; return how many."""
        return self.sql.run(PRUNE, {"business": business, "before": before, "limit": limit})
