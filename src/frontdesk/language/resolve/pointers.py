"""Tells how a wish points at what was just booked: by a phrase, or as the model believes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.pointing import Booked, Pointer
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.tagger.labels import pointer_labels

_POINTERS = {
    Pointer.BACK: ("clauses.way_back", "clauses.back_alone"),
    Pointer.AFTER: ("booked.right_after",),
    Pointer.FOR_ANOTHER: ("clauses.for_kin", "clauses.kin_wishing"),
    Pointer.AGAIN: ("booked.same_again", "booked.just_the_same"),
}
_LIKELY, _APART = 0.6, 0.3  # how surely a way of pointing is meant where no phrase says so, and by how much it leads
_FEW = 2  # other words beside "for my sister" that ask for nothing else


def pointer_of(heard: Heard, booked: Booked, begun: Sequence[Read]) -> Pointer | None:
    """Return how a message points at what was booked; what it names itself is not what it points at."""
    found = [pointer for pointer in _POINTERS if any(pointing_cues(heard, pointer))]
    things = any(is_thing(given) for given in heard.givens)
    just = heard.asked.just_booked
    meant = None if things or just is None or is_rather_changed(heard, just.flow) else _meant(heard)
    dated = any(given.kind in {"day", "time"} for given in heard.givens)
    meant = None if meant is Pointer.BACK and not dated else meant  # "book me another flight" may be any
    if meant is not None and meant not in found:
        found = sorted([*found, meant], key=list(_POINTERS).index)
    for pointer in found:
        match pointer:
            case Pointer.BACK if booked.ends is not None and not things:
                return pointer
            case Pointer.FOR_ANOTHER if meant is pointer and booked.is_visit and Pointer.AFTER not in found:
                return pointer
            case Pointer.AFTER if things or Pointer.FOR_ANOTHER in found or begun or adds(heard.message):
                return pointer
            case Pointer.FOR_ANOTHER if not things and _is_for_kin(heard):
                return pointer
            case Pointer.AGAIN if not things and not (booked.is_visit and is_any_booking(heard)):
                return pointer
            case _:
                continue
    return None


def pointing_cues(heard: Heard, pointer: Pointer) -> Iterator[Cue]:
    """Give the phrases of a way of pointing; "the Sunday after that" is a day, and not when the other ends."""
    for label in _POINTERS[pointer]:
        for cue in heard.message.found(label):
            if not any(given.kind == "day" and given.start < cue.end <= given.end for given in heard.givens):
                yield cue


def _meant(heard: Heard) -> Pointer | None:
    """Return the way in which the model believes that a wish points at what was booked, if it does so of one alone."""
    belief = believed_of(heard, pointer_labels(heard.context.language))
    ranked = sorted(belief.flows.items(), key=lambda each: -each[1]) if belief is not None else []
    leads = bool(ranked) and ranked[0][1] >= max(_LIKELY, ranked[1][1] + _APART)
    return Pointer(ranked[0][0]) if leads else None


def is_any_booking(heard: Heard) -> bool:
    """Tell "one more appointment", for whatever it may be, from "one more"."""
    return heard.ear.triggers.names_booking(heard.message)


def _is_for_kin(heard: Heard) -> bool:
    """Tell "and one for my sister" from "what a day for my sister, she just got a job"."""
    labels = _POINTERS[Pointer.FOR_ANOTHER]
    kin = {place for label in labels for cue in heard.message.found(label) for place in range(cue.first, cue.after)}
    placed = heard.ear.triggers.vocabulary.placed(heard.message.bare)
    whens = {heard.message.place_at(given.start) for given in heard.givens}
    return sum(place not in kin | whens for place, _ in placed) <= _FEW


def is_thing(given: Given) -> bool:
    """Tell what is to be had, a service or a place, from whom it shall be with."""
    return isinstance(given.value, Item) and given.stance is Stance.WANTED and given.kind != "provider"


def is_rather_changed(heard: Heard, flow: str) -> bool:
    """Tell "I meant the Thursday after that": the model believes more in what changes the one just booked."""
    belief = believed_of(heard)
    changing = [belief.flows.get(each.flow or "", 0.0) for each in heard.asked.settled] if belief is not None else []
    return belief is not None and belief.flows.get(flow, 0.0) < max(changing, default=0.0)
