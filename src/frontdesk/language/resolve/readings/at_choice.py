"""Reads the answer to an offer: a pick, or what else is said to one."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.meanings import (
    Cancel,
    Choose,
    Exclude,
    GoBack,
    Inform,
    Wait,
)
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.options.believed import believed_pick
from frontdesk.language.resolve.options.choices import more, pick
from frontdesk.language.resolve.options.paging import kept_page, turned_page
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.times import later_or_earlier
from frontdesk.language.resolve.questions.asking import (
    asked_of,
    besides,
    without_unknown,
)
from frontdesk.language.resolve.readings.anywhere import (
    left_over,
    named_besides,
    settled,
    spoken_assent,
    values_in,
    without,
)
from frontdesk.language.resolve.slots.notes import note, note_beside
from frontdesk.language.resolve.values.given import apart
from frontdesk.language.resolve.values.zones import THERE
from frontdesk.language.resolve.wishes.changes import (
    changes,
)
from frontdesk.language.resolve.wishes.letting_go import moves_of
from frontdesk.language.resolve.wishes.skips import with_named_skips
from frontdesk.language.resolve.wishes.starts import starts_within
from frontdesk.language.results import Read


def at_choice(heard: Heard) -> list[Read]:
    """Read a pick from an offer, or what else is said to one."""
    if page := turned_page(heard) or kept_page(heard):
        return [page]
    acts = with_named_skips(heard, moves_of(heard), heard.asked.slots)
    elsewhere = any(given.kind == THERE for given in heard.givens)  # to be looked for, so that both times are said
    waits = any(isinstance(read.meaning, Wait) for read in acts)  # "one second"
    picking = pick(heard.message, heard.givens, heard.asked, heard.context) if not (elsewhere or waits) else Picking(())
    picking = picking if picking.reads or elsewhere or waits else believed_pick(heard)
    asks = asked_of(heard)
    begun = () if picking.reads else starts_within(heard)
    if begun:
        return [*without(acts, Cancel), *begun, *besides(heard, asks, begun)]
    if picking.reads:
        return _picked(heard, picking, acts, asks)
    values = values_in(heard, apart(heard.givens, picking.used))
    acts = settled(heard, acts, values)
    values = values or ([] if acts else _other_options(heard))
    asks = without_unknown(asks) if values or acts else asks
    if acts or asks or values:
        return [*acts, *spoken_assent(heard, values, acts), *values, *note_beside(heard, values), *asks]
    return left_over(heard, note(heard))


def _picked(heard: Heard, picking: Picking, acts: list[Read], asks: list[Read]) -> list[Read]:
    """Return a pick with what else was said."""
    values = values_in(heard, apart(heard.givens, picking.used))
    acts = settled(heard, acts, [*picking.reads, *values])
    if any(isinstance(read.meaning, Choose) for read in picking.reads):
        acts = without(acts, GoBack)  # "the last one again" is one of these
        # "The first one, I have to leave at 10" chooses; "not 9, 9:30 or 10" does not.
        values = [read for read in values if not _rules_out_time(heard, read)]
    values += _names_beside(heard, [*picking.reads, *values, *asks])
    values += note_beside(heard, [*picking.reads, *values])
    return [*acts, *picking.reads, *values, *without_unknown(asks or named_besides(heard))]


def _names_beside(heard: Heard, reads: Sequence[Read]) -> list[Read]:
    """Return the name in a sentence of its own beside a pick: "The second one. Eleanor Briggs"."""
    slots = [slot for slot in heard.asked.slots.values() if slot.kind == "person_name" and slot.guest]
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    if len(slots) != 1 or slots[0].name in told or slots[0].name in heard.asked.known:
        return []
    said = [heard.message.text.find(read.meaning.words) for read in reads]
    clauses = [clause for clause in heard.message.clauses if clause.mood is Mood.SAY]
    free = [clause for clause in clauses if not any(clause.holds(start) for start in said)]
    found = [name.answer(heard.message.words(each), heard.context, heard.ear.scope.not_names) for each in free]
    return [
        Read(Inform(slots[0].name, each[0].value, each[0].words), why="name: beside a pick") for each in found if each
    ]


def _rules_out_time(heard: Heard, read: Read) -> bool:
    return isinstance(read.meaning, Exclude) and heard.asked.slots[read.meaning.slot].kind in {"day", "time"}


def _other_options(heard: Heard) -> list[Read]:
    """Read "something later", "another day", "show me more"."""
    edits = changes(heard, ())
    beside = later_or_earlier(heard.message, heard.asked) or more(heard.message)
    return edits or ([beside] if beside else [])
