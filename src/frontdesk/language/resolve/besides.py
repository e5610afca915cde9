"""Resolves a wish that starts from what was just booked: one more, for somebody else, right after it, the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import when
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.pointing import Booked, Pointer, not_before
from frontdesk.language.resolve.slots.measuring import measure
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.wishes.starts import with_values
from frontdesk.language.results import Found, Part, Read

_POINTERS = {
    Pointer.BACK: ("clauses.way_back", "clauses.back_alone"),
    Pointer.AFTER: ("booked.right_after",),
    Pointer.FOR_ANOTHER: ("clauses.for_kin", "clauses.kin_wishing", "booked.next_kin"),
    Pointer.AGAIN: ("booked.same_again", "booked.just_the_same"),
}
_CORRECTING = ("clauses.corrections", "clauses.instead", "clauses.replacing", "clauses.remaking")
_HARDLY = 0.15  # likely that anything is wanted
_FEW = 2  # other words beside "for my sister" that ask for nothing else
_MOST = 5  # that are booked one after the other for one message


def wished_besides(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return what is wanted besides what was just booked; nothing where the message does not start from that."""
    flow = _flow(heard, begun)
    if flow is None or _merely_asks(heard, begun):
        return []
    belief = believed_of(heard)
    if belief is not None and belief.acts["start"] < _HARDLY:
        return []  # "one more thing, ..."
    booked = _booked(heard, flow)
    pointer = _pointer(heard, booked, begun)
    if pointer is not None:
        return _wished(heard, flow, booked, pointer)
    if _is_another_trip(heard, booked):
        return _again_with(heard, flow, booked)
    return _again_with(heard, flow, booked) if begun and _counts_from(heard, flow, booked, begun) else []


