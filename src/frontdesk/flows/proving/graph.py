"""A flow as a graph: every way from one step to another, what holds on it and what it empties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.expression import Expression, Not
from frontdesk.dialogue.flow import Act, Branch, Choose, Collect, Confirm, End, Flow, Link, Slot, Step


class Way(StrEnum):
    """How a step is left."""

    NEXT = "next"  # it is done: the slot is filled, the text is said
    SKIPPED = "skipped"  # its condition does not hold
    YES = "yes"
    NO = "no"
    EXIT = "exit"  # asked often enough
    SUCCESS = "success"  # of an action; brings its offer
    OTHER = "other"  # any other outcome of an action
    CASE = "case"


# A guest's answer takes these, so they begin a turn and never stand inside one.
STARTS = frozenset({Way.NO, Way.EXIT})


@dataclass(frozen=True, slots=True)
class Edge:
    """One way from a step to another; all of `given` holds on it."""

    source: str
    target: str
    way: Way
    given: tuple[Expression, ...] = ()
    outcome: str = ""  # of an action


def edges(flow: Flow, actions: Mapping[str, ActionSpec]) -> dict[str, tuple[Edge, ...]]:
    """Return the edges out of each step. Those to the end are included."""
    return {name: tuple(_edges(step, actions)) for name, step in flow.steps.items()}


def _edges(step: Step, actions: Mapping[str, ActionSpec]) -> Iterator[Edge]:
    given = (step.when,) if step.when else ()
    if step.when is not None:
        beyond = step.otherwise if isinstance(step, Branch) else step.next
        yield Edge(step.name, beyond, Way.SKIPPED, (Not(step.when),))
    match step:
        case Confirm():
            yield Edge(step.name, step.next, Way.YES, given)
            if step.on_no:
                yield Edge(step.name, step.on_no, Way.NO, given)
        case Act():
            yield from _outcomes(step, actions, given)
        case Branch():
            yield from _cases(step, given)
        case End() | Link():
            pass  # nothing in this flow comes after it
        case _:
            yield Edge(step.name, step.next, Way.NEXT, given)
    if isinstance(step, Collect | Choose | Confirm) and step.on_exit:
        yield Edge(step.name, step.on_exit, Way.EXIT, given)


def _outcomes(step: Act, actions: Mapping[str, ActionSpec], given: tuple[Expression, ...]) -> Iterator[Edge]:
    """Give an edge for each outcome that leads somewhere; the others end in the error pattern."""
    spec = actions.get(step.call)
    for outcome in sorted(spec.outcomes) if spec else ():
        succeeds = outcome in step.succeeds
        target = step.on.get(outcome) or (step.next if succeeds else None)
        if target is not None:
            yield Edge(step.name, target, Way.SUCCESS if succeeds else Way.OTHER, given, outcome)


def _cases(step: Branch, given: tuple[Expression, ...]) -> Iterator[Edge]:
    for condition, target in step.cases:
        yield Edge(step.name, target, Way.CASE, (*given, condition))
        given = (*given, Not(condition))
    yield Edge(step.name, step.otherwise, Way.CASE, given)


def with_dependents(name: str, slots: Mapping[str, Slot]) -> frozenset[str]:
    """Return a slot and all that rests on it."""
    found = {name}
    while more := {slot.name for slot in slots.values() if found & set(slot.depends_on)} - found:
        found |= more
    return frozenset(found)


def clears(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> dict[tuple[str, str], frozenset[str]]:
    """Return what edges empty: one that leads back to a question empties its slot, so that it is asked anew."""
    order = {name: place for place, name in enumerate(flow.steps)}
    emptied: dict[tuple[str, str], frozenset[str]] = {}
    for out in ways.values():
        for edge in out:
            target = flow.steps.get(edge.target)
            if isinstance(target, Collect | Choose) and order[edge.target] <= order[edge.source]:
                emptied[edge.source, edge.target] = with_dependents(target.slot, flow.slots)
    return emptied


def asked_anew(
    flow: Flow,
    ways: Mapping[str, tuple[Edge, ...]],
    emptied: Mapping[tuple[str, str], frozenset[str]],
    circle: tuple[str, ...],
) -> dict[tuple[str, str], frozenset[str]] | None:
    """Return what must be emptied so that the one question on a circle is asked each time, if there is one.

    Only a question that comes after something went wrong ("Sarah does not do that. Who else?"): on the ordinary
    way, emptying its slot would throw away what the guest has said in advance.
    """
    wrong = {Way.OTHER, Way.NO, Way.EXIT}
    smooth = {name: tuple(edge for edge in out if edge.way not in wrong) for name, out in ways.items()}
    ordinary = reachable(smooth, flow.first)
    found: dict[tuple[str, str], frozenset[str]] = {}
    for pair in pairwise(circle):
        target = flow.steps[pair[1]]
        if isinstance(target, Collect) and target.when is None and pair not in emptied and pair[0] not in ordinary:
            found[pair] = with_dependents(target.slot, flow.slots)
    return found if len(found) == 1 else None


def reachable(ways: Mapping[str, tuple[Edge, ...]], first: str) -> frozenset[str]:
    """Return the steps that can be reached from `first`."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in ways and name not in found:
            found.add(name)
            waiting += [edge.target for edge in ways[name]]
    return frozenset(found)
