"""Counts who comes now against who was to come: "one more of us" is one more, and "we're 4 now" takes its place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Change, Choose, Inform, Number, StartFlow, Unclear
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import number
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.words import word_set

_PARTY, _SERVICE = "party", "service"
_RIVALS = frozenset({_PARTY, "day", "time", "moment", "duration", "money", "number"})
_INSTEAD = "instead"  # how words may be related to what was talked about
_MAYBE, _LIKELY, _SURELY = 0.3, 0.5, 0.9
_AHEAD = 0.2  # of any other slot
_REMAKING = frozenset({"clauses.remaking", "clauses.instead", "clauses.replacing"})
_HOURS = 12  # on the face of a clock


class _Matter(NamedTuple):
    """What is being booked, or was: the flow that hears of a change, the slot of those who come, how many do."""

    asked: Asked
    slot: Slot
    held: int


class _Said(NamedTuple):
    """A number in the message, by the pieces that say it."""

    value: int
    first: int
    after: int


def those_who_come(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with how many come now, where the message tells that by how many were to come."""
    matter = _matter(heard)
    numbers = list(_numbers(heard)) if matter is not None else []
    if matter is None or not numbers or any(_begins_another(heard, read, matter) for read in reads):
        return reads
    rivals = {name: slot for name, slot in matter.asked.slots.items() if slot.kind in _RIVALS and slot.guest}
    belief = believed_of(heard, slot_labels(rivals))
    told = _now(heard, matter, numbers, belief) if belief is not None else None
    if told is None:
        return reads
    count, words = told
    now = Read(Inform(matter.slot.name, count, words), why="party: seen against how many come", by=Part.RESOLVE)
    kept = tuple(read for read in reads if not _gives_way(read, matter, count))
    if heard.asked.flow is not None:
        return (*kept, now)
    start = StartFlow(matter.asked.flow or "", heard.text)
    which = [Inform(slot, value, heard.text) for slot, value in matter.asked.booked.items()]
    meant = [Read(start, why="booked: a change of how many come", by=Part.RESOLVE)]
    meant += [Read(each, why="booked: just now", by=Part.RESOLVE) for each in which]
    others = [read for read in kept if not isinstance(read.meaning, StartFlow | Inform)]
    return (*meant, *others, now)


def _matter(heard: Heard) -> _Matter | None:
    """Return what those who come are counted for: what is under way, or else what was just booked."""
    asked = heard.asked
    if asked.flow is not None:
        held = {**asked.standing, **asked.known}
        slot = next((slot for slot in asked.slots.values() if slot.kind == _PARTY and slot.guest), None)
        known = held.get(slot.name) if slot is not None and asked.slot is not slot else None
        return _Matter(asked, slot, known) if slot is not None and isinstance(known, int) else None
    for about in asked.settled:
        slot, day = about.slot_of(_PARTY), about.slot_of("day")
        if day is None or day.name not in about.standing:
            continue  # it is told these only to know which booking is meant
        known = about.standing.get(slot.name) if slot is not None else None
        if slot is not None and isinstance(known, int):
            return _Matter(about, slot, known)
    return None


def _begins_another(heard: Heard, read: Read, matter: _Matter) -> bool:
    """Tell a wish for something else from what was taken for one more booking, or for a change of it."""
    if not isinstance(read.meaning, StartFlow) or read.meaning.flow == matter.asked.flow:
        return False
    return heard.asked.flow is not None or not makes_bookings(heard.ear.triggers.flows[read.meaning.flow])


def _numbers(heard: Heard) -> Iterator[_Said]:
    for found in number.read(heard.message.text, heard.context):
        if isinstance(found.value, int) and found.value > 0:
            message = heard.message
            yield _Said(found.value, message.place_at(found.start), message.place_at(found.end - 1) + 1)


