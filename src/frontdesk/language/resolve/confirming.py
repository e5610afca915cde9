"""Resolves what is said of what stands: a value in place of the one that holds, and one that no slot takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import Change, Exclude, Inform, Meaning, Problem, Unclear
from frontdesk.dialogue.values import Days, Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.slots.notes import added
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Part, Read

_STANDS = frozenset({Wanted.SLOT, Wanted.CONFIRMATION})
_LIKELY = 0.6  # that a reply says what shall be different


def rather_wanted(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Take "no, the standard" for the standard where another holds: nobody rules out what they do not have."""
    if heard.asked.wanted not in _STANDS or len(reads) != 1 or not isinstance(reads[0].meaning, Exclude):
        return reads
    ruled, tagger = reads[0].meaning, heard.context.tagger
    held = heard.asked.known.get(ruled.slot)
    if not isinstance(ruled.value, Item) or not isinstance(held, Item) or same(held, ruled.value) or tagger is None:
        return reads
    chance = tagger.answer("confirm", heard.context.said or "", heard.text)["change"]
    if chance < _LIKELY:
        return reads
    return (replace(reads[0], meaning=Inform(ruled.slot, ruled.value, ruled.words), by=Part.TAGGER, chance=chance),)


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


def without_told_past(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Leave out the "last year" of "my son moved last year" where something else is told: nobody wants it."""
    if not any(isinstance(read.meaning, Inform) and read.meaning.problem is None for read in reads):
        return reads
    return tuple(read for read in reads if not _is_long_past(read.meaning, heard.context.now.date()))


def _is_long_past(meaning: Meaning, today: date) -> bool:
    if not isinstance(meaning, Inform) or meaning.problem is not Problem.PAST or not isinstance(meaning.value, Days):
        return False
    return meaning.value.end is not None and meaning.value.end <= today


def noted_for_staff(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Keep as a note what is told at a confirm and no slot takes: "we arrive around midnight", of a room."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "notes"), None)
    if slot is None or heard.asked.wanted is not Wanted.CONFIRMATION or not _changes_nothing(reads):
        return reads
    kinds = {other.kind for other in heard.asked.slots.values() if other.guest}
    untaken = [given for given in heard.givens if given.kind == "time" and given.stance is not Stance.EXCLUDED]
    tells = all(clause.mood is Mood.SAY for clause in heard.message.clauses)
    if not untaken or "time" in kinds or "moment" in kinds or not tells:
        return reads
    words = heard.text.rstrip(".!")
    return (Read(Inform(slot.name, added(heard, slot, words), heard.text), why="note: for staff", by=Part.RESOLVE),)


def _changes_nothing(reads: Sequence[Read]) -> bool:
    """Say whether something is to be different, and nothing that could be."""
    return all(isinstance(read.meaning, Unclear) or _is_open_change(read) for read in reads)


def _is_open_change(read: Read) -> bool:
    return isinstance(read.meaning, Change) and read.meaning.slot is None
