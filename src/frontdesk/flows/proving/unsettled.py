"""Proves that what may have been done and is not known goes to staff before it could be done once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from frontdesk.dialogue.flow import Act, Flow, Handoff, Link, Step
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.examples import along, doing, shortest
from frontdesk.flows.proving.graph import Edge, edges, entering

_UNKNOWN = "unknown"


def check_unsettled(drafts: Iterable[Draft]) -> None:
    """Report every guarded action whose `unknown` may lead somewhere without staff."""
    for draft in drafts:
        ways = edges(draft.flow, draft.known.actions)
        unsettled = _unsettled(draft.flow, ways)
        for act in draft.flow.acts:
            unknown = [edge for edge in ways[act.name] if edge.outcome == _UNKNOWN and edge.target in unsettled]
            way = _past_staff(draft, unknown, ways) if act.guarded and unknown else None
            if way is not None:
                _report(draft, act, ways, way)


def _report(draft: Draft, act: Act, ways: Mapping[str, tuple[Edge, ...]], way: tuple[Edge, ...]) -> None:
    flow = draft.flow
    reached = flow.steps.get(way[-1].target)
    message = (
        f"When nobody knows whether {act.call} took effect, {way[-1].target} may be run and staff are not told; "
        f"let a `handoff` follow the `unknown` of {act.name}."
    )
    before = shortest(ways, flow.first, act.name)
    told = (f"desk: {doing(reached)}",) if reached is not None else ()
    draft.fault(act.name, "unknown_to_nobody", message, (*along(flow, [*before, *way]), *told))


def _unsettled(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> set[str]:
    """Return the steps from which a guarded action is come to on some way on which staff are not told."""
    leading = entering(ways)
    waiting = [act.name for act in flow.acts if act.guarded]
    found = set(waiting)
    while waiting:
        before = {edge.source for edge in leading.get(waiting.pop(), ())} - found
        new = {name for name in before if not _tells_staff(flow.steps[name])}
        found |= new
        waiting += new
    return found


def _tells_staff(step: Step | None) -> bool:
    """Say whether staff hear of it at a step, or another flow has it from there on."""
    return isinstance(step, Link) or (isinstance(step, Handoff) and step.when is None)


def _past_staff(draft: Draft, unknown: Iterable[Edge], ways: Mapping[str, tuple[Edge, ...]]) -> tuple[Edge, ...] | None:
    """Return a way from `unknown` to a guarded action on which staff are not told; None if there is none."""
    waiting: list[tuple[Edge, ...]] = [(edge,) for edge in unknown]
    seen: set[str] = set()
    while waiting:
        way = waiting.pop()
        step = draft.flow.steps.get(way[-1].target)
        if way[-1].target in seen or _tells_staff(step):
            continue
        seen.add(way[-1].target)
        if isinstance(step, Act) and step.guarded:
            return way
        waiting += [(*way, edge) for edge in ways.get(way[-1].target, ())]
    return None
