"""Decides when a range of days is searched as it is, and when one day out of it is asked for."""

from __future__ import annotations

from datetime import timedelta

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import Collecting, Filled, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Act, Assign, Confirm, Copy, Flow
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Anytime, Days, Soonest, Value

DAY = "day"
_FEW = timedelta(days=3)  # a weekend, and a long one: all of them fit into one offer
_SAID = frozenset({Source.GUEST, Source.TOPIC})


def searched_ranges(turn: Turn, heard: Heard) -> Heard:
    """Take a range of days as what is wanted, where it can be searched; elsewhere a day out of it is asked for.

    A whole week or month with nothing else said of it is asked about once: most guests have a day in mind.
    """
    ranges = {each for each in heard.problems if _is_range(each) and _is_searched(turn, heard, each)}
    if not ranges:
        return heard
    return sort(replace(each, problem=None) if each in ranges else each for each in heard.all)


def searches_days(flow: Flow) -> bool:
    """Say whether a flow looks for openings on days that a guest names."""
    return any(_search_over(flow, name) is not None for name in flow.slots)


def looks_through(flow: Flow, slot: str) -> bool:
    """Say whether a flow looks for openings on each of several days, out of which what is found takes one."""
    return _search_over(flow, slot) is not None and slot in settled_slots(flow)


def settled_slots(flow: Flow) -> frozenset[str]:
    """Name the slots that what a search has found settles: by a choice from it, or by an output put in their place."""
    return frozenset(name for search in flow.acts for name in _settled_by(flow, search))


def searched_slots(flow: Flow) -> frozenset[str]:
    """Name the slots that a search is made with, so that any of several values in them will do."""
    return frozenset(name for act in flow.acts if _settled_by(flow, act) for name in act.arguments.values())


def _settled_by(flow: Flow, search: Act) -> frozenset[str]:
    if search.guarded:
        return frozenset()
    taken = {slot for choice in flow.choices if choice.source == search.name for slot in choice.take.values()}
    found = {Copy(output) for output in search.outputs.values()}
    assigns = (step for step in flow.steps.values() if isinstance(step, Assign))
    put = {slot for step in assigns for slot, value in step.values.items() if value in found}
    return frozenset(taken | (put & set(search.arguments.values())))


def with_range(run: Run, flow: Flow, slot: str) -> Run | None:
    """Return the run with the days out of which one was to be named, where a limit holds that makes them few."""
    search = _search_over(flow, slot)
    if run.span is None or search is None or not _is_limited(run, flow, search, slot):
        return None
    return runs.fill(run, flow, slot, Filled(run.span, Source.GUEST))


def without_range(run: Run, slot: str) -> Run:
    """Forget the days that a slot holds before a flow asks for others: taken once more, it would ask for ever."""
    held = run.slots.get(slot)
    return replace(run, span=None) if held is not None and isinstance(held.value, Days) else run


def _is_range(inform: Inform) -> bool:
    return isinstance(inform.value, Days) and inform.problem is Problem.AMBIGUOUS and not inform.candidates


def _is_searched(turn: Turn, heard: Heard, inform: Inform) -> bool:
    search = _search_over(turn.flow, inform.slot)
    if search is None or not isinstance(inform.value, Days):
        return False
    asked = isinstance(turn.position, Collecting) and turn.position.slot == inform.slot
    lists = any(choice.source == search.name for choice in turn.flow.choices)
    if lists and (asked or inform.slot in turn.run.slots or _is_short(inform.value)):
        return True  # one that is put forward out of so many days would be a guess
    limits = _limits(turn.flow, search, inform.slot)
    said = any(each.slot in limits and _binds(each.value) for each in heard.informs)
    ruled_out = any(each.slot in {*limits, inform.slot} for each in heard.excludes)
    return said or ruled_out or _is_limited(turn.run, turn.flow, search, inform.slot)


def _is_short(days: Days) -> bool:
    return days.start is not None and days.end is not None and days.end - days.start <= _FEW


def _search_over(flow: Flow, slot: str) -> Act | None:
    """Return the search that looks through days of this slot, so that what it finds settles the day.

    A stay has two days, which are given and not looked for.
    """
    if slot not in flow.slots or flow.slots[slot].kind != DAY:
        return None
    for search in flow.acts:
        days = {name for name in search.arguments.values() if name in flow.slots and flow.slots[name].kind == DAY}
        if days == {slot} and _settles(flow, search, slot):
            return search
    return None


def _settles(flow: Flow, search: Act, slot: str) -> bool:
    """Say whether no range is left in the slot, or shown at a confirm, once something that was found is settled on."""
    chosen = any(choice.source == search.name for choice in flow.choices)
    shown = {name for step in flow.steps.values() if isinstance(step, Confirm) for name in step.shows}
    return slot in _settled_by(flow, search) or (chosen and slot not in shown)


def _limits(flow: Flow, search: Act, slot: str) -> frozenset[str]:
    """Name what narrows a search down without being asked for: a time, a person."""
    asked = {step.slot for step in flow.collects}
    needed = {name for name in asked if flow.slots[name].required}
    return frozenset(search.arguments.values()) - needed - {slot}


def _is_limited(run: Run, flow: Flow, search: Act, slot: str) -> bool:
    limits = _limits(flow, search, slot)
    held = [run.slots[name] for name in limits if name in run.slots]
    ruled_out = any(name in {*limits, slot} for name, _ in run.excluded)
    return ruled_out or any(each.source in _SAID and _binds(each.value) for each in held)


def _binds(value: Value | None) -> bool:
    return value is not None and not isinstance(value, Anytime | Soonest)
