"""Reads "wait, which date is that?", asked where something else is wanted, as a wish to hear what is noted."""

from __future__ import annotations

from datetime import date, time

from frontdesk.dialogue.meanings import Inform, Repeat
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Read
from frontdesk.language.words import tokens, word_set

_OF_IT = "booked.of_it"
_WHEN = ("day", "time")
_BOOKING = "booking"


def undone_again(heard: Heard) -> list[Read]:
    """Read "did you cancel it?", asked of what was just said to be cancelled, as a wish to hear that again."""
    message, done = heard.message, word_set(heard.context.language, "booked", "undone")
    if heard.asked.flow is not None or not message.found("clauses.of_booking"):
        return []
    named = message.found("clauses.calling_off") or not done.isdisjoint(message.bare)
    told = not done.isdisjoint(token.plain for token in tokens(heard.context.said or ""))
    return [Read(Repeat(heard.text), why="again: what was just done")] if named and told else []


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
