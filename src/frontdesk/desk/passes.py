"""Makes what lets guests of the web back in: tokens that nobody can guess, of which only digests are kept.

A token is made from a secret and what it opens, so that it can be shown again without being stored.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from frontdesk.storage.rows import BookingPass, BookingRow, ConversationPass
from frontdesk.storage.unit import Unit

VARIABLE = "FRONTDESK_SECRET"
BYTES = 18  # 144 bits
CONVERSATIONS_STAY_OPEN = timedelta(days=90)
OWNERS_STAY_OPEN = timedelta(hours=8)  # and nothing ends one sooner
LINKS_LAST = timedelta(days=30)  # after the booking ends
_NAME = "passes"
_PROOF = "."  # what comes before the proof in a token of the owner, and is in no other


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes tokens with one secret."""

    secret: bytes

    def made_from(self, *parts: str) -> str:
        """Return the token of these parts; other parts, however they are joined, have another."""
        text = "\0".join(f"{len(part)}:{part}" for part in parts)
        made = hmac.digest(self.secret, text.encode("utf-8", "surrogatepass"), "sha256")
        return base64.urlsafe_b64encode(made[:BYTES]).decode()


def maker(unit: Unit) -> Maker:
    """Return who makes tokens: with the secret of the environment, or one that the database keeps."""
    given = os.environ.get(VARIABLE)
    return Maker((given or unit.passes.secret(_NAME, secrets.token_hex(32))).encode())


def begin(unit: Unit, business: str, key: str | None, at: datetime) -> tuple[str, str]:
    """Begin a conversation: returns its id and its token. The same key gives the same again."""
    token = secrets.token_urlsafe(BYTES) if key is None else maker(unit).made_from("conversation", business, key)
    known = unit.passes.token(digest(token))
    if known is not None:
        return known.conversation_id, token
    conversation = uuid4().hex
    kept = ConversationPass(business, conversation, at + CONVERSATIONS_STAY_OPEN)
    unit.passes.add_token(digest(token), kept)
    found = unit.passes.token(digest(token))  # another worker may have been quicker with the same key
    return (found or kept).conversation_id, token


def begin_as_owner(unit: Unit, business: str, at: datetime) -> tuple[str, str]:
    """Begin a conversation of the owner: returns its id and its token, which holds the proof and is shown once."""
    conversation, drawn = uuid4().hex, secrets.token_urlsafe(BYTES)
    token = f"{drawn}{_PROOF}{_proof(unit, business, conversation, drawn)}"
    unit.passes.add_token(digest(token), ConversationPass(business, conversation, at + OWNERS_STAY_OPEN))
    return conversation, token


def is_owners(token: str) -> bool:
    """Say whether a token is made as those of owners are; `lets_in` says whether it is one."""
    return _PROOF in token


def lets_in(unit: Unit, business: str, conversation: str, token: str, at: datetime) -> ConversationPass | None:
    """Return what a token opens if that is this conversation of this business; None if it is not.

    A token of the owner whose proof does not hold opens nothing: it must not pass for one of a guest.
    """
    known = unit.passes.token(digest(token))
    if known is None or (known.business, known.conversation_id) != (business, conversation) or at >= known.expires_at:
        return None
    drawn, _, proof = token.partition(_PROOF)
    if is_owners(token) and not hmac.compare_digest(proof, _proof(unit, business, conversation, drawn)):
        return None
    return known


def _proof(unit: Unit, business: str, conversation: str, drawn: str) -> str:
    """Return what shows that a token was made for the owner: nobody makes it without the secret."""
    return maker(unit).made_from("owner", business, conversation, drawn)


def link_to(unit: Unit, row: BookingRow) -> str:
    """Return the link of a booking: the same however often it is asked for, also after a move."""
    link = maker(unit).made_from("booking", row.business, str(row.id))
    kept = BookingPass(row.id, row.ends_at + LINKS_LAST)
    if unit.passes.link(digest(link)) != kept:  # a page asks at every turn: mostly there is nothing to write
        unit.passes.add_link(digest(link), kept)
    return link


def booking_of(unit: Unit, business: str, link: str, at: datetime) -> BookingRow | None:
    """Return the booking that a link leads to; None if it leads nowhere, or no longer."""
    known = unit.passes.link(digest(link))
    if known is None or at >= known.expires_at:
        return None
    row = unit.bookings.by_id(known.booking_id)
    return row if row is not None and row.business == business else None
