"""Tables: the smallest that fits, in the area that is liked best, and two together where that is declared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from frontdesk.scheduling.business import Resource

Pair: TypeAlias = tuple[Resource, Resource]


def in_areas(tables: Iterable[Resource], areas: Sequence[str]) -> tuple[Resource, ...]:
    """Return those in the areas wished for; what has no seats is no table, and is wherever it is."""
    return tuple(each for each in tables if not areas or each.seats is None or each.area in areas)


def smallest_first(tables: Iterable[Resource], party: int, areas: Sequence[str]) -> tuple[Resource, ...]:
    """Return those with seats for the party: the area liked best first, there the smallest, else as they come."""
    fitting = [each for each in tables if each.seats is None or each.seats >= party]
    if any(each.seats is not None for each in fitting):
        fitting.sort(key=lambda each: (_liking(each, areas), each.seats or 0))
    return tuple(fitting)


def pairs_for(tables: Iterable[Resource], party: int, areas: Sequence[str]) -> tuple[Pair, ...]:
    """Return the tables put together that seat a party which neither seats alone, the fewest seats first."""
    small = [each for each in tables if each.seats is not None and each.seats < party]
    pairs = [pair for pair in combinations(small, 2) if _go_together(*pair) and _seats(pair) >= party]
    return tuple(sorted(pairs, key=lambda pair: (_liking(pair[0], areas), _seats(pair))))


def most_seats(tables: Sequence[Resource]) -> int | None:
    """Return how many people at most sit at one table, or at two together; None where these are no tables."""
    alone = [each.seats for each in tables if each.seats is not None]
    if not alone or len(alone) < len(tables):
        return None  # whatever has no seats takes any number
    return max((*alone, *(_seats(pair) for pair in combinations(tables, 2) if _go_together(*pair))))


def _go_together(one: Resource, other: Resource) -> bool:
    return other.id in one.together or one.id in other.together


def _seats(pair: Pair) -> int:
    return sum(each.seats or 0 for each in pair)


def _liking(table: Resource, areas: Sequence[str]) -> int:
    return areas.index(table.area) if table.area in areas else len(areas)
