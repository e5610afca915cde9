"""Conversations read or written lately, by the very text they are kept as: reading the same text again is free."""

from __future__ import annotations

import threading

from frontdesk.dialogue.conversation import Conversation, Filled, Offer, Option
from frontdesk.storage.codec import decode, encode, forget_written, keep_written

MOST = 256

for lasting in (Filled, Option, Offer):  # most of a conversation, and the same from turn to turn
    keep_written(lasting)

# By content, so an entry can never be wrong; only ever too old to be asked for.
_known: dict[str, Conversation] = {}
_latest: dict[str, str] = {}  # by the id of a conversation: what it was kept as before is not asked for again
_changing = threading.Lock()


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
    with _changing:
        _known.clear()
        _latest.clear()
    forget_written()


def _keep(text: str, conversation: Conversation) -> None:
    """Keep a conversation as it is now, and no more than `MOST` of them: those that were silent longest go."""
    with _changing:
        _known.pop(_latest.pop(conversation.id, ""), None)
        _known[text] = conversation
        _latest[conversation.id] = text
        while len(_latest) > MOST:
            _known.pop(_latest.pop(next(iter(_latest))), None)
