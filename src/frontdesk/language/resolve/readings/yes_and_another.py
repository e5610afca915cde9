"""Reads a yes with another booking besides: what was shown is booked, and the other begins with all that was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from frontdesk.dialogue.asked import Asked, JustBooked
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Affirm, Inform, StartFlow
from frontdesk.dialogue.settled import makes_bookings, wished
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.answering import chances
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.besides import one_more, wished_after
from frontdesk.language.resolve.readings.anywhere import values_in
from frontdesk.language.resolve.readings.confirming import verdict_on_shown
from frontdesk.language.resolve.readings.idle import idle
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.slots.ways_back import days_back
from frontdesk.language.resolve.wishes.for_others import beneficiary, kin_named
from frontdesk.language.resolve.wishes.own_booking import is_about_booking
from frontdesk.language.results import Part, Read
from frontdesk.language.veto import asks, is_held_back
from frontdesk.language.words import word_set

_CONTACTS = frozenset({"phone", "email"})
_DOUBTED = 0.5
_STARTS = 0.9  # how likely a wish for something more must be
_WHEN = frozenset({"day", "time", "moment"})
_PROVIDER, _DAY, _TIME = "provider", "day", "time"
_CORRECTING = ("clauses.corrections", "clauses.instead", "clauses.replacing", "clauses.remaking")
_SIGNS = " ,;.!-–—"  # noqa: RUF001 - guests type dashes
_MOST = 4  # places at which another wish is looked for


def yes_and_another(heard: Heard) -> list[Read]:
    """Return the yes to what is shown with what is to be booked after it; nothing where only one booking is meant."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if flow is None or any(map(heard.message.found, _CORRECTING)):
        return []
    if any(given.kind in _CONTACTS for given in heard.givens) and (told := _yes_and_contact(heard)):
        return told
    if not makes_bookings(flow):
        return []
    outright = word_set(heard.message.language, "assent", "outright")
    for place in reversed(list(_partings(heard.message))[:_MOST]):
        start = heard.message.pieces[place].start
        said = _agreement(heard, heard.message.text[:start].strip(_SIGNS))
        if said and any(map(asks, heard.message.clauses)) and heard.message.bare[0] not in outright:
            return []  # "good, and in the morning?" agrees to nothing yet
        another = _wanted_after(heard, heard.message.text[start:].lstrip(_SIGNS), flow) if said else []
        if said and another:
            return [said, *another]
    return []


def _yes_and_contact(heard: Heard) -> list[Read]:
    """Return the yes of "yes, my number is 212 555 0166", with the number, which is told besides."""
    first = min(given.start for given in heard.givens)
    believed = chances(heard.message, heard.context)
    if believed.get("no", 1.0) + believed.get("unclear", 1.0) >= _DOUBTED:
        return []
    for place in reversed(list(_partings(heard.message))):
        start = heard.message.pieces[place].start
        said = _agreement(heard, heard.message.text[:start].strip(_SIGNS)) if start <= first else None
        if said is not None:
            told = _told(heard, heard.message.text[start:].lstrip(_SIGNS))
            return [said, *told] if told else []
    return []


def _told(heard: Heard, words: str) -> list[Read]:
    """Return what is told besides a yes; nothing if that is asked, doubted, or other than what is shown."""
    rest = heard.ear.hear(words, heard.asked, heard.context)
    if not rest.message.clauses or any(map(asks, rest.message.clauses)) or is_held_back(rest.message, heard.context):
        return []
    here = values_in(rest, rest.givens)
    reads = here or idle(heard.ear.hear(words, Asked(topics=heard.asked.topics), replace(heard.context, said=None)))
    informs = [read.meaning for read in reads if isinstance(read.meaning, Inform)]
    known = heard.asked.known if here else {}
    only = {given.words for given in rest.givens if given.kind in _CONTACTS and given.problem is None}
    told = [each for each in informs if each.words in only and known.get(each.slot, each.value) == each.value]
    begun = [read.meaning for read in reads if isinstance(read.meaning, StartFlow)]
    booking = any(makes_bookings(heard.ear.triggers.flows[start.flow]) for start in begun)
    return reads if told and len(told) + len(begun) == len(reads) == len(only) + len(begun) and not booking else []


def _partings(message: Message) -> Iterator[int]:
    """Give the places at which another wish may begin: after the yes that opens, after a pause, at an "and"."""
    opening = {cue.after for cue in message.found("moves.yes") if cue.first == 0}
    pauses = {clause.first for clause in message.clauses}
    joins = word_set(message.language, "booked", "then_also")
    for place in range(1, len(message.bare)):
        if place in opening | pauses or message.bare[place] in joins:
            yield place


def _agreement(heard: Heard, words: str) -> Read | None:
    alone = heard.ear.hear(words, heard.asked, heard.context)
    said = verdict_on_shown(alone) if alone.message.clauses else None
    return said if said is not None and isinstance(said.meaning, Affirm) else None


