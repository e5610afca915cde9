"""Proves that a no is heard: it does not lead to the same confirm again with nothing else asked in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from frontdesk.dialogue.flow import Choose, Collect, Confirm, Link
from frontdesk.flows.proving.circles import circling
from frontdesk.flows.proving.examples import Example, along, doing, shortest
from frontdesk.flows.proving.graph import Edge, Way
from frontdesk.flows.proving.proofs import Settled
from frontdesk.flows.proving.together import Together


@dataclass(frozen=True, slots=True)
class _Place:
    """A step, and the slots that are certain to be filled there; None for all of them."""

    flow: str
    step: str
    filled: frozenset[str] | None


# The places and the edges by which they were left; none into another flow.
_Way = tuple[tuple[_Place, Edge | None], ...]


def prove_refusals(together: Together) -> None:
    """Report the confirms to which a guest who only says no is led again, also over other flows."""
    told: set[tuple[str, str]] = set()
    round_again = circling(_known_ways(together))
    for name in together.drafts:
        own = together.own(name)
        for step in own.flow.steps.values():
            if not isinstance(step, Confirm) or step.on_no is None or (name, step.name) in told:
                continue
            way = None
            if (name, step.name) in round_again:  # only now is it worth finding out what is known there
                way = _way_back(together, _Place(name, step.name, together.certain(name).of(step.name)))
            if way is not None:
                told.update((place.flow, place.step) for place, _ in way)
                _report(together, own, step, way)


def _known_ways(together: Together) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return where a guest who says no would come to from each step if everything were known."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name in together.drafts:
        for step in together.own(name).flow.steps:
            after = (place for _, place in _unasked(together, _Place(name, step, None)))
            found[name, step] = [(place.flow, place.step) for place in after]
    return found


def _report(together: Together, own: Settled, step: Confirm, way: _Way) -> None:
    steps = [(place, together.own(place.flow).flow.steps[place.step]) for place, _ in way[1:]]
    others = [one.name for _, one in steps if isinstance(one, Confirm)]
    others += [place.flow for place, one in steps if isinstance(one, Link) and place.flow != own.flow.name]
    between = f", over {' and '.join(dict.fromkeys(others))}" if others else ""
    message = f"A no at {step.name} only leads to {step.name} again{between}."
    own.draft.fault(step.name, "endless_question", message, _conversation(together, own, step, way))


def _conversation(together: Together, own: Settled, step: Confirm, way: _Way) -> Example:
    part = shortest(own.ways, own.flow.first, step.name)
    lines: list[str] = []
    for place, edge in way:
        flow = together.own(place.flow).flow
        part += [edge] if edge else []
        if edge is None:
            told = along(flow, part)
            lines += [*(told[1:] if lines else told), f"desk: {doing(flow.steps[place.step])}"]
            part = []
    told = along(together.own(way[-1][0].flow).flow, part)
    return (*lines, *(told[1:] if lines else told), f"desk: {doing(step)}")


def _way_back(together: Together, start: _Place) -> _Way | None:
    """Return a way on which a guest who only says no comes to the same confirm; None if something else is asked."""
    waiting = deque([start])
    came: dict[_Place, tuple[_Place, Edge | None]] = {}
    while waiting:
        here = waiting.popleft()
        for edge, after in _unasked(together, here):
            if (after.flow, after.step) == (start.flow, start.step):
                return _way_over(came, here, edge)
            if after not in came:
                came[after] = here, edge
                waiting.append(after)
    return None


def _way_over(came: Mapping[_Place, tuple[_Place, Edge | None]], last: _Place, edge: Edge | None) -> _Way:
    """Return the way that ends by leaving `last` over `edge`."""
    way = [(last, edge)]
    while way[-1][0] in came:
        way.append(came[way[-1][0]])
    return tuple(reversed(way))


def _unasked(together: Together, here: _Place) -> Iterator[tuple[Edge | None, _Place]]:
    """Give where a guest who says no comes to without being asked anything but whether something is right."""
    own = together.own(here.flow)
    step = own.flow.steps.get(here.step)
    if step is None:
        return
    if isinstance(step, Link) and step.flow in together.drafts:
        first, given = together.own(step.flow).flow.first, here.filled
        handed = frozenset(theirs for theirs, ours in step.inputs.items() if given is None or ours in given)
        yield None, _Place(step.flow, first, None if given is None else handed)
    known = isinstance(step, Collect | Choose) and (here.filled is None or step.slot in here.filled)
    asks = own.turns.asks_at(step) and not isinstance(step, Confirm) and not known
    for edge in own.ways[here.step]:
        said = edge.way in (Way.NO, Way.SKIPPED) if isinstance(step, Confirm) else edge.way is not Way.EXIT
        if said and (edge.way is Way.SKIPPED or not asks):
            emptied = own.flow.clears.get((edge.source, edge.target), frozenset())
            changed = emptied if known else together.changes(here.flow).on(edge)
            filled = None if here.filled is None else here.filled - changed
            yield edge, _Place(here.flow, edge.target, filled)
