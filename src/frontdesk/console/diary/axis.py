"""Where a moment is drawn: hours down the page, one minute as long as another, also when the clocks are changed.

Columns of one page share an axis of minutes on the wall clock. An hour that comes twice has its place twice, for which
other days have nothing; an hour that is skipped has no place, unless another day on the page has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from frontdesk.scheduling.hours import locally, whole_day
from frontdesk.scheduling.spans import Span

MINUTES = 24 * 60
STEP = timedelta(minutes=15)  # clocks are changed at such a time
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ClockChange:
    """At this moment the clock shows `at` minutes of a day, and is put forward by so many minutes, or back."""

    moment: datetime
    at: int
    forward: int = 0
    back: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a column without a change of the clock: from where to where on the page, and which moment it is."""

    low: int
    high: int
    start: datetime


@dataclass(frozen=True, slots=True)
class Axis:
    """The hours of some days of a zone, one below the other."""

    zone: ZoneInfo
    days: tuple[date, ...]
    changes: dict[date, ClockChange]
    cut: tuple[ClockChange, ...]  # hours that none of the days has
    twice: tuple[ClockChange, ...]  # hours that one of the days has twice

    def place(self, moment: datetime, day: date) -> int:
        """Return the minute of the page at which a moment is drawn in the column of a day."""
        local = locally(moment, self.zone)
        wall = (local.date() - day).days * MINUTES + local.hour * 60 + local.minute
        longer = sum(each.back for each in self.twice if wall >= each.at or local.fold)
        return wall + longer - sum(min(each.forward, max(0, wall - each.at)) for each in self.cut)

    def pieces(self, day: date) -> Iterator[Piece]:
        """Give the stretches of a day that follow the clock."""
        whole = whole_day(day, self.zone)
        if whole.start == whole.end:
            return
        for start, end in pairwise((whole.start, *self._cuts(day, whole), whole.end)):
            low = self.place(start, day)
            yield Piece(low, low + (end - start) // MINUTE, locally(start, self.zone))

    def _cuts(self, day: date, whole: Span) -> tuple[datetime, ...]:
        """Return where a day is cut: where its clock is changed, or below the hour that another day has twice."""
        if day in self.changes:
            return (self.changes[day].moment,)
        below = (whole.start + each.at * MINUTE for each in self.twice)
        return tuple(each for each in below if whole.start < each < whole.end)

    def missing(self, day: date, low: int, high: int) -> Iterator[tuple[int, int]]:
        """Give what lies between `low` and `high` of the page and is no time of this day."""
        reached = low
        for piece in self.pieces(day):
            if reached < min(piece.low, high):
                yield reached, min(piece.low, high)
            reached = max(reached, piece.high)
        if reached < high:
            yield reached, high

    def ticks(self) -> tuple[tuple[int, str], ...]:
        """Return where whole hours are, with what the clock then shows."""
        found: dict[int, str] = {}
        for day in self.days:
            for moment in _moments(whole_day(day, self.zone)):
                local = locally(moment, self.zone)
                if local.minute == 0:
                    found.setdefault(self.place(moment, day), f"{local:%H:%M}")
        return tuple(sorted(found.items()))


def axis_of(zone: ZoneInfo, days: Sequence[date]) -> Axis:
    """Return the axis of days that are shown beside each other."""
    changes = {day: change for day in days for change in _changes(day, zone)}
    forward = [change for change in changes.values() if change.forward]
    cut = tuple(forward) if len(forward) == len(days) else ()
    return Axis(zone, tuple(days), changes, cut, tuple(change for change in changes.values() if change.back))


def around(axis: Axis, shown: Iterable[tuple[int, int]], least: int = 8 * 60) -> tuple[int, int]:
    """Return which part of the axis to draw: whole hours around what is shown, and no less than some."""
    spans = list(shown)
    end = max((piece.high for day in axis.days for piece in axis.pieces(day)), default=MINUTES)
    low = min((low for low, _ in spans), default=9 * 60)
    high = max((high for _, high in spans), default=17 * 60)
    low, high = max(0, (low - 30) // 60 * 60), min(end, -(-(high + 30) // 60) * 60)
    return low, min(end, max(high, low + least))


def _changes(day: date, zone: ZoneInfo) -> Iterator[ClockChange]:
    whole = whole_day(day, zone)
    before = None
    for moment in _moments(whole):
        offset = moment.astimezone(zone).utcoffset() or timedelta()
        if before is not None and offset != before:
            wall = (moment + before).replace(tzinfo=None)
            at = (wall.date() - day).days * MINUTES + wall.hour * 60 + wall.minute
            shift = (offset - before) // MINUTE
            yield ClockChange(moment, at, forward=max(0, shift), back=max(0, -shift))
        before = offset


def _moments(whole: Span) -> Iterator[datetime]:
    moment = whole.start
    while moment < whole.end:
        yield moment
        moment += STEP
