"""Resolves a wish that starts from what was just booked: one more, for somebody else, right after it, the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.dialogue.values import Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import when
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.pointers import is_any_booking, is_rather_changed, is_thing, pointer_of, pointing_cues
from frontdesk.language.resolve.pointing import Booked, Pointer, not_before
from frontdesk.language.resolve.slots.measuring import measure
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.wishes.for_others import beneficiary, kin_named
from frontdesk.language.resolve.wishes.starts import with_values
from frontdesk.language.results import Found, Part, Read

_CORRECTING = ("clauses.corrections", "clauses.instead", "clauses.replacing", "clauses.remaking")
_HARDLY = 0.15  # likely that anything is wanted
_MOST = 5  # that are booked one after the other for one message


def wished_besides(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return what is wanted besides what was just booked; nothing where the message does not start from that."""
    flow = _flow(heard, begun)
    if flow is None or not _wishes(heard):
        return []
    booked = _booked(heard, flow)
    pointer = pointer_of(heard, booked, begun)
    if pointer is not None:
        return _wished(heard, flow, booked, pointer)
    if _is_another_trip(heard, booked):
        return _again_with(heard, flow, booked)
    if not begun or not _counts_from(heard, flow, booked, begun):
        return []
    own = any(map(is_thing, heard.givens)) or is_any_booking(heard)
    own = own or heard.ear.triggers.does(heard.ear.triggers.flows[flow], heard.text)  # "book a call the day after"
    return _again_with(heard, flow, booked) if own else _wished(heard, flow, booked, Pointer.AGAIN)


def _wishes(heard: Heard) -> bool:
    """Tell a wish from a mere question, from a change, and from "one more thing, ..."."""
    belief = believed_of(heard)
    if belief is None:
        return not any(clause.mood is Mood.ASK for clause in heard.message.clauses)
    return belief.acts["start"] >= max(_HARDLY, belief.acts["ask"], belief.acts["change"])


def _counts_from(heard: Heard, flow: str, booked: Booked, begun: Sequence[Read]) -> bool:
    """Tell whether something new is wanted, and when it shall be is said by what was booked."""
    asked_for = adds_or_names(heard) or begun[0].found is not Found.BY_VALUES
    if not asked_for or any(map(heard.message.found, _CORRECTING)) or is_rather_changed(heard, flow):
        return False
    return _names_next_day(heard) or bool(measure(_measured_from(heard, flow, booked)).reads)


def _names_next_day(heard: Heard) -> bool:
    """Tell "the Thursday after that", which is another day where nothing was booked, from "on Thursday"."""
    alone = replace(heard.context, beside=None)
    days = [given for given in heard.givens if given.kind == "day" and isinstance(given.value, date)]
    return any(given.value not in [when.parts(found)[0] for found in when.read(given.words, alone)] for given in days)


def one_more(heard: Heard) -> list[Read]:
    """Return one more of what was just booked, for whoever wants something and names nothing else."""
    flow = _flow(heard, ())
    return _wished(heard, flow, _booked(heard, flow), Pointer.AGAIN) if flow else []


def wished_after(heard: Heard, flow: str) -> list[Read]:
    """Return what a message wants next, as if what comes before it were booked; when that ends is not known yet."""
    booked = _booked(heard, flow)
    pointer = pointer_of(heard, booked, [_read(StartFlow(flow, heard.text), why="next")])
    if pointer is not Pointer.AFTER:
        return _wished(heard, flow, booked, pointer) if pointer is not None else _again_with(heard, flow, booked)
    reads = _again_with(heard, flow, booked)
    told = {_slot(read) for read in reads}
    whens = [slot for slot in booked.slots.values() if slot.kind in {"time", "moment"} and slot.guest]
    if not whens or whens[0].name in told:
        return reads
    return [*reads, _read(Inform(whens[0].name, None, heard.text, Problem.AFTER), why="right after what comes before")]