def _merely_asks(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell "is anyone free after that?" from "a peel right after that, with whoever is free"."""
    asking = [clause for clause in heard.message.clauses if clause.mood is Mood.ASK]
    after = [cue for label in _POINTERS[Pointer.AFTER] for cue in heard.message.found(label)]
    wished = begun and after and heard.message.clause_at(after[0].start) not in asking
    return bool(asking) and not wished


def _counts_from(heard: Heard, flow: str, booked: Booked, begun: Sequence[Read]) -> bool:
    """Tell whether something new is wanted, and when it shall be is said by what was booked."""
    asked_for = adds_or_names(heard) or begun[0].found is not Found.BY_VALUES
    if not asked_for or any(map(heard.message.found, _CORRECTING)):
        return False
    return bool(heard.message.found("clauses.after_that") or measure(_measured_from(heard, flow, booked)).reads)


def one_more(heard: Heard) -> list[Read]:
    """Return one more of what was just booked, for whoever wants something and names nothing else."""
    flow = _flow(heard, ())
    return _wished(heard, flow, _booked(heard, flow), Pointer.AGAIN) if flow else []


def wished_after(heard: Heard, flow: str) -> list[Read]:
    """Return what a message wants next, as if what comes before it were booked; when that ends is not known yet."""
    booked = _booked(heard, flow)
    pointer = _pointer(heard, booked, [_read(StartFlow(flow, heard.text), why="next")])
    if pointer is not Pointer.AFTER:
        return _wished(heard, flow, booked, pointer) if pointer is not None else _again_with(heard, flow, booked)
    reads = _again_with(heard, flow, booked)
    told = {_slot(read) for read in reads}
    whens = [slot for slot in booked.slots.values() if slot.kind in {"time", "moment"} and slot.guest]
    if not whens or whens[0].name in told:
        return reads
    return [*reads, _read(Inform(whens[0].name, None, heard.text, Problem.AFTER), why="right after what comes before")]


def counted_from_booked(heard: Heard) -> Heard | None:
    """Return an answer as if the flow under way stood where the other was booked; None where it has its own day."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if heard.asked.just_booked is None or flow is None or not makes_bookings(flow) or heard.asked.standing:
        return None
    booked = _booked(heard, flow.name)
    if booked.day is None or any(flow.slots[name].kind == "day" for name in heard.asked.known if name in flow.slots):
        return None
    counted = heard._replace(asked=replace(heard.asked, standing=booked.values))
    if not measure(counted).reads and not any(map(heard.message.found, _POINTERS[Pointer.AFTER])):
        return None
    return counted._replace(givens=tuple(given for given in heard.givens if not _says_which(heard, given, booked)))


def right_after(heard: Heard, flow: str) -> list[Read]:
    """Return the hours from the end of what was just booked on, for a flow that books one more."""
    if not any(map(heard.message.found, _POINTERS[Pointer.AFTER])):
        return []
    whens = _booked(heard, flow).from_its_end()
    return [_read(Inform(name, value, heard.text), why="just booked: right after it") for name, value in whens.items()]


def _says_which(heard: Heard, given: Given, booked: Booked) -> bool:
    """Tell the Botox of "right after the Botox", which is booked, where something else is being booked now."""
    held = [heard.asked.known.get(name) for name, slot in booked.slots.items() if slot.kind == given.kind]
    others = any(value not in (None, given.value, (given.value,)) for value in held)
    return _is_thing(given) and others and given.value in _single(booked.values.values())


def _is_of_booked(heard: Heard, given: Given, booked: Booked) -> bool:
    """Tell the setup of "a rehair, right after the setup", which comes before it."""
    of_kind = [each.value for each in heard.givens if each.kind == given.kind and _is_thing(each)]
    held = _single(booked.values.values())
    return booked.ends is None and given.value in held and any(value not in held for value in of_kind)


def _single(values: Iterable[Value]) -> list[Value]:
    return [item for value in values for item in (value if isinstance(value, tuple) else (value,))]


def adds_or_names(heard: Heard) -> bool:
    """Tell a wish for something more from a change: it adds in so many words, or names what is to be had."""
    return adds(heard.message) or any(_is_thing(given) for given in heard.givens)


def _is_thing(given: Given) -> bool:
    return isinstance(given.value, Item) and given.stance is Stance.WANTED and given.kind != "provider"


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


def _pointer(heard: Heard, booked: Booked, begun: Sequence[Read]) -> Pointer | None:
    """Return how a message points at what was booked; what it names itself is not what it points at."""
    found = [pointer for pointer, labels in _POINTERS.items() if any(map(heard.message.found, labels))]
    things = any(_is_thing(given) for given in heard.givens)
    for pointer in found:
        match pointer:
            case Pointer.BACK if booked.ends is not None and not things:
                return pointer
            case Pointer.AFTER if things or Pointer.FOR_ANOTHER in found or begun or adds(heard.message):
                return pointer
            case Pointer.FOR_ANOTHER if not things and _is_for_kin(heard):
                return pointer
            case Pointer.AGAIN if not things and not (booked.is_visit and _is_any_booking(heard)):
                return pointer
            case _:
                continue
    return None


def _is_any_booking(heard: Heard) -> bool:
    """Tell "one more appointment", for whatever it may be, from "one more"."""
    return heard.ear.triggers.names_booking(heard.message)


def _is_for_kin(heard: Heard) -> bool:
    """Tell "and one for my sister" from "what a day for my sister, she just got a job"."""
    labels = _POINTERS[Pointer.FOR_ANOTHER]
    kin = {place for label in labels for cue in heard.message.found(label) for place in range(cue.first, cue.after)}
    placed = heard.ear.triggers.vocabulary.placed(heard.message.bare)
    whens = {heard.message.place_at(given.start) for given in heard.givens}
    return sum(place not in kin | whens for place, _ in placed) <= _FEW


def _is_another_trip(heard: Heard, booked: Booked) -> bool:
    """Tell a trip that is named by both of its ends, and is no correction: it never replaces the one booked."""
    if booked.ends is None or any(map(heard.message.found, _CORRECTING)):
        return False
    kind = booked.slots[booked.ends[0]].kind
    named = {given.value for given in heard.givens if given.kind == kind and _is_thing(given)}
    return len(named) == len(booked.ends) and named != {booked.values[end] for end in booked.ends}


def _wished(heard: Heard, flow: str, booked: Booked, pointer: Pointer) -> list[Read]:
    """Return one more, with what it takes over from what was booked, as often as it is wanted."""
    reads = _again_with(heard, flow, booked)
    if pointer is Pointer.BACK and (back := _days_back(heard, booked)):
        reads = [*(read for read in reads if _slot(read) not in booked.whens), *back]
    told = {slot for read in reads if (slot := _slot(read)) is not None}
    other_day = any(booked.slots[name].kind == "day" for name in told if name in booked.slots)
    other_day |= any(given.kind == "day" and given.stance is Stance.WANTED for given in heard.givens)
    taken = booked.same(pointer) | _party(heard, booked)
    same = {name: value for name, value in taken.items() if name not in told}
    if other_day and pointer is not Pointer.AFTER:  # at what time is another question then
        same = {name: value for name, value in same.items() if booked.slots[name].kind not in {"time", "moment"}}
    kept = [_read(Inform(name, value, heard.text), why=f"just booked: {pointer}") for name, value in same.items()]
    return [*_counted(heard, flow, [*reads, *kept], booked)]


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
    times = [given for given in heard.givens if given.kind == "time" and given.stance is Stance.WANTED]
    hour = next((each.name for each in booked.slots.values() if each.kind == "time" and each.guest), None)
    told = [Inform(slot, value, given.words, problem, given.candidates)]
    told += [Inform(hour, times[0].value, times[0].words, times[0].problem)] if hour and len(times) == 1 else []
    return [_read(each, why="just booked: the way back") for each in told]


def _counted(heard: Heard, flow: str, reads: Sequence[Read], booked: Booked) -> Iterator[Read]:
    """Give one more as often as it is wanted, one after the other: "three more of the same"."""
    numbers = [given.value for given in heard.givens if _is_count(given)]
    count = numbers[0] if len(numbers) == 1 and isinstance(numbers[0], int) else 1
    count = count if 1 <= count <= _MOST and not booked.takes_party else 1
    yield from reads
    for place in range(2, count + 1):
        # Words of its own, so that it is heard as a wish of its own.
        yield _read(StartFlow(flow, f"{heard.text} ({place})"), why=f"just booked: number {place}")
        yield from (replace(read, why=f"just booked: number {place}") for read in reads[1:])


def _party(heard: Heard, booked: Booked) -> dict[str, Value]:
    """Return how many more come along, where several may: "two more of the same"."""
    slots = [name for name, slot in booked.slots.items() if slot.kind == "party"]
    whens = [given for given in heard.givens if given.kind in {"day", "time"}]
    numbers = [given.value for given in apart(heard.givens, whens) if _is_count(given)]
    count = numbers[0] if len(numbers) == 1 else None
    return {slots[0]: count} if slots and isinstance(count, int) else {}


def _is_count(given: Given) -> bool:
    return given.kind == "number" and given.stance is Stance.WANTED


def _slot(read: Read) -> str | None:
    return read.meaning.slot if isinstance(read.meaning, Inform) else None


def _is_of_party(read: Read) -> bool:
    """Tell that two cannot be booked at once, which nobody wants who asks for one more."""
    return isinstance(read.meaning, Inform) and read.meaning.problem is Problem.SEVERAL


def _read(meaning: StartFlow | Inform, *, why: str) -> Read:
    return Read(meaning, why=why, by=Part.RESOLVE)
