"""Breaks flows on purpose, one thing at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from frontdesk.dialogue.flow import (
    END,
    Act,
    Branch,
    Choose,
    Collect,
    Confirm,
    Flow,
    Slot,
    Step,
    Tell,
)
from frontdesk.flows.exploring.scope import MOST_TRIES

_UNCOUNTED = 10 * MOST_TRIES


class Kind(StrEnum):
    """What is done to a flow."""

    EDGE = "an edge swapped"
    OUTCOME = "an outcome dropped"
    CLEAR = "a clear removed"
    GUARD = "a guard removed"
    TRIES = "a try count removed"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A flow with one thing changed."""

    flow: Flow
    kind: Kind
    what: str


def mutants(flow: Flow) -> Iterator[Mutant]:
    """Give the flow with an edge swapped, an outcome dropped, a clear, a guard or a try count removed."""
    for step in flow.steps.values():
        yield from _swapped(flow, step)
        yield from _unanswered(flow, step)
        yield from _unguarded(flow, step)
        yield from _uncounted(flow, step)
    yield from _uncleared(flow)


def _with(flow: Flow, step: Step, kind: Kind, what: str) -> Mutant:
    changed = replace(flow, steps={**flow.steps, step.name: step})
    return Mutant(changed, kind, f"{flow.name}.{step.name}: {what}")


def _swapped(flow: Flow, step: Step) -> Iterator[Mutant]:
    match step:
        case Act():
            yield from _swapped_outcomes(flow, step)
        case Branch():
            yield from _swapped_cases(flow, step)
        case Confirm(on_no=str() as no):
            yield _with(flow, replace(step, next=no, on_no=step.next), Kind.EDGE, "yes and no swapped")
        case Collect() | Choose() | Tell() | Confirm():
            after = flow.steps.get(step.next)
            beyond = after.next if after is not None and not isinstance(after, Branch) else None
            if beyond is not None and beyond != step.next:
                yield _with(flow, replace(step, next=beyond), Kind.EDGE, f"goes past {step.next}")
        case _:
            return


def _swapped_outcomes(flow: Flow, step: Act) -> Iterator[Mutant]:
    for outcome, target in step.on.items():
        if target != step.next:
            swapped = replace(step, next=target, on={**step.on, outcome: step.next})
            yield _with(flow, swapped, Kind.EDGE, f"success and {outcome} swapped")
    for (one, first), (other, second) in combinations(step.on.items(), 2):
        if first != second:
            crossed = replace(step, on={**step.on, one: second, other: first})
            yield _with(flow, crossed, Kind.EDGE, f"{one} and {other} swapped")


def _swapped_cases(flow: Flow, step: Branch) -> Iterator[Mutant]:
    for number, (condition, target) in enumerate(step.cases):
        if target != step.otherwise:
            cases = (*step.cases[:number], (condition, step.otherwise), *step.cases[number + 1 :])
            swapped = replace(step, cases=cases, otherwise=target)
            yield _with(flow, swapped, Kind.EDGE, f"case {number + 1} and otherwise swapped")


def _unanswered(flow: Flow, step: Step) -> Iterator[Mutant]:
    if isinstance(step, Act):
        for outcome in step.on:
            on = {name: target for name, target in step.on.items() if name != outcome}
            yield _with(flow, replace(step, on=on), Kind.OUTCOME, f"{outcome} dropped")


def _unguarded(flow: Flow, step: Step) -> Iterator[Mutant]:
    if isinstance(step, Act) and step.guarded:
        yield _with(flow, replace(step, guarded=False, confirmed_by=None), Kind.GUARD, "guard removed")
    if isinstance(step, Confirm):
        steps = {each.name: _past(each, step) for each in flow.steps.values() if each is not step}
        passed = replace(flow, steps=steps, first=_led(flow.first, step))
        yield Mutant(passed, Kind.GUARD, f"{flow.name}.{step.name}: confirm removed")
    if step.when is not None:
        yield _with(flow, replace(step, when=None), Kind.GUARD, "condition removed")


def _past(step: Step, confirm: Confirm) -> Step:
    """Lead the edges that go to a confirm past it."""
    match step:
        case Branch(cases=cases, otherwise=otherwise):
            led = tuple((condition, _led(target, confirm)) for condition, target in cases)
            return replace(step, cases=led, otherwise=_led(otherwise, confirm))
        case Act(on=on):
            targets = {outcome: _led(target, confirm) for outcome, target in on.items()}
            return replace(step, next=_led(step.next, confirm), on=targets)
        case Collect(on_exit=str() as way_out) | Choose(on_exit=str() as way_out):
            return replace(step, next=_led(step.next, confirm), on_exit=_led(way_out, confirm))
        case Confirm(on_no=no, on_exit=way_out):
            no, way_out = (target and _led(target, confirm) for target in (no, way_out))
            return replace(step, next=_led(step.next, confirm), on_no=no, on_exit=way_out)
        case _:
            return replace(step, next=_led(step.next, confirm))


def _led(target: str, confirm: Confirm) -> str:
    return confirm.next if target == confirm.name else target


def _uncounted(flow: Flow, step: Step) -> Iterator[Mutant]:
    if isinstance(step, Collect | Choose | Confirm):
        yield _with(flow, replace(step, tries=_UNCOUNTED), Kind.TRIES, "try count removed")
        if step.on_exit not in (None, END):
            yield _with(flow, replace(step, on_exit=None), Kind.TRIES, "exit removed")


def _uncleared(flow: Flow) -> Iterator[Mutant]:
    for pair in flow.clears:
        kept = {other: slots for other, slots in flow.clears.items() if other != pair}
        what = f"{flow.name}: {pair[0]} -> {pair[1]} empties nothing"
        yield Mutant(replace(flow, clears=kept), Kind.CLEAR, what)
    for slot in flow.slots.values():
        if slot.depends_on:
            slots: Mapping[str, Slot] = {**flow.slots, slot.name: replace(slot, depends_on=())}
            what = f"{flow.name}: {slot.name} depends on nothing"
            yield Mutant(replace(flow, slots=slots), Kind.CLEAR, what)
