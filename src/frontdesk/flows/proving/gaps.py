"""Looks for a way on which a slot is empty where it is read, and finds that there is none where conditions rule it out.

A condition that was met is still so at a later step, unless the guest could change what it looks at without being led
back to it, or may come back with another value from further on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from frontdesk.dialogue.expression import slots_read
from frontdesk.dialogue.flow import CallFlow, Choose, Collect, Confirm
from frontdesk.dialogue.runs import CONTACT, touches
from frontdesk.flows.proving.assignment import COMPARED, Assignment, Facts, Gap
from frontdesk.flows.proving.circles import gathered
from frontdesk.flows.proving.graph import Edge, Way, targets
from frontdesk.flows.proving.held import NOTHING, Changes, Held, decided_by, held_after, is_open

_MOST_STATES = 3000  # a flow with more ways than this, or than these a step, is shown without an example
_STATES_A_STEP = 4


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a way has come to: what is filled and holds there, and the slots whose change leads back, by which step."""

    step: str
    facts: Facts
    held: Held
    anchors: frozenset[tuple[str, str]]
    came: tuple[_Standing, Edge] | None = field(default=None, compare=False)  # from where, and how

    def way(self) -> tuple[Edge, ...]:
        """Return the way that has led here."""
        found: list[Edge] = []
        here = self
        while here.came is not None:
            here, edge = here.came
            found.append(edge)
        return tuple(reversed(found))


@dataclass(slots=True)
class Gaps:
    """The ways of one flow, looked through for those that lead to a slot that is empty."""

    assignment: Assignment
    _changes: Changes = field(init=False)
    _places: dict[str, int] = field(init=False)  # step -> its bit
    _after: dict[str, int] = field(init=False)  # step -> the bits of the steps that can be come to from it
    _decided: dict[str, int] = field(
        init=False
    )  # step -> the bits of the slots that something is decided by from there on
    _brought: dict[str, int] = field(init=False)  # step -> the bits of the slots that may change from there on
    _looked_at: dict[str, int] = field(init=False)  # step -> the bits of the slots that may be missed from there on

    def __post_init__(self) -> None:
        """Find out what lies after each step, in one walk."""
        flow, ways, bits = self.assignment.flow, self.assignment.ways, self.assignment.bits
        self._changes = Changes(flow)
        leading = targets(ways)
        self._places = {name: 1 << place for place, name in enumerate(flow.steps)}
        self._after = gathered(leading, self._places)
        decided = {name: _sum(bits, decided_by(step)) for name, step in flow.steps.items()}
        self._decided = gathered(leading, decided)
        looked_at = {name: _sum(bits, set(self.assignment.reads(step))) for name, step in flow.steps.items()}
        self._looked_at = gathered(leading, looked_at)
        changed = {name: [_sum(bits, self._changes.on(edge)) for edge in out] for name, out in ways.items()}
        self._brought = gathered(leading, {name: reduce(or_, every, 0) for name, every in changed.items()})

    def ways_to(self, gaps: Iterable[Gap]) -> dict[Gap, tuple[Edge, ...] | None]:
        """Return the shortest way to each gap; None if there is none. One too long to be looked for is empty."""
        flow = self.assignment.flow
        found: dict[Gap, tuple[Edge, ...] | None] = dict.fromkeys(gaps)
        left: dict[str, list[Gap]] = {}
        for gap in found:
            left.setdefault(gap.step, []).append(gap)
        waiting = deque([_Standing(flow.first, self.assignment.begun(), NOTHING, frozenset())])
        seen: set[_Standing] = set()
        most = max(_MOST_STATES, _STATES_A_STEP * len(flow.steps))
        while waiting and left:
            here = waiting.popleft()
            if here.step not in flow.steps or here in seen:
                continue
            if len(seen) >= most:
                return found | dict.fromkeys((gap for every in left.values() for gap in every), ())
            seen.add(here)
            if here.step in left:
                read = self._read(here, left[here.step])
                found |= dict.fromkeys(read, here.way()) if read else {}
                left[here.step] = [gap for gap in left[here.step] if gap not in read]
                if not left[here.step]:
                    del left[here.step]
            waiting += self._onward(here)
        return found

    def _read(self, here: _Standing, gaps: Iterable[Gap]) -> set[Gap]:
        """Return which of the gaps at a step are there on this way to it."""
        step = self.assignment.flow.steps[here.step]
        empty = set(self.assignment.gaps_at(step, here.facts)).intersection(gaps)
        if step.when is None or all(gap.use == COMPARED for gap in empty):
            return empty
        done = Edge(step.name, step.name, Way.NEXT, (step.when,))
        return empty if self._is_open(done, here) else {gap for gap in empty if gap.use == COMPARED}

    def _is_open(self, edge: Edge, here: _Standing) -> bool:
        if not edge.given:
            return True
        looked_at = frozenset[str]().union(*map(slots_read, edge.given))
        return is_open(self.assignment.flow, edge, here.held, self.assignment.named(here.facts, looked_at))

    def _onward(self, here: _Standing) -> Iterator[_Standing]:
        flow, assignment = self.assignment.flow, self.assignment
        for edge in assignment.ways[here.step]:
            if self._is_open(edge, here):
                facts = assignment.along(edge, here.facts).only(self._looked_at.get(edge.target, 0))
                anchors = self._anchored(here, edge)
                held = held_after(flow, edge, here.held, self._changes.on(edge))
                yield _Standing(edge.target, facts, self._lasting(edge.target, held, anchors), anchors, (here, edge))

    def _anchored(self, here: _Standing, edge: Edge) -> frozenset[tuple[str, str]]:
        """Return the steps that are surely on the path: one that can be come to again from here may not be."""
        step, bits = self.assignment.flow.steps[edge.source], self.assignment.bits
        passed = (
            set() if edge.way is Way.SKIPPED else {(slot, step.name) for slot in touches(step, self.assignment.flow)}
        )
        decided, again = self._decided.get(edge.target, 0), self._after.get(edge.target, 0)
        return frozenset(
            pair
            for pair in here.anchors | passed
            if bits.get(pair[0], 0) & decided and not self._places[pair[1]] & again
        )

    def _lasting(self, name: str, held: Held, anchors: frozenset[tuple[str, str]]) -> Held:
        """Return what still holds when a step is done, of that by which something is decided after it."""
        flow, bits = self.assignment.flow, self.assignment.bits
        decided = self._decided.get(name, 0)
        held = frozenset(one for one in held if all(bits.get(slot, 0) & decided for slot in slots_read(one)))
        if not isinstance(flow.steps.get(name), Collect | Choose | Confirm | CallFlow):
            return held
        brought = self._brought.get(name, 0)
        firm = {slot for slot, _ in anchors if not bits[slot] & brought and not self._is_own(slot)}
        return frozenset(one for one in held if slots_read(one) <= firm)

    def _is_own(self, name: str) -> bool:
        """Say whether a slot is the guest's own, and may change before they come back to a question."""
        slot = self.assignment.flow.slots[name]
        return slot.remember or slot.kind in CONTACT


def _sum(bits: Mapping[str, int], names: Iterable[str]) -> int:
    return sum(bits.get(name, 0) for name in names)
