"""What a button means that a guest pressed: exactly what it says, without reading any words.

A button counts only where it was shown last: one that was answered, or whose offer has been replaced, has the desk
say again where things stand, and does nothing else.
"""

from __future__ import annotations

from frontdesk.desk.cards import ConfirmCard, as_slot_holds, confirm_card, items_to_name
from frontdesk.desk.cards.rows import under_way
from frontdesk.desk.house import House
from frontdesk.desk.scene import Arrival, Button, Pressed
from frontdesk.dialogue.conversation import IDENTITY, Changing, Choosing, Collecting, Confirming, Conversation
from frontdesk.dialogue.meanings import Affirm, ByValue, Cancel, Change, Choose, Deny, Inform, Meaning, More, Repeat


def meanings_of(arrival: Arrival, house: House, conversation: Conversation) -> tuple[Meaning, ...] | None:
    """Return what a pressed button means where the conversation stands; None if none was pressed.

    A yes or a no that came with other words than the button has is what the words say.
    """
    pressed, words = arrival.pressed, arrival.text
    if pressed is None or not _is_its_text(pressed, words, confirm_card(house, conversation, arrival.at)):
        return None
    meaning = _meaning(pressed, house, conversation, words) if pressed.turn == conversation.version else None
    return (meaning or Repeat(words),)


def _is_its_text(pressed: Pressed, words: str, card: ConfirmCard | None) -> bool:
    match pressed.button, card:
        case Button.YES, ConfirmCard(yes=text):
            return words == text
        case Button.NO, ConfirmCard(no=text):
            return words == text
        case _:
            return True


def _meaning(pressed: Pressed, house: House, conversation: Conversation, words: str) -> Meaning | None:
    match conversation.position, pressed.button:
        case Choosing(source=source), Button.OPTION:
            run = conversation.run
            shown = run.offers[source].visible() if run else ()
            is_shown = any(option.id == pressed.value for option in shown)
            return Choose(ByValue(IDENTITY, pressed.value), words) if is_shown else None
        case Collecting(slot=slot), Button.OPTION:
            return _named(slot, pressed.value, house, conversation, words)
        case Choosing(), Button.MORE:
            return More(words)
        case Confirming(), Button.YES:
            return Affirm(words)
        case Confirming(), Button.NO:
            return Deny(words)
        case Confirming(), Button.CHANGE:
            return Change(pressed.value, words)
        case Collecting() | Choosing() | Confirming() | Changing(), Button.LEAVE:
            return Cancel(words)
        case _:
            return None


def _named(slot: str, name: str, house: House, conversation: Conversation, words: str) -> Meaning | None:
    here = under_way(house, conversation)
    item = next((each for each in items_to_name(house, conversation) if each.id == name), None)
    return Inform(slot, as_slot_holds(here[0].slots[slot], item), words) if here and item else None
