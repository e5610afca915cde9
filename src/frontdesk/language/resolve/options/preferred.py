"""Reads a pick that is liked better than another: "2 is better than 1", "the second over the first"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import AtTime, Choose
from frontdesk.dialogue.values import Times
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.options.numbers import numbered, ordinals_of
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.times import is_followed_by_one
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_BETTER, _THAN = "clauses.preferring_after", "clauses.than"
_CUES = frozenset({_BETTER, _THAN})
_LITTLE = 1  # words between "than" and what is liked less: "than the first"


def by_preference(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick the one of the places or times named that is said to be better."""
    if not message.has(_CUES):
        return Picking(())
    named = positions(message, givens, asked, context)
    liked = [each for each in named if _is_liked(message, each, named)]
    dated = any(given.kind in {"day", "moment"} and given.stance is Stance.WANTED for given in givens)
    if len(liked) != 1 or (dated and liked[0].kind == "time"):
        return Picking(())  # "Friday at 10 instead" is a time of another day
    reads = tuple(read_position(liked[0], asked))
    used = tuple(given for given in givens if any(given.overlaps(each) for each in named))
    return Picking(reads, used, message.clause_at(liked[0].start))


def positions(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> list[Given]:
    """Return the places and the times that a message names, in order, however they are meant."""
    whens = [given for given in givens if given.kind == "time"]
    whens = [given for given in whens if isinstance(given.value, time) or is_followed_by_one(message, given)]
    numbers = [given for given in givens if given.kind == "number" and isinstance(given.value, int)]
    numbers = [given for given in numbers if not any(given.overlaps(other) for other in whens)]
    days = [given for given in givens if given.kind in {"day", "moment"}]
    ordinals = [each for each in ordinals_of(message, context) if not _is_date(each, days, asked)]
    return sorted((*whens, *numbers, *ordinals), key=lambda given: given.start)


def _is_date(ordinal: Given, days: Sequence[Given], asked: Asked) -> bool:
    """Tell the "12th" of "on the 12th instead" from the second of a list."""
    over = [day for day in days if day.overlaps(ordinal)]
    beyond = isinstance(ordinal.value, int) and ordinal.value > len(asked.options)
    return any(beyond or day.end > ordinal.end for day in over)


def read_position(given: Given, asked: Asked) -> Iterator[Read]:
    """Give what a place or a time picks."""
    if isinstance(given.value, time | Times):
        yield Read(Choose(AtTime(given.value), given.words), why="time: of an option")
    else:
        yield from numbered(given, asked, named=False)


def _is_liked(message: Message, given: Given, named: Sequence[Given]) -> bool:
    """Tell what "is better" is said of, or what stands before "than" with another of them after it."""
    clause = message.clause_at(given.start)
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    opened = any(cue.first < first for cue in message.within("clauses.openers", clause))
    if clause.marked or opened or given.stance is Stance.EXCLUDED or not _is_free(message, first, clause.first):
        return False
    after += after < clause.after and any(cue.first == after for cue in message.found("clauses.one"))
    if any(cue.first == after for cue in message.within(_BETTER, clause)):
        return True
    less = [message.place_at(other.start) for other in named if other.start >= given.end]
    ends = [cue.after for cue in message.within(_THAN, clause) if cue.first == after]
    return any(0 <= place - end <= _LITTLE for place in less for end in ends)


def _is_free(message: Message, first: int, begin: int) -> bool:
    """Tell the "2" of "rather 2 than 1" from that of "room 2 is better"."""
    if first == begin or not message.bare[first - 1][0].isalnum():
        return True
    around = word_set(message.language, "common", "around_choice") | word_set(message.language, "common", "light")
    return message.bare[first - 1] in around or any(cue.after == first for cue in message.found("clauses.breaks"))
