"""Proves that what may have been done and is not known goes to staff before it could be done once more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from frontdesk.dialogue.flow import Act, Handoff, Link
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.examples import along, doing, shortest
from frontdesk.flows.proving.graph import Edge, edges

_UNKNOWN = "unknown"


def check_unsettled(drafts: Iterable[Draft]) -> None:
    """Report every guarded action whose `unknown` may lead somewhere without staff."""
    for draft in drafts:
        ways = edges(draft.flow, draft.known.actions)
        for act in draft.flow.acts:
            way = _past_staff(draft, act, ways) if act.guarded else None
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


def _past_staff(draft: Draft, act: Act, ways: Mapping[str, tuple[Edge, ...]]) -> tuple[Edge, ...] | None:
    """Return a way from `unknown` to a guarded action on which staff are not told; None if there is none."""
    waiting: list[tuple[Edge, ...]] = [(edge,) for edge in ways[act.name] if edge.outcome == _UNKNOWN]
    seen: set[str] = set()
    while waiting:
        way = waiting.pop()
        step = draft.flow.steps.get(way[-1].target)
        if way[-1].target in seen or isinstance(step, Link) or (isinstance(step, Handoff) and step.when is None):
            continue
        seen.add(way[-1].target)
        if isinstance(step, Act) and step.guarded:
            return way
        waiting += [(*way, edge) for edge in ways.get(way[-1].target, ())]
    return None
