"""Reads times that come beside those wanted before: "mornings are fine too" widens what is looked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from itertools import pairwise

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.results import Read

_TWO = 2


def with_more_times(message: Message, read: Read, target: Sheet) -> Read:
    """Let hours that a message adds stand beside those that hold already, where openings are looked for."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not None or not isinstance(meaning.value, Times):
        return read
    if target.searched is None or meaning.slot not in target.searched.slots or not adds(message):
        return read
    held = _hours(target.known.get(meaning.slot))
    if not held or meaning.value in held:
        return read
    return replace(read, meaning=replace(meaning, value=(*held, meaning.value)), why=f"{read.why}, added")


def in_one_range(read: Read, slot: Slot) -> Read:
    """Take "mid morning or midday" for the hours from the one to the other where they touch and are only a wish."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not Problem.AMBIGUOUS or slot.kind != "time" or slot.ask:
        return read
    spans = sorted(span for value in meaning.candidates if (span := _span(value)))
    if len(spans) < _TWO or len(spans) != len(meaning.candidates):
        return read
    if any(later[0] > before[1] for before, later in pairwise(spans)):
        return read
    whole = Times(spans[0][0], max(end for _, end in spans))
    return replace(read, meaning=replace(meaning, value=whole, problem=None, candidates=()))


def _span(value: Value) -> tuple[time, time] | None:
    match value:
        case Times(start=time() as start, end=time() as end):
            return start, end
        case time() as start:
            return start, start.replace(second=1)  # a moment, so that the hour itself is among them
        case _:
            return None


def _hours(value: Value | None) -> tuple[Value, ...]:
    every = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in every if isinstance(each, time | Times))
