"""Lists what a message might have meant besides: values that were not used, moves and questions that were not made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    ByValue,
    Choose,
    Deny,
    Exclude,
    Inform,
    Meaning,
    Number,
    StartFlow,
    Unclear,
)
from frontdesk.dialogue.values import Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.clearing import Cleared
from frontdesk.language.readers.text.clauses import TOPICS
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read, Rejected, Source
from frontdesk.language.sources import MOVES, found_in, sources
from frontdesk.language.words import Token, tokens, word_set

_ASKS = ".asks"
# What says how a value is meant.
_TELLING = {
    Stance.PAST: ("clauses.past", "clauses.telling", "catalogue.past", "catalogue.past_after"),
    Stance.EXCLUDED: (
        *("clauses.excluding_before", "clauses.excluding_after"),
        *("clauses.negations", "catalogue.exclusion"),
    ),
    Stance.ASKED: ("clauses.openers", "catalogue.asked"),
}
_WHOLE = (Affirm, Ask, Deny, StartFlow, Unclear)  # rest on a whole message, also on what tells nothing in it
# How a wish or a question is put, whatever it is about.
_FRAMES = frozenset(f"clauses.{key}" for key in ("desires", "requests", "wishes", "polite", "fillers", "openers"))


def explained(heard: Heard, reads: Sequence[Read], cleared: Cleared) -> tuple[Read, ...]:
    """Return what was read with the lists it stands in, the first of it with everything that was considered and left.

    All words are those that the guest wrote.
    """
    slots, language = _slots(heard, reads), heard.message.language
    told = [replace(read, sources=sources(read.meaning, cleared.written, slots, language)) for read in reads]
    left = [*_values(heard, reads), *_alone(heard, reads), *_moves(heard, reads), *_questions(heard, reads)]
    written = [*_as_written(left, cleared), *_unread(heard, told, cleared.written)]
    first, *rest = [replace(read, rejected=tuple(_as_written(read.rejected, cleared))) for read in told]
    return (replace(first, rejected=(*first.rejected, *dict.fromkeys(written))), *rest)


def _as_written(others: Iterable[Rejected], cleared: Cleared) -> Iterator[Rejected]:
    for other in others:
        lists = tuple(replace(each, words=cleared.as_written(each.words)) for each in other.sources)
        yield replace(other, words=cleared.as_written(other.words), sources=lists)


def _slots(heard: Heard, reads: Sequence[Read]) -> Mapping[str, Slot]:
    """Return the slots that values of this message may go into."""
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    return {**heard.asked.slots, **{name: slot for flow in begun for name, slot in _flow_slots(heard, flow)}}


def _flow_slots(heard: Heard, flow: str) -> Iterator[tuple[str, Slot]]:
    known = heard.ear.triggers.flows.get(flow)
    yield from known.slots.items() if known else ()


def _values(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    used = [value for read in reads for value in _held(read.meaning)]
    kinds = frozenset(slot.kind for slot in _slots(heard, reads).values())
    for given in heard.givens:
        if given.value is not None and given.value not in used:
            lists = (one for path in _TELLING.get(given.stance, ()) for one in _beside(heard, given, path))
            yield replace(_left(given, kinds), sources=tuple(dict.fromkeys(lists)))


def _beside(heard: Heard, given: Given, path: str) -> Iterator[Source]:
    """Give the phrases of a list in the clause that a value stands in: they say how it is meant."""
    clause = heard.message.clause_at(given.start)
    return found_in(heard.message.words(clause), path, heard.message.language)


def _alone(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    """Give each of several values that were all taken: that one alone is wanted was not said."""
    many = [read.meaning.value for read in reads if isinstance(read.meaning, Inform)]
    taken = [value for values in many if isinstance(values, tuple) and len(values) > 1 for value in values]
    for given in heard.givens:
        if given.value in taken:
            yield Rejected(given.kind, given.value, given.words, why="alone: no word rules the others out")


def _unread(heard: Heard, reads: Sequence[Read], written: str) -> Iterator[Rejected]:
    """Give the words that no rule made anything of: what was misread is often what was not read at all."""
    language = heard.message.language
    pieces = [piece for piece in tokens(written) if piece.text[0].isalnum()]
    empty = word_set(language, "triggers", "empty") | word_set(language, "common", "light")
    spans = list(_spans(heard, reads, written))
    unread = [not any(start <= piece.start < end for start, end in spans) for piece in pieces]
    answers = any(isinstance(read.meaning, Affirm | Deny) for read in reads)
    for run in _runs(pieces, unread):
        told = [piece for piece in run if piece.plain not in empty]
        if told:
            words = written[told[0].start : told[-1].end]
            left = Rejected("words", None, words, why="no rule took these words")
            yield replace(left, why="taken to change nothing in the answer") if answers else left


def _spans(heard: Heard, reads: Sequence[Read], written: str) -> Iterator[tuple[int, int]]:
    """Give where the words stand that something was made of: values, listed phrases, the frame of a sentence."""
    held = [read.meaning.words for read in reads if not isinstance(read.meaning, _WHOLE)]
    held += [value for read in reads for value in _held(read.meaning) if isinstance(value, str)]
    listed = [source.words for read in reads for source in read.sources]
    framing = [_words(heard, cue) for label, cues in heard.message.cues.items() if label in _FRAMES for cue in cues]
    for words in dict.fromkeys([*held, *listed, *framing, *(given.words for given in heard.givens)]):
        start = written.find(words)
        while words and start >= 0:
            yield start, start + len(words)
            start = written.find(words, start + len(words))


def _runs(pieces: Sequence[Token], unread: Sequence[bool]) -> Iterator[list[Token]]:
    """Give words in a row that were not read."""
    marked = zip(pieces, unread, strict=True)
    for is_unread, run in groupby(marked, key=itemgetter(1)):
        if is_unread:
            yield [piece for piece, _ in run]


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
    for move, kind in MOVES.items():
        if kind not in made:
            for cue in heard.message.found(f"moves.{move}"):
                words = _words(heard, cue)
                lists = (Source("moves.yaml", move, words),)
                yield Rejected(move, None, words, why="does not stand for itself here", sources=lists)


def _questions(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    asked = {read.meaning.topic for read in reads if isinstance(read.meaning, Ask)}
    for label, cues in heard.message.cues.items():
        topic = label.removeprefix(TOPICS).removesuffix(_ASKS)
        if label.startswith(TOPICS) and label.endswith(_ASKS) and topic not in asked:
            yield from (Rejected("ask", topic, _words(heard, cue), why="another reading was better") for cue in cues)


def _words(heard: Heard, cue: Cue) -> str:
    return heard.message.text[cue.start : cue.end]
