"""Proves the promises of a flow at load time, and fills in what the proofs find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from frontdesk.dialogue.flow import Act, CallFlow, Choose, Flow, Step
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.assignment import Assignment, Certain
from frontdesk.flows.proving.consent import Consent, Doubt, Filling, consent, doubts
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
from frontdesk.flows.proving.gaps import Gaps
from frontdesk.flows.proving.graph import Edge, Way, asked_anew, clears, edges, entering, ordinary, reachable
from frontdesk.flows.proving.pattern_proofs import prove_pattern
from frontdesk.flows.proving.told_apart import assigned_in, mistaken
from frontdesk.flows.proving.turns import Turns, answered_circles, exit_circles, half_answered_circles
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
    usual: frozenset[str] | None = None
    while True:
        turns = Turns(flow, ways, emptied, draft.known.contracts)
        bound = turns.bound()
        if isinstance(bound, int):
            return Settled(draft, replace(flow, clears=emptied, bound=bound), ways, turns, ())
        usual = ordinary(flow, ways) if usual is None else usual
        anew = _asked_anew(flow, usual, turns) or asked_anew(flow, usual, emptied, bound)
        if anew is None:
            return Settled(draft, replace(flow, clears=emptied), ways, turns, bound)
        emptied = emptied | anew


def _asked_anew(flow: Flow, usual: frozenset[str], turns: Turns) -> dict[tuple[str, str], frozenset[str]]:
    """Return what must be emptied so that all circles come to an end, if each can be ended for itself."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    for circle in turns.separate_circles():
        anew = asked_anew(flow, usual, turns.clears, circle)
        if anew is None:
            return {}
        found |= anew
    return found


def _confirmed(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> dict[str, Step]:
    steps = dict(flow.steps)
    leading = entering(ways)
    for step in flow.acts:
        if step.guarded:
            confirms = consent(flow, leading, step).confirms
            steps[step.name] = replace(step, confirmed_by=confirms[0] if confirms else None)
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


def prove_part(draft: Draft) -> None:
    """Report what goes wrong in a flow of which not all could be read: on the ways that could, whatever else there is.

    The flows that it calls are taken at their best.
    """
    steps = _read_steps(draft)
    if draft.flow.first not in steps:
        return
    draft = replace(draft, flow=replace(draft.flow, steps=steps), known=replace(draft.known, contracts={}))
    settled = settle(draft)
    if not draft.damage.slots:  # what a slot empties might be lost
        _prove_ends(draft, settled)
    _prove_exits(draft, settled)
    _prove_consent(draft, settled)
    _prove_assigned(draft, settled)
    if all(finding.rule != "unknown_outcome" for finding in draft.report.found):
        _prove_answered(draft, settled)


def _read_steps(draft: Draft) -> dict[str, Step]:
    """Return the steps that could be read and that are come to on ways that could be."""
    steps = {name: step for name, step in draft.flow.steps.items() if name not in draft.damage.steps}
    found = {name: step for name, step in steps.items() if not isinstance(step, Choose) or step.source in steps}
    flow = replace(draft.flow, steps=found)
    there = reachable(edges(flow, draft.known.actions), flow.first)
    there |= {choice.source for choice in flow.choices}
    return {name: step for name, step in found.items() if name in there}


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
    told = set(settled.circle)
    for circle in exit_circles(settled.turns):
        told.update(circle)
        message = f"Unanswered, these questions only lead to each other: {' -> '.join(circle)}."
        draft.fault(circle[0], "endless_question", message, unanswered(settled.flow, settled.ways, circle))
    for circle in answered_circles(settled.turns):
        told.update(circle)
        if not set(circle).isdisjoint(settled.circle):
            continue  # a turn that never ends asks nothing at all
        message = f"Whatever the guest answers, this goes on for ever: {' -> '.join(circle)}. Let it come to an end."
        example = round_and_round(settled.flow, settled.ways, circle)
        draft.fault(circle[0], "endless_question", message, tuple(_answered(settled, example)))
    for circle in half_answered_circles(settled.turns):
        if told.isdisjoint(circle):
            told.update(circle)
            way = " -> ".join(circle)
            message = f"Whoever does not answer {circle[0]} is asked it for ever: {way}. Let `on_exit` lead on."
            example = round_and_round(settled.flow, settled.ways, circle)
            draft.fault(circle[0], "endless_question", message, tuple(_answered(settled, example)))


def _answered(settled: Settled, example: Example) -> Iterator[str]:
    """Write a conversation with what the guest answers in the flows that are called."""
    calls = (step for step in settled.flow.steps.values() if isinstance(step, CallFlow))
    asking = {f"desk: {doing(step)}" for step in calls if settled.turns.asks_at(step)}
    for line in example:
        yield line
        if line in asking:
            yield "guest: (answers what is asked there)"


def _prove_consent(draft: Draft, settled: Settled) -> None:
    filling, leading = Filling(settled.flow), entering(settled.ways)
    for step in settled.flow.acts:
        if step.guarded:
            found = consent(settled.flow, leading, step)
            for doubt in doubts(draft, filling, found, leading):
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
    assigned = assigned_in(flow)
    for act in flow.acts:
        for name, undone in mistaken(flow, ways, act, assigned) if act.guarded else ():
            what = f"{undone.outcome or _ANSWERED[undone.way]} at {undone.source}"
            message = (
                f"{name} is the first thing said when {act.call} has succeeded, and also after {what}; "
                f"say something else where it was not done."
            )
            way = [*shortest(ways, flow.first, undone.source), undone, *shortest(ways, undone.target, name)]
            draft.fault(name, "same_news", message, (*along(flow, way), f"desk: {doing(flow.steps[name])}"))


def _prove_assigned(draft: Draft, settled: Settled) -> Certain:
    """Prove that whatever is read has a value, and return what is certain to be known on entering each step."""
    assignment = Assignment(draft, settled.flow, settled.ways, settled.flow.clears)
    assignment.solve()
    gaps = [gap for gap in assignment.gaps() if gap.slot not in draft.damage.slots]
    for gap, way in Gaps(assignment).ways_to(gaps).items() if gaps else ():
        if way is None:
            continue
        if gap.use == "offer":
            message = (
                f"{gap.step} chooses from what {gap.slot} found, but can be reached before {gap.slot} has found it."
            )
            draft.fault(gap.step, "no_offer_yet", message, to_gap(settled.flow, gap, way))
        else:
            message = f"{gap.slot} may be empty at {gap.step}, and {gap.use}; ask for it before, or allow for it."
            draft.fault(gap.step, "may_be_empty", message, to_gap(settled.flow, gap, way))
    return assignment.known()


def certain_at(settled: Settled) -> Certain:
    """Return what is certain to be known on entering each step."""
    assignment = Assignment(settled.draft, settled.flow, settled.ways, settled.flow.clears)
    assignment.solve()
    return assignment.known()


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
