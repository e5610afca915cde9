"""Tells what is named in a worry about one's health from what is wanted: "my lip is swollen from the filler"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.meanings import Change, Exclude, Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Mood
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_VALUES = (Inform, Exclude, Change)
_WISHES = ("clauses.desires", "clauses.preferring", "clauses.remaking")
_NEAR = 2  # words between a wish and what is wished for: "rather have a peel"


def without_worried(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Leave out the values that only say what a worry is about, and since when: they change nothing."""
    if len(reads) == 1 or not any(isinstance(read.meaning, _VALUES) for read in reads):
        return reads
    worries = [read.meaning.words for read in reads if heard.ear.topics.is_sensitive(read)]
    told = _told(heard, worries) if worries else []
    return tuple(read for read in reads if not _is_within(heard, read, told)) if told else reads


def _told(heard: Heard, worries: Sequence[str]) -> list[range]:
    """Return the places where a worry is told, and nothing wished for beside it."""
    message = heard.message
    said = [clause for clause in message.clauses if message.words(clause).strip() in worries]
    told = [clause for clause in said if clause.mood is Mood.SAY and not _is_wished(heard, clause)]
    return [range(_after_answer(heard, clause), clause.after) for clause in told]


def _is_wished(heard: Heard, clause: Clause) -> bool:
    """Tell "I'd rather have a peel" from "I have a rash since the peel"."""
    named = [heard.message.place_at(given.start) for given in heard.givens]
    ends = [cue.after for label in _WISHES for cue in heard.message.within(label, clause)]
    since = word_set(heard.message.language, "common", "empty_in_topics")
    spans = [(end, place) for end in ends for place in named if 0 <= place - end <= _NEAR]
    return any(since.isdisjoint(heard.message.bare[end:place]) for end, place in spans)


def _after_answer(heard: Heard, clause: Clause) -> int:
    """Return where a clause goes on after an answer: "Friday at 2, and I'm pregnant"."""
    message = heard.message
    join = next((cue.first for cue in message.within("clauses.joins", clause)), clause.first)
    light = word_set(message.language, "common", "light")
    named = {
        place
        for given in heard.givens
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    opening = range(clause.first, join)
    return join if all(place in named or message.bare[place] in light for place in opening) else clause.first


def _is_within(heard: Heard, read: Read, told: Sequence[range]) -> bool:
    if not isinstance(read.meaning, _VALUES):
        return False
    start = heard.message.text.find(read.meaning.words)
    return any(heard.message.place_at(start) in places for places in told)
