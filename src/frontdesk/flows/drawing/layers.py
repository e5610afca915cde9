"""Puts a graph into rows: ways back are set aside, then each node goes one row below the lowest that leads to it.

Within a row, nodes stand near what they are connected to (barycentres), which keeps crossings few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

Ways: TypeAlias = Mapping[str, Sequence[str]]
Rows: TypeAlias = tuple[tuple[str, ...], ...]
_SWEEPS = 12


def ways_back(nodes: Sequence[str], ways: Ways) -> frozenset[tuple[str, str]]:
    """Return the ways that lead back: those on a circle, to a node that comes before the one they leave.

    A node comes when all that leads to it has come. On a circle nothing is ever first, so there the node comes that
    something leads to already, and of several the first in the order of `nodes`: that of the file.
    """
    before = reversed_ways(ways)
    below = {node: _below(node, ways) for node in nodes}
    places: dict[str, int] = {}

    def wait(node: str) -> tuple[int, bool, int]:
        """Return why a node should not come next: what must come first, what it would cut, its place in the file."""
        missing = [other for other in before.get(node, ()) if other not in places]
        outside = [other for other in missing if other not in below[node]]
        reached = len(missing) < len(before.get(node, ()))
        return len(outside), bool(missing), 0 if reached or not missing else 1

    waiting = list(nodes)
    while waiting:
        chosen = min(waiting, key=wait)  # the first of the best
        waiting.remove(chosen)
        places[chosen] = len(places)
    return frozenset(
        (source, target) for source in nodes for target in ways.get(source, ()) if places[target] <= places[source]
    )


def _below(node: str, ways: Ways) -> frozenset[str]:
    """Return every node that can be reached from a node; itself only on a circle."""
    found: set[str] = set()
    waiting = list(ways.get(node, ()))
    while waiting:
        target = waiting.pop()
        if target not in found:
            found.add(target)
            waiting += ways.get(target, ())
    return frozenset(found)


def ranks_of(nodes: Sequence[str], ways: Ways) -> dict[str, int]:
    """Return the longest way to each node from a node that nothing leads to; there must be no way back."""
    missing = dict.fromkeys(nodes, 0)
    for node in nodes:
        for target in ways.get(node, ()):
            missing[target] += 1
    ranks = {node: 0 for node in nodes if not missing[node]}
    waiting = list(ranks)
    while waiting:
        node = waiting.pop()
        for target in ways.get(node, ()):
            ranks[target] = max(ranks.get(target, 0), ranks[node] + 1)
            missing[target] -= 1
            if not missing[target]:
                waiting.append(target)
    return ranks


def depths_of(nodes: Sequence[str], ways: Ways, ranks: Mapping[str, int]) -> dict[str, int]:
    """Return the longest way from each node to an end."""
    depths: dict[str, int] = {}
    for node in sorted(nodes, key=lambda one: -ranks[one]):
        depths[node] = max((depths[target] + 1 for target in ways.get(node, ())), default=0)
    return depths


def ordered(rows: Rows, ways: Ways) -> Rows:
    """Return the rows with each node near those it is connected to; of all orders tried, the one with fewest crossings.

    `ways` lead from one row to the next only.
    """
    above = reversed_ways(ways)
    best, fewest = rows, crossings(rows, ways)
    for sweep in range(_SWEEPS):
        rows = _swept(rows, above) if sweep % 2 == 0 else _swept(rows[::-1], ways)[::-1]
        count = crossings(rows, ways)
        if count < fewest:
            best, fewest = rows, count
    return best


def reversed_ways(ways: Ways) -> dict[str, list[str]]:
    """Return the ways from each node to those that lead to it."""
    turned: dict[str, list[str]] = {}
    for source, targets in ways.items():
        for target in targets:
            turned.setdefault(target, []).append(source)
    return turned


def _swept(rows: Rows, before: Ways) -> Rows:
    """Order each row by the mean place of its neighbours in the row before it."""
    swept: list[tuple[str, ...]] = [rows[0]]
    for row in rows[1:]:
        places = {node: place for place, node in enumerate(swept[-1])}
        share = len(swept[-1]) / max(len(row), 1)
        means = {
            node: _mean([places[other] for other in before.get(node, ()) if other in places], place * share)
            for place, node in enumerate(row)
        }
        swept.append(tuple(sorted(row, key=means.__getitem__)))
    return tuple(swept)


def _mean(places: Sequence[int], otherwise: float) -> float:
    return sum(places) / len(places) if places else otherwise


def crossings(rows: Rows, ways: Ways) -> int:
    """Count the pairs of ways that cross."""
    return sum(_crossings(upper, lower, ways) for upper, lower in pairwise(rows))


def _crossings(upper: Iterable[str], lower: Iterable[str], ways: Ways) -> int:
    places = {node: place for place, node in enumerate(lower)}
    lines = [(high, places[target]) for high, node in enumerate(upper) for target in ways.get(node, ())]
    return sum((one[0] - two[0]) * (one[1] - two[1]) < 0 for one, two in combinations(lines, 2))
