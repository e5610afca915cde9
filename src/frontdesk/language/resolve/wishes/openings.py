"""Tells a wish for an opening, said where a reference is asked for, from what says which booking is meant."""

from __future__ import annotations

from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.values.given import Stance

_OPENINGS = frozenset({"service", "day", "time"})
_DEEDS = frozenset({"find", "check", "move", "cancel"})


def seeks_opening(heard: Heard) -> bool:
    """Tell "is Friday at 3 free for Botox?", said where a reference is asked for, from "can you look for Friday?"."""
    if heard.asked.slot is None or heard.asked.slot.kind != "reference":
        return False
    message, triggers = heard.message, heard.ear.triggers
    named = [given for given in heard.givens if given.stance is Stance.WANTED and given.kind in _OPENINGS]
    clauses = [message.clause_at(given.start) for given in named]
    wished = any(each.mood is Mood.REQUEST or message.within("clauses.desires", each) for each in clauses)
    of_booked = message.found("clauses.own") or message.found("clauses.holding_booking")
    return wished and not of_booked and _DEEDS.isdisjoint(triggers.vocabulary.of(message.bare))
