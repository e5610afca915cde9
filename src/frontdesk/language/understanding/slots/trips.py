"""Reads "the other way round", "the way back" and "one more": a trip is told from another one by its two ends."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Mood
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.slots.ways_back import BACK, days_back
from frontdesk.language.understanding.values.given import Stance

BESIDES = "booked.trip_besides"
_SWAPPING, _BACK, _ANOTHER = "clauses.swapping", "clauses.way_back", "booked.same_again"
_ENDS = ("origin", "destination")


def swapped(heard: Heard) -> tuple[Read, ...]:
    """Return the two ends of a trip in each other's place; nothing where one is not known or a place is named."""
    said = heard.message.found(_SWAPPING)
    if not said or heard.asked.flow is None or any(isinstance(given.value, Item) for given in heard.givens):
        return ()
    if heard.message.clause_at(said[0].start).mood is Mood.ASK:
        return ()
    words = heard.message.text[said[0].start : said[0].end]
    return tuple(_exchanged(heard.asked.slots, heard.asked.known, words))


def way_back(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return a trip that begins as the way back of the one just booked, with its day; nothing where it is another."""
    flow = begun[0].meaning.flow if begun and isinstance(begun[0].meaning, StartFlow) else None
    if flow is None or not heard.asked.settled or not heard.message.found(_BACK):
        return []
    told = {read.meaning.slot for read in begun if isinstance(read.meaning, Inform)}
    slots, words = heard.ear.triggers.flows[flow].slots, begun[0].meaning.words
    if not told.isdisjoint(_ENDS) or not _is_trip(slots):
        return []
    turned = _exchanged(slots, _just_booked(heard), words)
    return [*begun, *turned, *_day(heard, slots, told)] if turned else []


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
    turned = _exchanged(slots, known, heard.text) if _is_trip(slots) and day is not None and len(days) == 1 else []
    if not turned or day is None or days[0].value is None:
        return []
    words = days[0].words
    said = Read(Inform(day.name, None, words, Problem.LATER), why="later: the way back comes after the way there")
    start = Read(StartFlow(started.flow, words), why="way back: after the way there")
    return [said, start, *turned, Read(Inform(day.name, days[0].value, words), why="day: of the way back")]


def turned_back(heard: Heard) -> tuple[Read, ...]:
    """Return the way back that is wanted besides a trip that is agreed to: "yes, and the way back on Sunday"."""
    slots, known = heard.asked.slots, heard.asked.known
    if heard.asked.flow is None or not _is_trip(slots) or not heard.message.found(_BACK):
        return ()
    if any(isinstance(given.value, Item) for given in heard.givens):
        return ()
    turned = _exchanged(slots, known, heard.text)
    start = Read(StartFlow(heard.asked.flow, heard.text), why="way back: after the one that is agreed to")
    return (start, *turned, *_day(heard, slots, ())) if turned else ()


def _day(heard: Heard, slots: Mapping[str, Slot], told: Container[str]) -> list[Read]:
    """Return the day that is said of the way back, which is left out where a trip is on its way there."""
    days = [given for given in heard.givens if given.kind == "day" and given.stance is Stance.WANTED]
    slot = next((slot for slot in slots.values() if slot.kind == "day" and slot.name not in told), None)
    if slot is None or len(days) != 1:
        return []
    day = days[0]
    return [Read(Inform(slot.name, day.value, day.words, day.problem, day.candidates), why="day: of the way back")]


def once_more(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return one more of the trip just booked, with what is said of it otherwise: "another ticket for Sunday"."""
    if not heard.asked.settled or not heard.message.found(_ANOTHER):
        return []
    flow = begun[0].meaning.flow if begun and isinstance(begun[0].meaning, StartFlow) else _booking(heard)
    slots = heard.ear.triggers.flows[flow].slots if flow else {}
    told = {read.meaning.slot for read in begun if isinstance(read.meaning, Inform)}
    if flow is None or not told.isdisjoint(_ENDS) or not _is_trip(slots):
        return []
    stands = _just_booked(heard)
    other_day = any(slots[name].kind == "day" for name in told if name in slots)
    left = [slot for name, slot in slots.items() if name in stands and name not in told]
    same = [slot.name for slot in left if slot.ask or (slot.kind == "time" and not other_day)]
    start = begun[:1] or [Read(StartFlow(flow, heard.text), why="booked: one more of it")]
    kept = [Read(Inform(name, stands[name], heard.text), why="booked: the same") for name in same]
    return [*start, *begun[1:], *kept]


def _just_booked(heard: Heard) -> dict[str, Value]:
    """Return what was just booked, by the slots of every flow that could hear more of it."""
    return {name: value for asked in heard.asked.settled for name, value in asked.known.items()}


def _booking(heard: Heard) -> str | None:
    """Name the flow that books a trip."""
    return next((flow.name for flow in heard.ear.triggers.flows.values() if _is_trip(flow.slots)), None)


def _is_trip(slots: Mapping[str, Slot]) -> bool:
    return slots.keys() >= set(_ENDS) and not any(slot.kind == "booking" for slot in slots.values())


def _exchanged(slots: Mapping[str, Slot], known: Mapping[str, Value], words: str) -> list[Read]:
    one, other = (known.get(name) for name in _ENDS)
    if one is None or other is None or not slots.keys() >= set(_ENDS):
        return []
    turned = dict(zip(_ENDS, (other, one), strict=True))
    return [Read(Inform(name, value, words), why="swapped: the other way round") for name, value in turned.items()]
