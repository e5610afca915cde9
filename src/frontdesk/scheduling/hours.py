"""Turns hours on the wall clock into moments, rightly across every change of the clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache
from itertools import chain
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Hours, Shift
from frontdesk.scheduling.spans import Span, merge, without

DAY = timedelta(days=1)


def shifts_on(hours: Hours, day: date) -> tuple[Shift, ...]:
    """Return the shifts that begin on `day`: an exception replaces the weekday, and so do weeks that differ."""
    usual = hours.week.get(day.weekday(), ())
    if hours.alternate is not None and hours.alternate.include(day):
        usual = hours.alternate.week.get(day.weekday(), usual)
    return hours.exceptions.get(day, usual)


def is_open(hours: Hours, day: date) -> bool:
    """Say whether a shift begins on `day`."""
    return bool(shifts_on(hours, day))


def open_spans(hours: Hours, day: date, zone: ZoneInfo) -> tuple[Span, ...]:
    """Return the time of the shifts that begin on `day`, breaks taken out; a night shift reaches into the next day."""
    shifts = shifts_on(hours, day)
    return _working(shifts, hours.breaks, day, zone) if shifts else ()


def open_around(hours: Hours, bounds: Span, zone: ZoneInfo) -> tuple[Span, ...]:
    """Return the open time that touches `bounds`: whole spans, joined where one day's run into the next."""
    first = bounds.start.astimezone(zone).date() - DAY  # a night shift may have begun the day before
    last = bounds.end.astimezone(zone).date()
    days = (first + offset * DAY for offset in range((last - first).days + 1))
    spans = chain.from_iterable(open_spans(hours, day, zone) for day in days)
    return merge(span for span in spans if span.end > bounds.start and span.start <= bounds.end)


@lru_cache(maxsize=4096)  # every search is about the same few days
def whole_day(day: date, zone: ZoneInfo) -> Span:
    """Return all of `day`, which may have 23 or 25 hours, or none where the calendar skipped it."""
    return _span(Shift(time.min, time.min), day, zone)


def at_wall(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return the first moment at which the clock on the wall shows `clock` or, where it was skipped, what follows.

    A `clock` with a fold means the second of two such moments.
    """
    wall = datetime.combine(day, clock)
    if clock.fold and comes_twice(wall, zone):
        return wall.replace(tzinfo=zone).astimezone(UTC)
    return _first(wall, zone)


def comes_twice(wall: datetime, zone: ZoneInfo) -> bool:
    """Say whether the clock on the wall shows `wall` a second time, having been turned back."""
    first, second = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    return first < second  # of a time that is skipped, the later reading comes first


def locally(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment with the wall clock of `zone` and the offset it then has.

    The offset is fixed, so that such times compare, hash and add up by what happened first, also in an hour that
    comes twice; times that carry a zone do not. There its fold still tells the second time from the first, so that
    the bare time of day does too.
    """
    return _locally(moment if moment.tzinfo is UTC else moment.astimezone(UTC), zone)


@lru_cache(maxsize=16384)  # the same openings are shown to guest after guest
def _locally(moment: datetime, zone: ZoneInfo) -> datetime:
    local = moment.astimezone(zone)
    offset = local.utcoffset() or timedelta()
    return local.replace(tzinfo=timezone(offset))


def starts_on(hours: Hours, day: date, step: timedelta, zone: ZoneInfo) -> tuple[datetime, ...]:
    """Return the moments of `day` that are whole steps from an opening; a night shift counts on from its own."""
    return _starts((shifts_on(hours, day - DAY), shifts_on(hours, day)), hours.breaks, day, step, zone)


@lru_cache(maxsize=4096)
def _starts(
    shifts: tuple[tuple[Shift, ...], ...], breaks: tuple[Shift, ...], day: date, step: timedelta, zone: ZoneInfo
) -> tuple[datetime, ...]:
    begun = zip((day - DAY, day), shifts, strict=True)
    steps = [start for each, those in begun if those for start in _steps(those, breaks, each, step, zone)]
    bounds = whole_day(day, zone)
    return tuple(sorted({start for start in steps if bounds.start <= start < bounds.end}))


def _steps(
    shifts: tuple[Shift, ...], breaks: tuple[Shift, ...], day: date, step: timedelta, zone: ZoneInfo
) -> Iterator[datetime]:
    opening = min(_span(shift, day, zone).start for shift in shifts)
    for span in _working(shifts, breaks, day, zone):
        start = opening + -((opening - span.start) // step) * step
        while start < span.end:
            yield start
            start += step


@lru_cache(maxsize=16384)  # colleagues share their hours, and a guest asks about the same days again
def _working(shifts: tuple[Shift, ...], breaks: tuple[Shift, ...], day: date, zone: ZoneInfo) -> tuple[Span, ...]:
    present = merge(_span(shift, day, zone) for shift in shifts)
    # Breaks are in every day, so a night shift also meets those of the day it ends on.
    days = (day - DAY, day, day + DAY)
    return without(present, (_span(pause, each, zone) for each in days for pause in breaks)) if breaks else present


def _span(shift: Shift, day: date, zone: ZoneInfo) -> Span:
    """Place a shift on a day: from the first moment it begins to the last it ends, where an hour comes twice."""
    last = day if shift.end > shift.start else day + DAY
    start = _first(datetime.combine(day, shift.start), zone)
    return Span(start, max(start, _last(datetime.combine(last, shift.end), zone)))


@lru_cache(maxsize=16384)  # all hours of a business open and close at the same few times
def _first(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment at which the wall clock shows `wall`; of a skipped time, the moment after the gap."""
    moment = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    return moment if _wall(moment, zone) == wall else _after_gap(wall, zone)


@lru_cache(maxsize=16384)
def _last(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the last moment up to which the wall clock shows less than `wall`."""
    moment = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    # Turned back to exactly `wall`, the clock showed more just before: what ends then ended the first time.
    if _wall(moment, zone) != wall or _wall(moment - datetime.resolution, zone) >= wall:
        return _first(wall, zone)
    return moment


def _after_gap(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment of the change that skipped `wall`."""
    # In a gap, one fold reads the clock as it was before, the other as after: the change lies between them.
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    after = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    while after - before > timedelta(seconds=1):
        middle = (before + (after - before) / 2).replace(microsecond=0)
        if _wall(middle, zone) < wall:
            before = middle
        else:
            after = middle
    return after


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)
