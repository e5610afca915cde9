"""Reads a whole message: a note that it dictates, one request after the other, or else the answer to what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Inform, StartFlow, Unclear
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.questions.likewise import asked_likewise
from frontdesk.language.resolve.questions.worries import without_worried
from frontdesk.language.resolve.readings.at_choice import at_choice
from frontdesk.language.resolve.readings.at_confirmation import at_change, at_confirmation
from frontdesk.language.resolve.readings.at_flow import at_flow
from frontdesk.language.resolve.readings.at_slot import at_slot
from frontdesk.language.resolve.readings.confirming import all_off
from frontdesk.language.resolve.readings.idle import idle
from frontdesk.language.resolve.slots.dictating import dictated
from frontdesk.language.resolve.slots.notes import added
from frontdesk.language.resolve.slots.trips import swapped
from frontdesk.language.resolve.wishes.in_turn import follow, joined, parts
from frontdesk.language.resolve.wishes.letting_go import letting_go_first
from frontdesk.language.resolve.wishes.opting_out import opted_out
from frontdesk.language.results import Read

VERBATIM = frozenset({"notes", "text"})  # kinds of slots that keep words, and not what they say
_IN_TURN = 500  # characters: in what is longer, one request is not told from the next
_PARTINGS = 3  # places at which another request is looked for
_BY_WANTED = {
    Wanted.NOTHING: idle,
    Wanted.SLOT: at_slot,
    Wanted.CHOICE: at_choice,
    Wanted.CONFIRMATION: at_confirmation,
    Wanted.CHANGE: at_change,
    Wanted.FLOW: at_flow,
}


def message_reads(heard: Heard) -> tuple[Read, ...]:
    """Return what a message means, seen against what was asked."""
    slot = heard.asked.slot
    verbatim = slot is not None and slot.kind in VERBATIM
    whole = () if verbatim else _with_note(heard) or _in_turn(heard)
    return whole or _answer(heard)


def _answer(heard: Heard) -> tuple[Read, ...]:
    reads = opted_out(heard) or swapped(heard)
    reads = reads or tuple(asked_likewise(heard)) or tuple(dict.fromkeys(_BY_WANTED[heard.asked.wanted](heard)))
    return all_off(heard, letting_go_first(heard, without_worried(heard, reads)))


def _with_note(heard: Heard) -> tuple[Read, ...]:
    """Return what a message means that dictates a note besides; nothing where no flow would take it."""
    dictation = dictated(heard)
    if dictation is None:
        return ()
    alone = dictation.words if heard.asked.flow is None else ""  # "add a note: ..." may be all that is wanted
    rest = heard.ear.hear(dictation.rest or alone, heard.asked, heard.context)
    reads = _answer(rest) if rest.message.clauses else ()
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    slots = heard.ear.triggers.flows[begun[0]].slots if begun else heard.asked.slots
    slot = next((slot for slot in slots.values() if slot.kind == "notes"), None)
    if slot is None:
        return ()
    inform = Inform(slot.name, added(heard, slot, dictation.note), dictation.note)
    told = tuple(read for read in reads if not isinstance(read.meaning, Unclear))
    return (*told, Read(inform, why="note: dictated"))


def _in_turn(heard: Heard) -> tuple[Read, ...]:
    """Return what a message means that asks for one thing after another; nothing where it asks for one."""
    if len(heard.text) > _IN_TURN:
        return ()
    for part in islice(parts(heard), _PARTINGS):
        first = _answer(heard.ear.hear(part.first, heard.asked, heard.context))
        rest = _answer(_after(heard, first, part.rest)) if first else ()
        if rest and follow(heard, first, rest):
            return joined(heard, first, rest)
    return ()


def _after(heard: Heard, first: Sequence[Read], rest: str) -> Heard:
    """Return the rest of a message as one that answers nothing; "the day after" is the one after the day told first."""
    context = heard.context.after(read.meaning.value for read in first if isinstance(read.meaning, Inform))
    return heard.ear.hear(rest, Asked(topics=heard.asked.topics), context)
