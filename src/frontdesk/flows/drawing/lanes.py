"""Measures a plan: how far down each row is, and the lanes at both sides on which arrows lead back up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from frontdesk.flows.drawing.plan import Plan, Route, extent_of, height_of

_STEP_GAP = 16  # between steps and the words below them
_WORD_GAP = 22  # between words and the steps below them
_TRACK = 11
_ENTRY = 20  # an entry has words above it
_LANE = 14
_ASIDE = 16  # an arrow from a lane enters a step beside its middle


@dataclass(frozen=True, slots=True)
class Lane:
    """A way up beside the picture that several arrows share: to one step, emptying the same slots."""

    target: str
    clears: tuple[str, ...]
    x: float
    entry: tuple[float, float]  # where it turns down into its step
    spurs: tuple[tuple[Route, float], ...]  # arrows that join it, and how far down they do


@dataclass(frozen=True, slots=True)
class Measured:
    """A plan with everything in its place. The picture reaches from `left` to `right`, and from 0 to `height`."""

    plan: Plan
    tops: Mapping[str, float]
    bottoms: Mapping[str, float]  # of the rows that things stand in
    lanes: tuple[Lane, ...]
    left: float
    right: float
    height: float


_Key: TypeAlias = tuple[str, tuple[str, ...], bool]  # its step, what it empties, whether it is at the right


@dataclass(frozen=True, slots=True)
class _Bundle:
    """The arrows of a lane before it has a place."""

    key: _Key
    routes: tuple[Route, ...]
    rows: int  # how many rows it spans

    @property
    def target(self) -> str:
        return self.key[0]


@dataclass(frozen=True, slots=True)
class _Levels:
    """How far down everything is: nodes and the rows they stand in, entries of lanes, spurs by the words above them."""

    tops: dict[str, float]
    bottoms: dict[str, float]
    entries: dict[_Key, float]
    spurs: dict[str, float]
    height: float


def measured(plan: Plan) -> Measured:
    """Return the plan with all measures."""
    extents = {node: extent_of(thing) for node, thing in plan.things.items()}
    bundles = _bundles(plan)
    levels = _levels(plan, bundles)
    beside = {
        False: min(plan.places[node] - extents[node].width / 2 for node in plan.places),
        True: max(plan.places[node] + extents[node].width / 2 for node in plan.places),
    }
    lanes: list[Lane] = []
    for bundle in sorted(bundles, key=lambda one: (one.rows, one.key)):
        *_, right = bundle.key
        beside[right] += _LANE if right else -_LANE
        lanes.append(_lane(bundle, beside[right], levels, plan))
    return Measured(plan, levels.tops, levels.bottoms, tuple(lanes), beside[False], beside[True], levels.height)


def _bundles(plan: Plan) -> list[_Bundle]:
    rank = {node: number for number, row in enumerate(plan.rows) for node in row}
    grouped: dict[_Key, list[Route]] = {}
    for route in plan.routes:
        if route.returns_to is not None:
            to_the_right = plan.places[route.nodes[-1]] >= plan.places[route.returns_to]
            grouped.setdefault((route.returns_to, route.arrow.clears, to_the_right), []).append(route)
    return [
        _Bundle(key, tuple(routes), max(rank[route.nodes[-1]] for route in routes) - rank[key[0]])
        for key, routes in grouped.items()
    ]


def _levels(plan: Plan, bundles: Iterable[_Bundle]) -> _Levels:
    """Lay the rows out from the top; between them is room for the level lines of lanes."""
    levels = _Levels({}, {}, {}, {}, 0)
    below = 0.0
    for number, row in enumerate(plan.rows):
        words = number % 2 == 1
        if not words:
            below = _enter(row, bundles, levels, below) + _WORD_GAP
        high = max((height_of(plan.things[node]) for node in row), default=0)
        levels.tops.update(dict.fromkeys(row, below))
        below += high
        levels.bottoms.update(dict.fromkeys(row, below))
        below = _leave(row, bundles, levels, below) if words else below + _STEP_GAP
    return replace(levels, height=below)


def _enter(row: tuple[str, ...], bundles: Iterable[_Bundle], levels: _Levels, below: float) -> float:
    """Give each lane that enters a step of the row a level of its own."""
    for bundle in bundles:
        if bundle.target in row:
            below += _ENTRY
            levels.entries[bundle.key] = below
    return below


def _leave(row: tuple[str, ...], bundles: Iterable[_Bundle], levels: _Levels, below: float) -> float:
    """Give each arrow that leaves for a lane under the words of the row a level of its own."""
    for bundle in bundles:
        for route in bundle.routes:
            if route.nodes[-1] in row:
                below += _TRACK
                levels.spurs[route.nodes[-1]] = below
    return below


def _lane(bundle: _Bundle, x: float, levels: _Levels, plan: Plan) -> Lane:
    target, clears, right = bundle.key
    extent = extent_of(plan.things[target])
    aside = min(_ASIDE, extent.width / 3) * (1 if right else -1)
    entry = plan.places[target] + extent.entry + aside
    spurs = tuple((route, levels.spurs[route.nodes[-1]]) for route in bundle.routes)
    return Lane(target, clears, x, (entry, levels.entries[bundle.key]), spurs)
