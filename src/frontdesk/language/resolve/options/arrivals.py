"""Reads a pick by when a trip ends: "the one landing at 8:35", "I must arrive by 4"; that is no time of departure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import ByValue, Choose
from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_ARRIVING = "clauses.arriving"
_BY, _LEAVING = "clauses.by_then", "clauses.leaving"
_CUES = frozenset({_ARRIVING, _BY})
_ENDS = frozenset({"origin", "destination"})  # the slots of a trip
_NEAR = 3  # words between "arrive" and when: "arrive in Paris by 4"
_HALF_DAY = 12  # hours


def by_arrival(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick the trips that end when a message says; where none does, its time is still none of departure."""
    times = arrivals(message, givens, asked.slots)
    if not times:
        return Picking(())
    reads = [
        Read(Choose(ByValue(IDENTITY, option.id), given.words), why="arrival: of an option")
        for given in times[-1:]
        for option in (*asked.options, *asked.further)
        if _arrives(option, given.value)
    ]
    return Picking(tuple(reads), tuple(given for given in givens if any(given.overlaps(each) for each in times)))


def arrivals(message: Message, givens: Sequence[Given], slots: Mapping[str, Slot]) -> list[Given]:
    """Return the times at which a guest wants to be where a trip ends."""
    if not message.has(_CUES) or not slots.keys() >= _ENDS:
        return []
    asked_first = {clause.first for clause in message.clauses if clause.mood is not Mood.SAY}
    cues = [cue for cue in message.found(_ARRIVING) if cue.first not in asked_first]  # "are there any evening flights"
    times = [given for given in givens if isinstance(given.value, time | Times) and _is_meant(message, given)]
    return [
        given
        for given in times
        if any(0 <= message.place_at(given.start) - cue.after <= _NEAR for cue in cues) or _is_there_by(message, given)
    ]


def _is_there_by(message: Message, given: Given) -> bool:
    """Tell "in Miami by 3", which is when a trip ends, from "leaving by 3"."""
    place = message.place_at(given.start)
    begun = any(cue.first == place - 1 or given.start <= cue.start < given.end for cue in message.found(_BY))
    return begun and isinstance(given.value, Times) and not message.within(_LEAVING, message.clause_at(given.start))


def _is_meant(message: Message, given: Given) -> bool:
    """Tell a wish. "I have to be there by 3" is one too, though other duties leave no time for anything."""
    clause = message.clause_at(given.start)
    duty = bool(message.within("clauses.affairs", clause)) and not message.within("clauses.negations", clause)
    return clause.mood is not Mood.ASK and (given.stance is Stance.WANTED or duty)


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
