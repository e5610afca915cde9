"""A flow as a graph: every way from one step to another, what holds on it and what it empties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.expression import Expression, Not
from frontdesk.dialogue.flow import Act, Branch, Choose, Collect, Confirm, End, Flow, Link, Slot, Step
from frontdesk.flows.proving.circles import gathered
from frontdesk.flows.proving.conditions import Untaken


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
    untaken = Untaken()
    for condition, target in step.cases:
        yield Edge(step.name, target, Way.CASE, (*given, *untaken.beside(condition), condition))
        untaken.add(condition)
    yield Edge(step.name, step.otherwise, Way.CASE, (*given, *untaken.every))


@dataclass(frozen=True, slots=True)
class Resting:
    """Which slots rest on which: looked through once for a flow, and not for each of its edges."""

    slots: Mapping[str, Slot]
    _children: dict[str, list[str]] = field(default_factory=dict)
    _on: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Turn the slots round, from those that rest to what they rest on."""
        for slot in self.slots.values():
            for parent in slot.depends_on:
                self._children.setdefault(parent, []).append(slot.name)

    def on(self, name: str) -> frozenset[str]:
        """Return a slot and all that rests on it."""
        if name not in self._on:
            found, waiting = {name}, [name]
            while waiting:
                new = set(self._children.get(waiting.pop(), ())) - found
                found |= new
                waiting += new
            self._on[name] = frozenset(found)
        return self._on[name]

    def as_bits(self, bits: Mapping[str, int]) -> dict[str, int]:
        """Return the same for every slot at once, with each slot as a bit."""
        every = bits.keys() | self._children.keys()
        return gathered({name: self._children.get(name, ()) for name in every}, bits)


def clears(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> dict[tuple[str, str], frozenset[str]]:
    """Return what edges empty: one that leads back to a question empties its slot, so that it is asked anew."""
    order = {name: place for place, name in enumerate(flow.steps)}
    resting = Resting(flow.slots)
    emptied: dict[tuple[str, str], frozenset[str]] = {}
    for out in ways.values():
        for edge in out:
            target = flow.steps.get(edge.target)
            if isinstance(target, Collect | Choose) and order[edge.target] <= order[edge.source]:
                emptied[edge.source, edge.target] = resting.on(target.slot)
    return emptied


def ordinary(flow: Flow, ways: Mapping[str, tuple[Edge, ...]]) -> frozenset[str]:
    """Return the steps that are come to where nothing goes wrong."""
    wrong = {Way.OTHER, Way.NO, Way.EXIT}
    smooth = {name: tuple(edge for edge in out if edge.way not in wrong) for name, out in ways.items()}
    return reachable(smooth, flow.first)


def asked_anew(
    flow: Flow,
    usual: AbstractSet[str],
    emptied: Mapping[tuple[str, str], frozenset[str]],
    circle: tuple[str, ...],
) -> dict[tuple[str, str], frozenset[str]] | None:
    """Return what must be emptied so that the one question on a circle is asked each time, if there is one.

    Only a question that comes after something went wrong ("Sarah does not do that. Who else?"): on the `usual`
    way, emptying its slot would throw away what the guest has said in advance.
    """
    resting = Resting(flow.slots)
    found: dict[tuple[str, str], frozenset[str]] = {}
    for pair in pairwise(circle):
        target = flow.steps[pair[1]]
        if isinstance(target, Collect) and target.when is None and pair not in emptied and pair[0] not in usual:
            found[pair] = resting.on(target.slot)
    return found if len(found) == 1 else None


def entering(ways: Mapping[str, tuple[Edge, ...]]) -> dict[str, list[Edge]]:
    """Return the edges that lead to each step."""
    found: dict[str, list[Edge]] = {}
    for out in ways.values():
        for edge in out:
            found.setdefault(edge.target, []).append(edge)
    return found


def targets(ways: Mapping[str, tuple[Edge, ...]]) -> dict[str, list[str]]:
    """Return where each step leads to."""
    return {name: [edge.target for edge in out] for name, out in ways.items()}


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


def in_order(ways: Mapping[str, tuple[Edge, ...]], first: str) -> list[str]:
    """Return the steps that can be reached from `first`, each after those that lead to it; circles are cut."""
    done: list[str] = []
    seen = {first}
    walk = [(first, iter(ways.get(first, ())))]
    while walk:
        after = next((edge.target for edge in walk[-1][1] if edge.target in ways and edge.target not in seen), None)
        if after is None:
            done.append(walk.pop()[0])
        else:
            seen.add(after)
            walk.append((after, iter(ways[after])))
    return done[::-1]
