"""Reads what is said to a question for a text and is no text: that there is nothing to say, or another answer."""

from __future__ import annotations

from collections.abc import Iterable

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Skip
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.results import Part, Read
from frontdesk.language.words import word_set

_SKIPPED, _TOLD = 0.9, 0.5  # how likely an act must be
_UNKNOWING = ("clauses.unknowing",)
_NOTHING = ("moves.no", "moves.nothing", "clauses.no_more")


def nothing_said(heard: Heard, slot: Slot) -> Read | None:
    """Read "I don't know", and "no" to what may be left out: the question was heard, and there is nothing to tell."""
    if _is_made_of(heard, _UNKNOWING):
        return Read(Skip(heard.text), why="skip: not known")
    if _is_left_to_us(heard):
        return Read(Skip(heard.text), why="skip: left to the desk", by=Part.TAGGER)
    if not slot.required and _is_made_of(heard, _NOTHING):
        return Read(Skip(heard.text), why="skip: nothing to tell")
    return None


def _is_left_to_us(heard: Heard) -> bool:
    """Say whether the model hears that nothing is told: "you pick"."""
    opinion = believed_of(heard)
    return opinion is not None and opinion.acts["skip"] >= _SKIPPED and opinion.acts["inform"] < _TOLD


def _is_made_of(heard: Heard, labels: Iterable[str]) -> bool:
    """Tell whether a message is nothing but phrases of these lists."""
    taken = _places(heard, labels)
    return bool(taken) and _is_all(heard, taken)


def _places(heard: Heard, labels: Iterable[str]) -> set[int]:
    cues = (cue for label in labels for cue in heard.message.found(label))
    return {place for cue in cues for place in range(cue.first, cue.after)}


def _is_all(heard: Heard, taken: set[int]) -> bool:
    """Tell whether all words are taken, but for those that carry nothing."""
    light = word_set(heard.message.language, "common", "light")
    rest = (word for place, word in enumerate(heard.message.bare) if place not in taken and word[0].isalnum())
    return all(word in light for word in rest)
