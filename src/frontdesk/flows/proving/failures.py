"""Finds what is said only where a guarded action has failed, or may have: nothing there may sound like a success."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from frontdesk.dialogue.flow import Act, Assign, Branch, Flow, Handoff, Tell
from frontdesk.flows.proving.graph import Edge, reachable

_FAILED = frozenset({"failed", "refused", "taken", "unavailable", "unknown"})  # any other may be good news


@dataclass(frozen=True, slots=True)
class Failure:
    """An action that has not succeeded, and how a text is come to after that."""

    act: Act
    outcome: str
    edge: Edge  # that leads to the text
    before: Failure | None = None  # the step that it comes from, where that is said after the failure too

    def way(self) -> tuple[Edge, ...]:
        """Return the way from the failure to the text."""
        found = [self.edge]
        here = self
        while here.before is not None:
            here = here.before
            found.append(here.edge)
        return tuple(reversed(found))


def after_failure(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> dict[str, Failure]:
    """Return the steps that are come to only by a failure, until something is asked or tried; each with one."""
    failed = [(act, edge) for act in flow.acts if act.guarded for edge in ways[act.name] if edge.outcome in _FAILED]
    if not failed:
        return {}
    lost = {edge for _, edge in failed}
    well = reachable({name: tuple(edge for edge in out if edge not in lost) for name, out in ways.items()}, flow.first)
    found: dict[str, Failure] = {}
    for act, edge in failed:
        waiting = [Failure(act, edge.outcome, edge)]
        while waiting:
            here = waiting.pop()
            name = here.edge.target
            if name in found or name in well or not isinstance(flow.steps.get(name), Tell | Branch | Assign | Handoff):
                continue
            found[name] = here
            waiting += [Failure(act, edge.outcome, after, here) for after in ways[name]]
    return found
