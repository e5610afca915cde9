"""Reads a wish that starts from what was just booked: "now for my sister", "the same again", "a peel right after"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time

from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Mood
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values.given import Stance
from frontdesk.language.understanding.wishes.for_others import FOR_WHOM
from frontdesk.language.understanding.wishes.own_booking import is_about_booking
from frontdesk.language.understanding.wishes.starts import with_values

_SAME, _AFTER = "booked.just_the_same", "booked.right_after"
_KIN = ("clauses.for_kin", "clauses.kin_wishing", "booked.next_kin")
_THEN = {"day": ("booked.same_day", "booked.same_time", "clauses.on_that_day"), "time": ("booked.same_time",)}
_CUES = frozenset({_SAME, _AFTER, *_KIN, *_THEN["day"]})
_TOO = "booked.the_same_too"
_TOLD = frozenset({Stance.PAST, Stance.ELSEWHERE, Stance.ASKED})
_SERVICE = "service"
_FEW = 2  # other words beside "for my sister" that ask for nothing else


def one_more(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return what is wanted besides what was just booked; nothing where it does not start from that."""
    if not heard.asked.settled or not heard.message.has(_CUES):
        return []
    flow = _flow(heard, begun)
    if flow is None or any(clause.mood is Mood.ASK for clause in heard.message.clauses):
        return []
    named = any(given.kind == _SERVICE for given in heard.givens)
    if heard.message.found(_AFTER) and named:
        reads = list(begun) or with_values(heard, [_start(heard, flow)])
        return [*reads, *_right_after(heard, flow, reads)]
    if named and begun and any(map(heard.message.found, _THEN["day"])):
        return [*begun, *_then(heard, flow, begun)]
    return [] if named or not (heard.message.found(_SAME) or _is_for_kin(heard)) else _same(heard, flow)


def the_same_too(heard: Heard) -> list[Read]:
    """Return the wish of "my friend had microneedling with you, can I get the same?": what was told is wanted."""
    if not heard.message.found(_TOO):
        return []
    told = [given for given in heard.givens if isinstance(given.value, Item) and given.stance in _TOLD]
    flow = _flow(heard, ())
    if flow is None or sum(given.kind == _SERVICE for given in told) != 1:
        return []
    givens = tuple(replace(given, stance=Stance.WANTED) if given in told else given for given in heard.givens)
    start = Read(StartFlow(flow, heard.text), why="told: the same is wanted")
    return with_values(heard._replace(givens=givens), [start])


def _start(heard: Heard, flow: str) -> Read:
    return Read(StartFlow(flow, heard.text), why="booked: one more")


def _flow(heard: Heard, begun: Sequence[Read]) -> str | None:
    """Name the flow that books one for somebody: the one that is asked for, unless that is to do something else."""
    flows = heard.ear.triggers.flows
    started = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    fits = [name for name, flow in flows.items() if FOR_WHOM in flow.slots and not is_about_booking(flow.slots)]
    return next((name for name in fits if not started or started == [name]), None)


def _is_for_kin(heard: Heard) -> bool:
    """Tell "and one for my sister" from "what a day for my sister, she just got a job"."""
    kin = {place for label in _KIN for cue in heard.message.found(label) for place in range(cue.first, cue.after)}
    placed = heard.ear.triggers.vocabulary.placed(heard.message.bare)
    whens = {heard.message.place_at(given.start) for given in heard.givens}
    return bool(kin) and sum(place not in kin | whens for place, _ in placed) <= _FEW


def _same(heard: Heard, flow: str) -> list[Read]:
    """Return one more of what was booked, with what is said of it otherwise."""
    booked = _just_booked(heard)
    slot = next((slot for slot in heard.ear.triggers.flows[flow].slots.values() if slot.kind == _SERVICE), None)
    service = next((value for value in booked if isinstance(value, Item) and value.kind == _SERVICE), None)
    if slot is None or service is None:
        return []
    reads = [read for read in with_values(heard, [_start(heard, flow)]) if not _is_of_party(read)]
    value: Value = (service,) if slot.many else service
    return [*reads, Read(Inform(slot.name, value, heard.text), why="booked: the same")]


def _is_of_party(read: Read) -> bool:
    """Tell that two cannot be booked at once, which nobody wants who asks for one more."""
    return isinstance(read.meaning, Inform) and read.meaning.problem is not None and read.meaning.value is None


def _right_after(heard: Heard, flow: str, reads: Sequence[Read]) -> list[Read]:
    """Return the day of what was booked, and the hours from its end on."""
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    booked = _just_booked(heard)
    day = next((value for value in booked if isinstance(value, date)), None)
    start = next((value for value in booked if isinstance(value, time)), None)
    lengths = heard.ear.scope.catalogues.lengths
    service = next((value.id for value in booked if isinstance(value, Item) and value.id in lengths), None)
    if day is None or start is None or service is None:
        return []
    begun = datetime.combine(day, start, heard.context.now.tzinfo).astimezone(UTC)
    end = (begun + lengths[service]).astimezone(heard.context.now.tzinfo).time()
    values: dict[str, Value] = {"day": day, "time": Times(end, None)}
    slots = heard.ear.triggers.flows[flow].slots.values()
    wanted = [(slot.name, values[slot.kind]) for slot in slots if slot.kind in values and slot.name not in told]
    return [Read(Inform(name, value, heard.text), why="booked: right after it") for name, value in wanted]


def _then(heard: Heard, flow: str, reads: Sequence[Read]) -> list[Read]:
    """Return the day and time of what was booked, as far as another is wanted just then: "and me at the same time"."""
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    booked = _just_booked(heard)
    held = {
        "day": next((value for value in booked if isinstance(value, date)), None),
        "time": next((value for value in booked if isinstance(value, time)), None),
    }
    slots = [slot for slot in heard.ear.triggers.flows[flow].slots.values() if slot.kind in held]
    same = [slot for slot in slots if slot.name not in told and any(map(heard.message.found, _THEN[slot.kind]))]
    values = [(slot.name, held[slot.kind]) for slot in same]
    return [
        Read(Inform(name, value, heard.text), why="booked: just then") for name, value in values if value is not None
    ]


def _just_booked(heard: Heard) -> list[Value]:
    """Return what was just booked, each value by itself; of several services none is the one that is meant."""
    return [value for asked in heard.asked.settled for value in (*asked.known.values(), *asked.booked.values())]
