"""Tells which days the desk named where a day is asked for: "the first one" and "the Friday" are among them."""

from __future__ import annotations

from datetime import date

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import number
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.results import Read
from frontdesk.language.words import words_in


def offered_days(asked: Asked) -> tuple[date, ...]:
    """Return the days that an action found instead of the one wanted; none where no day is asked for."""
    if asked.wanted is not Wanted.SLOT or asked.slot is None or asked.slot.kind != "day" or asked.among:
        return ()
    lists = [value for value in asked.known.values() if isinstance(value, tuple) and value]
    found = [value for value in lists if all(type(each) is date for each in value)]
    return tuple(each for each in found[0] if isinstance(each, date)) if len(found) == 1 else ()


def day_taken(heard: Heard) -> Read | None:
    """Return the day that "ok, the first one" takes of those that the desk named, where nothing else is said."""
    days, slot, message = offered_days(heard.asked), heard.asked.slot, heard.message
    if not days or slot is None or any(given.kind != "number" for given in heard.givens):
        return None
    places = number.read_ordinal(message.text, heard.context)
    if len(places) != 1 or any(clause.mood is Mood.ASK for clause in message.clauses):
        return None
    place, words = places[0].value, places[0].words
    rest = heard.ear.triggers.rest(message, heard.givens) - set(words_in(words))
    if rest or not (place == -1 or 1 <= place <= len(days)):
        return None
    return Read(Inform(slot.name, days[place if place == -1 else place - 1], words), why="day: one of those named")
