"""Resolves a number that stands by itself where a flow asks how many come: "a lesson for four", "we're three"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Flows, Slot
from frontdesk.dialogue.meanings import Change, Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import party
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Part, Read
from frontdesk.language.words import word_set

_PARTY, _NUMBER = "party", "number"
_WHEN = frozenset({"day", "time"})
_MOST = 50  # people: what is more than that is a year, a price or a house number


def counted(heard: Heard, reads: tuple[Read, ...], flows: Flows) -> tuple[Read, ...]:
    """Return what was read, with how many come where one number can only say that."""
    slot = _open_slot(heard, reads, flows)
    if slot is None or not any(_tells(read) for read in reads):
        return reads
    found = list(_numbers(heard))
    if len(found) != 1:
        return reads
    told = Read(Inform(slot.name, found[0].value, found[0].words), why="party: the one number", by=Part.RESOLVE)
    return (*(read for read in reads if not _is_vague(read)), told, *_staying(heard, reads))


def _staying(heard: Heard, reads: Sequence[Read]) -> Iterator[Read]:
    """Give when something is that was just booked: how many come is all that changes."""
    begun = {read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)}
    about = next((each for each in heard.asked.settled if each.flow in begun), None)
    if about is None or any(given.kind in _WHEN for given in heard.givens):
        return
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    for name, value in (*about.booked.items(), *about.standing.items()):
        if name not in told and name in about.slots and (name in about.booked or about.slots[name].kind in _WHEN):
            yield Read(Inform(name, value, heard.text), why="booked: stays as it is", by=Part.RESOLVE)


def _open_slot(heard: Heard, reads: Sequence[Read], flows: Flows) -> Slot | None:
    """Return the slot that a flow has for how many come, unless something was read for it, or it is just asked for."""
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    if len(begun) > 1 or (not begun and heard.asked.wanted is Wanted.NOTHING):
        return None
    slots: Mapping[str, Slot] = flows.newest[begun[0]].slots if begun else heard.asked.slots
    every = [slot for slot in slots.values() if slot.kind == _PARTY and slot.guest]
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    asked = heard.asked.slot
    if len(every) != 1 or every[0].name in told or (asked is not None and asked.name == every[0].name):
        return None
    return every[0]


def _tells(read: Read) -> bool:
    return isinstance(read.meaning, Inform | StartFlow) or _is_vague(read)


def _is_vague(read: Read) -> bool:
    """Tell a change of which nobody could say what shall be different."""
    return isinstance(read.meaning, Change) and read.meaning.slot is None


def _numbers(heard: Heard) -> Iterator[Given]:
    """Give each number that can only count people: no other value has it, and nothing that is counted follows."""
    others = [given for given in heard.givens if given.kind != _NUMBER]
    for given in heard.givens:
        if given.kind != _NUMBER or given.stance is not Stance.WANTED or any(map(given.overlaps, others)):
            continue
        if isinstance(given.value, int) and 1 < given.value < _MOST and _counts_people(heard, given, others):
            yield given


def _counts_people(heard: Heard, given: Given, others: Sequence[Given]) -> bool:
    """Tell "for four on Friday", "4 for the tour" and "so we're three" from "for 4 hours" and "he is 11"."""
    message, language = heard.message, heard.context.language
    place = message.place_at(given.start)
    clause, leads = message.clause_at(given.start), word_set(language, _PARTY, "for")
    before, after = message.bare[place - 1] if place else "", (*message.bare[place + 1 :], "")[0]
    if after in leads and (place == clause.first or not before[0].isalnum()):
        return True
    says_so = before in leads or place in {cue.after for cue in message.found("clauses.we_are")}
    alone = bool(heard.asked.settled) and not others  # "make that five", of what was just booked
    return (says_so or alone) and _ends(heard, given, others)


def _ends(heard: Heard, given: Given, others: Sequence[Given]) -> bool:
    follows = len(heard.message.text) - len(heard.message.text[given.end :].lstrip())
    return any(other.start == follows for other in others) or party.ends_bare(
        heard.message.text, given.end, heard.context
    )
