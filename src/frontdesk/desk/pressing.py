"""What a button means that a guest pressed: exactly what it says, without reading any words.

A button counts only where it was shown last: one that was answered, or whose offer has been replaced, has the desk
say again where things stand, and does nothing else.
"""

from __future__ import annotations

from frontdesk.desk.scene import Arrival, Button, Pressed
from frontdesk.dialogue.conversation import IDENTITY, Choosing, Confirming, Conversation
from frontdesk.dialogue.meanings import Affirm, ByValue, Change, Choose, Deny, Meaning, More, Repeat


def meanings_of(arrival: Arrival, conversation: Conversation) -> tuple[Meaning, ...] | None:
    """Return what a pressed button means where the conversation stands; None if none was pressed."""
    pressed, words = arrival.pressed, arrival.text
    if pressed is None:
        return None
    meaning = _meaning(pressed, conversation, words) if pressed.turn == conversation.version else None
    return (meaning or Repeat(words),)


def _meaning(pressed: Pressed, conversation: Conversation, words: str) -> Meaning | None:
    match conversation.position, pressed.button:
        case Choosing(source=source), Button.OPTION:
            run = conversation.run
            shown = run.offers[source].visible() if run else ()
            is_shown = any(option.id == pressed.value for option in shown)
            return Choose(ByValue(IDENTITY, pressed.value), words) if is_shown else None
        case Choosing(), Button.MORE:
            return More(words)
        case Confirming(), Button.YES:
            return Affirm(words)
        case Confirming(), Button.NO:
            return Deny(words)
        case Confirming(), Button.CHANGE:
            return Change(pressed.value, words)
        case _:
            return None
