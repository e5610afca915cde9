"""Forgetting a guest: personal data goes everywhere it is kept; counts, times and statuses stay."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, and_, bindparam, delete, or_, select, update

from frontdesk.dialogue.conversation import Conversation
from frontdesk.storage.codec import encode
from frontdesk.storage.schema import (
    actions,
    bookings,
    conversations,
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
_theirs: Select[tuple[str]] = select(conversations.c.id).where(conversations.c.guest_id == _guest)
# A vouched address names the guest also in messages that no conversation has answered.
_sent_by = and_(
    inbox.c.business == identities.c.business,
    inbox.c.channel == identities.c.channel,
    inbox.c.guest_key == identities.c.address,
    identities.c.guest_id == _guest,
)

# Marks a guest as forgotten; returns no row if there is none, or it was done before.
FORGET = Statement(
    update(guests)
    .where(guests.c.id == bindparam("guest"), guests.c.forgotten_at.is_(None))
    .values({"name": None, "phone": None, "email": None, "notes": None, "forgotten_at": bindparam("at")})
    .returning(guests.c.id)
)

# In the order they run: what finds a guest's rows goes last.
PURGES = (
    # Empties what was received from the guest and what was replied.
    Statement(
        update(inbox)
        .where(or_(inbox.c.conversation_id.in_(_theirs), select(1).where(_sent_by).exists()))
        .values({"guest_key": "", "text": "", "reply": "{}"})
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


def forget(sql: Sql, guest_id: int, at: datetime) -> bool:
    """Forget a guest; False if there is none, or it was done before."""
    if sql.one(FORGET, {"guest": guest_id, "at": at}) is None:
        return False
    for purge in PURGES:
        sql.run(purge, {"guest": guest_id})
    for conversation_id, business, version in sql.all(THEIRS, {"guest": guest_id}):
        # A new version, so that a turn under way does not write back what it has read.
        empty = Conversation(conversation_id, business, version + 1)
        sql.run(EMPTY, {"conversation": conversation_id, "version": version + 1, "body": encode(empty)})
    return True
