"""Lists what a message might have meant besides: values that were not used, moves and questions that were not made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    ByValue,
    Cancel,
    Choose,
    Deny,
    Exclude,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Inform,
    Meaning,
    More,
    Number,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Wait,
    WantPerson,
)
from frontdesk.dialogue.values import Value
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import TOPICS
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.results import Read, Rejected
from frontdesk.language.understanding.values.given import Given, Stance

_MOVES: dict[str, type[Meaning]] = {
    "cancel": Cancel,
    "bare_cancel": Cancel,
    "start_over": StartOver,
    "go_back": GoBack,
    "repeat": Repeat,
    "repeat_bare": Repeat,
    "help": Help,
    "want_person": WantPerson,
    "skip": Skip,
    "more": More,
    "yes": Affirm,
    "no": Deny,
    "greet": Greet,
    "thank": Thank,
    "goodbye": Goodbye,
    "wait": Wait,
}
_ASKS = ".asks"


def with_rejected(heard: Heard, reads: Sequence[Read]) -> tuple[Read, ...]:
    """Return what was read, the first of it with everything that was considered and left."""
    left = dict.fromkeys([*_values(heard, reads), *_moves(heard, reads), *_questions(heard, reads)])
    first, *rest = reads
    return (replace(first, rejected=(*first.rejected, *left)), *rest)


def _values(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    used = [value for read in reads for value in _held(read.meaning)]
    kinds = _kinds(heard, reads)
    for given in heard.givens:
        if given.value is not None and given.value not in used:
            yield _left(given, kinds)


def _kinds(heard: Heard, reads: Sequence[Read]) -> frozenset[str]:
    """Return the kinds of all slots that could have taken a value."""
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    slots = [slot for flow in begun for slot in heard.ear.triggers.flows[flow].slots.values()]
    return frozenset(slot.kind for slot in (*heard.asked.slots.values(), *slots))


def _left(given: Given, kinds: frozenset[str]) -> Rejected:
    left = Rejected(given.kind, given.value, given.words, why="nothing here takes it")
    match given.stance:
        case Stance.EXCLUDED:
            return replace(left, why="ruled out")
        case Stance.PAST:
            return replace(left, why="tells of the past")
        case Stance.ASKED:
            return replace(left, why="only asked about")
        case Stance.ELSEWHERE:
            return replace(left, why="says when something else is")
        case Stance.BOOKED:
            return replace(left, why="says which booking is meant")
        case Stance.LATER:
            return replace(left, why="is of a second booking")
        case Stance.WANTED:
            return replace(left, why="these words say something else here") if given.kind in kinds else left


def _held(meaning: Meaning) -> Iterator[Value]:
    """Give every value that a meaning holds."""
    match meaning:
        case Inform(value=value, candidates=candidates):
            yield from (value if isinstance(value, tuple) else () if value is None else (value,))
            yield from candidates
        case Exclude(value=value) | Choose(pick=AtTime(at=value) | ByValue(value=value) | Number(position=value)):
            yield value
        case Ask(about=about):
            yield from (value for _, value in about)
        case _:
            return


def _moves(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    made = {type(read.meaning) for read in reads}
    for move, kind in _MOVES.items():
        if kind not in made:
            for cue in heard.message.found(f"moves.{move}"):
                yield Rejected(move, None, _words(heard, cue), why="does not stand for itself here")


def _questions(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    asked = {read.meaning.topic for read in reads if isinstance(read.meaning, Ask)}
    for label, cues in heard.message.cues.items():
        topic = label.removeprefix(TOPICS).removesuffix(_ASKS)
        if label.startswith(TOPICS) and label.endswith(_ASKS) and topic not in asked:
            yield from (Rejected("ask", topic, _words(heard, cue), why="another reading was better") for cue in cues)


def _words(heard: Heard, cue: Cue) -> str:
    return heard.message.text[cue.start : cue.end]
