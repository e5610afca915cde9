"""How well the words of a message match a trigger, and which of them speak of what is booked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from frontdesk.dialogue.values import Item
from frontdesk.language.understanding.message.clauses import Message, Mood
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.values.given import Given, Stance
from frontdesk.language.understanding.wishes.idle_words import BOOKED, DROPPED
from frontdesk.language.understanding.wishes.owned import HANDLED, HELD, MADE, MY

_ALMOST = 0.8
_MOVED = frozenset({"move", MY, BOOKED})
_ELSEWHEN = frozenset({"clauses.another_when", "clauses.later", "clauses.earlier"})
_UNDONE = frozenset({DROPPED, MY, BOOKED})
WORD_BY_WORD = 3  # words of a trigger that are not all said by chance
MARGIN = 0.1
DATED = frozenset({"day", "moment"})


@dataclass(frozen=True, slots=True)
class Trigger:
    """One way to ask for a flow: the words it needs, the slots it may hold, and whether it is put as a question."""

    flow: str
    text: str
    words: frozenset[str]
    slots: tuple[str, ...]
    raw: frozenset[str]  # all its words, the empty ones too
    asks: bool  # opens like a question
    mild: bool  # names no action, or one that a question may name

    def is_put(self, raw: frozenset[str]) -> bool:
        """Tell whether the question was put almost word by word, which one meaning word alone does not show."""
        return len(self.raw & raw) > _ALMOST * len(self.raw)

    def is_new(self, owned: frozenset[str]) -> bool:
        """Tell "a flight to {city}" where the guest speaks of "my flight": what they have is not asked for anew."""
        return not owned.isdisjoint(self.words) and MY not in self.words and (self.asks or self.mild)


class Words(NamedTuple):
    """The meanings of a message: said or requested, all, those put as a question, and its plain words."""

    said: frozenset[str]
    all: frozenset[str]
    put: frozenset[str]
    raw: frozenset[str]
    owned: frozenset[str] = frozenset()  # things that the guest calls their own


class Match(NamedTuple):
    """How well a flow fits: the share of its trigger's words that were said, and their weight."""

    flow: str
    trigger: Trigger
    share: float
    weight: float
    filled: bool  # every slot of the trigger was given something

    def is_sure(self, raw: frozenset[str]) -> bool:
        """Tell whether it holds in the middle of another flow, where "book it" means something else."""
        said = len(self.trigger.raw) >= WORD_BY_WORD and self.trigger.raw <= raw  # "sell a thing", to the letter
        return len(self.trigger.words) > 1 or self.trigger.asks or self.filled or said


def last(message: Message, cue: Cue) -> tuple[str, ...]:
    """Return the last word of a phrase."""
    return message.bare[cue.after - 1 : cue.after]


def of_own(words: frozenset[str]) -> frozenset[str]:
    """Return what is to be done with something that the guest has booked: "my flight" is to be cancelled."""
    return words & HANDLED if MY in words and words & HELD else frozenset()


def remade(message: Message, givens: Sequence[Given], words: Words) -> Words:
    """Read "make it Monday" as a move: what is made so was there before."""
    if _is_put_off(message, givens):
        return words._replace(said=words.said - {DROPPED} | _MOVED, all=words.all - {DROPPED} | _MOVED)
    if message.found("clauses.undoing"):
        return words._replace(said=words.said | _UNDONE, all=words.all | _UNDONE)
    if _is_reshaped(message, givens) or _is_elsewhen(message, words):
        return words._replace(said=words.said - {MADE} | _MOVED, all=words.all - {MADE} | _MOVED)
    if not message.found("clauses.remaking") or any(isinstance(given.value, Item) for given in givens):
        return words
    ends = {place for cue in message.found("clauses.remaking") for place in range(cue.first + 1, cue.after + 1)}
    whens = [given for given in givens if given.kind in DATED | {"time"} and given.stance is Stance.WANTED]
    if not any(message.place_at(given.start) in ends for given in whens):
        return words
    return words._replace(said=words.said - {MADE} | _MOVED, all=words.all - {MADE} | _MOVED)


def _is_reshaped(message: Message, givens: Sequence[Given]) -> bool:
    """Tell "can my appointment be on Saturday?": what follows is what the guest's own is to be from now on."""
    ends = {place for cue in message.found("clauses.reshaping") for place in range(cue.first + 1, cue.after + 1)}
    return any(given.stance is Stance.WANTED and message.place_at(given.start) in ends for given in givens if ends)


def _is_elsewhen(message: Message, words: Words) -> bool:
    """Tell "can we do my appointment another day?" and "make my appointment later", where no other deed is named."""
    if BOOKED not in words.said or MY not in words.said or words.said & HANDLED or not message.has(_ELSEWHEN):
        return False
    clauses = [message.clause_at(cue.start) for label in _ELSEWHEN for cue in message.found(label)]
    return any(clause.mood is Mood.REQUEST or message.within("clauses.making_own", clause) for clause in clauses)


def _is_put_off(message: Message, givens: Sequence[Given]) -> bool:
    """Tell "I can't come tomorrow, is Friday ok?", which wants another day, from a mere "I can't come"."""
    if not message.found("clauses.unable"):
        return False
    if message.found("clauses.another_when"):
        return True
    instead = bool(message.found("clauses.instead"))
    return any(
        given.kind in DATED | {"time"}
        and given.stance is Stance.WANTED
        and (instead or message.clause_at(given.start).mood is Mood.REQUEST)
        for given in givens
    )


def rank(match: Match) -> tuple[bool, float]:
    """Order matches: a whole trigger comes before a part of one."""
    return match.share == 1, match.weight


def is_close(match: Match, top: Match) -> bool:
    """Tell whether one match is about as good as the best."""
    return match.flow == top.flow or ((match.share == 1) == (top.share == 1) and top.weight - match.weight < MARGIN)


def by_word(triggers: Sequence[Trigger]) -> dict[str, list[int]]:
    """Return, for each word, the numbers of the triggers that need it."""
    numbers: dict[str, list[int]] = {}
    for number, trigger in enumerate(triggers):
        for word in trigger.words:
            numbers.setdefault(word, []).append(number)
    return numbers


def by_meaning(triggers: Sequence[Trigger]) -> dict[frozenset[str], list[Trigger]]:
    """Return the triggers that say the same in other words."""
    same: dict[frozenset[str], list[Trigger]] = {}
    for trigger in triggers:
        same.setdefault(trigger.words, []).append(trigger)
    return same
