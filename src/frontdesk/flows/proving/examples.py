"""Writes a short conversation along a way through a flow, to show how the flow could misbehave."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from frontdesk.dialogue.flow import (
    Act,
    Assign,
    Branch,
    CallFlow,
    Choose,
    Collect,
    Confirm,
    End,
    Flow,
    Handoff,
    Link,
    Move,
    Step,
    Tell,
)
from frontdesk.dialogue.patterns import PATTERNS
from frontdesk.flows.proving.assignment import Gap
from frontdesk.flows.proving.graph import STARTS, Edge, Way

Example: TypeAlias = tuple[str, ...]
Ways: TypeAlias = Mapping[str, tuple[Edge, ...]]
SILENT = "guest: (does not answer)"


@dataclass(slots=True)
class _Told:
    """What the guest of an example has given and agreed to so far: it is not asked again."""

    slots: set[str] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)


def beginning(flow: Flow) -> str:
    """Return the line with which an example begins."""
    unasked = flow.inputs or flow.name in PATTERNS
    return f"desk: goes into {flow.name}" if unasked else f"guest: (starts {flow.name})"


def shortest(ways: Ways, start: str, goal: str, allowed: Callable[[Edge], bool] = lambda _: True) -> list[Edge]:
    """Return the shortest way between two steps; empty if there is none, or no need of one."""
    came: dict[str, Edge] = {}
    waiting = deque([start])
    while waiting and goal not in came and start != goal:
        for edge in ways.get(waiting.popleft(), ()):
            if allowed(edge) and edge.target not in came and edge.target != start:
                came[edge.target] = edge
                waiting.append(edge.target)
    way: list[Edge] = []
    while goal in came:
        way.append(came[goal])
        goal = came[goal].source
    return way[::-1]


def onward(ways: Ways, start: str, goal: str) -> list[Edge]:
    """Return the shortest way that leaves `start` and comes to `goal`, which may be the same step."""
    found = [[edge, *shortest(ways, edge.target, goal)] for edge in ways.get(start, ())]
    return min((way for way in found if way[-1].target == goal), key=len, default=[])


def along(flow: Flow, way: Iterable[Edge]) -> Example:
    """Write the conversation that takes this way from the beginning of a flow."""
    return (beginning(flow), *_lines(flow, way, _Told()))


def to_step(flow: Flow, ways: Ways, name: str, then: str = "") -> Example:
    """Write a conversation that comes to a step; `then` says what is wrong with what the desk does there."""
    last = f"desk: {doing(flow.steps[name])}"
    return (*along(flow, shortest(ways, flow.first, name)), f"{last} ({then})" if then else last)


def to_gap(flow: Flow, gap: Gap, way: Sequence[Edge]) -> Example:
    """Write a conversation that comes to a step with a slot empty that the step reads."""
    if not way and gap.step != flow.first:
        return ()
    missing = "nothing has been found" if gap.use == "offer" else f"{gap.slot} is empty"
    first, *lines = _withheld(flow, way)
    slot = flow.slots.get(gap.slot)
    if slot is not None and slot.default is not None:  # it is there until the guest will not have it
        lines.insert(0, f"guest: (rules out the default of {gap.slot})")
    return (first, *lines, f"desk: {doing(flow.steps[gap.step])} ({missing})")


def round_and_round(flow: Flow, ways: Ways, circle: Sequence[str]) -> Example:
    """Write a conversation that comes into a circle from which nothing leads away."""
    between = ([edge for edge in ways[one] if edge.target == other] for one, other in pairwise(circle))
    within = [min(found, key=lambda edge: edge.way in STARTS) for found in between]
    told = _Told()
    lines = [beginning(flow), *_lines(flow, shortest(ways, flow.first, circle[0]), told)]
    first = list(_lines(flow, within, told))
    asks = any(line.startswith("guest:") for line in first)
    again = list(_lines(flow, within, told)) if asks else []
    return (*lines, *first, *again, "desk: (goes on like this for ever)")


def unanswered(flow: Flow, ways: Ways, circle: Sequence[str]) -> Example:
    """Write a conversation in which nobody answers, and the same questions come again."""
    asked = [f"desk: {doing(flow.steps[name])}" for name in circle]
    silence = [line for question in asked[:-1] for line in (question, SILENT)]
    return (*along(flow, shortest(ways, flow.first, circle[0])), *silence, asked[-1])


def doing(step: Step) -> str:
    """Say in few words what the desk does at a step."""
    match step:
        case Collect(slot=slot):
            return f"asks {slot}"
        case Choose(source=source):
            return f"offers what {source} found"
        case Confirm(name=name):
            return f"asks {name}"
        case Act(call=call):
            return f"runs {call}"
        case Tell(name=name):
            return f"says {name}"
        case Handoff():
            return "leaves it to staff"
        case Assign(values=values):
            return f"sets {', '.join(values)}"
        case CallFlow(flow=flow) | Link(flow=flow):
            return f"goes into {flow}"
        case Move():
            return "does what the guest has asked for"
        case Branch(name=name) | End(name=name):
            return f"comes to {name}"


def _lines(flow: Flow, way: Iterable[Edge], told: _Told) -> Iterator[str]:
    for edge in way:
        step = flow.steps[edge.source]
        if edge.way is not Way.SKIPPED:
            yield from _step_lines(step, edge, told)
        if isinstance(step, Act) and edge.way is Way.SUCCESS:  # what was chosen before is void
            choices = (other for other in flow.steps.values() if isinstance(other, Choose))
            told.slots -= {other.slot for other in choices if other.source == step.name}
        told.slots -= flow.clears.get((edge.source, edge.target), frozenset())


def _step_lines(step: Step, edge: Edge, told: _Told) -> Iterator[str]:
    match step:
        case Collect() | Choose() if edge.way is not Way.EXIT:
            if step.slot not in told.slots:
                yield f"desk: {doing(step)}"
                yield f"guest: gives {step.slot}" if isinstance(step, Collect) else "guest: takes one"
            told.slots |= {step.slot, *(step.take.values() if isinstance(step, Choose) else ())}
        case Confirm() if edge.way is Way.YES:
            if step.name not in told.agreed:
                yield f"desk: {doing(step)}"
                yield "guest: yes"
            told.agreed.add(step.name)
        case Collect() | Choose() | Confirm():
            yield f"desk: {doing(step)}"
            yield "guest: no" if edge.way is Way.NO else SILENT
        case Act():
            yield f"desk: {doing(step)}: {edge.outcome}"
            told.agreed.discard(step.confirmed_by or "")
        case Branch() | End():
            pass
        case _:
            yield f"desk: {doing(step)}"


def _withheld(flow: Flow, way: Iterable[Edge]) -> Iterator[str]:
    """Write the lines of a way on which the guest gives nothing that may be skipped."""
    optional = {f"guest: gives {slot.name}" for slot in flow.slots.values() if not slot.required}
    return ("guest: skip" if line in optional else line for line in along(flow, way))
