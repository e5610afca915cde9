"""Decides which openings are shown first: some of each day, and of a day those nearest to the time wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime, time
from typing import TypeVar

from frontdesk.scheduling.search import Times

T = TypeVar("T")
_HOUR = 60  # minutes


def in_pages(openings: Iterable[T], size: int, start_of: Callable[[T], datetime], wanted: Times) -> tuple[T, ...]:
    """Order openings so that every page has as many days as it can, of each the nearest to the times wanted first."""
    seen: Counter[date] = Counter()
    ranked: list[tuple[int, datetime, T]] = []
    for each in sorted(openings, key=lambda each: (minutes_outside(wanted, start_of(each).time()), start_of(each))):
        start = start_of(each)
        ranked.append((seen[start.date()], start, each))
        seen[start.date()] += 1
    ranked.sort(key=lambda entry: entry[:2])
    pages = (ranked[place : place + size] for place in range(0, len(ranked), size))
    return tuple(each for page in pages for _, _, each in sorted(page, key=lambda entry: entry[1]))


def minutes_outside(times: Times, clock: time) -> int:
    """Return how far a time of day lies before or after the times wanted; 0 within them."""
    if clock in times:
        return 0
    distances = [abs(_minutes(clock) - _minutes(edge)) for edge in (times.start, times.end) if edge is not None]
    return min(distances, default=0)


def _minutes(clock: time) -> int:
    return clock.hour * _HOUR + clock.minute
