"""Lists what a message might have meant besides: values that were not used, and words that nothing was made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

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
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read, Rejected
from frontdesk.language.sources import sources
from frontdesk.language.words import tokens, word_set

_WHOLE = (Affirm, Ask, Deny, StartFlow, Unclear)  # rest on a whole message, also on what tells nothing in it


def explained(heard: Heard, reads: Sequence[Read], cleared: Cleared) -> tuple[Read, ...]:
    """Return what was read with the lists it stands in, the first of it with everything that was considered and left.

    All words are those that the guest wrote.
    """
    slots, language = _slots(heard, reads), heard.message.language
    told = [replace(read, sources=sources(read.meaning, cleared.written, slots, language)) for read in reads]
    left = [replace(each, words=cleared.as_written(each.words)) for each in _values(heard, reads)]
    unread = _unread(heard, told, cleared.written)
    first, *rest = told
    return (replace(first, rejected=tuple(dict.fromkeys((*first.rejected, *left, *unread)))), *rest)


def _slots(heard: Heard, reads: Sequence[Read]) -> Mapping[str, Slot]:
    """Return the slots that values of this message may go into."""
    flows = (heard.ear.triggers.flows.get(read.meaning.flow) for read in reads if isinstance(read.meaning, StartFlow))
    return {**heard.asked.slots, **{name: slot for flow in flows if flow for name, slot in flow.slots.items()}}


def _values(heard: Heard, reads: Sequence[Read]) -> Iterator[Rejected]:
    """Give each value that was left, and why."""
    used = [value for read in reads for value in _held(read.meaning)]
    for given in heard.givens:
        if given.value is not None and given.value not in used:
            yield _left(given)


def _left(given: Given) -> Rejected:
    """Return a value that was not taken, with the reason."""
    left = partial(Rejected, given.kind, given.value, given.words)
    match given.stance:
        case Stance.EXCLUDED:
            return left(why="ruled out")
        case Stance.PAST:
            return left(why="tells of the past")
        case Stance.ASKED:
            return left(why="only asked about")
        case Stance.ELSEWHERE:
            return left(why="says when something else is")
        case Stance.BOOKED:
            return left(why="says which booking is meant")
        case _:
            return left(why="nothing here takes it")


def _unread(heard: Heard, reads: Sequence[Read], written: str) -> Iterator[Rejected]:
    """Give the words that no rule made anything of: what was misread is often what was not read at all."""
    language = heard.message.language
    empty = word_set(language, "triggers", "empty") | word_set(language, "common", "light")
    spans = list(_spans(heard.givens, reads, written))
    pieces = [piece for piece in tokens(written) if piece.text[0].isalnum()]
    for is_read, run in groupby(pieces, key=lambda piece: any(start <= piece.start < end for start, end in spans)):
        told = [piece for piece in run if piece.plain not in empty]
        if told and not is_read:
            yield Rejected("words", None, written[told[0].start : told[-1].end], why="no rule took these words")


def _spans(givens: Sequence[Given], reads: Sequence[Read], written: str) -> Iterator[tuple[int, int]]:
    """Give where the words stand that something was made of: values and listed phrases."""
    held = [read.meaning.words for read in reads if not isinstance(read.meaning, _WHOLE)]
    held += [value for read in reads for value in _held(read.meaning) if isinstance(value, str)]
    listed = [source.words for read in reads for source in read.sources]
    for words in dict.fromkeys([*held, *listed, *(given.words for given in givens)]):
        start = written.find(words)
        while words and start >= 0:
            yield start, start + len(words)
            start = written.find(words, start + len(words))


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
