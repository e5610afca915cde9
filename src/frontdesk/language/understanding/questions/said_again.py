"""Reads "wait, which date is that?", asked where something else is wanted, as a wish to hear what is noted."""

from __future__ import annotations

from datetime import date, time

from frontdesk.dialogue.meanings import Inform
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.results import Read

_OF_IT = "booked.of_it"
_WHEN = ("day", "time")
_BOOKING = "booking"


def when_again(heard: Heard) -> list[Read]:
    """Return the day and the time that are noted, where a guest asks for them; nothing where none is noted."""
    if not heard.message.found(_OF_IT) or heard.givens:
        return []
    slots = heard.asked.slots.values()
    if any(slot.kind == _BOOKING for slot in slots) or (heard.asked.slot and heard.asked.slot.kind in _WHEN):
        return []
    known = [(slot.name, heard.asked.known.get(slot.name)) for kind in _WHEN for slot in slots if slot.kind == kind]
    return [
        Read(Inform(name, value, heard.text), why="again: what is noted")
        for name, value in known
        if isinstance(value, date | time)
    ]
