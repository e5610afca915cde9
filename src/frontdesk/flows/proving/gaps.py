"""Looks for a way on which a slot is empty where it is read, and finds that there is none where conditions rule it out.

A condition that was met is still so at a later step, unless the guest could change what it looks at without being led
back to it, or may come back with another value from further on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import slots_read
from frontdesk.dialogue.flow import CallFlow, Choose, Collect, Confirm
from frontdesk.dialogue.runs import CONTACT, touches
from frontdesk.flows.proving.assignment import COMPARED, Assignment, Facts, Gap
from frontdesk.flows.proving.graph import Edge, Way, reachable
from frontdesk.flows.proving.held import NOTHING, Held, changed_on, decided_by, held_after, is_open

_MOST_STATES = 3000  # a flow with more ways than this is shown without an example rather than searched for minutes


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a way has come to: what is filled and holds there, and the slots whose change leads back, by which step."""

    step: str
    facts: Facts
    held: Held
    anchors: frozenset[tuple[str, str]]
    way: tuple[Edge, ...]

    def key(self) -> tuple[object, ...]:
        """Return what the rest of the way rests on."""
        return self.step, frozenset(self.facts.items()), self.held, self.anchors


@dataclass(slots=True)
class Gaps:
    """The ways of one flow, looked through for those that lead to a slot that is empty."""

    assignment: Assignment
    _after: dict[str, frozenset[str]] = field(default_factory=dict)
    _decided: dict[str, frozenset[str]] = field(default_factory=dict)
    _brought: dict[str, frozenset[str]] = field(default_factory=dict)

    def way_to(self, gap: Gap) -> tuple[Edge, ...] | None:
        """Return the shortest way to a gap; None if there is none. One too long to be looked for is empty."""
        flow = self.assignment.flow
        waiting = deque([_Standing(flow.first, self.assignment.begun(), NOTHING, frozenset(), ())])
        seen: set[tuple[object, ...]] = set()
        while waiting:
            here = waiting.popleft()
            if here.step not in flow.steps or here.key() in seen:
                continue
            if len(seen) >= _MOST_STATES:
                return ()
            seen.add(here.key())
            if here.step == gap.step and self._is_read(here, gap):
                return here.way
            waiting += self._onward(here)
        return None

    def _is_read(self, here: _Standing, gap: Gap) -> bool:
        step = self.assignment.flow.steps[here.step]
        if gap not in self.assignment.gaps_at(step, here.facts):
            return False
        if step.when is None or gap.use == COMPARED:
            return True
        done = Edge(step.name, step.name, Way.NEXT, (step.when,))
        return is_open(self.assignment.flow, done, here.held, here.facts.keys())

    def _onward(self, here: _Standing) -> Iterator[_Standing]:
        flow, assignment = self.assignment.flow, self.assignment
        for edge in assignment.ways[here.step]:
            if is_open(flow, edge, here.held, here.facts.keys()):
                facts = assignment.along(edge, here.facts)
                anchors = self._anchored(here, edge)
                held = held_after(flow, edge, here.held, changed_on(flow, edge))
                yield _Standing(
                    edge.target, facts, self._lasting(edge.target, held, anchors), anchors, (*here.way, edge)
                )

    def _anchored(self, here: _Standing, edge: Edge) -> frozenset[tuple[str, str]]:
        """Return the steps that are surely on the path: one that can be come to again from here may not be."""
        step = self.assignment.flow.steps[edge.source]
        passed = (
            set() if edge.way is Way.SKIPPED else {(slot, step.name) for slot in touches(step, self.assignment.flow)}
        )
        decided, again = self._decided_after(edge.target), self._steps_after(edge.target)
        return frozenset(pair for pair in here.anchors | passed if pair[0] in decided and pair[1] not in again)

    def _lasting(self, name: str, held: Held, anchors: frozenset[tuple[str, str]]) -> Held:
        """Return what still holds when a step is done, of that by which something is decided after it."""
        decided = self._decided_after(name)
        held = frozenset(one for one in held if slots_read(one) <= decided)
        if not isinstance(self.assignment.flow.steps.get(name), Collect | Choose | Confirm | CallFlow):
            return held
        firm = {slot for slot, _ in anchors} - self._brought_after(name)
        return frozenset(one for one in held if slots_read(one) <= firm)

    def _steps_after(self, name: str) -> frozenset[str]:
        if name not in self._after:
            self._after[name] = reachable(self.assignment.ways, name)
        return self._after[name]

    def _decided_after(self, name: str) -> frozenset[str]:
        if name not in self._decided:
            steps = self.assignment.flow.steps
            self._decided[name] = frozenset[str]().union(*(decided_by(steps[one]) for one in self._steps_after(name)))
        return self._decided[name]

    def _brought_after(self, name: str) -> frozenset[str]:
        """Return the slots that may have another value when the guest comes back to a question."""
        if name not in self._brought:
            flow, ways = self.assignment.flow, self.assignment.ways
            later = (changed_on(flow, edge) for one in self._steps_after(name) for edge in ways[one])
            own = {slot.name for slot in flow.slots.values() if slot.remember or slot.kind in CONTACT}
            self._brought[name] = frozenset(own).union(*later)
        return self._brought[name]
