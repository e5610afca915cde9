"""Proves that a guest can tell what became of a guarded action: what is said of its success is said of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from frontdesk.dialogue.expression import slots_read
from frontdesk.dialogue.flow import Act, Assign, Branch, Flow, Tell
from frontdesk.flows.proving.graph import Edge, Way


def mistaken(
    flow: Flow, ways: Mapping[str, tuple[Edge, ...]], act: Act, assigned: frozenset[str]
) -> Iterator[tuple[str, Edge]]:
    """Give each text that is first said after a guarded action succeeded, and also where it failed or was not tried.

    With it comes the edge on which it was not done. `assigned` are the slots that `set` steps of the flow fill.
    """
    telling = assigned.union(act.outputs.values())
    first = _first_said(flow, ways, (edge for edge in ways[act.name] if edge.way is Way.SUCCESS), frozenset())
    told: set[str] = set()
    for edge in (*ways.get(act.confirmed_by or "", ()), *ways[act.name]):
        skipped = edge.way is Way.SKIPPED and edge.source == act.name and not _read(edge) & telling
        if skipped or edge.way in (Way.NO, Way.EXIT, Way.OTHER):
            both = first & _first_said(flow, ways, [edge], telling) - told
            told |= both
            yield from ((name, edge) for name in sorted(both))


def assigned_in(flow: Flow) -> frozenset[str]:
    """Return the slots that `set` steps of a flow fill."""
    return frozenset(name for step in flow.steps.values() if isinstance(step, Assign) for name in step.values)


def _read(edge: Edge) -> set[str]:
    """Return the slots that decide whether a way is taken: one that the action or a `set` fills may tell it apart."""
    return {name for condition in edge.given for name in slots_read(condition)}


def _first_said(
    flow: Flow, ways: Mapping[str, tuple[Edge, ...]], begun: Iterable[Edge], telling: frozenset[str]
) -> set[str]:
    """Return the texts that are said next on these ways, before anything is asked, tried or left to somebody.

    Where a way is decided by a slot that is `telling`, it is not gone on.
    """
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [edge.target for edge in begun]
    while waiting:
        name = waiting.pop()
        step = flow.steps.get(name)
        if step is None or name in seen:
            continue
        seen.add(name)
        passes = isinstance(step, Branch | Assign)
        out = [edge for edge in ways[name] if not _read(edge) & telling]
        if isinstance(step, Tell) and (step.when is None or any(edge.way is Way.NEXT for edge in out)):
            found.add(name)
        waiting += [edge.target for edge in out if passes or edge.way is Way.SKIPPED]
    return found
