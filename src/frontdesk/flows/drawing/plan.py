"""Plans a picture: what stands where, which arrows go down through the rows, and which go back along the sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from frontdesk.dialogue.flow import END
from frontdesk.flows.drawing.faces import Face, Label, Stack, face_of, label_of, stack_of
from frontdesk.flows.drawing.layers import Rows, depths_of, ordered, ranks_of, ways_back
from frontdesk.flows.drawing.parts import Arrow, Box, Parts, Tone
from frontdesk.flows.drawing.places import Extent, Link, places_of

START = "/start"  # no step is called so
_SPACE = 28
_DOT = 16
_FEWEST_IN_A_STACK = 2
_SPINE = 12.0
_STRAIGHT = 5.0


@dataclass(frozen=True, slots=True)
class Dot:
    """Where a flow begins or ends."""

    name: str


@dataclass(frozen=True, slots=True)
class Bend:
    """A place in a row that a long arrow goes through."""


Thing: TypeAlias = Face | Stack | Label | Dot | Bend


@dataclass(frozen=True, slots=True)
class Route:
    """An arrow and the nodes it goes through, its source first; one that leads back ends at its label."""

    arrow: Arrow
    nodes: tuple[str, ...]
    returns_to: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows of things and how far right they are; steps in even rows, words on arrows in the rows between."""

    things: Mapping[str, Thing]
    rows: Rows
    places: Mapping[str, float]  # the middle of each thing
    routes: tuple[Route, ...]


def plan_of(parts: Parts) -> Plan:
    """Return the plan of a picture."""
    things, arrows = _nodes(parts)
    nodes = list(things)
    ways = _ways(arrows)
    back = ways_back(nodes, ways)
    down = _ways(arrow for arrow in arrows if (arrow.source, arrow.target) not in back)
    ranks = ranks_of(nodes, down)
    # What leads back in the file may still lead down in the picture.
    back = frozenset(way for way in back if ranks[way[1]] <= ranks[way[0]])
    rows: dict[int, list[str]] = {}
    for node in nodes:
        rows.setdefault(2 * ranks[node], []).append(node)
    routes = tuple(_routed(arrows, ranks, back, things, rows))
    spine = _spine(arrows, back, depths_of(nodes, down, ranks), things)
    links = [link for route in routes for link in _links(route, things, spine, routes)]
    steps = {link.source: [other.target for other in links if other.source == link.source] for link in links}
    ordered_rows = ordered(tuple(tuple(rows.get(rank, ())) for rank in range(max(rows) + 1)), steps)
    extents = {node: extent_of(thing) for node, thing in things.items()}
    return Plan(things, ordered_rows, places_of(ordered_rows, extents, links, _SPACE), routes)


def extent_of(thing: Thing) -> Extent:
    """Return how wide a thing is, and where arrows enter and leave it."""
    match thing:
        case Face() | Label():
            return Extent(thing.width)
        case Stack():
            return Extent(thing.width, -thing.width / 2, thing.width / 2)
        case Dot():
            return Extent(_DOT)
        case Bend():
            return Extent(4)


def height_of(thing: Thing) -> float:
    """Return how high a thing is."""
    match thing:
        case Face() | Label() | Stack():
            return thing.height
        case Dot():
            return _DOT
        case Bend():
            return 0


def _nodes(parts: Parts) -> tuple[dict[str, Thing], list[Arrow]]:
    """Return the nodes of the picture and the arrows between them: every end is drawn where it is reached."""
    stacks = {stack[0].name: stack for stack in _stacks(parts)}
    inside = {box.name: name for name, stack in stacks.items() for box in stack}
    things: dict[str, Thing] = {START: Dot(START)}
    arrows = [Arrow(START, inside.get(parts.first, parts.first), (), Tone.ORDINARY)]
    for box in parts.boxes:
        if box.name in stacks:
            things[box.name] = _stack(stacks[box.name], parts)
        elif box.name not in inside:
            things[box.name] = face_of(box)
    arrows += _outside(parts, inside)
    things |= {arrow.target: Dot(END) for arrow in arrows if arrow.target not in things}
    return things, arrows


def _outside(parts: Parts, inside: Mapping[str, str]) -> Iterator[Arrow]:
    """Give the arrows between nodes: one into each stack and one out of it, and ends of their own for all that end."""
    seen: set[tuple[str, str]] = set()
    for arrow in parts.arrows:
        source, target = inside.get(arrow.source, arrow.source), inside.get(arrow.target, arrow.target)
        if (arrow.source in inside or arrow.target in inside) and (source, target) in seen:
            continue
        seen.add((source, target))
        labels = () if arrow.target in inside else arrow.labels
        yield Arrow(source, f"{source}/{END}" if target == END else target, labels, arrow.tone, arrow.clears)


