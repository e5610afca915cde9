"""Reads "the other way round" and "the way back": a trip is told from another one by its two ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from frontdesk.dialogue.flow import Role, Slot, in_role
from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import when
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.pointing import not_before
from frontdesk.language.resolve.slots.ways_back import BACK, days_back, is_trip
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read

_SWAPPING = "clauses.swapping"


def swapped(heard: Heard) -> tuple[Read, ...]:
    """Return the two ends of a trip in each other's place; nothing where one is not known or a place is named."""
    said = heard.message.found(_SWAPPING)
    if not said or heard.asked.flow is None or any(isinstance(given.value, Item) for given in heard.givens):
        return ()
    if heard.message.clause_at(said[0].start).mood is Mood.ASK:
        return ()
    words = heard.message.text[said[0].start : said[0].end]
    return tuple(_exchanged(heard.asked.slots, heard.asked.known, words))


def round_trip(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return the way back of a trip that begins, where its day is named with it: it comes after the way there."""
    started = begun[0].meaning if begun else None
    if not isinstance(started, StartFlow) or not heard.message.has(BACK):
        return []
    slots = heard.ear.triggers.flows[started.flow].slots
    told = [read.meaning for read in begun if isinstance(read.meaning, Inform)]
    known = {inform.slot: inform.value for inform in told if inform.value is not None}
    day = next((slot for slot in slots.values() if slot.kind == "day" and slot.name in known), None)
    days = [given for given in days_back(heard.message, heard.givens, slots) if given.problem is None]
    turned = _exchanged(slots, known, heard.text) if _is_new_trip(slots) and day is not None and len(days) == 1 else []
    if not turned or day is None or days[0].value is None:
        return []
    words, out = days[0].words, known[day.name]
    said = Read(Inform(day.name, None, words, Problem.LATER), why="later: the way back comes after the way there")
    start = Read(StartFlow(started.flow, words), why="way back: after the way there")
    return [said, start, *turned, Read(_day_back(heard, day, days[0], out), why="day: of the way back")]


def _day_back(heard: Heard, slot: Slot, given: Given, out: Value | None) -> Inform:
    """Return the day of a way back, which is never before the way out."""
    if given.problem is not None or not isinstance(given.value, date) or not isinstance(out, date):
        return Inform(slot.name, given.value, given.words, given.problem, given.candidates)
    by_weekday = when.names_weekday(given.words, heard.context)
    day = not_before(given.value, out, by_weekday=by_weekday)
    return Inform(slot.name, day, given.words, None if day else Problem.TOO_EARLY)


def _is_new_trip(slots: Mapping[str, Slot]) -> bool:
    return is_trip(slots) and not any(slot.kind == "booking" for slot in slots.values())


def _exchanged(slots: Mapping[str, Slot], known: Mapping[str, Value], words: str) -> list[Read]:
    origin, destination = in_role(slots, Role.ORIGIN), in_role(slots, Role.DESTINATION)
    if origin is None or destination is None or not known.keys() >= {origin.name, destination.name}:
        return []
    turned = {origin.name: known[destination.name], destination.name: known[origin.name]}
    return [Read(Inform(name, value, words), why="swapped: the other way round") for name, value in turned.items()]
