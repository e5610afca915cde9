"""Works out how long those who work at a business are there while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Hours
from frontdesk.scheduling.hours import open_around
from frontdesk.scheduling.spans import Span, holds

_MONDAY = date(2001, 1, 1)  # of a week like any other
_WEEKS = 24  # in which weeks that differ have met in all the ways they do
_WALL = ZoneInfo("UTC")  # hours are those of the clock on the wall, whatever the zone


def longest_shared(house: Hours, own: Hours) -> timedelta:
    """Return the longest time without a pause in which the business is open and somebody is there; zero for never."""
    return max((span.end - span.start for span in _shared(house, own)), default=timedelta())


def has_room(hours: Hours, weekday: int, start: time, length: timedelta) -> bool:
    """Say whether there is a day, of a usual week or one that differs, on which it is open from `start` for so long."""
    special = [day for day in hours.exceptions if day.weekday() == weekday]
    for day in (*(monday + timedelta(days=weekday) for monday in _mondays(hours)), *special):
        begin = datetime.combine(day, start, UTC)
        around = open_around(hours, Span(begin, begin + length), _WALL)
        if holds(around, begin, begin + length):
            return True
    return False


def _mondays(*several: Hours) -> Iterator[date]:
    """Give the beginnings of weeks of every kind: one like any other, and those in which hours differ."""
    yield _MONDAY
    for hours in several:
        if hours.alternate is not None:
            first = hours.alternate.first - timedelta(days=hours.alternate.first.weekday())
            yield from (first + timedelta(weeks=number) for number in range(_WEEKS))


def _shared(house: Hours, own: Hours) -> Iterator[Span]:
    for monday in _mondays(house, own):
        yield from _both(replace(house, exceptions={}), replace(own, exceptions={}), monday, 9)
    for day in house.exceptions.keys() | own.exceptions.keys():
        yield from _both(house, own, day - timedelta(days=1), 3)


def _both(house: Hours, own: Hours, first: date, days: int) -> Iterator[Span]:
    start = datetime.combine(first, time.min, UTC)
    bounds = Span(start, start + timedelta(days=days))
    theirs = open_around(own, bounds, _WALL)
    for ours in open_around(house, bounds, _WALL):
        for span in theirs:
            if span.start < ours.end and ours.start < span.end:
                yield Span(max(ours.start, span.start), min(ours.end, span.end))
