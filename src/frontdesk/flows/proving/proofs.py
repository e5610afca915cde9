"""Proves the promises of a flow at load time, and fills in what the proofs find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from frontdesk.dialogue.flow import Act, Flow, Step
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.assignment import Assignment
from frontdesk.flows.proving.consent import Consent, Doubt, consent, doubts
from frontdesk.flows.proving.examples import (
    Example,
    Ways,
    along,
    doing,
    onward,
    round_and_round,
    shortest,
    to_gap,
    unanswered,
)
from frontdesk.flows.proving.graph import Edge, Way, asked_anew, clears, edges, reachable
from frontdesk.flows.proving.pattern_proofs import prove_pattern
from frontdesk.flows.proving.told_apart import mistaken
from frontdesk.flows.proving.turns import Turns, answered_circles, exit_circles, no_circles
from frontdesk.flows.proving.unmet import check_unmet

# A flow answers these itself: an apology is no answer to "nothing is free".
_OWN_ANSWERS = ("none", "taken")
_GUARDED_ANSWERS = ("unknown",)
_ANSWERED = {Way.NO: "a no", Way.EXIT: "no answer", Way.SKIPPED: "its being skipped"}


@dataclass(frozen=True, slots=True)
class Settled:
    """A flow with all that follows from its graph."""

    draft: Draft
    flow: Flow
    ways: Mapping[str, tuple[Edge, ...]]
    turns: Turns
    circle: tuple[str, ...]  # steps in which a turn would not end; none where all is well


def settle(draft: Draft) -> Settled:
    """Fill in what each edge empties, which confirm each guarded action rests on, and the bound of a turn."""
    return _settled(draft, edges(draft.flow, draft.known.actions))


def _settled(draft: Draft, ways: Ways) -> Settled:
    flow = replace(draft.flow, steps=_confirmed(draft.flow, ways))
    emptied = clears(flow, ways)
    while True:
        turns = Turns(flow, ways, emptied, draft.known.contracts)
        bound = turns.bound()
        if isinstance(bound, int):
            return Settled(draft, replace(flow, clears=emptied, bound=bound), ways, turns, ())
        anew = asked_anew(flow, ways, emptied, bound)
        if anew is None:
            return Settled(draft, replace(flow, clears=emptied), ways, turns, bound)
        emptied = emptied | anew


def _confirmed(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> dict[str, Step]:
    steps = dict(flow.steps)
    for name, step in flow.steps.items():
        if isinstance(step, Act) and step.guarded:
            confirms = consent(flow, ways, step).confirms
            steps[name] = replace(step, confirmed_by=confirms[0] if confirms else None)
    return steps


def prove(draft: Draft, settled: Settled) -> None:
    """Report every promise that the flow does not keep."""
    _prove_reached(draft, settled)
    _prove_ends(draft, settled)
    _prove_exits(draft, settled)
    _prove_consent(draft, settled)
    _prove_told_apart(draft, settled)
    certain = _prove_assigned(draft, settled)
    _prove_answered(draft, settled)
    prove_pattern(draft, settled.flow, settled.ways)
    check_unmet(draft, settled.ways, certain)


def _prove_reached(draft: Draft, settled: Settled) -> None:
    there = reachable(settled.ways, settled.flow.first)
    for name in settled.flow.steps:
        if name not in there:
            draft.fault(name, "unreachable", f"Nothing leads to {name}.")


def _prove_ends(draft: Draft, settled: Settled) -> None:
    told: set[str] = set()
    while settled.circle:
        way = " -> ".join(settled.circle)
        message = f"A turn may never end: {way}. Lead back to a collect, whose slot is then emptied and asked for."
        example = round_and_round(settled.flow, settled.ways, settled.circle)
        if told.isdisjoint(settled.circle):  # otherwise mending the other may well mend this
            draft.fault(settled.circle[0], "endless_turn", message, example)
        told.update(settled.circle)
        settled = _settled(draft, _broken(settled.ways, settled.circle))


def _broken(ways: Ways, circle: Sequence[str]) -> Ways:
    """Return the ways without the last one of a circle, to see whether there is another circle."""
    source, target = circle[-2:]
    return {**ways, source: tuple(edge for edge in ways[source] if edge.target != target)}


def _prove_exits(draft: Draft, settled: Settled) -> None:
    for circle in exit_circles(settled.turns):
        message = f"Unanswered, these questions only lead to each other: {' -> '.join(circle)}."
        draft.fault(circle[0], "endless_question", message, unanswered(settled.flow, settled.ways, circle))
    for circle in answered_circles(settled.turns):
        if not set(circle).isdisjoint(settled.circle):
            continue  # a turn that never ends asks nothing at all
        message = f"Whatever the guest answers, this goes on for ever: {' -> '.join(circle)}. Let it come to an end."
        example = round_and_round(settled.flow, settled.ways, circle)
        draft.fault(circle[0], "endless_question", message, example)
    for circle in no_circles(settled.turns):
        between = f", over {' and '.join(circle[1:-1])}" if circle[1:-1] else ""
        message = f"A no at {circle[0]} only leads to {circle[0]} again{between}."
        draft.fault(circle[0], "endless_question", message, _said_no(settled, circle))


def _said_no(settled: Settled, circle: Sequence[str]) -> Example:
    """Write a conversation in which a no leads to the same question."""
    flow, ways = settled.flow, settled.ways
    way = shortest(ways, flow.first, circle[0])
    for one, other in pairwise(circle):
        no = next(edge for edge in ways[one] if edge.way is Way.NO)
        way += [no, *shortest(ways, no.target, other)]
    return (*along(flow, way), f"desk: {doing(flow.steps[circle[0]])}")


def _prove_consent(draft: Draft, settled: Settled) -> None:
    for step in settled.flow.steps.values():
        if isinstance(step, Act) and step.guarded:
            found = consent(settled.flow, settled.ways, step)
            for doubt in doubts(draft, settled.flow, found, settled.ways):
                draft.fault(doubt.step, doubt.rule, doubt.message, _without_yes(settled, found, doubt))


def _without_yes(settled: Settled, found: Consent, doubt: Doubt) -> Example:
    """Write a conversation in which an action runs on no yes, or on a yes to something else."""
    flow, ways, act, then = settled.flow, settled.ways, found.act, ""
    if doubt.rule == "unconfirmed":
        way = shortest(ways, flow.first, act.name, lambda edge: edge.way is not Way.YES)
    elif doubt.rule == "two_confirms":
        one, other = found.confirms[:2]
        way = _over_yes(ways, flow.first, other, act.name)
        then = f" (on the yes to {other}, not to {one})"
    elif doubt.between:
        way = _over_yes(ways, flow.first, found.confirms[0], doubt.between) + onward(ways, doubt.between, act.name)
    else:
        way = _over_yes(ways, flow.first, found.confirms[0], act.name)
        then = f" ({doubt.unseen} was not shown)"
    return (*along(flow, way), f"desk: {doing(act)}{then}")


def _over_yes(ways: Ways, first: str, confirm: str, goal: str) -> list[Edge]:
    """Return a way to a step over the yes to a confirm."""
    yes = next(edge for edge in ways[confirm] if edge.way is Way.YES)
    return [*shortest(ways, first, confirm), yes, *shortest(ways, yes.target, goal)]


def _prove_told_apart(draft: Draft, settled: Settled) -> None:
    flow, ways = settled.flow, settled.ways
    for act in flow.acts:
        for name, undone in mistaken(flow, ways, act) if act.guarded else ():
            what = f"{undone.outcome or _ANSWERED[undone.way]} at {undone.source}"
            message = (
                f"{name} is the first thing said when {act.call} has succeeded, and also after {what}; "
                f"say something else where it was not done."
            )
            way = [*shortest(ways, flow.first, undone.source), undone, *shortest(ways, undone.target, name)]
            draft.fault(name, "same_news", message, (*along(flow, way), f"desk: {doing(flow.steps[name])}"))


def _prove_assigned(draft: Draft, settled: Settled) -> dict[str, frozenset[str]]:
    """Prove that whatever is read has a value, and return what is certain to be known on entering each step."""
    assignment = Assignment(draft, settled.flow, settled.ways, settled.flow.clears)
    assignment.solve()
    for gap in assignment.gaps():
        if gap.use == "offer":
            message = (
                f"{gap.step} chooses from what {gap.slot} found, but can be reached before {gap.slot} has found it."
            )
            draft.fault(gap.step, "no_offer_yet", message, to_gap(assignment, gap))
        else:
            message = f"{gap.slot} may be empty at {gap.step}, and {gap.use}; ask for it before, or allow for it."
            draft.fault(gap.step, "may_be_empty", message, to_gap(assignment, gap))
    return _certain(assignment)


def certain_at(settled: Settled) -> dict[str, frozenset[str]]:
    """Return what is certain to be known on entering each step."""
    assignment = Assignment(settled.draft, settled.flow, settled.ways, settled.flow.clears)
    assignment.solve()
    return _certain(assignment)


def _certain(assignment: Assignment) -> dict[str, frozenset[str]]:
    return {name: frozenset(facts) for name, facts in assignment.entry.items()}


def _prove_answered(draft: Draft, settled: Settled) -> None:
    for step in settled.flow.steps.values():
        if isinstance(step, Act):
            spec = draft.known.actions[step.call]
            due = _OWN_ANSWERS + (_GUARDED_ANSWERS if spec.guarded else ())
            for outcome in due:
                if outcome in spec.outcomes and outcome not in step.on:
                    message = (
                        f"{step.call} may end in `{outcome}`, and {step.name} does not say what then; add it to `on`."
                    )
                    way = shortest(settled.ways, settled.flow.first, step.name)
                    last = f"desk: {doing(step)}: {outcome}", "desk: (does not know what to say)"
                    draft.fault(step.name, "unanswered_outcome", message, (*along(settled.flow, way), *last))
