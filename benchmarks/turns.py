"""Runs the conversation on a desk, times it, and prints it beside its floor and its peer."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from conversation import TURNS, open_spa, talk
from measuring import Limit, at_least, percentile, show, show_ratio

from frontdesk.desk.desk import Desk

GUESTS = range(1, 49)
COUNT = len(GUESTS) * TURNS

Talk = Callable[[Desk, Sequence[int]], Awaitable[list[float]]]


@dataclass(slots=True)
class Compared:
    """Turns per second of several runs: ours, the floor's, and the peer's in its usual and its fastest way."""

    ours: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    peer: list[float] = field(default_factory=list)
    peer_at_exit: list[float] = field(default_factory=list)
    middle: list[float] = field(default_factory=list)  # of our turns, in milliseconds
    slow: list[float] = field(default_factory=list)

    def add_ours(self, each_second: float, turns: Sequence[float]) -> None:
        """Take in a run of ours."""
        self.ours.append(each_second)
        self.middle.append(percentile(turns, 50) * 1000)
        self.slow.append(percentile(turns, 95) * 1000)


async def timed(how: Talk, database: str) -> tuple[float, list[float]]:
    """Return turns per second and what each turn took, after one conversation to warm up."""
    async with open_spa(database) as desk:
        await talk(desk, 0)
        start = time.perf_counter()
        turns = await how(desk, GUESTS)
        return COUNT / (time.perf_counter() - start), turns


def rate(work: Callable[[], object]) -> float:
    """Return the turns per second of work that does all of them."""
    start = time.perf_counter()
    work()
    return COUNT / (time.perf_counter() - start)


def print_compared(how: str, compared: Compared, floor: str, least: Limit | None) -> None:
    """Print everything that was compared."""
    print(f"  {how}:")
    show("a turn of ours, p50", compared.middle, "ms")
    show("a turn of ours, p95", compared.slow, "ms")
    show("ours", compared.ours, "turns/s")
    if compared.floor:
        show(floor, compared.floor, "turns/s")
        show_ratio("ours to that floor", compared.ours, compared.floor, least)
    show("LangGraph, its checkpointer as it comes", compared.peer, "turns/s")
    show_ratio("ours to LangGraph", compared.ours, compared.peer, at_least(5))
    show('LangGraph, durability="exit": one checkpoint a turn', compared.peer_at_exit, "turns/s")
    show_ratio("ours to LangGraph at its fastest", compared.ours, compared.peer_at_exit)
