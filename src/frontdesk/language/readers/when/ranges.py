"""Holds ranges of days against today: from one day to another, open to one side, or so many nights."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TypeAlias

from frontdesk.dialogue.values import Days
from frontdesk.language.readers.reading import Problem
from frontdesk.language.readers.when.almanac import Almanac, Pin, sure
from frontdesk.language.readers.when.dates import ONE_DAY, add, valid
from frontdesk.language.readers.when.specs import (
    CalendarDay,
    Day,
    DayRange,
    Month,
    NumericDay,
    OpenDays,
    Range,
    Section,
    SectionOf,
    Side,
    Span,
    Stay,
)

DaysRead: TypeAlias = tuple[Days, Problem | None]
Edge: TypeAlias = Day | Span

HALF_A_YEAR = timedelta(days=183)


def days_of(spec: Range, almanac: Almanac) -> DaysRead:
    """Return the days of a range; ValueError where the calendar has none such."""
    match spec:
        case DayRange():
            return _between(spec, almanac)
        case OpenDays():
            return _open(spec, almanac)
        case Stay(start=start, length=length):
            pin = almanac.day(start)
            return Days(sure(pin), add(sure(pin), length)), pin.problem


def _between(spec: DayRange, almanac: Almanac) -> DaysRead:
    """Return the days from one to another: the end that was named is the end, on it a guest leaves."""
    start, end = _in_one_year(spec.start, spec.end, almanac)
    opens = _edge(start, None, almanac)
    closes = _edge(end, opens.date, almanac)
    first, last = sure(opens), _end(end, almanac) or sure(closes)
    problem = opens.problem or closes.problem or (Problem.PAST if first < almanac.today else None)
    # "From the 12th of March to the 4th of March" is a slip, not a year.
    is_slip = _year(end, almanac) is None and last - first > HALF_A_YEAR
    return Days(first, last), problem or (Problem.AMBIGUOUS if is_slip else None)


def _end(spec: Edge, almanac: Almanac) -> date | None:
    """Return where "the end of the month" ends, which is where a range that runs up to it does."""
    return almanac.span(spec).end if isinstance(spec, SectionOf) and spec.section is Section.END else None


def _edge(spec: Edge, earliest: date | None, almanac: Almanac) -> Pin:
    return Pin(almanac.span(spec).start) if isinstance(spec, Span) else almanac.day(spec, earliest or almanac.today)


def _in_one_year(start: Edge, end: Edge, almanac: Almanac) -> tuple[Edge, Edge]:
    """Give the start the year of the end, so that a range may begin before today and still go on."""
    first, last = _dated(start, almanac), _dated(end, almanac)
    if first is None or last is None or first.year:
        return start, end
    stop = _edge(end, None, almanac).date
    begin = _last_before(first, stop) if stop else None
    if stop is None or begin is None or (begin < almanac.today and stop - begin > HALF_A_YEAR):
        return start, end
    return replace(first, year=begin.year), replace(last, year=stop.year)


def _last_before(first: CalendarDay, stop: date) -> date | None:
    days = (valid(year, first.month or 1, first.day) for year in (stop.year, stop.year - 1))
    return next((day for day in days if day and day <= stop), None)


def _dated(spec: Edge, almanac: Almanac) -> CalendarDay | None:
    """Return the edge as a day with its month, if it has one."""
    match spec:
        case CalendarDay(month=int()):
            return spec
        case NumericDay():
            return almanac.in_order(spec)
        case Month(month=month, year=year, years_ahead=None):
            return CalendarDay(year, month, 1)
        case _:
            return None


def _year(spec: Edge, almanac: Almanac) -> int | None:
    dated = _dated(spec, almanac)
    return dated.year if dated else None


def _open(spec: OpenDays, almanac: Almanac) -> DaysRead:
    if isinstance(spec.bound, Span):
        days, problem = almanac.span(spec.bound), None
    else:
        pin = almanac.day(spec.bound)
        days, problem = Days(sure(pin), sure(pin) + ONE_DAY), pin.problem
    match spec.side:
        case Side.AFTER:
            return Days(days.end, None), problem
        case Side.FROM:
            return Days(days.start, None), problem
        case Side.BEFORE:
            return Days(None, days.start), problem
        case Side.THROUGH:
            return Days(None, days.end), problem
