"""Reads a pick by when a trip ends: "the one landing at 8:35", "I must arrive by 4"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose
from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.slots.landings import arrivals
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read

_HALF_DAY = 12  # hours


def by_arrival(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick the trips that end when a message says; where none does, its time is still none of departure."""
    times = arrivals(message, givens, asked.slots)
    reads = [
        Read(Choose(ByValue(IDENTITY, option.id), given.words), why="arrival: of an option")
        for given in times[-1:]
        for option in (*asked.options, *asked.further)
        if _arrives(option, given.value)
    ]
    return Picking(tuple(reads), tuple(given for given in givens if any(given.overlaps(each) for each in times)))


def _arrives(option: Option, value: Value | None) -> bool:
    end, start = option.fields.get("end"), option.fields.get("start")
    if not isinstance(end, datetime) or not isinstance(start, datetime):
        return False
    match value:
        case time() as at:
            return at.minute == end.minute and at.hour % _HALF_DAY == end.hour % _HALF_DAY
        case Times(start=earliest, end=latest):
            same_day = end.date() == start.date()  # what lands after midnight is there by no evening
            begun = earliest is None or earliest <= end.time()
            return same_day and begun and (latest is None or end.time() <= latest)
        case _:
            return False
