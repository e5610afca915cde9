"""Parts of a graph that lead round to themselves, and what lies after each of its nodes; each found in one walk."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def components(following: Mapping[N, Collection[N]]) -> Iterator[list[N]]:
    """Give the nodes that lead to each other, together; what they lead to comes before them.

    Tarjan's walk, without recursion: a flow may be longer than the stack is deep.
    """
    places: dict[N, int] = {}
    lowest: dict[N, int] = {}
    held: list[N] = []
    is_held: set[N] = set()
    for root in following:
        walk = [(root, iter(following[root]))] if root not in places else []
        while walk:
            node, rest = walk[-1]
            if node not in places:
                places[node] = lowest[node] = len(places)
                held.append(node)
                is_held.add(node)
            after = next((one for one in rest if one in following and (one not in places or one in is_held)), None)
            if after is None:
                walk.pop()
                if walk:
                    lowest[walk[-1][0]] = min(lowest[walk[-1][0]], lowest[node])
                if lowest[node] == places[node]:
                    yield _taken(held, is_held, node)
            elif after in places:
                lowest[node] = min(lowest[node], places[after])
            else:
                walk.append((after, iter(following[after])))


def _taken(held: list[N], is_held: set[N], first: N) -> list[N]:
    """Take the nodes of one component off those that are held."""
    found = [held.pop()]
    while found[-1] != first:
        found.append(held.pop())
    is_held.difference_update(found)
    return found


def circling(following: Mapping[N, Collection[N]]) -> dict[N, int]:
    """Return the nodes from which a way leads back to themselves; those on one circle have the same number."""
    found: dict[N, int] = {}
    for number, nodes in enumerate(components(following)):
        if len(nodes) > 1 or nodes[0] in following[nodes[0]]:
            found |= dict.fromkeys(nodes, number)
    return found


def gathered(following: Mapping[N, Collection[N]], own: Mapping[N, int]) -> dict[N, int]:
    """Return for each node the bits of all that can be come to from it, its own among them."""
    found: dict[N, int] = {}
    for nodes in components(following):
        bits = 0
        for node in nodes:
            bits |= own.get(node, 0)
            for after in following[node]:
                bits |= found.get(after, 0)
        found |= dict.fromkeys(nodes, bits)
    return found
