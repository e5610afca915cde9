"""Reads "returning on Sunday", where a trip goes one way: the day is of no trip that is being booked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from frontdesk.dialogue.flow import Role, Slot, in_role
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given, Stance

_BACK = "clauses.way_back"
_ALONE, _CALLS = "clauses.back_alone", "clauses.answering_back"
_AGAIN = "clauses.back_to"
BACK = frozenset({_BACK, _ALONE})
_WHEN = frozenset({"day", "time", "moment"})


def is_trip(slots: Mapping[str, Slot]) -> bool:
    """Tell whether what is booked goes from one place to another."""
    return in_role(slots, Role.ORIGIN) is not None and in_role(slots, Role.DESTINATION) is not None


def without_way_back(message: Message, givens: Sequence[Given], slots: Mapping[str, Slot]) -> Sequence[Given]:
    """Leave out the days and times of a way back, where no slot is there for them."""
    if not message.has(BACK) or not _is_one_way(slots):
        return givens
    return [given for given in givens if given.kind not in _WHEN or not _is_of_way_back(message, given, givens)]


def days_back(message: Message, givens: Sequence[Given], slots: Mapping[str, Slot]) -> list[Given]:
    """Return the days of a way back, where no slot is there for them."""
    kept = without_way_back(message, givens, slots)
    return [given for given in givens if given.kind == "day" and given not in kept and given.stance is Stance.WANTED]


def _is_one_way(slots: Mapping[str, Slot]) -> bool:
    return is_trip(slots) and not any(Role.RETURN in slot.roles for slot in slots.values())


def _is_of_way_back(message: Message, given: Given, givens: Sequence[Given]) -> bool:
    """Tell the Sunday of "Friday, and back on Sunday" from the Friday of "back to Boston on Friday"."""
    clause = message.clause_at(given.start)
    again = {cue.after for cue in message.within(_AGAIN, clause)}
    if not again.isdisjoint((place := message.place_at(given.start), place - 1)):
        return False  # "back to the 15th" takes up a day that was named before
    cues = (*message.within(_BACK, clause), *_bare(message, clause))
    places = [other.start for other in givens if other.kind not in {*_WHEN, "number"}]
    return any(cue.end <= given.start and not any(cue.end <= at < given.start for at in places) for cue in cues)


def _bare(message: Message, clause: Clause) -> list[Cue]:
    """Return the "back" of "out the 15th, back the 20th", and not that of "call me back on Monday"."""
    called = {cue.after for cue in message.within(_CALLS, clause)}
    return [cue for cue in message.within(_ALONE, clause) if cue.after not in called]
