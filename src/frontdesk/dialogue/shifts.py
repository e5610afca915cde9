"""Moves what is booked: "an hour later", "one more of us", said before or after it is known which booking is meant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import Filled, Option, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Choose, Confirm, Flow
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.settled import BOOKING, booking_choice, chosen_booking, is_told, named_by, single, standing
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Shift, Value

_DAY = timedelta(days=1)
DAY = "day"  # the kind of slot of which a stay has two


def later(value: Value | None, distance: timedelta) -> Value | None:
    """Return a moment, a day or a time by `distance` later; a time stays within its day."""
    whole = distance % _DAY == timedelta()
    match value:
        case datetime() if not whole:
            return (value.astimezone(UTC) + distance).astimezone(value.tzinfo)  # as time goes by, not the wall clock
        case datetime():
            return value + distance
        case date() if whole:
            return value + distance
        case time() if not whole:
            moved = datetime.combine(date(2000, 1, 1), value) + distance
            return moved.time() if moved.date() == date(2000, 1, 1) else None
        case _:
            return None


def moved(value: Value | None, shift: Shift) -> Value | None:
    """Return what a value becomes; None where it cannot be moved so far."""
    if not shift.by:
        return value
    if isinstance(shift.by, timedelta):
        return later(value, shift.by)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value + shift.by if value + shift.by > 0 else None


def measured(turn: Turn, informs: tuple[Inform, ...]) -> tuple[Inform, ...]:
    """Return what shall be moved as what it becomes; it waits where it is not known yet which booking is meant."""
    if not any(isinstance(inform.value, Shift) for inform in informs):
        return informs
    booking = chosen_booking(turn.flow, turn.run)
    if not booking:
        waits = booking_choice(turn.flow) is not None
        return tuple(inform for inform in informs if waits or not isinstance(inform.value, Shift))
    stands = {**standing(turn.flow, booking), **runs.values(turn.run)}
    whole = (_become(inform, stands.get(inform.slot)) for inform in informs)
    return tuple(inform for inform in whole if inform.value is not None)


def _become(inform: Inform, held: Value | None) -> Inform:
    return replace(inform, value=moved(held, inform.value)) if isinstance(inform.value, Shift) else inform


def taken(run: Run, flow: Flow, step: Choose, option: Option) -> Run:
    """Take an option; once it is a booking, what was to be moved is moved from how that stands."""
    run = runs.take(run, flow, step, option)
    if flow.slots[step.slot].kind != BOOKING:
        return run
    stands = standing(flow, option.fields)
    for name, filled in run.slots.items():
        if isinstance(filled.value, Shift):
            run = _made(run, flow, name, stands)
    return run


def _made(run: Run, flow: Flow, name: str, stands: Mapping[str, Value]) -> Run:
    """Move one value; the other end of a stay stays, unless the stay would end before it begins."""
    waiting = run.slots[name]
    value = moved(stands.get(name), waiting.value) if isinstance(waiting.value, Shift) else None
    if value is None or not isinstance(waiting.value, Shift):
        return runs.clear(run, flow, name)
    run = _with(run, name, replace(waiting, value=value, instead_of=waiting))
    for other, held in stands.items():
        if other != name and flow.slots[other].kind == DAY == flow.slots[name].kind and other not in run.slots:
            flips = _is_before(held, stands[name]) != _is_before(held, value)
            kept = moved(held, waiting.value) if flips else held
            run = run if kept is None else _with(run, other, Filled(kept, Source.ACTION, instead_of=waiting))
    return run


def _is_before(one: Value, other: Value) -> bool:
    return isinstance(one, date) and isinstance(other, date) and one <= other


def _with(run: Run, name: str, filled: Filled) -> Run:
    return replace(run, slots={**run.slots, name: filled})


def changes_nothing(turn: Turn, step: Confirm) -> bool:
    """Say whether a booking would be changed to exactly what it is: nobody is asked for a yes to that."""
    run, flow = turn.run, turn.flow
    deeds = [act for act in flow.acts if act.confirmed_by == step.name]
    booking = chosen_booking(flow, run)
    if not booking or not deeds or any(act.ends for act in deeds):
        return False
    stands = {name: value for name, value in standing(flow, booking).items() if name in run.slots}
    named = {*named_by(flow), *_looked_up_by(flow)}
    told = {name for name, filled in run.slots.items() if is_told(filled)} - named
    return (
        bool(stands) and told <= stands.keys() and all(single(run.slots[name].value) == stands[name] for name in stands)
    )


def _looked_up_by(flow: Flow) -> set[str]:
    """Return the slots by which a booking is looked for."""
    sources = {step.source for step in flow.choices if flow.slots[step.slot].kind == BOOKING}
    return {slot for act in flow.acts if act.name in sources for slot in act.arguments.values()}
