"""Reads "go with her" and "book that" where something else was talked of last: no yes to what is shown."""

from __future__ import annotations

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Unclear
from frontdesk.dialogue.values import Item, Money
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import money
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.results import Read

_PERSON, _THING = "provider", "service"


def pointed(heard: Heard) -> list[Read]:
    """Return the person that "her" means, or a doubt about "that", where the one talked of is not the one shown."""
    if (cues := heard.message.found("clauses.pointing_at_person")) and (person := _other(heard, _PERSON)):
        words = heard.message.text[cues[0].start : cues[0].end]
        return [Read(Inform(person[0].name, person[1], words), why="pointing: the one talked of last")]
    if heard.message.found("clauses.pointing_at_thing") and (_other(heard, _THING) or _is_of_other_price(heard)):
        return [Read(Unclear(heard.text), why="pointing: it may be what was talked of last")]
    return []


def _is_of_other_price(heard: Heard) -> bool:
    """Tell whether the desk has just named another price than the one shown: that of another day, or another flight."""
    known = {value.amount for value in heard.asked.known.values() if isinstance(value, Money)}
    said = money.read(heard.context.said or "", heard.context) if known else ()
    return any(each.value.amount not in known for each in said)


def _other(heard: Heard, kind: str) -> tuple[Slot, Item] | None:
    """Return what of a kind was talked of last and is not what is shown."""
    slot, topic = heard.asked.slot_of(kind), heard.asked.topics.get(kind)
    known = heard.asked.known.get(slot.name) if slot else None
    if slot is None or known is None or not isinstance(topic, Item) or same(known, topic):
        return None
    return None if isinstance(known, tuple) and topic in known else (slot, topic)