def _stack(boxes: tuple[Box, ...], parts: Parts) -> Stack:
    leading = {arrow.target: arrow for arrow in parts.arrows}
    onward = {arrow.source: arrow for arrow in parts.arrows}
    return stack_of(boxes, (leading[box.name] for box in boxes), onward[boxes[0].name])


def _stacks(parts: Parts) -> Iterator[tuple[Box, ...]]:
    """Give the steps that are reached from one step only, by one kind of way, and all go on to the same step."""
    into: dict[str, list[Arrow]] = {}
    out: dict[str, list[Arrow]] = {}
    for arrow in parts.arrows:
        into.setdefault(arrow.target, []).append(arrow)
        out.setdefault(arrow.source, []).append(arrow)

    def kinship(box: Box) -> tuple[object, ...]:
        came, goes = into.get(box.name, []), out.get(box.name, [])
        if box.name == parts.first or len(came) != 1 or len(goes) != 1 or came[0].clears or goes[0].labels:
            return (box.name,)
        return (came[0].source, came[0].tone, goes[0].target, goes[0].tone, goes[0].clears)

    families: dict[tuple[object, ...], list[Box]] = {}
    for box in parts.boxes:
        families.setdefault(kinship(box), []).append(box)
    yield from (tuple(family) for family in families.values() if len(family) >= _FEWEST_IN_A_STACK)


def _ways(arrows: Iterable[Arrow]) -> dict[str, list[str]]:
    ways: dict[str, list[str]] = {}
    for arrow in arrows:
        if arrow.target not in ways.setdefault(arrow.source, []):
            ways[arrow.source].append(arrow.target)
    return ways


def _routed(
    arrows: Iterable[Arrow],
    ranks: Mapping[str, int],
    back: frozenset[tuple[str, str]],
    things: dict[str, Thing],
    rows: dict[int, list[str]],
) -> Iterator[Route]:
    """Give each arrow its way, and put its words and bends into the rows it goes through."""
    for number, arrow in enumerate(arrows):
        returns = (arrow.source, arrow.target) in back
        first, last = 2 * ranks[arrow.source] + 1, 2 * ranks[arrow.target]
        through = [f"/{number}/{rank}" for rank in range(first, first + 1 if returns else last)]
        for rank, node in enumerate(through, first):
            things[node] = Bend()
            rows.setdefault(rank, []).append(node)
        more = f"back to {arrow.target}" if returns else f"clears {', '.join(arrow.clears)}" if arrow.clears else ""
        things[through[0]] = label_of(arrow, more)
        ends = () if returns else (arrow.target,)
        yield Route(arrow, (arrow.source, *through, *ends), arrow.target if returns else None)


def _links(
    route: Route, things: Mapping[str, Thing], spine: frozenset[tuple[str, str]], routes: tuple[Route, ...]
) -> Iterator[Link]:
    on_spine = (route.arrow.source, route.arrow.target) in spine
    alone = sum(other.arrow.source == route.arrow.source for other in routes) == 1
    for source, target in pairwise(route.nodes):
        # Words stand above the step they lead to rather than below the one they come from, where others are too.
        straight = alone or isinstance(things[source], Bend | Label)
        yield Link(source, target, _SPINE if on_spine else _STRAIGHT if straight else 1.0)


def _spine(
    arrows: Iterable[Arrow],
    back: frozenset[tuple[str, str]],
    depths: Mapping[str, int],
    things: Mapping[str, Thing],
) -> frozenset[tuple[str, str]]:
    """Return the longest way on which all goes well, past stacks where it can; it is drawn straight."""

    def merit(node: str) -> tuple[bool, int]:
        return not isinstance(things[node], Stack), depths[node]

    onward: dict[str, str] = {}
    for arrow in arrows:
        well = arrow.tone in {Tone.ORDINARY, Tone.YES} and (arrow.source, arrow.target) not in back
        known = onward.get(arrow.source)
        if well and (known is None or merit(arrow.target) > merit(known)):
            onward[arrow.source] = arrow.target
    found: set[tuple[str, str]] = set()
    node = START
    while node in onward:
        found.add((node, onward[node]))
        node = onward[node]
    return frozenset(found)
