"""Holds days and spans of days against today: "Thursday" becomes a date, "next week" seven of them."""

from __future__ import annotations

import calendar
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from frontdesk.dialogue.values import Days
from frontdesk.language.readers.reading import PlainDay, Problem
from frontdesk.language.readers.when.dates import (
    ONE_DAY,
    WEEK,
    add,
    add_months,
    each,
    first_of,
    last_of,
    monday_of,
    month_days,
    valid,
)
from frontdesk.language.readers.when.feasts import holiday_dates
from frontdesk.language.readers.when.specs import (
    Ahead,
    CalendarDay,
    Day,
    Holiday,
    Month,
    NthIn,
    NthSpan,
    NumericDay,
    Period,
    Section,
    SectionOf,
    Shifted,
    Span,
    Unit,
    Weekday,
    WeekOf,
    YearSpan,
)

MONTHS = 12
YEARS_TO_LEAP = 9  # from any year on there is a 29 February in these
MONTHS_TO_FIT = 25
JUST_PAST = timedelta(days=7)
THURSDAY, FRIDAY, SATURDAY = (timedelta(days=days) for days in (3, 4, 5))  # from Monday on
# Where people write the month first, and where nobody can tell; everywhere else the day comes first.
MONTH_FIRST = frozenset(
    ("AS", "CN", "FM", "GU", "HU", "JP", "KP", "KR", "LT", "MH", "MN", "MP", "PH", "PR", "PW", "TW", "UM", "US", "VI")
)
EITHER_FIRST = frozenset(("CA", ""))


@dataclass(frozen=True, slots=True)
class Pin:
    """A date found for a day, and what is wrong with it; no date where there is none such."""

    date: date | None
    problem: Problem | None = None


