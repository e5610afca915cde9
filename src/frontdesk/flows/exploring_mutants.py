"""Breaks flows on purpose, to see whether the proofs or the walk notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from frontdesk.dialogue.flow import (
    END,
    Act,
    Branch,
    Choose,
    Collect,
    Confirm,
    End,
    Flow,
    Handoff,
    Link,
    Slot,
    Step,
    Tell,
)
from frontdesk.flows.drafts import Draft
from frontdesk.flows.exploring import Limits, explore_flow
from frontdesk.flows.exploring_scope import MOST_TRIES, Scope
from frontdesk.flows.findings import Report
from frontdesk.flows.flow_file import read_flow
from frontdesk.flows.graph import edges
from frontdesk.flows.proofs import Settled, prove, settle
from frontdesk.flows.sources import read_source
from frontdesk.flows.turns import Turns

_UNCOUNTED = 10 * MOST_TRIES


class Verdict(StrEnum):
    """What became of a mutant."""

    BY_PROOF = "killed by proof"
    BY_WALK = "killed by walk"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A flow with one thing wrong. `remark` says why nobody may notice, should nobody notice."""

    flow: Flow
    what: str
    remark: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant, what became of it, and why."""

    mutant: Mutant
    verdict: Verdict
    why: str


def judge(scope: Scope, name: str, source: str, limits: Limits) -> Iterator[Judged]:
    """Break a flow in every way we know and see who notices; `source` is its stored text, for the proofs."""
    read = read_source(source)
    draft = read_flow(read.name, read.node, read.known, Report(name))
    if draft is None:
        raise ValueError(f"the stored flow {name} cannot be read")
    usual = explore_flow(scope, name, limits).breaches
    already = {breach.promise for breach in usual}
    for mutant in mutants(scope.flows.newest[name]):
        yield _judged(scope, draft, mutant, (already, limits))


def _judged(scope: Scope, draft: Draft, mutant: Mutant, usual: tuple[set[str], Limits]) -> Judged:
    already, limits = usual
    refusal = _refused(draft, mutant.flow)
    if refusal is not None:
        return Judged(mutant, Verdict.BY_PROOF, refusal)
    flows = replace(scope.flows, newest={**scope.flows.newest, mutant.flow.name: mutant.flow})
    found = explore_flow(replace(scope, flows=flows), mutant.flow.name, replace(limits, breaches=len(already) + 1))
    new = [breach.promise for breach in found.breaches if breach.promise not in already]
    return Judged(mutant, Verdict.BY_WALK, new[0]) if new else Judged(mutant, Verdict.SURVIVED, mutant.remark)


def _refused(draft: Draft, flow: Flow) -> str | None:
    """Return the first thing that the proofs say of a flow, with just the edges and the clears that it has."""
    report = Report(flow.name)
    changed = replace(draft, flow=flow, report=report)
    settled = settle(changed)
    ways = edges(flow, draft.known.actions)
    turns = Turns(flow, ways, flow.clears, draft.known.contracts)
    bound = turns.bound()
    circle = bound if isinstance(bound, tuple) else ()
    exact = Settled(changed, replace(settled.flow, clears=flow.clears), settled.ways, turns, circle)
    prove(changed, exact)
    return f"{report.found[0].rule}: {report.found[0].message}" if report.found else None


def mutants(flow: Flow) -> Iterator[Mutant]:
    """Give the flow with an edge swapped, an outcome dropped, a clear, a guard or a try count removed."""
    for step in flow.steps.values():
        yield from _swapped(flow, step)
        yield from _unanswered(flow, step)
        yield from _unguarded(flow, step)
        yield from _uncounted(flow, step)
    yield from _uncleared(flow)


def _with(flow: Flow, step: Step) -> Flow:
    return replace(flow, steps={**flow.steps, step.name: step})


def _swapped(flow: Flow, step: Step) -> Iterator[Mutant]:
    name = f"{flow.name}.{step.name}"
    match step:
        case Act():
            for outcome, target in step.on.items():
                if target != step.next:
                    other = replace(step, next=target, on={**step.on, outcome: step.next})
                    same = "the flow keeps its promises either way: only its texts say which outcome was meant"
                    yield Mutant(_with(flow, other), f"{name}: success and {outcome} swapped", same)
        case Confirm(on_no=str() as no):
            other_confirm = replace(step, next=no, on_no=step.next)
            same = "nothing guarded follows either answer: only its texts say which was meant"
            yield Mutant(_with(flow, other_confirm), f"{name}: yes and no swapped", same)
        case Branch():
            yield from _swapped_cases(flow, step)
        case Collect() | Choose() | Tell() | Confirm():
            after = flow.steps.get(step.next)
            beyond = after.next if after is not None and not isinstance(after, Branch) else None
            if beyond is not None and beyond != step.next:
                left_out = f"what {step.next} does is left out here, and no promise needs it on this way"
                yield Mutant(_with(flow, replace(step, next=beyond)), f"{name}: goes past {step.next}", left_out)
        case _:
            return


def _swapped_cases(flow: Flow, step: Branch) -> Iterator[Mutant]:
    for number, (condition, target) in enumerate(step.cases):
        if target != step.otherwise:
            cases = (*step.cases[:number], (condition, step.otherwise), *step.cases[number + 1 :])
            mutant = _with(flow, replace(step, cases=cases, otherwise=target))
            same = "both ways ask and do the same: only their texts say which case was meant"
            yield Mutant(mutant, f"{flow.name}.{step.name}: case {number + 1} and otherwise swapped", same)


def _unanswered(flow: Flow, step: Step) -> Iterator[Mutant]:
    if isinstance(step, Act):
        for outcome in step.on:
            on = {name: target for name, target in step.on.items() if name != outcome}
            caught = "the error pattern answers it and tells staff" if outcome not in step.succeeds else "it goes on"
            yield Mutant(_with(flow, replace(step, on=on)), f"{flow.name}.{step.name}: {outcome} dropped", caught)


def _unguarded(flow: Flow, step: Step) -> Iterator[Mutant]:
    name = f"{flow.name}.{step.name}"
    if isinstance(step, Act) and step.guarded:
        open_act = replace(step, guarded=False, confirmed_by=None)
        yield Mutant(_with(flow, open_act), f"{name}: guard removed", "every way to it asks for a new yes all the same")
    if isinstance(step, Confirm):
        passed = replace(flow, steps={each.name: _past(each, step) for each in flow.steps.values()})
        yield Mutant(passed, f"{name}: confirm removed", "nothing guarded rests on this yes")
    if step.when is not None:
        always = replace(step, when=None)
        yield Mutant(_with(flow, always), f"{name}: condition removed", "it is only said or asked more often")


def _past(step: Step, confirm: Confirm) -> Step:
    """Lead the ordinary edges that go to a confirm past it."""
    match step:
        case Branch(cases=cases, otherwise=otherwise):
            led = tuple((condition, _led(target, confirm)) for condition, target in cases)
            return replace(step, cases=led, otherwise=_led(otherwise, confirm))
        case Act(on=on):
            targets = {outcome: _led(target, confirm) for outcome, target in on.items()}
            return replace(step, next=_led(step.next, confirm), on=targets)
        case End() | Link() | Handoff():
            return step
        case _:
            return replace(step, next=_led(step.next, confirm))


def _led(target: str, confirm: Confirm) -> str:
    return confirm.next if target == confirm.name else target


def _uncounted(flow: Flow, step: Step) -> Iterator[Mutant]:
    if isinstance(step, Collect | Choose | Confirm):
        uncounted = replace(step, tries=_UNCOUNTED)
        yield Mutant(_with(flow, uncounted), f"{flow.name}.{step.name}: try count removed", "the budget bounds it")
        if step.on_exit not in (None, END):
            stuck = replace(step, on_exit=None)
            yield Mutant(_with(flow, stuck), f"{flow.name}.{step.name}: exit removed", "the stuck pattern takes over")


def _uncleared(flow: Flow) -> Iterator[Mutant]:
    for pair in flow.clears:
        kept = {other: slots for other, slots in flow.clears.items() if other != pair}
        what = f"{flow.name}: {pair[0]} -> {pair[1]} empties nothing"
        yield Mutant(replace(flow, clears=kept), what, "the slot is always empty there, or its value still serves")
    for slot in flow.slots.values():
        if slot.depends_on:
            slots: Mapping[str, Slot] = {**flow.slots, slot.name: replace(slot, depends_on=())}
            what = f"{flow.name}: {slot.name} depends on nothing"
            yield Mutant(replace(flow, slots=slots), what, "what it rests on is looked up again before it is used")
