"""Messages received: each is kept once per sender and provider id, together with the answer it got."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, select, update

from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import Accepted, Fresh, Inbound, Repeat
from frontdesk.storage.schema import inbox
from frontdesk.storage.sql import Sql, Statement, given, insert_once

# Keeps a message; returns no row if its sender has sent one of that id.
ACCEPT = Statement(
    insert_once(inbox, "business", "channel", "sender", "provider_id", "text", "received_at").returning(inbox.c.id)
)

# Finds a message by its sender and id, and the answer it got.
REPEATED = Statement(
    select(inbox.c.id, inbox.c.reply).where(
        inbox.c.business == bindparam("business"),
        inbox.c.channel == bindparam("channel"),
        inbox.c.sender == bindparam("sender"),
        inbox.c.provider_id == bindparam("provider_id"),
    )
)

# Keeps the answer with the message.
ANSWERED = Statement(update(inbox).where(inbox.c.id == bindparam("message")).values(given("conversation_id", "reply")))

# Drops messages that were answered and came before a moment, the oldest first.
PRUNE = Statement(
    delete(inbox).where(
        inbox.c.id.in_(
            select(inbox.c.id)
            .where(
                inbox.c.business == bindparam("business"),
                inbox.c.received_at < bindparam("before", type_=Moment()),
                inbox.c.reply.is_not(None),
            )
            .order_by(inbox.c.id)
            .limit(bindparam("limit"))
        )
    )
)


class Inbox:
    """The messages received."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def accept(self, inbound: Inbound) -> Accepted:
        """Keep a message, unless it is a repeat."""
        key = {
            "business": inbound.business,
            "channel": inbound.channel,
            "sender": inbound.sender,
            "provider_id": inbound.provider_id,
        }
        row = self.sql.one(ACCEPT, {**key, "text": inbound.text, "received_at": inbound.received_at})
        if row is not None:
            return Fresh(row[0])
        return Repeat(*self.sql.sure(REPEATED, key))

    def answered(self, message: int, conversation_id: str, reply: str) -> None:
        """Keep the answer to a message, for its repeats."""
        self.sql.later(ANSWERED, {"message": message, "conversation_id": conversation_id, "reply": reply})

    def prune(self, business: str, before: datetime, limit: int) -> int:
        """Drop what was answered and came before a moment, so many at most; return how many. Repeats of it are new."""
        return self.sql.run(PRUNE, {"business": business, "before": before, "limit": limit})