class Almanac(NamedTuple):
    """What is needed to find a date: today, the region (holidays, the order of 12/5), and what was talked about."""

    today: date
    region: str
    within: Days | None = None
    beside: PlainDay | None = None
    around: PlainDay | None = None

    def day(self, spec: Day, earliest: date | None = None) -> Pin:
        """Return the date that `spec` means, at or after `earliest` where that is left open."""
        opens = self._opening(earliest or self.today)
        if opens is None or not _is_open(spec):
            return self._day(spec, earliest)
        pin = self._day(spec, opens)
        inside = self.within is not None and pin.date is not None and self.within.holds(pin.date)
        return pin if inside or self._is_in_that_month(spec, pin) else self._day(spec, earliest)

    def _is_in_that_month(self, spec: Day, pin: Pin) -> bool:
        """Tell "the 13th", said of a week of January: it is outside of that week, but no other month was talked of."""
        opens = self.within.start if self.within is not None else None
        if opens is None or pin.date is None or not isinstance(spec, CalendarDay):
            return False
        return (opens.year, opens.month) == (pin.date.year, pin.date.month)

    def _opening(self, earliest: date) -> date | None:
        """Return the day from which a day among those wanted is counted: their first may be it."""
        if self.within is None:
            return None
        first = max(self.within.start or self.today, self.today) - ONE_DAY
        return first if earliest == self.today else max(first, earliest)

    def _day(self, spec: Day, earliest: date | None = None) -> Pin:
        start = earliest or self.today
        # Who says yesterday's date does not mean next year: it is past.
        since = start if earliest else start - JUST_PAST
        match spec:
            case CalendarDay():
                return _fits(self._calendar_day(spec, start, since), spec.weekday)
            case NumericDay():
                either = max(spec.numbers[:2]) <= MONTHS  # the other order may be meant, and that is not past
                pin = self.day(self.in_order(spec), start if either else earliest)
                return replace(pin, problem=Problem.AMBIGUOUS) if self._is_unclear(spec) else pin
            case Weekday():
                return Pin(self._weekday(spec, start))
            case Shifted(base=base):
                hangs = spec.unclear and self.beside is not None
                here = self.beside if hangs else self.today
                pin = Pin(here) if base is None else self.day(base, start)
                moved = add(pin.date, spec.length) if pin.date else None
                return Pin(moved, Problem.AMBIGUOUS if spec.unclear and not hangs else pin.problem)
            case NthIn():
                return Pin(self._nth(spec))
            case Holiday():
                return self._holiday(spec, start)

    def _calendar_day(self, spec: CalendarDay, start: date, since: date) -> Pin:
        if spec.months_ahead is not None:
            return _first(self._in_month(spec, add_months(self.today.replace(day=1), spec.months_ahead)))
        if spec.month is not None:
            years = [spec.year] if spec.year else range(start.year - 1, start.year + YEARS_TO_LEAP)
            some = (valid(year, spec.month, spec.day) for year in years)
            return _first([day for day in some if day and (spec.year or day >= since)])
        months = 3 if spec.weekday is None else MONTHS_TO_FIT
        firsts = (add_months(start.replace(day=1), ahead) for ahead in range(months))
        found = [day for first in firsts for day in self._in_month(spec, first) if day >= start]
        if spec.weekday is None:
            return _first(found)
        # "Friday the 21st": this month's 21st or the next; a later one only as a guess.
        fitting = next((day for day in found if day.weekday() == spec.weekday), None)
        return Pin(fitting, None if fitting in found[:2] else Problem.AMBIGUOUS) if fitting else _first([])

    def _in_month(self, spec: CalendarDay, first: date) -> list[date]:
        day = valid(first.year, first.month, spec.day)
        return [day] if day else []

    def in_order(self, spec: NumericDay) -> CalendarDay:
        """Return which number is the month and which the day; where only one order works, it is that."""
        first, second, *year = spec.numbers
        month, day = (first, second) if self.region in MONTH_FIRST | EITHER_FIRST else (second, first)
        if month > MONTHS:
            month, day = day, month
        return CalendarDay(year[0] if year else None, month, day, spec.weekday)

    def _is_unclear(self, spec: NumericDay) -> bool:
        first, second, *_ = spec.numbers
        return self.region in EITHER_FIRST and max(first, second) <= MONTHS and first != second

    def _weekday(self, spec: Weekday, start: date) -> date:
        if spec.hangs and spec.week is None and self.beside is not None:
            return _next_to(self.beside, spec)
        if spec.week is None and spec.from_today and spec.weekday == self.today.weekday() and start == self.today:
            return self.today
        if spec.week is None and not spec.coming and self.around is not None and start == self.today:
            return self._nearest(spec.weekday, self.around)
        if spec.week is None:
            return start + timedelta(days=(spec.weekday - start.weekday() - 1) % 7 + 1)
        if spec.week < 0:
            return self.today - timedelta(days=(self.today.weekday() - spec.weekday - 1) % 7 + 1)
        return monday_of(self.today) + WEEK * spec.week + timedelta(days=spec.weekday)

    def _nearest(self, weekday: int, day: date) -> date:
        """Return the Monday beside the 6th of January that is talked of; of the coming week it is the next Monday."""
        first = day - 3 * ONE_DAY if day > self.today + WEEK else self.today + ONE_DAY
        return first + timedelta(days=(weekday - first.weekday()) % 7)

    def _nth(self, spec: NthIn) -> date:
        days = self.span(spec.span)
        inside = [day for day in each(days) if spec.weekday in {None, day.weekday()}]
        return _counted(inside, spec.number)

    def _holiday(self, spec: Holiday, start: date) -> Pin:
        years = [spec.year] if spec.year else range(start.year, start.year + 3)
        days = (day for year in years for day in holiday_dates(spec.name, self.region, year))
        found = next((day for day in days if spec.year or day >= start), None)
        # A holiday that the country does not keep may be another's; only the guest knows.
        return Pin(found, None if found else Problem.AMBIGUOUS)

    def span(self, spec: Span) -> Days:
        """Return the days of a week, a month, a weekend."""
        match spec:
            case Period():
                return self._period(spec)
            case Month():
                return month_days(self._first_of(spec))
            case WeekOf(day=Shifted(base=None, unclear=True) as day, unit=Unit.WEEKEND):
                # From a Friday on "the weekend after" is another one than that which begins.
                here = self._talked_about - (timedelta() if self._talked_about.weekday() >= calendar.FRIDAY else WEEK)
                forward = add(here, day.length) > here
                monday = monday_of(add(here if forward else self._talked_about, day.length))
                return Days(monday + SATURDAY, monday + WEEK)
            case WeekOf(day=Shifted(base=None, unclear=True) as day):
                monday = monday_of(add(self._talked_about, day.length))
                return Days(monday, monday + WEEK)
            case WeekOf(day=Holiday() as day, unit=Unit.WEEKEND):
                return _long_weekend(sure(self.day(day)))
            case WeekOf(day=day, unit=unit):
                monday = monday_of(sure(self.day(day)))
                return Days(monday + SATURDAY if unit is Unit.WEEKEND else monday, monday + WEEK)
            case NthSpan():
                return self._nth_span(spec)
            case YearSpan(year=year):
                return Days(date(year, 1, 1), date(year + 1, 1, 1))
            case SectionOf():
                return self._section(spec)
            case Ahead():
                base = sure(self.day(spec.base)) if spec.base else self.today
                return Days(base + ONE_DAY * spec.skips_today, add(base, spec.length) + ONE_DAY * spec.skips_today)

    @property
    def _talked_about(self) -> date:
        """The day, or the first of the days, from which "the week after" is counted."""
        first = self.within.start if self.within is not None else None
        return self.beside or self.around or first or self.today

    def _period(self, spec: Period) -> Days:
        here = self._talked_about if spec.hangs else self.today
        monday = monday_of(here) + WEEK * spec.ahead
        match spec.unit:
            case Unit.WEEKEND:
                return Days(monday + SATURDAY, monday + WEEK)
            case Unit.WORKWEEK:
                return Days(monday, monday + SATURDAY)
            case Unit.MONTH:
                return month_days(add_months(here.replace(day=1), spec.ahead))
            case Unit.YEAR:
                return Days(date(here.year + spec.ahead, 1, 1), date(here.year + spec.ahead + 1, 1, 1))
            case _:
                return Days(monday, monday + WEEK)

    def _first_of(self, spec: Month) -> date:
        if spec.year:
            return date(spec.year, spec.month, 1)
        if spec.years_ahead is not None:
            return date(self.today.year + spec.years_ahead, spec.month, 1)
        return date(self.today.year + (spec.month < self.today.month), spec.month, 1)

    def _nth_span(self, spec: NthSpan) -> Days:
        whole = self.span(spec.span)
        if spec.unit is Unit.MONTH:
            return month_days(add_months(first_of(whole), spec.number - 1 if spec.number > 0 else 12 + spec.number))
        # A week belongs to the month that has its Thursday, a weekend to that of its Saturday.
        counted = calendar.SATURDAY if spec.unit is Unit.WEEKEND else calendar.THURSDAY
        monday = monday_of(_counted([day for day in each(whole) if day.weekday() == counted], spec.number))
        return Days(monday + SATURDAY if spec.unit is Unit.WEEKEND else monday, monday + WEEK)

    def _section(self, spec: SectionOf) -> Days:
        whole = self.span(spec.span)
        start, end = first_of(whole), last_of(whole) + ONE_DAY
        third = (end - start) // 3
        match spec.section:
            case Section.EARLY:
                return Days(start, start + third)
            case Section.MIDDLE:
                return Days(start + third, end - third)
            case Section.LATE:
                return Days(start + THURSDAY if end - start == WEEK else end - third, end)
            case Section.END:
                return Days(start + FRIDAY if end - start == WEEK else end - third, end)
            case Section.REST:
                return Days(max(start, self.today), end)
            case Section.WHOLE:
                return whole


