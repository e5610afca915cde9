"""What is certain of values on a way through a flow: what was met holds until a slot that it looks at changes."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias

from frontdesk.dialogue.expression import TODAY, Compare, Empty, Expression, Not, Operator, slots_read
from frontdesk.dialogue.flow import Act, Assign, Branch, Choose, Copy, Flow, Step
from frontdesk.flows.proving.consent import brought_by
from frontdesk.flows.proving.graph import Edge, Resting, Way
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


@dataclass(slots=True)
class Changes:
    """What changes on the ways of one flow; each way is looked at once."""

    flow: Flow
    _resting: Resting = field(init=False)
    _choices_from: dict[str, list[Choose]] = field(default_factory=dict)  # action step -> choices from what it finds
    _chosen_with: dict[str, set[str]] = field(default_factory=dict)  # slot -> all that is chosen together with it
    _on: dict[tuple[str, str, Way], frozenset[str]] = field(default_factory=dict)
    _with: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)  # slots -> all that changes with them

    def __post_init__(self) -> None:
        """Sort out the choices."""
        self._resting = Resting(self.flow.slots)
        for choice in self.flow.choices:
            self._choices_from.setdefault(choice.source, []).append(choice)
            together = {choice.slot, *choice.take.values()}
            for slot in together:
                self._chosen_with.setdefault(slot, set()).update(together)

    def on(self, edge: Edge) -> frozenset[str]:
        """Return the slots that may have another value, or none, after a way was taken."""
        key = edge.source, edge.target, edge.way
        if key not in self._on:
            step = self.flow.steps[edge.source]
            done = set() if edge.way is Way.SKIPPED else brought_by(step)
            done |= self.flow.clears.get((edge.source, edge.target), frozenset())
            if isinstance(step, Act):  # what was chosen from what it had found before is void
                done |= {choice.slot for choice in self._choices_from.get(step.name, ())}
            changed = frozenset(done)
            if changed not in self._with:
                self._with[changed] = self._disturbed(changed)
            self._on[key] = self._with[changed]
        return self._on[key]

    def _disturbed(self, changed: Iterable[str]) -> frozenset[str]:
        """Return slots with all that rests on them, and with all that was chosen together with them."""
        found: set[str] = set()
        waiting = list(changed)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._resting.on(name) - found
                waiting += self._chosen_with.get(name, set()) - found
        return frozenset(found)


def decided_by(step: Step) -> frozenset[str]:
    """Return the slots that a step is skipped by, or branches by."""
    asked = [step.when] if step.when is not None else []
    asked += [condition for condition, _ in step.cases] if isinstance(step, Branch) else []
    return frozenset[str]().union(*map(slots_read, asked)) - {TODAY}