def _wanted_after(heard: Heard, words: str, flow: Flow) -> list[Read]:
    """Return what else is to be booked, heard as if what is shown were booked already."""
    first = JustBooked(flow.name, heard.asked.slots, wished(heard.asked.slots, heard.asked.known))
    after = _heard_after(heard, words, first)
    reads = _with_kin(after, idle(after), flow) if after.message.clauses else []
    begun = [read for read in reads if isinstance(read.meaning, StartFlow)]
    if begun and {read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)} != {flow.name}:
        guessed = all(read.by is Part.TAGGER and not _names_deed(after, read) for read in begun)
        return reads if not guessed and _is_of_other_booking(after, reads, first) else []
    informs = [read.meaning for read in reads if isinstance(read.meaning, Inform)]
    if begun and _is_another(after, begun[0], informs, first):
        reads = reads[reads.index(begun[0]) :]
        return [*reads, *_alike(reads, first, _DAY)] if _TIME in _kinds(reads, first) else reads
    named = [inform for inform in informs if inform.words != after.text]
    asked = any(map(asks, after.message.clauses))
    if named and not asked and all(flow.slots[inform.slot].kind in _WHEN for inform in named) and _begins(after, flow):
        reads = one_more(after)
        return [*reads, *_alike(reads, first, _TIME)]
    return []


def _heard_after(heard: Heard, words: str, first: JustBooked) -> Heard:
    context = heard.context.after(first.values.values())
    return heard.ear.hear(words, Asked(topics=heard.asked.topics, just_booked=first), context)


def way_back(heard: Heard) -> list[Read]:
    """Return the way back of the trip that is shown, where its day is named: it is kept for when that one is booked."""
    flow, days = heard.asked.flow or "", days_back(heard.message, heard.givens, heard.asked.slots)
    if len(days) != 1 or is_about_booking(heard.asked.slots):
        return []
    first = JustBooked(flow, heard.asked.slots, wished(heard.asked.slots, heard.asked.known))
    another = wished_after(_heard_after(heard, heard.text, first), flow)
    return [Read(StartFlow(flow, ""), why="what is under way"), *another] if another else []


def _names_deed(after: Heard, begun: Read) -> bool:
    """Tell "and cancel the one on Friday" from "ok, the 17th though", which is about what is shown."""
    meaning = begun.meaning
    return isinstance(meaning, StartFlow) and bool(after.ear.triggers.places_of(meaning.flow, after.message))


def _with_kin(after: Heard, reads: list[Read], flow: Flow) -> list[Read]:
    """Return a wish with whom it is for, where somebody is named beside it: "could my son get a peel"."""
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    whom = beneficiary(flow.slots)
    if whom is None or whom in told or not any(isinstance(read.meaning, StartFlow) for read in reads):
        return reads
    kin = next((words for _, words in kin_named(after.message)), None)
    return [*reads, Read(Inform(whom, kin, kin), why="for another: named beside it")] if kin else reads


def _is_of_other_booking(after: Heard, reads: Sequence[Read], first: JustBooked) -> bool:
    """Tell "and cancel the one on Monday" from "go ahead and cancel", said of what is shown."""
    started = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    about = len(started) == 1 and is_about_booking(after.ear.triggers.flows[started[0]].slots)
    named = [given.value for given in after.givens if given.kind in _WHEN or _is_thing(given.value)]
    return about and any(
        value not in first.values.values() and (value,) not in first.values.values() for value in named
    )


def _begins(after: Heard, flow: Flow) -> bool:
    """Say whether the model hears a wish for one more, rather than another time for the one that is shown."""
    opinion = believed_of(after)
    return opinion is not None and min(opinion.acts["start"], opinion.flows[flow.name]) >= _STARTS


def _is_another(after: Heard, begun: Read, informs: Sequence[Inform], first: JustBooked) -> bool:
    """Tell a booking of its own, for somebody else or at another time, from a part or a change of what is shown."""
    if any(inform.slot == beneficiary(first.slots) for inform in informs):
        return True
    named = [inform for inform in informs if inform.words != after.text]  # rather than taken over
    dated = any(first.slots[inform.slot].kind in _WHEN for inform in named)
    things = [first.slots[inform.slot] for inform in named if _is_thing(inform.value)]
    taken_over = begun.by is Part.RESOLVE and any(_is_thing(inform.value) for inform in informs)
    if taken_over and dated and things:
        return True
    joins = word_set(after.message.language, "booked", "then_also")
    if after.message.bare[0] not in joins and not adds(after.message):
        return False
    if things:
        return dated or not any(slot.many for slot in things)
    # A meeting needs no more than a time of its own.
    shown = after.message.found("clauses.pointing_at_thing")  # "go ahead and book this one"
    return (taken_over and (dated or not shown)) or (dated and not any(map(_is_thing, first.values.values())))


def _is_thing(value: Value | None) -> bool:
    items = value if isinstance(value, tuple) else (value,)
    return any(isinstance(item, Item) and item.kind != _PROVIDER for item in items)


def _kinds(reads: Sequence[Read], first: JustBooked) -> set[str]:
    told = [read.meaning.slot for read in reads if isinstance(read.meaning, Inform)]
    return {first.slots[name].kind for name in told if name in first.slots}


def _alike(reads: Sequence[Read], first: JustBooked, kind: str) -> list[Read]:
    """Return the day or the time of the first for the other, where it has none of its own."""
    held = [(name, value) for name, value in first.values.items() if first.slots[name].kind == kind]
    if not held or kind in _kinds(reads, first):
        return []
    name, value = held[0]
    return [Read(Inform(name, value, reads[0].meaning.words), why="as the first", by=Part.RESOLVE)]
