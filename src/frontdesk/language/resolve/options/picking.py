"""What a message picks from the options shown, and how much of it speaks of nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose, Exclude
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.tagger.running import NO_LABELS
from frontdesk.language.tagger.spans import SpanBeliefs
from frontdesk.language.words import word_set

_SURELY = 0.9  # how likely it must be that a message picks something, where rules cannot tell


class Said(NamedTuple):
    """A message that may answer an offer, with its values, and with what was shown."""

    message: Message
    givens: tuple[Given, ...]
    asked: Asked
    context: Context

    @property
    def every(self) -> tuple[Option, ...]:
        """All that was found, what is shown first."""
        return (*self.asked.options, *self.asked.further)

    def wanted(self, *kinds: str) -> list[Given]:
        """Return the values of some kinds that are wanted."""
        return [given for given in self.givens if given.kind in kinds and given.stance is Stance.WANTED]

    def chooses(self) -> bool:
        """Tell whether the model is sure that the message picks something."""
        opinion = self._opinion()
        return opinion is not None and opinion.acts["choose"] >= _SURELY

    def beliefs(self) -> SpanBeliefs | None:
        """Return what the model believes of the words of the message; None where there is no model."""
        opinion = self._opinion()
        return opinion.words if opinion is not None else None

    def _opinion(self) -> Opinion | None:
        tagger = self.context.tagger
        if tagger is None:
            return None
        return tagger.opinion("choice", self.context.said or "", self.message.text, NO_LABELS)


class Picking(NamedTuple):
    """What was picked, and which values of the message it used up; `read` is the clause that says no more than that."""

    reads: tuple[Read, ...]
    used: tuple[Given, ...] = ()
    read: Clause | None = None


def of_options(options: Sequence[Option], words: str, *, why: str) -> tuple[Read, ...]:
    """Return the pick of some options, by what they are."""
    return tuple(Read(Choose(ByValue(IDENTITY, option.id), words), why) for option in options)


def places_of(message: Message, given: Given | Cue) -> range:
    """Return the places of the words that a value or a phrase rests on."""
    return range(message.place_at(given.start), message.place_at(given.end - 1) + 1)


def says_only(message: Message, places: range, taken: Collection[int]) -> bool:
    """Tell whether some words hold nothing beside those that are `taken` and words that stand around a choice."""
    around = word_set(message.language, "common", "around_choice") | word_set(message.language, "common", "light")
    words = ((place, message.bare[place]) for place in places)
    return all(place in taken or word in around or not word[0].isalnum() for place, word in words)


def is_asked(message: Message, cue: Cue) -> bool:
    """Tell "is the late one full?" from "the late one", though lateness is something that is asked about."""
    clause = message.clause_at(cue.start)
    if clause.mood is not Mood.ASK:
        return False
    openers = {other.first for other in message.within("clauses.openers", clause)}
    free = range(clause.first, clause.after)
    return clause.marked or not openers.isdisjoint(free) or not says_only(message, free, range(cue.first, cue.after))


def is_turned_down(message: Message, place: int) -> bool:
    """Tell whether what is named at `place` is ruled out by the word before it: "not the last flight"."""
    refusals = [cue for cue in message.found("clauses.excluding_before") if not _is_correction(message, cue)]
    return any(abs(place - cue.after) <= 1 and cue.first < place for cue in refusals)


def _is_correction(message: Message, cue: Cue) -> bool:
    """Tell the bare "no" that another pick follows from a "not" that rules it out."""
    return cue.after - cue.first == 1 and any(other.first == cue.first for other in message.found("moves.no"))


def without(gone: Sequence[Option], words: str, asked: Asked) -> tuple[Read, ...]:
    """Rule out the times of some options, or else pick among the others."""
    times = tuple(read for option in gone for read in _ruled_out(option, words, asked))
    left = [option for option in asked.options if option not in gone]
    return times or (of_options(left, words, why="excluded: one of the others") if gone else ())


def _ruled_out(option: Option, words: str, asked: Asked) -> Iterator[Read]:
    slot = next((slot for slot in asked.slots.values() if slot.kind == "time"), None)
    start = option.fields.get("start")
    if slot is not None and isinstance(start, datetime):
        yield Read(Exclude(slot.name, start.time(), words), why="excluded: that option")
