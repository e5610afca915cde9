"""Reads what is said against how something stands: "same time", "the day after", "an hour later", "keep the day"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Shift, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.slots.shifting import shift, waiting
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read

# What each list of phrases is about, and how many days further it lies.
_MEASURES: Mapping[str, tuple[str, int]] = {
    "booked.same_time": ("time", 0),
    "booked.same_day": ("day", 0),
    "booked.same_person": ("provider", 0),
    "booked.day_after": ("day", 1),
    "booked.day_before": ("day", -1),
    "booked.week_after": ("day", 7),
}


_PARTS = frozenset({"day", "time"})  # of a moment


class Measured(NamedTuple):
    """What was read, and the values of the message that say no more than that."""

    reads: tuple[Read, ...] = ()
    used: tuple[Given, ...] = ()


def measure(heard: Heard, target: Sheet | None = None) -> Measured:
    """Return the values that a message gives by how something booked stands, be it that nobody knows yet how."""
    found = list(_found(heard, target or heard.running))
    reads = {read.meaning.slot: read for read, _ in found if isinstance(read.meaning, Inform)}
    used = [given for _, cue in found for given in heard.givens if _says_no_more(given, cue, heard)]
    moved = shift(heard, target)
    if moved is not None and isinstance(moved.read.meaning, Inform):
        reads.setdefault(moved.read.meaning.slot, moved.read)
        used.append(moved.length)
    return Measured(tuple(reads.values()), tuple(used))


def _says_no_more(given: Given, cue: Cue, heard: Heard) -> bool:
    """Tell "the same day", which is measured, from "the same day at 3", which has an hour of its own besides."""
    return not _has_hour(given, cue, heard) and given.start < cue.end and cue.start < given.end


def _has_hour(given: Given, cue: Cue, heard: Heard) -> bool:
    hour = given.kind == "moment" and given.problem is None and heard.context.beside is not None
    return hour and given.start < cue.end and cue.start < given.end


def _found(heard: Heard, target: Sheet) -> Iterator[tuple[Read, Cue]]:
    waits = waiting(heard, target)
    for label, (kind, days) in _MEASURES.items():
        held: Mapping[str, Value] = heard.asked.standing or (
            heard.asked.known if not days else {}
        )  # the same as what is being booked
        slot, moment = heard.asked.slot_of(kind), heard.asked.slot_of("moment") if kind in _PARTS else None
        slot = moment if moment is not None and moment.name in held else slot
        value = held.get(slot.name) if slot else None
        value = value + timedelta(days=days) if isinstance(value, date) else value
        if waits:
            slot = next((each for each in waits.values() if each.kind == kind), None)
            value = Shift(timedelta(days=days))
        for cue in heard.message.found(label):
            # "The day after tomorrow" is a day of its own, and "at 3 the same day" has an hour besides.
            alone = not any(given.start < cue.end < given.end or _has_hour(given, cue, heard) for given in heard.givens)
            told = any(call.start <= cue.start < call.end for call in heard.message.found("clauses.calling"))
            if slot is not None and value is not None and alone and not told:  # "text me the day before"
                words = heard.message.text[cue.start : cue.end]
                yield Read(Inform(slot.name, value, words), why=f"{kind}: measured from what is booked"), cue
