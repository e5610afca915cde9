"""Proves what a flow promises as a pattern: it does what the guest asked for, goes nowhere unasked, and comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from frontdesk.dialogue.flow import (
    Assign,
    Branch,
    CallFlow,
    Confirm,
    End,
    Flow,
    Handoff,
    Link,
    Move,
    Step,
    Tell,
)
from frontdesk.dialogue.patterns import CLARIFY, ONLY_AROUND, PATTERNS, Room, has_move
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.examples import Example, along, doing, shortest, to_step
from frontdesk.flows.proving.graph import Edge, Way, reachable

_REFUSED = frozenset({Way.NO, Way.EXIT})  # the guest would not have it, or did not say
Ways: TypeAlias = Mapping[str, tuple[Edge, ...]]
S = TypeVar("S", Move, Confirm)
_SAYING = (Tell, Branch, Assign, Handoff, End, CallFlow, Link, Move)  # of the last three is told elsewhere


def prove_pattern(draft: Draft, flow: Flow, ways: Ways) -> None:
    """Report every promise that a pattern does not keep, and steps that only patterns have in flows that are none."""
    _prove_crossings(draft, flow, ways)
    if flow.name not in PATTERNS or not PATTERNS[flow.name].moves:
        for step in _steps(flow, Move):
            moving = ", ".join(sorted(name for name, pattern in PATTERNS.items() if pattern.moves))
            draft.fault(step.name, "no_move", f"There is no move to make in {flow.name}; only in {moving}.")
    if flow.name not in PATTERNS:
        return
    if flow.triggers or flow.answers or flow.inputs:
        message = f"{flow.name} is a pattern: the desk begins it, so it has no trigger, answers or inputs."
        example = (
            f"guest: (starts {flow.name})",
            f"desk: goes into {flow.name} (nothing has happened that it is about)",
        )
        draft.fault("", "pattern", message, example)
    if PATTERNS[flow.name].room is Room.SAY:
        _prove_said_in_passing(draft, flow, ways)
    elif PATTERNS[flow.name].moves:
        _prove_moved(draft, flow, ways)


def _prove_crossings(draft: Draft, flow: Flow, ways: Ways) -> None:
    """Check that no flow goes into a pattern, and that a pattern goes elsewhere only where the guest has said yes."""
    pattern = PATTERNS.get(flow.name)
    unasked = reachable(_without(ways, lambda edge: edge.way is Way.YES), flow.first)
    for step in (each for each in flow.steps.values() if isinstance(each, CallFlow | Link)):
        if step.flow in ONLY_AROUND or (pattern is not None and step.flow in PATTERNS):
            again = "itself" if step.flow == flow.name else f"{step.flow}, which is a pattern"
            message = f"{step.name} goes into {again}: only the desk begins patterns."
        elif pattern is not None and pattern.room is not Room.ALL:
            message = f"{flow.name} interrupts what is under way and comes back to it, so it goes to no other flow."
        elif pattern is not None and step.name in unasked:
            message = f"{flow.name} is a pattern: it goes to {step.flow} only over the yes of a confirm."
        elif flow.name == STUCK and isinstance(step, Link) and step.flow != PERSON and step.name in unasked:
            message = (
                f"{flow.name} goes on with {step.flow} unasked, where the guest got no further: "
                f"its questions might be put forever. Let it go there only over the yes of a confirm."
            )
        else:
            continue
        draft.fault(step.name, "pattern", message, to_step(flow, ways, step.name))


def _prove_said_in_passing(draft: Draft, flow: Flow, ways: Ways) -> None:
    """Check that a pattern only says something; where it puts a question, it does so on every way."""
    for step in flow.steps.values():
        if not isinstance(step, _SAYING):
            message = f"{flow.name} is gone through within a turn: it may say something, but asks and does nothing."
            draft.fault(step.name, "pattern", message, to_step(flow, ways, step.name))
    if flow.name == CLARIFY and (way := _way_past(flow, ways, Tell)) is not None:
        message = f"{flow.name} may end without having asked anything; let it say something on every way."
        draft.fault("", "pattern", message, way)


def _prove_moved(draft: Draft, flow: Flow, ways: Ways) -> None:
    """Check that the guest is heard: the move is made on every way but after a no to it, and not after that."""
    if not has_move(flow):
        for step in _steps(flow, Confirm):
            message = (
                f"{flow.name} asks {step.name}, and does what the guest asked for whatever the answer is; "
                f"put a `move` step after the yes."
            )
            done = ("guest: no", "desk: (does what the guest asked for all the same)")
            draft.fault(step.name, "pattern", message, (*to_step(flow, ways, step.name), *done))
        return
    if (way := _way_past(flow, ways, Move)) is not None:
        message = f"{flow.name} may end as if the guest had said nothing; lead every way over `move` but that of a no."
        draft.fault("", "swallowed", message, way)
    refused = [edge for out in ways.values() for edge in out if edge.way is Way.NO]
    unasked = _without(ways, lambda edge: edge.way is Way.YES)
    for made in _steps(flow, Move):
        no = next((edge for edge in refused if made.name in reachable(unasked, edge.target)), None)
        if no is not None:
            message = f"{made.name} may come after a no: it does what the guest has refused."
            refusing = [*shortest(ways, flow.first, no.source), no, *shortest(unasked, no.target, made.name)]
            draft.fault(made.name, "pattern", message, (*along(flow, refusing), f"desk: {doing(made)}"))


def _way_past(flow: Flow, ways: Ways, kind: type[Step]) -> Example | None:
    """Return a way to the end on which no step of a kind is taken and nothing is refused, if there is one."""
    passed = {name: tuple(edge for edge in out if not _takes(flow, edge, kind)) for name, out in ways.items()}
    there = reachable(passed, flow.first)
    for name in flow.steps:
        step = flow.steps[name]
        over = next((edge for edge in passed[name] if edge.target not in flow.steps), None)
        if name in there and (over is not None or isinstance(step, End | Link)):
            way = shortest(passed, flow.first, name)
            return (*along(flow, [*way, over] if over else way), "desk: (is done)")
    return None


def _takes(flow: Flow, edge: Edge, kind: type[Step]) -> bool:
    """Say whether an edge leads out of a step of a kind that was taken, or away from what was refused."""
    return edge.way in _REFUSED or (isinstance(flow.steps[edge.source], kind) and edge.way is not Way.SKIPPED)


def _steps(flow: Flow, kind: type[S]) -> list[S]:
    return [step for step in flow.steps.values() if isinstance(step, kind)]


def _without(ways: Ways, left_out: Callable[[Edge], bool]) -> Ways:
    return {name: tuple(edge for edge in out if not left_out(edge)) for name, out in ways.items()}
