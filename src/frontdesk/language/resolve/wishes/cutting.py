"""Cuts a message into wishes, where what was given already is given once more: "a setup Friday, a rehair Monday"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.dialogue.values import Days, Item, Times, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.shown import is_said_again
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.slots.ways_back import BACK
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.wishes.for_others import beneficiary

_WHEN, _WHO = frozenset({"day", "time"}), frozenset({"person_name", "party"})
_KIN = frozenset({"clauses.for_kin", "clauses.kin_wishing"})
_SAME = ("booked.just_the_same", "booked.same_again", "booked.right_after")
_MEANT = frozenset({Stance.WANTED, Stance.ASKED})
_INSTEAD = ("clauses.alternatives", "clauses.corrections", "clauses.instead", "clauses.taking_back")
_LONGEST = 500  # characters: in what is longer, one wish is not told from the next
_MOST = 4  # wishes of one message


_PAUSE, _TURNS, _JOINED, _SENTENCE = range(4)  # how much more than the one before these set wishes apart


class _Joint(NamedTuple):
    """A place at which another wish may begin: after a sentence, before "and", after a pause."""

    strength: int
    start: int


def cut(heard: Heard) -> tuple[str, ...]:
    """Return the wishes that a message may hold, each in its own words."""
    message = heard.message
    if len(message.text) > _LONGEST:
        return (message.text,)
    starts, joints = [0], None
    room, held = _room(heard), _for_guest(heard)
    for given in heard.givens:
        same = held.setdefault(given.kind, [])
        if not _counts(given) or any(_agree(given, each, room) for each in same):
            continue
        if same and len(same) + _places(given) > room.get(given.kind, 1) and len(starts) < _MOST:
            joints = [*_joints(message)] if joints is None else joints
            begin = _between(message, joints, same[-1], given)
            begin = begin if begin is None or same[-1].words or begin in _joined(message) else None
            if begin is not None:
                starts.append(begin)
                held = {given.kind: [given] * _places(given)}
            continue
        same += [given] * _places(given)
    starts = [*starts, *(_one_for_kin(heard) if len(starts) == 1 and held else ())]
    starts = sorted([*starts, *({*_more(heard, starts)} - {*starts})])[:_MOST]
    ends = [*starts[1:], len(message.text)]
    return tuple(message.text[start:end].strip() for start, end in zip(starts, ends, strict=True))


def _for_guest(heard: Heard) -> dict[str, list[Given]]:
    """Return what is being booked for the guest, where somebody else is spoken of who may want another thing."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    whom = beneficiary(flow.slots) if flow is not None and makes_bookings(flow) else None
    if whom is None or whom in heard.asked.known or not heard.message.has(_KIN):
        return {}
    items = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    return {item.kind: [Given(item.kind, item, "", 0, 0)] for item in items if isinstance(item, Item)}


def _one_for_kin(heard: Heard) -> Iterator[int]:
    """Give the place at which somebody else wants the same: "and one for my sister"."""
    message = heard.message
    things = any(isinstance(given.value, Item) and _counts(given) for given in heard.givens)
    if things or not _for_guest(heard) or not (adds(message) or any(map(message.found, _SAME))):
        return
    cue = min(cue.start for label in _KIN for cue in message.found(label))
    told = [given for given in heard.givens if given.end <= cue and given.kind != "number"]
    last = max((given.end for given in told), default=0)
    places = [0, *(joint.start for joint in _joints(message))]
    yield max(place for place in places if place <= cue and (place >= last or place == 0))


def _joined(message: Message) -> set[int]:
    """Return where joining words begin, of several in a row the first: "and now"."""
    joins = message.found("clauses.joins")
    return {cue.start for cue in joins if not any(other.first < cue.first <= other.after for other in joins)}


def _more(heard: Heard, starts: Sequence[int]) -> Iterator[int]:
    """Give the places at which one more of the same is wanted: "and another one two weeks later"."""
    counted = [given.end for given in heard.givens if _counts(given)]
    for cue in heard.message.found("clauses.one_more"):
        apart = max(start for start in starts if start <= cue.start)
        if any(apart < end <= cue.start for end in counted):
            yield cue.start


def _room(heard: Heard) -> dict[str, int]:
    """Return how many values of a kind one booking takes: two cities, or the two days of a stay."""
    room: dict[str, int] = {}
    for flow in heard.ear.triggers.flows.values():
        slots = [slot for slot in flow.slots.values() if slot.guest] if makes_bookings(flow) else []
        for kind in {slot.kind for slot in slots}:
            asked = sum(slot.kind == kind and slot.ask is not None for slot in slots) or 1
            room[kind] = min(room.get(kind, asked), asked)
    return room


def _counts(given: Given) -> bool:
    """Tell a value of which a booking has so many and no more."""
    told = given.problem is None or (given.problem is Problem.AMBIGUOUS and isinstance(given.value, Days))
    thing = isinstance(given.value, Item) and given.kind != "provider"
    return told and given.stance in _MEANT and given.value is not None and (thing or given.kind in _WHEN | _WHO)


def _places(given: Given) -> int:
    return 2 if isinstance(given.value, Days) else 1


def _agree(one: Given, other: Given, room: dict[str, int]) -> bool:
    """Tell "Saturday morning, at ten" from "ten, and eleven"; of two ends each may come again in another trip."""
    if room.get(one.kind, 1) > 1 and isinstance(one.value, Item):
        return False
    return one.value == other.value or _lies_in(one.value, other.value) or _lies_in(other.value, one.value)


def _lies_in(one: Value | None, other: Value | None) -> bool:
    if isinstance(other, Days):
        return isinstance(one, date) and other.holds(one)
    return isinstance(other, Times) and one is not None and is_said_again(other, one)


def _joints(message: Message) -> Iterator[_Joint]:
    before = None
    for clause in message.clauses:
        if before is not None:
            yield _Joint(_PAUSE if before == clause.sentence else _SENTENCE, clause.start)
        before = clause.sentence
    yield from (_Joint(_JOINED, start) for start in sorted(_joined(message)))
    yield from (_Joint(_TURNS, cue.start) for label in BACK for cue in message.found(label))


def _between(message: Message, joints: Sequence[_Joint], one: Given, other: Given) -> int | None:
    """Return where the wish that `other` belongs to begins; nowhere, if it is one of two, or in place of `one`."""
    if any(one.end <= cue.start < other.start for label in _INSTEAD for cue in message.found(label)):
        return None
    found = [joint for joint in joints if one.end <= joint.start <= other.start]
    return max(found).start if found else None
