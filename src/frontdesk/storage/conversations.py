"""Conversations: each is one row, saved only over the version it was loaded from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import bindparam, func, select, update

from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.storage import recent
from frontdesk.storage.actions import Actions
from frontdesk.storage.codec import Undecodable
from frontdesk.storage.rows import ConversationSummary
from frontdesk.storage.schema import conversations, guests, identities
from frontdesk.storage.sql import Sql, Statement, given, insert_once

# Finds a conversation by its id.
BY_ID = Statement(
    select(conversations.c.id, conversations.c.version, conversations.c.body).where(
        conversations.c.id == bindparam("conversation")
    )
)

# Finds the conversation that a guest took part in last.
LATEST = Statement(
    select(conversations.c.id, conversations.c.version, conversations.c.body)
    .where(conversations.c.business == bindparam("business"), conversations.c.guest_id == bindparam("guest"))
    .order_by(conversations.c.updated_at.desc())
    .limit(1)
)

# Keeps a new conversation; changes nothing if there is one of that id.
ADD = Statement(
    insert_once(
        conversations,
        *("id", "business", "guest_id", "version", "position", "flow", "fingerprint"),
        *("body", "started_at", "updated_at"),
    )
)

# Replaces a conversation that still has the version it was loaded with.
SAVE = Statement(
    update(conversations)
    .where(conversations.c.id == bindparam("conversation"), conversations.c.version == bindparam("loaded"))
    .values(
        given("version", "position", "flow", "fingerprint", "body", "updated_at")
        | {"guest_id": func.coalesce(bindparam("guest", type_=conversations.c.guest_id.type), conversations.c.guest_id)}
    )
)

# A turn that was under way while its guest turned out to be another may have kept the wrong one.
_guest = func.coalesce(guests.c.merged_into, conversations.c.guest_id)

# Finds a conversation by its id, and says whose it is, whether a channel vouches for them, and if they were forgotten.
WITH_GUEST = Statement(
    select(
        conversations.c.id,
        conversations.c.version,
        conversations.c.body,
        _guest,
        select(identities.c.guest_id).where(identities.c.guest_id == _guest).limit(1).scalar_subquery(),
        guests.c.forgotten_at,
    )
    .select_from(conversations.outerjoin(guests, guests.c.id == conversations.c.guest_id))
    .where(conversations.c.id == bindparam("conversation"))
)

# Lists the conversations of a business, the latest first.
RECENT = Statement(
    select(
        conversations.c.id,
        conversations.c.guest_id,
        conversations.c.position,
        conversations.c.flow,
        conversations.c.started_at,
        conversations.c.updated_at,
    )
    .where(conversations.c.business == bindparam("business"), conversations.c.updated_at < bindparam("before"))
    .order_by(conversations.c.updated_at.desc(), conversations.c.id)
    .limit(bindparam("limit"))
)

# Lists the conversations that are in a flow, by id, and when each was last taken part in.
UNDER_WAY = Statement(
    select(conversations.c.id, conversations.c.version, conversations.c.body, conversations.c.updated_at)
    .where(
        conversations.c.business == bindparam("business"),
        conversations.c.fingerprint.is_not(None),
        conversations.c.id > bindparam("after"),
    )
    .order_by(conversations.c.id)
    .limit(bindparam("limit"))
)


_OURS = re.compile(r"[0-9a-f]{32}")


def is_our_id(conversation_id: str) -> bool:
    """Say whether we drew the id of a conversation; any other is a name from outside, perhaps of a person."""
    return _OURS.fullmatch(conversation_id) is not None


class Unreadable(Exception):  # noqa: N818 - what is the case with the row
    """A conversation is kept as something that cannot be read back: damaged, or written by another version."""

    def __init__(self, conversation_id: str, version: int, body: str) -> None:
        """Say which conversation it is, and carry what is kept of it."""
        super().__init__(conversation_id)
        self.conversation_id = conversation_id
        self.version = version
        self.body = body


@dataclass(frozen=True, slots=True)
class Whose:
    """A conversation, and whose it is, as far as that is known."""

    conversation: Conversation
    guest_id: int | None
    is_vouched: bool  # a channel vouches for an address of that guest
    is_forgotten: bool


class Conversations:
    """The conversations. One that cannot be read raises `Unreadable`."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def by_id(self, conversation_id: str) -> Conversation | None:
        """Return a conversation, or None if there is none of that id."""
        return _read(self.sql.one(BY_ID, {"conversation": conversation_id}))

    def latest(self, business: str, guest_id: int) -> Conversation | None:
        """Return the conversation that a guest took part in last, or None."""
        return _read(self.sql.one(LATEST, {"business": business, "guest": guest_id}))

    def save(self, conversation: Conversation, at: datetime, guest_id: int | None = None) -> bool:
        """Keep what became of a conversation; False if it has moved on since it was loaded.

        Loaded again it has the next version. A guest once known stays known when `guest_id` is None.
        """
        return self.sql.run(*_saving(conversation, at, guest_id)) == 1

    def must_save(self, conversation: Conversation, at: datetime, guest_id: int, moved_on: Exception) -> None:
        """Do the same without waiting for it: `moved_on` is raised, before the commit, where that says False."""
        self.sql.later(*_saving(conversation, at, guest_id), moved_on)

    def with_guest(self, conversation_id: str) -> Whose | None:
        """Return a conversation and whose it is; None if there is none of that id."""
        row = self.sql.one(WITH_GUEST, {"conversation": conversation_id})
        return None if row is None else Whose(_stored(*row[:3]), row[3], row[4] is not None, row[5] is not None)

    def guest_of(self, conversation_id: str) -> int | None:
        """Return whose conversation it is, also of one that cannot be read; None if that is not known."""
        row = self.sql.one(WITH_GUEST, {"conversation": conversation_id})
        return None if row is None else row[3]

    def is_vouched(self, conversation_id: str) -> bool:
        """Say whether a channel vouches for the guest of a conversation, also of one that cannot be read."""
        row = self.sql.one(WITH_GUEST, {"conversation": conversation_id})
        return row is not None and row[4] is not None

    def begin_anew(self, unreadable: Unreadable, business: str, at: datetime) -> bool:
        """Put an empty conversation in the place of one that cannot be read; False if it has moved on since."""
        runs = Actions(self.sql).last_run(unreadable.conversation_id)
        return self.save(Conversation(unreadable.conversation_id, business, unreadable.version, runs=runs), at)

    def expect(self, conversation_id: str) -> None:
        """Say that `with_guest` will be asked for this one after the next statement."""
        self.sql.ahead(WITH_GUEST, {"conversation": conversation_id})

    def recent(self, business: str, before: datetime, limit: int) -> tuple[ConversationSummary, ...]:
        """Return the conversations that last moved before a moment, the latest first."""
        rows = self.sql.all(RECENT, {"business": business, "before": before, "limit": limit})
        return tuple(ConversationSummary(*row) for row in rows)

    def under_way(self, business: str, after: str, limit: int) -> tuple[tuple[Conversation, datetime], ...]:
        """Return conversations that are in a flow, the next after an id, and when each was last taken part in."""
        rows = self.sql.all(UNDER_WAY, {"business": business, "after": after, "limit": limit})
        return tuple((_stored(*row), at) for *row, at in rows)