def _next_to(day: date, spec: Weekday) -> date:
    """Return the weekday right after another day, or right before it: never that day itself."""
    days = (spec.weekday - day.weekday()) * spec.hangs
    return day + ONE_DAY * spec.hangs * ((days - 1) % 7 + 1)


def _long_weekend(day: date) -> Days:
    """Return the weekend beside a holiday, with the holiday if it touches: a Monday's is the one before it."""
    monday = monday_of(day)
    saturday = monday + SATURDAY - (WEEK if day <= monday + ONE_DAY else timedelta())
    joins = day == monday or day >= monday + THURSDAY
    return (
        Days(min(saturday, day), max(saturday + 2 * ONE_DAY, day + ONE_DAY))
        if joins
        else Days(saturday, saturday + 2 * ONE_DAY)
    )


def _is_open(spec: Day) -> bool:
    """Tell "Friday" and "the 5th", of which there are many, from a day that is named or counted from today."""
    match spec:
        case Weekday(week=week):
            return week is None
        case CalendarDay(month=month, months_ahead=ahead):
            return month is None and ahead is None
        case _:
            return False


def _fits(pin: Pin, weekday: int | None) -> Pin:
    if pin.date is None or weekday is None or pin.date.weekday() == weekday:
        return pin
    return replace(pin, problem=Problem.AMBIGUOUS)


def _first(days: list[date]) -> Pin:
    return Pin(days[0]) if days else Pin(None, Problem.IMPOSSIBLE)


def sure(pin: Pin) -> date:
    """Return the date of `pin`; ValueError where there is none."""
    if pin.date is None:
        raise ValueError("no such day")
    return pin.date


def _counted(days: list[date], number: int) -> date:
    """Return the first, second, or (counted below zero) last of `days`."""
    index = number - 1 if number > 0 else number
    if not -len(days) <= index < len(days):
        raise ValueError("there are not so many")
    return days[index]