def counted_from_booked(heard: Heard) -> Heard | None:
    """Return an answer as if the flow under way stood where the other was booked, but for what it has of its own."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if heard.asked.just_booked is None or flow is None or not makes_bookings(flow) or heard.asked.standing:
        return None
    booked = _booked(heard, flow.name)
    own = {flow.slots[name].kind for name in heard.asked.known if name in flow.slots}
    left = {name: value for name, value in booked.values.items() if flow.slots[name].kind not in own}
    if booked.day is None or not left.keys() & booked.whens.keys():
        return None
    counted = heard._replace(asked=replace(heard.asked, standing=left))
    if not measure(counted).reads and ("day" in own or not any(pointing_cues(heard, Pointer.AFTER))):
        return None
    return counted._replace(givens=tuple(given for given in heard.givens if not _says_which(heard, given, booked)))


def right_after(heard: Heard, flow: str) -> list[Read]:
    """Return the hours from the end of what was just booked on, for a flow that books one more."""
    if not any(pointing_cues(heard, Pointer.AFTER)):
        return []
    whens = _booked(heard, flow).from_its_end()
    return [_read(Inform(name, value, heard.text), why="just booked: right after it") for name, value in whens.items()]


def _says_which(heard: Heard, given: Given, booked: Booked) -> bool:
    """Tell the Botox of "right after the Botox", which is booked, where something else is being booked now."""
    held = [heard.asked.known.get(name) for name, slot in booked.slots.items() if slot.kind == given.kind]
    others = any(value not in (None, given.value, (given.value,)) for value in held)
    return is_thing(given) and others and given.value in _single(booked.values.values())


def _is_of_booked(heard: Heard, given: Given, booked: Booked) -> bool:
    """Tell the setup of "a rehair, right after the setup", which comes before it."""
    of_kind = [each.value for each in heard.givens if each.kind == given.kind and is_thing(each)]
    held = _single(booked.values.values())
    return booked.ends is None and given.value in held and any(value not in held for value in of_kind)


def _single(values: Iterable[Value]) -> list[Value]:
    return [item for value in values for item in (value if isinstance(value, tuple) else (value,))]


def adds_or_names(heard: Heard) -> bool:
    """Tell a wish for something more from a change: it adds in so many words, or names what is to be had."""
    return adds(heard.message) or any(is_thing(given) for given in heard.givens)


def _flow(heard: Heard, begun: Sequence[Read]) -> str | None:
    """Name the flow that books one more: the one that is asked for, unless that is to do something else."""
    if heard.asked.just_booked is None or heard.asked.flow is not None:
        return None
    started = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    if not started:
        return heard.asked.just_booked.flow
    return started[0] if len(started) == 1 and makes_bookings(heard.ear.triggers.flows[started[0]]) else None


def _booked(heard: Heard, flow: str) -> Booked:
    just = heard.asked.just_booked
    if just is None:
        raise LookupError("nothing was booked")
    return Booked.of(just, heard.ear.triggers.flows[flow].slots, heard.ear.scope.catalogues.lengths)


def _is_another_trip(heard: Heard, booked: Booked) -> bool:
    """Tell a trip that is named by both of its ends, and is no correction: it never replaces the one booked."""
    if booked.ends is None or any(map(heard.message.found, _CORRECTING)):
        return False
    kind = booked.slots[booked.ends[0]].kind
    named = {given.value for given in heard.givens if given.kind == kind and is_thing(given)}
    return len(named) == len(booked.ends) and named != {booked.values[end] for end in booked.ends}


def _wished(heard: Heard, flow: str, booked: Booked, pointer: Pointer) -> list[Read]:
    """Return one more, with what it takes over from what was booked, as often as it is wanted."""
    reads = _again_with(heard, flow, booked)
    if pointer is Pointer.BACK and (back := [*_days_back(heard, booked), *_times_back(heard, booked)]):
        dated = {slot for read in back if (slot := _slot(read)) is not None}
        reads = [*(read for read in reads if _slot(read) not in dated), *back]
    told = {slot for read in reads if (slot := _slot(read)) is not None}
    other_day = any(booked.slots[name].kind == "day" for name in told if name in booked.slots)
    other_day |= any(given.kind == "day" and given.stance is Stance.WANTED for given in heard.givens)
    taken = booked.same(pointer) | _party(heard, booked)
    same = {name: value for name, value in taken.items() if name not in told}
    if other_day and pointer is not Pointer.AFTER:  # at what time is another question then
        same = {name: value for name, value in same.items() if booked.slots[name].kind not in {"time", "moment"}}
    kept = [_read(Inform(name, value, heard.text), why=f"just booked: {pointer}") for name, value in same.items()]
    return [*_counted(heard, flow, [*reads, *kept, *_for_kin(heard, pointer, booked, told)], booked)]


def _for_kin(heard: Heard, pointer: Pointer, booked: Booked, told: AbstractSet[str]) -> Iterator[Read]:
    """Say whom it is for, where somebody is named by what they are to the guest: "what about my sister?"."""
    whom, named = beneficiary(booked.slots), next(kin_named(heard.message), None)
    asked_for = pointer in {Pointer.FOR_ANOTHER, Pointer.AFTER} and whom not in told
    if whom is not None and asked_for and named is not None:
        yield _read(Inform(whom, named[1], named[1]), why="just booked: for another")


def _again_with(heard: Heard, flow: str, booked: Booked) -> list[Read]:
    """Return the flow with what the message says for it, counted from what was booked: "the same day, at 3"."""
    start = _read(StartFlow(flow, heard.text), why="just booked: one more")
    again = _measured_from(heard, flow, booked)
    measured = measure(again)
    used = set(measured.used)
    left = again._replace(givens=tuple(given for given in again.givens if given not in used))
    reads = [read for read in with_values(left, [start]) if not _is_of_party(read)]
    told = {_slot(read) for read in measured.reads}
    return [*(read for read in reads if _slot(read) is None or _slot(read) not in told), *measured.reads]


def _measured_from(heard: Heard, flow: str, booked: Booked) -> Heard:
    """Hear a message as if it were said of another one on the day and at the time of what was booked."""
    slots = heard.ear.triggers.flows[flow].slots
    asked = Asked(
        Wanted.NOTHING,
        slots=slots,
        known=booked.whens,
        standing=booked.values,
        topics=heard.asked.topics,
        settled=heard.asked.settled,
    )
    again = heard.ear.hear(heard.message.text, asked, replace(heard.context, beside=booked.day))
    return again._replace(givens=tuple(each for each in again.givens if not _is_of_booked(again, each, booked)))


def _days_back(heard: Heard, booked: Booked) -> list[Read]:
    """Return when the way back is, which is never before the way out."""
    days = [given for given in heard.givens if given.kind == "day" and given.stance is Stance.WANTED]
    slot = next((name for name, value in booked.whens.items() if isinstance(value, date)), None)
    if slot is None or len(days) != 1:
        return []
    (given,) = days
    value, problem = given.value, given.problem
    if isinstance(value, date) and problem is None and booked.day is not None:
        by_weekday = when.names_weekday(given.words, heard.context)
        value = not_before(value, booked.day, by_weekday=by_weekday)
        problem = Problem.TOO_EARLY if value is None else None
    return [_read(Inform(slot, value, given.words, problem, given.candidates), why="just booked: the way back")]


def _times_back(heard: Heard, booked: Booked) -> Iterator[Read]:
    """Give the hour of the way back, which is that of no trip that is booked one way."""
    times = [given for given in heard.givens if given.kind == "time" and given.stance is Stance.WANTED]
    slots = [name for name, slot in booked.slots.items() if slot.kind == "time"]
    if len(times) == 1 and slots:
        told = Inform(slots[0], times[0].value, times[0].words, times[0].problem)
        yield _read(told, why="just booked: the way back")


def _counted(heard: Heard, flow: str, reads: Sequence[Read], booked: Booked) -> Iterator[Read]:
    """Give one more as often as it is wanted, one after the other: "three more of the same"."""
    count = _number(heard) or 1
    count = count if 1 <= count <= _MOST and not booked.takes_party else 1
    yield from reads
    for place in range(2, count + 1):
        # Words of its own, so that it is heard as a wish of its own.
        yield _read(StartFlow(flow, f"{heard.text} ({place})"), why=f"just booked: number {place}")
        yield from (replace(read, why=f"just booked: number {place}") for read in reads[1:])


def _party(heard: Heard, booked: Booked) -> dict[str, Value]:
    """Return how many more come along, where several may: "two more of the same"."""
    slots = [name for name, slot in booked.slots.items() if slot.kind == "party"]
    count = _number(heard)
    return {slots[0]: count} if slots and count is not None else {}


def _number(heard: Heard) -> int | None:
    """Return how many are wanted; the two of "two weeks later" counts nothing else."""
    numbers = [given for given in heard.givens if given.kind == "number" and given.stance is Stance.WANTED]
    others = [given for given in heard.givens if given.kind != "number"]
    alone = [given.value for given in numbers if not any(map(given.overlaps, others))]
    return alone[0] if len(alone) == 1 and isinstance(alone[0], int) else None


def _slot(read: Read) -> str | None:
    return read.meaning.slot if isinstance(read.meaning, Inform) else None


def _is_of_party(read: Read) -> bool:
    """Tell that two cannot be booked at once, which nobody wants who asks for one more."""
    return isinstance(read.meaning, Inform) and read.meaning.problem is Problem.SEVERAL


def _read(meaning: StartFlow | Inform, *, why: str) -> Read:
    return Read(meaning, why=why, by=Part.RESOLVE)
