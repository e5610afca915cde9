"""Reads when a trip shall end: "there by 4", "a meeting in Seattle at 3", "landing at 8:35"; that is no departure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.flow import Role, Slot, in_role
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.slots.ways_back import is_trip
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_ARRIVING, _BY, _LEAVING = "clauses.arriving", "clauses.by_then", "clauses.leaving"
_DUTY, _THERE = "clauses.affairs", "clauses.slot_cues.destination"
_CUES = frozenset({_ARRIVING, _BY, _DUTY})
_NEAR = 3  # words between "arrive" and when: "arrive in Paris by 4"
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def arrivals(message: Message, givens: Sequence[Given], slots: Mapping[str, Slot]) -> list[Given]:
    """Return the times at which a guest wants to be where a trip ends."""
    if not message.has(_CUES) or not is_trip(slots):
        return []
    cues = [cue for cue in message.found(_ARRIVING) if not _opens_question(message, cue)]
    times = [given for given in givens if isinstance(given.value, time | Times) and _is_meant(message, given)]
    return [given for given in times if _is_led(message, given, cues) or _is_there_by(message, given)]


def landing(message: Message, times: Sequence[Given], slots: Mapping[str, Slot]) -> list[Read]:
    """Return when a trip shall end, where a flow has a slot for that; 3 o'clock is some time around it."""
    slot = in_role(slots, Role.LANDING)
    hours = [(_hours(message, given), given.words) for given in times[-1:]] if slot is not None else []
    name = slot.name if slot is not None else ""
    return [Read(Inform(name, value, words), why="arrival: when it shall land") for value, words in hours if value]


def _hours(message: Message, given: Given) -> Value | None:
    if not isinstance(given.value, time):
        return given.value if isinstance(given.value, Times) else None
    if _is_of_event(message, given):
        return Times(None, given.value)
    moment = datetime.combine(date.min + _DAY, given.value)
    return Times((moment - _HOUR).time(), (moment + _HOUR).time())


def _opens_question(message: Message, cue: Cue) -> bool:
    """Tell "are there any evening flights" from "we are there in the evening"."""
    clause = message.clause_at(cue.start)
    return cue.first == clause.first and clause.mood is not Mood.SAY


def _is_led(message: Message, given: Given, cues: Sequence[Cue]) -> bool:
    place = message.place_at(given.start)
    return _is_of_event(message, given) or any(0 <= place - cue.after <= _NEAR for cue in cues)


def _is_of_event(message: Message, given: Given) -> bool:
    """Tell "a meeting in Seattle at 3", where the trip goes, from "yoga at 10"."""
    clause = message.clause_at(given.start)
    from_then_on = isinstance(given.value, Times) and given.value.end is None
    return not from_then_on and bool(message.within(_DUTY, clause) and message.within(_THERE, clause))


def _is_there_by(message: Message, given: Given) -> bool:
    """Tell "in Miami by 3", which is when a trip ends, from "leaving by 3"."""
    place = message.place_at(given.start)
    begun = any(cue.first == place - 1 or given.start <= cue.start < given.end for cue in message.found(_BY))
    ends = isinstance(given.value, Times) and given.value.start is None
    return begun and ends and not message.within(_LEAVING, message.clause_at(given.start))


def _is_meant(message: Message, given: Given) -> bool:
    """Tell a wish. "I have to be there by 3" is one too, though other duties leave no time for anything."""
    clause = message.clause_at(given.start)
    duty = bool(message.within(_DUTY, clause)) and not message.within("clauses.negations", clause)
    return clause.mood is not Mood.ASK and (given.stance is Stance.WANTED or duty)
