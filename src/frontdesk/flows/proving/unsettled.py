"""Proves that what may have been done and is not known goes to staff in the same turn, whatever else comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import Expression
from frontdesk.dialogue.flow import Act, CallFlow, Choose, Collect, Confirm, End, Flow, Handoff, Link, Step
from frontdesk.flows.proving.examples import along, doing, shortest
from frontdesk.flows.proving.graph import Edge, Way
from frontdesk.flows.proving.held import NOTHING, Held, changed_on, held_after, is_open
from frontdesk.flows.proving.proofs import Settled, certain_at

_UNKNOWN = "unknown"


def check_unsettled(proved: Sequence[Settled]) -> None:
    """Report every guarded action whose `unknown` may lead somewhere without staff."""
    staff = _Staff({own.flow.name: own for own in proved})
    for own in proved:
        for act in own.flow.acts:
            way = _after_unknown(own, act, staff) if act.guarded else None
            if way is not None:  # only now is it worth finding out what is known there
                way = _after_unknown(own, act, staff, certain_at(own).get(act.name, frozenset()))
            if way is not None:
                _report(own, act, way)


def _after_unknown(
    own: Settled, act: Act, staff: _Staff, filled: frozenset[str] = frozenset()
) -> tuple[Edge, ...] | None:
    edges = [edge for edge in own.ways[act.name] if edge.outcome == _UNKNOWN]
    begun = [_Standing(edge.target, (edge,), filled - changed_on(own.flow, edge)) for edge in edges]
    return _way_past(own, begun, staff)


def _report(own: Settled, act: Act, way: tuple[Edge, ...]) -> None:
    flow, reached = own.flow, own.flow.steps.get(way[-1].target)
    if reached is None or isinstance(reached, End | Link):
        then = "the flow may end"
    else:
        then = f"{reached.name} may {'be run' if isinstance(reached, Act) else 'ask something'}"
    message = (
        f"When nobody knows whether {act.call} took effect, {then} and staff are not told; "
        f"let a `handoff` follow the `unknown` of {act.name}."
    )
    before = shortest(own.ways, flow.first, act.name)
    told = "desk: (is done, and nobody sees to it)" if reached is None else f"desk: {doing(reached)}"
    own.draft.fault(act.name, "unknown_to_nobody", message, (*along(flow, [*before, *way]), told))


@dataclass(slots=True)
class _Staff:
    """Knows which flows cannot be gone through without staff being told before anything is asked."""

    proved: Mapping[str, Settled]
    _told_in: dict[str, bool] = field(default_factory=dict)

    def are_told_in(self, name: str) -> bool:
        """Say whether they are told on every way through a flow; one that could not be read may well."""
        if name not in self.proved:
            return True
        if name not in self._told_in:
            self._told_in[name] = False  # a flow that leads back to itself tells nobody by that
            own = self.proved[name]
            self._told_in[name] = _way_past(own, [_Standing(own.flow.first)], self) is None
        return self._told_in[name]


@dataclass(frozen=True, slots=True)
class _Standing:
    """A step that was come to without telling staff: the way there, and what holds."""

    step: str
    way: tuple[Edge, ...] = ()
    filled: frozenset[str] = frozenset()  # the slots that are certain to be
    held: Held = NOTHING

    def may_meet(self, flow: Flow, condition: Expression | None) -> bool:
        """Say whether a condition can hold here."""
        given = (condition,) if condition is not None else ()
        return is_open(flow, Edge(self.step, self.step, Way.NEXT, given), self.held, self.filled)


def _way_past(own: Settled, waiting: list[_Standing], staff: _Staff) -> tuple[Edge, ...] | None:
    """Return a way to where the turn ends or something is run again; None if staff are told on all."""
    seen: set[tuple[str, frozenset[str], Held]] = set()
    while waiting:
        here = waiting.pop()
        step = own.flow.steps.get(here.step)
        if step is None or (here.may_meet(own.flow, step.when) and _is_too_late(own, step, here, staff)):
            return here.way
        if (here.step, here.filled, here.held) not in seen:
            seen.add((here.step, here.filled, here.held))
            waiting += _onward(own, step, here, staff)
    return None


def _is_too_late(own: Settled, step: Step, here: _Standing, staff: _Staff) -> bool:
    """Say whether a turn ends at a step, or might do once more there what may have been done."""
    match step:
        case Link(flow=other):
            return not staff.are_told_in(other)
        case CallFlow(flow=other):
            return own.turns.asks_at(step) and not staff.are_told_in(other)
        case Collect(slot=slot) | Choose(slot=slot):
            return slot not in here.filled
        case Act(guarded=guarded):
            return guarded
        case _:
            return isinstance(step, Confirm | End)


def _onward(own: Settled, step: Step, here: _Standing, staff: _Staff) -> Iterator[_Standing]:
    """Give where a step leads on which staff are not told."""
    tells = isinstance(step, Handoff) or (isinstance(step, CallFlow | Link) and staff.are_told_in(step.flow))
    known = isinstance(step, Collect | Choose) and step.slot in here.filled
    for edge in own.ways[step.name]:
        if (edge.way is Way.SKIPPED or not tells) and is_open(own.flow, edge, here.held, here.filled):
            emptied = own.flow.clears.get((edge.source, edge.target), frozenset())
            changed = emptied if known else changed_on(own.flow, edge)
            held = held_after(own.flow, edge, here.held, changed)
            yield _Standing(edge.target, (*here.way, edge), here.filled - changed, held)
