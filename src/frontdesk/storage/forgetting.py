"""Forgetting a guest: personal data goes everywhere it is kept; counts, times and statuses stay."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from sqlalchemy import Select, Table, Text, and_, bindparam, case, cast, delete, func, or_, select, update

from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.storage.actions import Actions
from frontdesk.storage.codec import encode
from frontdesk.storage.conversations import is_our_id
from frontdesk.storage.schema import (
    actions,
    booking_changes,
    booking_links,
    bookings,
    claims,
    conversation_tokens,
    conversations,
    counted_claims,
    guests,
    identities,
    inbox,
    messages,
    offers,
    outbox,
    requests,
    turns,
)
from frontdesk.storage.sql import Sql, Statement, given

_guest = bindparam("guest", type_=guests.c.id.type)
_root = (
    select(func.coalesce(guests.c.merged_into, guests.c.id))
    .where(guests.c.id == _guest)
    .correlate(None)
    .scalar_subquery()
)
_theirs: Select[tuple[str]] = select(conversations.c.id).where(conversations.c.guest_id == _guest)
# A vouched address, or a conversation, names the guest also in messages that nobody has answered.
_sent_by = and_(
    inbox.c.business == identities.c.business,
    inbox.c.sender == identities.c.channel + " " + identities.c.address,
    identities.c.guest_id == _guest,
)
_sent_in = inbox.c.sender.in_(select("conversation " + conversations.c.id).where(conversations.c.guest_id == _guest))

# Marks a guest as forgotten; returns no row if there is none, or it was done before.
FORGET = Statement(
    update(guests)
    .where(guests.c.id == bindparam("guest"), guests.c.forgotten_at.is_(None))
    .values({"name": None, "phone": None, "email": None, "notes": None, "forgotten_at": bindparam("at")})
    .returning(guests.c.id)
)

# In the order they run: what finds a guest's rows goes last.
PURGES = (
    # Empties what was received from the guest and what was replied. What comes again is new to us.
    Statement(
        update(inbox)
        .where(or_(inbox.c.conversation_id.in_(_theirs), select(1).where(_sent_by).exists(), _sent_in))
        .values({"sender": "forgotten " + cast(inbox.c.id, Text), "provider_id": "", "text": "", "reply": "{}"})
    ),
    # Empties what was said.
    Statement(update(messages).where(messages.c.conversation_id.in_(_theirs)).values({"text": ""})),
    # Empties the record of turns.
    Statement(
        update(turns)
        .where(turns.c.conversation_id.in_(_theirs))
        .values({"event": "{}", "actions": "[]", "reply": "{}"})
    ),
    # Empties the offers.
    Statement(update(offers).where(offers.c.conversation_id.in_(_theirs)).values({"options": "[]"})),
    # Empties what actions were given and found.
    Statement(
        update(actions).where(actions.c.conversation_id.in_(_theirs)).values({"arguments": "{}", "fields": "{}"})
    ),
    # Empties what staff were told and answered.
    Statement(
        update(requests)
        .where(or_(requests.c.guest_id == _guest, requests.c.conversation_id.in_(_theirs)))
        .values({"reason": "", "known": "{}", "answer": None})
    ),
    # Drops what was sent, or was to be sent: nobody writes to someone forgotten.
    Statement(delete(outbox).where(outbox.c.conversation_id.in_(_theirs))),
    # Takes the person out of the bookings.
    Statement(
        update(bookings)
        .where(or_(bookings.c.guest_id == _guest, bookings.c.conversation_id.in_(_theirs)))
        .values({"name": None, "phone": None, "email": None, "notes": None, "details": "{}"})
    ),
    # Empties why bookings were changed: staff may have named somebody.
    Statement(
        update(booking_changes)
        .where(booking_changes.c.booking_id.in_(select(bookings.c.id).where(bookings.c.guest_id == _guest)))
        .values({"note": None})
    ),
    # Drops what let the guest back in.
    Statement(delete(conversation_tokens).where(conversation_tokens.c.conversation_id.in_(_theirs))),
    Statement(
        delete(booking_links).where(
            booking_links.c.booking_id.in_(select(bookings.c.id).where(bookings.c.guest_id == _guest))
        )
    ),
    # Drops the addresses.
    Statement(delete(identities).where(identities.c.guest_id == _guest)),
)

# Lists the conversations of a guest.
THEIRS = Statement(
    select(conversations.c.id, conversations.c.business, conversations.c.version).where(
        conversations.c.guest_id == _guest
    )
)

# Puts an empty conversation in the place of one.
EMPTY = Statement(
    update(conversations)
    .where(conversations.c.id == bindparam("conversation"))
    .values(given("version", "body") | {"position": "idle", "flow": None, "fingerprint": None})
)


_old, _new = bindparam("old", type_=Text()), bindparam("new", type_=Text())


def _renamed(table: Table) -> Statement:
    return Statement(update(table).where(table.c.conversation_id == _old).values({"conversation_id": _new}))


# The key of an action begins with the id of its conversation, unless it was run from somewhere else.
_begins = func.substr(actions.c.key, 1, func.length(_old)) == _old
_key = case((_begins, _new + func.substr(actions.c.key, func.length(_old) + 1)), else_=actions.c.key)

# Give a conversation another id wherever it is named.
RENAMES = (
    Statement(update(actions).where(actions.c.conversation_id == _old).values({"conversation_id": _new, "key": _key})),
    *map(_renamed, (inbox, messages, turns, offers, bookings, claims, counted_claims, requests)),
    Statement(update(conversations).where(conversations.c.id == _old).values({"id": _new})),
)


# Lists a guest and all who turned out to be the same: the one who is kept, and those merged into them.
SAME = Statement(
    select(guests.c.id)
    .where(or_(guests.c.id == _root, guests.c.merged_into == _root))
    .order_by(guests.c.merged_into.is_not(None), guests.c.id)
)


def forget(sql: Sql, guest_id: int, at: datetime) -> bool:
    """Forget a guest, and all who turned out to be the same; False if there is none, or it was done before."""
    done = [_forget_one(sql, row[0], at) for row in sql.all(SAME, {"guest": guest_id})]
    return any(done)


def _forget_one(sql: Sql, guest_id: int, at: datetime) -> bool:
    if sql.one(FORGET, {"guest": guest_id, "at": at}) is None:
        return False
    for purge in PURGES:
        sql.run(purge, {"guest": guest_id})
    for conversation_id, business, version in sql.all(THEIRS, {"guest": guest_id}):
        # A new version, so that a turn under way does not write back what it has read.
        empty = Conversation(conversation_id, business, version + 1, runs=Actions(sql).last_run(conversation_id))
        sql.run(EMPTY, {"conversation": conversation_id, "version": version + 1, "body": encode(empty)})
        if not is_our_id(conversation_id):
            _rename(sql, empty)
    return True


def _rename(sql: Sql, conversation: Conversation) -> None:
    """Give an empty conversation an id of ours."""
    renamed = replace(conversation, id=uuid4().hex)
    sql.run(EMPTY, {"conversation": conversation.id, "version": renamed.version, "body": encode(renamed)})
    for rename in RENAMES:
        sql.run(rename, {"old": conversation.id, "new": renamed.id})
