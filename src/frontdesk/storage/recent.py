"""Conversations read or written lately, by the very text they are kept as: reading the same text again is free."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Conversation, Filled, Offer, Option
from frontdesk.storage.codec import decode, encode, forget_written, keep_written

MOST = 256

for lasting in (Filled, Option, Offer):  # most of a conversation, and the same from turn to turn
    keep_written(lasting)

# By content, so an entry can never be wrong; only ever too old to be asked for.
_known: dict[str, Conversation] = {}


def read(text: str) -> Conversation:
    """Return the conversation that `text` holds."""
    found = _known.get(text)
    if found is None:
        found = decode(Conversation, text)
        _keep(text, found)
    return found


def write(conversation: Conversation) -> str:
    """Return the text that holds a conversation."""
    text = encode(conversation)
    _keep(text, conversation)
    return text


def forget() -> None:
    """Drop everything: a guest is to be forgotten, here too."""
    _known.clear()
    forget_written()


def _keep(text: str, conversation: Conversation) -> None:
    _known[text] = conversation
    while len(_known) > MOST:
        _known.pop(next(iter(_known), ""), None)
