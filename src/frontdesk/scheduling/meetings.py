"""Meetings in the calendar of one person: when each takes place, what it lies over, and when there is time.

Times are kept as moments, in UTC; a day without hours is midnight to midnight on the clock on the wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Hours
from frontdesk.scheduling.hours import at_wall, open_spans, whole_day
from frontdesk.scheduling.recurrence import NoSeries, Series, series_of
from frontdesk.scheduling.spans import Span, elapsed, in_utc, overlaps, without

KIND = "meeting"
LONGEST = timedelta(days=14)  # of one meeting
MOST_ATTENDEES = 100
_GRID = timedelta(minutes=15)  # how far apart the starts are that are proposed


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is to be, or is, in a calendar. `start` is that of the first occurrence, in `zone`."""

    title: str
    start: datetime
    end: datetime
    zone: ZoneInfo
    attendees: tuple[str, ...] = ()
    all_day: bool = False
    rule: str | None = None  # of a series
    reminders: tuple[timedelta, ...] = ()  # so long before each occurrence

    @property
    def length(self) -> timedelta:
        """How long an occurrence takes."""
        return elapsed(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Entry:
    """A meeting that is in a calendar: what the calendar knows it by, and when it takes place in what was looked at."""

    id: str
    meeting: Meeting
    spans: tuple[Span, ...]  # its occurrences there, the first one first
    reference: str = ""
    version: str = ""  # changes with it, where the calendar says so: an etag
    takes_time: bool = True  # False: it is noted, and the time stays free
    is_theirs: bool = False  # whoever asks has made it


@dataclass(frozen=True, slots=True)
class Clash:
    """The first occurrence of what is wanted that lies over something else."""

    span: Span
    over: Entry = field(compare=False)


def occurrences(meeting: Meeting) -> tuple[Span, ...] | NoSeries:
    """Return when a meeting takes place: once, or as its rule says."""
    if meeting.rule is None:
        return (Span(meeting.start, meeting.end),)
    series = series_of(meeting.rule, meeting.start.astimezone(meeting.zone), meeting.zone)
    return series if isinstance(series, NoSeries) else tuple(spans_of(meeting, series))


def spans_of(meeting: Meeting, series: Series) -> Iterator[Span]:
    """Give the occurrences of a series: each at the same time on the wall, and of the same length."""
    days = (meeting.end.astimezone(meeting.zone).date() - meeting.start.astimezone(meeting.zone).date()).days
    for wall in series.starts:
        if meeting.all_day:
            yield all_of(wall.date(), wall.date() + timedelta(days=days), meeting.zone)
        else:
            start = at_wall(wall.date(), wall.time(), meeting.zone)
            yield Span(start, start + meeting.length)


def all_of(first: date, end: date, zone: ZoneInfo) -> Span:
    """Return whole days, up to but not including `end`; a day may have 23 or 25 hours."""
    return Span(whole_day(first, zone).start, whole_day(end, zone).start)


def first_clash(wanted: Sequence[Span], entries: Iterable[Entry], besides: str = "") -> Clash | None:
    """Return what the first of `wanted` lies over; the meeting `besides` does not stand in its own way."""
    others = [each for each in entries if each.id != besides and each.takes_time]
    found = (Clash(span, each) for span in wanted for each in others if any(overlaps(span, one) for one in each.spans))
    return next(found, None)


def free_spans(hours: Hours, days: Iterable[date], zone: ZoneInfo, busy: Iterable[Span]) -> tuple[Span, ...]:
    """Return the time within the hours of some days in which nothing is."""
    return without((span for day in days for span in open_spans(hours, day, zone)), busy)


def starts_in(free: Iterable[Span], length: timedelta, not_before: datetime) -> Iterator[datetime]:
    """Give the starts at which there is room for so long: on the quarter of an hour, one after the other."""
    return _starts(free, length, not_before, max(_GRID, length))


def every_start(free: Iterable[Span], length: timedelta, not_before: datetime) -> Iterator[datetime]:
    """Give each quarter of an hour at which there is room for so long: what begins there may lie over the next."""
    return _starts(free, length, not_before, _GRID)


def has_room(free: Iterable[Span], wanted: Span) -> bool:
    """Say whether there is room at just that time."""
    return any(span.start <= wanted.start and wanted.end <= span.end for span in free)


def _starts(free: Iterable[Span], length: timedelta, not_before: datetime, apart: timedelta) -> Iterator[datetime]:
    earliest = in_utc(not_before)
    for span in free:
        start = _on_grid(max(span.start, earliest))
        while start + length <= span.end:
            yield start
            start += apart


def _on_grid(moment: datetime) -> datetime:
    past = timedelta(minutes=moment.minute, seconds=moment.second, microseconds=moment.microsecond) % _GRID
    return moment if not past else moment + (_GRID - past)
