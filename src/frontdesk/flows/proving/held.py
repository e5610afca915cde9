"""What is certain of values on a way through a flow: what was met holds until a slot that it looks at changes."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from frontdesk.dialogue.expression import TODAY, Compare, Empty, Expression, Not, Operator, slots_read
from frontdesk.dialogue.flow import Act, Assign, Branch, Copy, Flow, Step
from frontdesk.flows.proving.consent import brought_by
from frontdesk.flows.proving.graph import Edge, Way, with_dependents
from frontdesk.flows.proving.possible import can_hold

Held: TypeAlias = frozenset[Expression]
NOTHING: Held = frozenset()


def is_open(flow: Flow, edge: Edge, held: Held, filled: AbstractSet[str]) -> bool:
    """Say whether a way can be taken where all of `held` is so and `filled` have values."""
    if not edge.given:
        return True
    looked_at = frozenset[str]().union(*map(slots_read, edge.given))
    known = [one for one in held if not slots_read(one).isdisjoint(looked_at)]
    there = [Not(Empty(slot)) for slot in looked_at & filled]
    return can_hold((*known, *edge.given, *there), flow.slots)


def held_after(flow: Flow, edge: Edge, held: Held, changed: AbstractSet[str]) -> Held:
    """Return what is certain of values after a way on which these slots were changed."""
    kept = {one for one in (*held, *edge.given) if slots_read(one).isdisjoint(changed)}
    step = flow.steps[edge.source]
    if isinstance(step, Assign) and edge.way is Way.NEXT:
        emptied = flow.clears.get((edge.source, edge.target), frozenset())
        for name, one in step.values.items():
            # What a guest has ruled out is not set where the flow can do without it.
            is_sure = flow.slots[name].required and not flow.slots[name].many and name not in emptied
            kept |= {Compare(name, Operator.EQUAL, one)} if is_sure and not isinstance(one, Copy) else set()
    return frozenset(kept)


def changed_on(flow: Flow, edge: Edge) -> frozenset[str]:
    """Return the slots that may have another value, or none, after a way was taken."""
    step = flow.steps[edge.source]
    done = set() if edge.way is Way.SKIPPED else brought_by(step)
    done |= flow.clears.get((edge.source, edge.target), frozenset())
    if isinstance(step, Act):  # what was chosen from what it had found before is void
        done |= {choice.slot for choice in flow.choices if choice.source == step.name}
    return disturbed(flow, done)


def disturbed(flow: Flow, changed: Iterable[str]) -> frozenset[str]:
    """Return slots with all that rests on them, and with all that was chosen together with them."""
    found: set[str] = set()
    waiting = list(changed)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += with_dependents(name, flow.slots) - found
            for choice in flow.choices:
                together = {choice.slot, *choice.take.values()}
                waiting += together - found if name in together else ()
    return frozenset(found)


def decided_by(step: Step) -> frozenset[str]:
    """Return the slots that a step is skipped by, or branches by."""
    asked = [step.when] if step.when is not None else []
    asked += [condition for condition, _ in step.cases] if isinstance(step, Branch) else []
    return frozenset[str]().union(*map(slots_read, asked)) - {TODAY}
