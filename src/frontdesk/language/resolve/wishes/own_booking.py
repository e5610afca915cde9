"""Tells questions about what is booked, or is being agreed on, from wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions.topics import UNKNOWN
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Read

_WHEN = frozenset({"day", "time", "moment", "number"})
_SURE = 0.7
_kind = attrgetter("kind")
_COMPARING = ("clauses.earlier", "clauses.later", "clauses.least_late", "clauses.most_late")


def sees_off(heard: Heard) -> bool:
    """Tell "see you Friday": who takes leave so wants nothing new."""
    opening = [cue.first for cue in heard.message.found("clauses.seeing_off")]
    return bool(opening) and not any(isinstance(given.value, Item) for given in heard.givens)


def is_about_booking(slots: Mapping[str, Slot]) -> bool:
    """Tell whether a flow deals with something that has been booked."""
    return "booking" in map(_kind, slots.values())


def checks(heard: Heard) -> bool:
    """Tell a question about what is being agreed on: when what is shown is, or with whom."""
    return _asks_when_shown(heard) or _asks_with_whom(heard) or _asks_whether_booked(heard)


def _asks_whether_booked(heard: Heard) -> bool:
    """Tell "is it booked yet?", said of what is only being booked: the model takes it for one that has been."""
    opinion, flow = believed_of(heard), heard.ear.looks_up
    if opinion is None or flow is None or heard.givens or is_about_booking(heard.asked.slots):
        return False
    named = heard.ear.triggers.names_booking(heard.message)
    return not named and opinion.flows.get(flow, 0.0) >= _SURE


def _asks_with_whom(heard: Heard) -> bool:
    """Tell "is it with Emily?", said of what is shown with the person."""
    people = {heard.message.place_at(given.start) for given in heard.givens if given.kind == "provider"}
    shown = any(isinstance(value, Item) and value.kind == "provider" for value in heard.asked.known.values())
    return shown and any(cue.after in people for cue in heard.message.found("booked.of_it"))


def _asks_when_shown(heard: Heard) -> bool:
    """Tell "what time is the peel?", said of what is shown with its time."""
    shown = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    ends = {cue.after for cue in heard.message.found("clauses.asking_when")}
    of_shown = [given for given in heard.givens if isinstance(given.value, Item) and given.value in shown]
    return any(heard.message.place_at(given.start) in ends for given in of_shown)


def asks_when(heard: Heard, asks: Sequence[Read]) -> bool:
    """Tell "are you sure it's 2pm?": nothing but a day or a time is asked about, and no topic."""
    if any(heard.message.found(label) for label in _COMPARING):
        return False  # "is there an earlier one?" is about another
    unknown = [read.meaning.topic == UNKNOWN for read in asks if isinstance(read.meaning, Ask)]
    kinds = {given.kind for given in heard.givens if given.stance is Stance.ASKED}
    return bool(unknown) and all(unknown) and bool(kinds) and kinds <= _WHEN
