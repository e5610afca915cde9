"""Reads the answer to an offer: a pick, or what else is said to one."""

from __future__ import annotations

from frontdesk.dialogue.meanings import (
    Cancel,
    Change,
    Choose,
    Exclude,
    GoBack,
    Repeat,
    Wait,
)
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.options.arrivals import arrivals
from frontdesk.language.resolve.options.choices import more, pick
from frontdesk.language.resolve.options.landing import landing
from frontdesk.language.resolve.options.paging import kept_page, turned_page
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.pointing import meant_person
from frontdesk.language.resolve.options.times import later_or_earlier
from frontdesk.language.resolve.slots.notes import note
from frontdesk.language.resolve.values.given import apart
from frontdesk.language.resolve.values.zones import THERE
from frontdesk.language.results import Read
from frontdesk.language.understanding.questions.asking import (
    asked_of,
    besides,
    without_unknown,
)
from frontdesk.language.understanding.readings.anywhere import (
    left_over,
    named_besides,
    settled,
    spoken_assent,
    values_in,
    without,
)
from frontdesk.language.understanding.readings.idle import idle
from frontdesk.language.understanding.wishes.changes import (
    between_days,
    changes,
)
from frontdesk.language.understanding.wishes.letting_go import moves_of
from frontdesk.language.understanding.wishes.own_booking import asks_whether_booked
from frontdesk.language.understanding.wishes.second_one import for_kin_besides
from frontdesk.language.understanding.wishes.skips import with_named_skips
from frontdesk.language.understanding.wishes.starts import starts_within


def at_choice(heard: Heard) -> list[Read]:
    """Read a pick from an offer, or what else is said to one."""
    if more := for_kin_besides(heard, at_choice, idle):
        return more
    if page := turned_page(heard) or kept_page(heard):
        return [page]
    acts = with_named_skips(heard, moves_of(heard), heard.asked.slots)
    elsewhere = any(given.kind == THERE for given in heard.givens)  # to be looked for, so that both times are said
    waits = any(isinstance(read.meaning, Wait) for read in acts)  # "one second"
    picking = pick(heard.message, heard.givens, heard.asked, heard.context) if not (elsewhere or waits) else Picking(())
    if asks_whether_booked(heard) and not (acts or picking.reads):
        return [Read(Repeat(heard.text), why="repeat: nothing is booked yet")]
    asks = _besides(heard, picking, asked_of(heard))
    begun = () if picking.reads else starts_within(heard)
    if begun:
        return [*without(acts, Cancel), *begun, *besides(heard, asks, begun)]
    left = apart(heard.givens, picking.used)
    values = [*values_in(heard, left), *meant_person(heard)]
    if not picking.reads:
        values += landing(arrivals(heard.message, heard.givens, heard.asked.slots), heard.asked.slots)
    acts = settled(heard, acts, [*picking.reads, *values])
    if picking.reads:
        chosen = any(isinstance(read.meaning, Choose) for read in picking.reads)
        acts = without(acts, GoBack) if chosen else acts  # "the last one again" is one of these
        # "The first one, I have to leave at 10" chooses; "not 9, 9:30 or 10" does not.
        values = [read for read in values if not (chosen and _rules_out_time(heard, read))]
        asks = asks or _besides(heard, picking, named_besides(heard))
        return [*acts, *picking.reads, *values, *without_unknown(asks)]
    values = [*values, *between_days(heard, values)] if values or acts else _other_options(heard)
    asks = without_unknown(asks) if values or acts else asks
    if acts or asks or values:
        return [*acts, *spoken_assent(heard, values, acts), *values, *asks]
    return left_over(heard, note(heard))


def _besides(heard: Heard, picking: Picking, asks: list[Read]) -> list[Read]:
    """Leave out a question that is seen in the words of the pick alone: "the late one" asks for no delay."""
    if picking.read is None:
        return asks
    words = heard.message.words(picking.read)
    return [ask for ask in asks if ask.meaning.words.strip() not in words]


def _rules_out_time(heard: Heard, read: Read) -> bool:
    return isinstance(read.meaning, Exclude) and heard.asked.slots[read.meaning.slot].kind in {"day", "time"}


def _other_options(heard: Heard) -> list[Read]:
    """Read "something later", "another day", "show me more"."""
    edits = [read for read in changes(heard, ()) if _asks_for_others(heard, read)]
    beside = later_or_earlier(heard.message, heard.asked) or more(heard.message)
    return edits or ([beside] if beside else [])


def _asks_for_others(heard: Heard, edit: Read) -> bool:
    """Tell another day or person, which asks for other options, from another time, which is one more of these."""
    if not isinstance(edit.meaning, Change) or edit.meaning.slot is None:
        return False
    return heard.asked.slots[edit.meaning.slot].kind in {"day", *heard.ear.scope.catalogues.kinds}