def _now(heard: Heard, matter: _Matter, numbers: list[_Said], belief: Opinion) -> tuple[int, str] | None:
    """Return how many come now, with the words that say so."""
    changes = heard.asked.flow is None and belief.acts["change"] >= _LIKELY  # of what was just booked
    if (belief.acts["start"] >= _LIKELY and not changes) or belief.acts["ask"] >= _SURELY:
        return None
    more, people = (word_set(heard.context.language, *key) for key in (("clauses", "fresh"), ("party", "person")))
    for said in numbers:
        counted = not people.isdisjoint(heard.message.bare[said.after : said.after + 1])  # "one person more"
        joins = not more.isdisjoint(heard.message.bare[said.after + counted : said.after + counted + 1])
        whole, now = said._replace(after=said.after + counted + 1), matter.held + said.value
        comes_to = any(other.value == now for other in numbers if other is not said)  # "one more, make it 4"
        if joins and (comes_to or _chance(heard, belief, whole, matter.slot.name) >= _MAYBE):
            return now, _words(heard, whole)
    if len(numbers) != 1 or numbers[0].value == matter.held:
        return None
    (said,) = numbers
    chances = {name: _chance(heard, belief, said, name) for name in matter.asked.slots}
    likeliest, rival, *_ = sorted((*chances.values(), 0.0), reverse=True)
    instead, leads = _is_instead(heard, belief, said), changes and likeliest >= rival + _AHEAD
    surely = _LIKELY if leads or instead else _SURELY
    counts = chances[matter.slot.name] == likeliest >= surely
    no_hour = instead and _is_no_start(heard, matter, said)
    return (said.value, _words(heard, said)) if counts or no_hour else None


def _chance(heard: Heard, belief: Opinion, said: _Said, slot: str) -> float:
    """Return how surely one of some words is a value of a slot."""
    pieces = heard.message.pieces[said.first : said.after]
    words = belief.words
    return max((words.slots(each.start, each.end).get(slot, 0.0) for each in pieces), default=0.0) if words else 0.0


def _is_instead(heard: Heard, belief: Opinion, said: _Said) -> bool:
    """Say whether a number takes the place of another: so the model believes, or it is put as a change."""
    if heard.asked.flow is not None and heard.message.has(_REMAKING):
        return True
    start, end = heard.message.pieces[said.first].start, heard.message.pieces[said.after - 1].end
    related = belief.words.related(start, end) if belief.words is not None else {}
    return related.get(_INSTEAD, 0.0) >= _LIKELY and belief.acts["change"] >= _SURELY


def _is_no_start(heard: Heard, matter: _Matter, said: _Said) -> bool:
    """Tell the bare 4 of "make it 4", where nothing ever begins at 4, from an hour."""
    values = [*matter.asked.known.values(), *matter.asked.booked.values()]
    items = [item for value in values for item in (value if isinstance(value, tuple) else (value,))]
    services = [heard.ear.business.services.get(item.id) for item in items if isinstance(item, Item)]
    starts = {start.hour % _HOURS for one in services if one for day in one.sessions.values() for start in day}
    bare = said.after - said.first == 1 and not any(
        given.kind == "time" and given.words.strip() != _words(heard, said) for given in heard.givens
    )
    return bare and bool(starts) and said.value % _HOURS not in starts


def _words(heard: Heard, said: _Said) -> str:
    pieces = heard.message.pieces
    return heard.message.text[pieces[said.first].start : pieces[said.after - 1].end]


def _gives_way(read: Read, matter: _Matter, count: int) -> bool:
    """Tell what the same words were taken for: another number of people, an hour, an option, nothing."""
    match read.meaning:
        case Inform(slot=slot, value=time() as hour):
            return slot in matter.asked.slots and hour.hour % _HOURS == count % _HOURS and not hour.minute
        case Inform(slot=slot):
            return slot == matter.slot.name
        case Choose(pick=Number(position=place)):
            return place == count
        case StartFlow(flow=flow):
            return flow == matter.asked.flow
        case Change(slot=None) | Unclear():
            return True
        case _:
            return False
