"""Proves what flows promise together: calls come back, turns and questions end, and what is handed over fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from frontdesk.dialogue.flow import CallFlow, Link, Slot
from frontdesk.flows.drafts import Draft
from frontdesk.flows.findings import nearest, with_article
from frontdesk.flows.proving.circles import circling
from frontdesk.flows.proving.contracts import Contract
from frontdesk.flows.proving.examples import Example, to_step
from frontdesk.flows.proving.graph import edges
from frontdesk.flows.proving.together import Together, crossings, links, reached
from frontdesk.flows.proving.turns import Moment, Turns, way_back

# What is wrong with a circle of flows: the rule, the problem, and what to do about it.
_TURN = ("endless_turn", "A turn may never end", "Let one of these flows ask something that it does not know.")
_QUESTION = (
    "endless_question",
    "Unanswered, the questions of these flows only lead to each other",
    "Let one of their exits lead elsewhere.",
)


def prove_together(together: Together) -> frozenset[str]:
    """Report every promise that flows do not keep with each other; return those that go round over each other."""
    for name, draft in together.drafts.items():
        for step in crossings(draft.flow):
            if step.flow in together.drafts:
                _prove_handed(draft, step, together.outline(step.flow))
            if step.name in together.endless.get(name, ()):
                message = f"{step.name} goes through {step.flow}, which leads back into {name}: it would never end."
                draft.fault(step.name, "endless_call", message, _to_step(together, name, step))
    told: set[str] = set()
    _prove_circles(together, Turns.moves, _TURN, told)
    _prove_circles(together, Turns.unanswered, _QUESTION, told)
    return frozenset(told)


def _prove_handed(draft: Draft, step: CallFlow | Link, contract: Contract) -> None:
    """Check that both sides have the slots that are named, of kinds that fit, and that nothing due is left out."""
    outputs = step.outputs if isinstance(step, CallFlow) else {}
    for theirs in contract.inputs:
        if theirs not in step.inputs:
            message = f"{step.flow} must be given {theirs}; say with `inputs` which slot it gets."
            ways = edges(draft.flow, draft.known.actions)
            draft.fault(step.name, "missing_input", message, to_step(draft.flow, ways, step.name, f"{theirs} is empty"))
    goes_into = draft.known.kinds.goes_into
    for theirs, ours in step.inputs.items():
        _prove_pair(draft, step, contract, (theirs, draft.flow.slots[ours]), goes_into)
    for theirs, ours in outputs.items():
        _prove_pair(draft, step, contract, (theirs, draft.flow.slots[ours]), lambda to, given: goes_into(given, to))
        if theirs in contract.kinds and theirs not in contract.outputs:
            message = f"{step.flow} does not give {theirs} back; list it there under `outputs`."
            draft.fault(step.name, "unknown_output", message)


def _prove_pair(
    draft: Draft,
    step: CallFlow | Link,
    contract: Contract,
    pair: tuple[str, Slot],
    fits: Callable[[str, str], bool],
) -> None:
    """Check that a slot of the other flow is there, and that it and ours fit in the direction of `fits`."""
    theirs, ours = pair
    kind = contract.kinds.get(theirs)
    if kind is None:
        meant = nearest(theirs, contract.kinds)
        message = f'{step.flow} has no slot "{theirs}".' + (f" Did you mean {meant}?" if meant else "")
        draft.fault(step.name, "unknown_slot", message)
    elif (theirs in contract.several) != ours.many or not fits(ours.kind, kind):
        kinds = with_article(ours.kind), with_article(kind)
        message = f"{ours.name} is {kinds[0]} and {theirs} of {step.flow} is {kinds[1]}; they do not fit."
        draft.fault(step.name, "wrong_kind", message)


def _prove_circles(
    together: Together, onward: Callable[[Turns, Moment], list[Moment]], fault: tuple[str, str, str], told: set[str]
) -> None:
    """Report the circles of flows that go over to each other where nothing stops it; of those `told`, no other."""
    rule, problem, advice = fault
    over = {name: {step.flow for step in _gone_over(together, name, onward)} for name in together.drafts}
    round_again = circling(over)
    for name in over:
        circle = way_back(name, over) if name in round_again and name not in told else None
        if circle:
            told.update(circle)
            step = next(step for step in _gone_over(together, name, onward) if step.flow == circle[1])
            message = f"{problem}: {' -> '.join(circle)}. {advice}"
            together.drafts[name].fault(step.name, rule, message, _to_step(together, name, step))


def _gone_over(together: Together, name: str, onward: Callable[[Turns, Moment], list[Moment]]) -> Iterator[Link]:
    """Give the links that are come to in a flow that another one has gone over to."""
    own = together.own(name)
    if not any(links(own.flow)):
        return
    for step in reached(own.turns, together.entry(name), onward):
        link = own.flow.steps.get(step)
        if isinstance(link, Link) and link.flow in together.drafts:
            yield link


def _to_step(together: Together, name: str, step: CallFlow | Link) -> Example:
    """Write a conversation that comes to a step to another flow."""
    own = together.own(name)
    return (*to_step(own.flow, own.ways, step.name), f"desk: goes into {name} again")