def _saving(conversation: Conversation, at: datetime, guest_id: int | None) -> tuple[Statement, dict[str, object]]:
    """Return the statement that keeps a conversation over the version it was loaded from, and its parameters."""
    saved = replace(conversation, version=conversation.version + 1)
    run = saved.run
    columns: dict[str, object] = {
        "version": saved.version,
        "position": snake_case(type(saved.position).__name__),
        "flow": None if run is None else run.flow,
        "fingerprint": None if run is None else run.fingerprint,
        "body": recent.write(saved),
        "updated_at": at,
    }
    if conversation.version == 0:
        return ADD, {**columns, "id": saved.id, "business": saved.business, "guest_id": guest_id, "started_at": at}
    return SAVE, {**columns, "conversation": saved.id, "loaded": conversation.version, "guest": guest_id}


@cache
def snake_case(name: str) -> str:
    """Write `WithStaff` as `with_staff`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _read(row: tuple[str, int, str] | None) -> Conversation | None:
    return None if row is None else _stored(*row)


def _stored(conversation_id: str, version: int, body: str) -> Conversation:
    try:
        conversation = recent.read(body)
    except Undecodable:
        raise Unreadable(conversation_id, version, body) from None
    if (conversation.id, conversation.version) != (conversation_id, version):
        raise Unreadable(conversation_id, version, body)  # it is another's, and would be saved as that
    return conversation
