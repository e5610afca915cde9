"""Resolves what is said of what stands: a value in place of the one that holds, and one that no slot takes."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.results import Part, Read

_STANDS = frozenset({Wanted.SLOT, Wanted.CONFIRMATION})
_LIKELY = 0.6  # that a reply says what shall be different


def not_what_stands(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Settle two values of which one is shown: who says "2, I have lunch at 1" where it is at 1 wants the other."""
    if heard.asked.wanted not in {Wanted.CONFIRMATION, Wanted.CHANGE}:
        return reads
    return tuple(_settled(read, heard) for read in reads)


def _settled(read: Read, heard: Heard) -> Read:
    meaning = read.meaning
    if (
        not isinstance(meaning, Inform)
        or meaning.problem is not Problem.AMBIGUOUS
        or meaning.slot not in heard.asked.known
    ):
        return read
    held = heard.asked.known[meaning.slot]
    others = [value for value in meaning.candidates if not same(held, value)]
    if len(others) != 1 or len(others) == len(meaning.candidates):
        return read
    settled = replace(meaning, value=others[0], problem=None, candidates=())
    return replace(read, meaning=settled, by=Part.RESOLVE)
