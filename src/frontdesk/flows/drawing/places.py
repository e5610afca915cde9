"""Finds how far right each node of a row stands: as near to its neighbours as its row leaves room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from frontdesk.flows.drawing.layers import Rows

_SWEEPS = 60


@dataclass(frozen=True, slots=True)
class Extent:
    """How wide a node is, and where, from its middle, lines enter and leave it."""

    width: float
    entry: float = 0
    exit: float = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A line from a node to one in the next row; the heavier, the straighter."""

    source: str
    target: str
    weight: float


def places_of(rows: Rows, extents: Mapping[str, Extent], links: Sequence[Link], space: float) -> dict[str, float]:
    """Return the middle of each node; nodes of a row are `space` apart or more."""
    places = {node: place for row in rows for node, place in zip(row, _side_by_side(row, extents, space), strict=True)}
    pulls = _pulls(extents, links)
    for sweep in range(_SWEEPS):
        side = "both" if sweep >= _SWEEPS // 2 else "above" if sweep % 2 == 0 else "below"
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            wanted = [_wanted(node, places, pulls, side) for node in row]
            places |= zip(row, _apart(row, wanted, extents, space), strict=True)
    for row in rows:
        wanted = [_straight(node, places, pulls) for node in row]
        places |= zip(row, _apart(row, wanted, extents, space), strict=True)
    return places


@dataclass(frozen=True, slots=True)
class _Pull:
    """A neighbour wants the node `offset` from its own middle."""

    neighbour: str
    offset: float
    weight: float
    side: str


def _pulls(extents: Mapping[str, Extent], links: Iterable[Link]) -> dict[str, list[_Pull]]:
    pulls: dict[str, list[_Pull]] = {}
    for link in links:
        offset = extents[link.source].exit - extents[link.target].entry
        pulls.setdefault(link.target, []).append(_Pull(link.source, offset, link.weight, "above"))
        pulls.setdefault(link.source, []).append(_Pull(link.target, -offset, link.weight, "below"))
    return pulls


def _wanted(
    node: str, places: Mapping[str, float], pulls: Mapping[str, Sequence[_Pull]], side: str
) -> tuple[float, float]:
    """Return where its neighbours want a node, and how much."""
    felt = [pull for pull in pulls.get(node, ()) if side in {"both", pull.side}]
    weight = sum(pull.weight for pull in felt)
    if not weight:
        return places[node], 0.1
    return sum((places[pull.neighbour] + pull.offset) * pull.weight for pull in felt) / weight, weight


def _straight(node: str, places: Mapping[str, float], pulls: Mapping[str, Sequence[_Pull]]) -> tuple[float, float]:
    """Return the place right below the heaviest neighbour above, or else where the node is already."""
    felt = pulls.get(node, ())
    hangs = all(pull.side == "above" for pull in felt)
    above = [pull for pull in felt if pull.side == "above" and (hangs or pull.weight > 1)]
    if not above:
        return places[node], 1
    pull = max(above, key=lambda one: one.weight)
    return places[pull.neighbour] + pull.offset, pull.weight**3


def _side_by_side(row: Sequence[str], extents: Mapping[str, Extent], space: float) -> list[float]:
    edges = _offsets(row, extents, space)
    return [edge - (edges[-1] / 2 if edges else 0) for edge in edges]


def _offsets(row: Sequence[str], extents: Mapping[str, Extent], space: float) -> list[float]:
    """Return the middles of a row whose nodes stand as close as they may, the first at 0."""
    middles: list[float] = []
    for place, node in enumerate(row):
        half = (extents[node].width + extents[row[place - 1]].width) / 2 + space if place else 0
        middles.append((middles[-1] if middles else 0) + half)
    return middles


def _apart(
    row: Sequence[str], wanted: Sequence[tuple[float, float]], extents: Mapping[str, Extent], space: float
) -> list[float]:
    """Return the places nearest to those wanted, by weighted squares, that keep order and distance.

    Less the offsets of a tight row, the places must only not fall: neighbours that would are pooled at their mean.
    """
    offsets = _offsets(row, extents, space)
    pools: list[tuple[float, float, int]] = []  # mean, weight, how many
    for (place, weight), offset in zip(wanted, offsets, strict=True):
        pool = (place - offset, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, heavy, count = pools.pop()
            total = heavy + pool[1]
            pool = ((mean * heavy + pool[0] * pool[1]) / total, total, count + pool[2])
        pools.append(pool)
    levels = [mean for mean, _, count in pools for _ in range(count)]
    return [round(level + offset, 1) for level, offset in zip(levels, offsets, strict=True)]
