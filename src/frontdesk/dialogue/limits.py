"""Keeps the limits of a search in force: until the guest takes one back, or another of its sort takes its place."""

from __future__ import annotations

from datetime import date, datetime

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import Filled, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flow, Slot
from frontdesk.dialogue.meanings import Exclude, Inform
from frontdesk.dialogue.ranges import DAY
from frontdesk.dialogue.values import Anytime, Days, Soonest, Times, Value


def heeded(run: Run, before: Run, flow: Flow, inform: Inform) -> Run:
    """Put a value into its slot; what an earlier message ruled out, and this one says is fine, may be had again."""
    slot, value = flow.slots[inform.slot], inform.value
    if value is None:
        return run
    run = _taking_back(_leaving_span(run, slot, value), before, inform)
    if _only_takes_back(before, slot, value):
        return run
    filled = Filled(_within_span(run, slot, value), Source.GUEST, inform.words)
    held = run.slots.get(slot.name)
    return run if held is not None and held.value == filled.value else runs.fill(run, flow, slot.name, filled)


def _leaving_span(run: Run, slot: Slot, value: Value) -> Run:
    """Keep the days out of which one is wanted in mind until the guest names another."""
    if slot.kind == DAY and isinstance(value, Days):
        return replace(run, span=value)
    if run.span is None or not isinstance(value, date):
        return run
    day = value.date() if isinstance(value, datetime) else value
    return run if run.span.holds(day) else replace(run, span=None)


def _taking_back(run: Run, before: Run, inform: Inform) -> Run:
    """Forget what was ruled out in earlier messages once it is said to be fine, or anything is."""
    open_again = isinstance(inform.value, Anytime | Soonest)
    gone = {pair for pair in before.excluded if pair[0] == inform.slot and (open_again or pair[1] == inform.value)}
    return replace(run, excluded=tuple(pair for pair in run.excluded if pair not in gone)) if gone else run


def _only_takes_back(before: Run, slot: Slot, value: Value) -> bool:
    """Tell "mornings are fine", of hours that were ruled out: they may be again, and so may all others."""
    held = before.slots.get(slot.name)
    free = held is None or isinstance(held.value, Anytime)
    return isinstance(value, Times) and free and (slot.name, value) in before.excluded


def _within_span(run: Run, slot: Slot, value: Value) -> Value:
    """Return what "any day" means beside "next week", any of that week, and "the last" beside hours: that of them."""
    hours = run.slots[slot.name].value if slot.name in run.slots else None
    if isinstance(hours, Times) and value == Times(None, None, latest=True) and None not in {hours.start, hours.end}:
        return replace(hours, latest=True)  # a single bound is of another search: "anything earlier?"
    return run.span if run.span and slot.kind == DAY and isinstance(value, Anytime | Soonest) else value


def ruled_out(run: Run, flow: Flow, exclude: Exclude) -> Run:
    """Rule a value out from now on; a slot that holds it is emptied."""
    held = None if exclude.slot in runs.kept(flow) else run.slots.get(exclude.slot)
    if held is not None and held.value in (exclude.value, (exclude.value,)):
        run = runs.clear(run, flow, exclude.slot)
    elif held is not None and isinstance(held.value, tuple) and exclude.value in held.value:
        kept = tuple(item for item in held.value if item != exclude.value)
        run = runs.fill(run, flow, exclude.slot, replace(held, value=kept))
    return replace(run, excluded=(*run.excluded, (exclude.slot, exclude.value)))
