"""Holds days and spans of days against today: "Thursday" becomes a date, "next week" seven of them."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from frontdesk.dialogue.values import Days
from frontdesk.language.reading import Problem
from frontdesk.language.when.specs import (
    Ahead,
    CalendarDay,
    Day,
    DayRange,
    Holiday,
    Length,
    Month,
    NthIn,
    NthSpan,
    NumericDay,
    OpenDays,
    Period,
    Section,
    SectionOf,
    Shifted,
    Side,
    Span,
    Stay,
    Unit,
    Weekday,
    WeekOf,
    YearSpan,
)

ONE_DAY = timedelta(days=1)
WEEK = timedelta(days=7)
HALF_A_YEAR = timedelta(days=183)
# Where people write the month first, and where nobody can tell; everywhere else the day comes first.
MONTH_FIRST = frozenset("AS CN FM GU HU JP KP KR LT MH MN MP PH PR PW TW UM US VI".split())
EITHER_FIRST = frozenset(("CA", ""))
DAYS_OF = {Unit.DAY: 1, Unit.NIGHT: 1, Unit.WEEK: 7, Unit.FORTNIGHT: 14}


@dataclass(frozen=True, slots=True)
class Pin:
    """A date found for a day, and what is wrong with it; no date where there is none such."""

    date: date | None
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Almanac:
    """What is needed to find a date: today and the region, for holidays and the order of 12/5."""

    today: date
    region: str

    def day(self, spec: Day, earliest: date | None = None) -> Pin:
        """Return the date that `spec` means, at or after `earliest` where that is left open."""
        start = earliest or self.today
        match spec:
            case CalendarDay():
                return _fits(self._calendar_day(spec, start), spec.weekday)
            case NumericDay():
                return _fits(self._numeric_day(spec, start), spec.weekday)
            case Weekday():
                return Pin(self._weekday(spec, start))
            case Shifted(base=base):
                pin = Pin(self.today) if base is None else self.day(base, start)
                moved = add(pin.date, spec.length) if pin.date else None
                return Pin(moved, Problem.AMBIGUOUS if spec.unclear else pin.problem)
            case NthIn():
                return Pin(self._nth(spec))
            case Holiday():
                return Pin(self._holiday(spec, start))

    def _calendar_day(self, spec: CalendarDay, start: date) -> Pin:
        if spec.day is None:
            raise ValueError("a calendar day needs its number")
        if spec.months_ahead is not None:
            return Pin(add_months(self.today.replace(day=1), spec.months_ahead).replace(day=spec.day))
        if spec.month is not None:
            years = [spec.year] if spec.year else range(start.year, start.year + 9)
            some = (_valid(year, spec.month, spec.day) for year in years)
            found = [day for day in some if day and (spec.year or day >= start)]
            return Pin(found[0]) if found else Pin(None, Problem.IMPOSSIBLE)
        found = _with_number(spec.day, start, 3 if spec.weekday is None else 25)
        if not found:
            return Pin(None, Problem.IMPOSSIBLE)
        if spec.weekday is None:
            return Pin(found[0])
        # "Friday the 21st": this month's 21st or the next; a later one only as a guess.
        fitting = next((day for day in found if day.weekday() == spec.weekday), None)
        return Pin(fitting, None if fitting in found[:2] else Problem.AMBIGUOUS)

    def _numeric_day(self, spec: NumericDay, start: date) -> Pin:
        first, second, *year = spec.numbers
        month_first = self.region in MONTH_FIRST or (self.region in EITHER_FIRST)
        month, day = (first, second) if month_first else (second, first)
        unclear = self.region in EITHER_FIRST and max(first, second) <= 12 and first != second  # noqa: PLR2004 - either may be the month
        if month > 12:  # noqa: PLR2004 - the other order is the only one that works
            month, day = day, month
        pin = self._calendar_day(CalendarDay(year[0] if year else None, month, day), start)
        return replace(pin, problem=Problem.AMBIGUOUS) if unclear else pin

    def _weekday(self, spec: Weekday, start: date) -> date:
        if spec.week is None:
            return start + timedelta(days=(spec.weekday - start.weekday() - 1) % 7 + 1)
        if spec.week < 0:
            return self.today - timedelta(days=(self.today.weekday() - spec.weekday - 1) % 7 + 1)
        return _monday(self.today) + WEEK * spec.week + timedelta(days=spec.weekday)

    def _nth(self, spec: NthIn) -> date:
        days = self.span(spec.span)
        inside = [day for day in _each(days) if spec.weekday in {None, day.weekday()}]
        index = spec.number - 1 if spec.number > 0 else spec.number
        if not -len(inside) <= index < len(inside):
            raise ValueError("no such day in the span")
        return inside[index]

    def _holiday(self, spec: Holiday, start: date) -> date:
        years = [spec.year] if spec.year else range(start.year, start.year + 3)
        days = (day for year in years for day in holiday_dates(spec.name, self.region, year))
        found = next((day for day in days if spec.year or day >= start), None)
        if found is None:
            raise ValueError("no such holiday")
        return found

    def span(self, spec: Span) -> Days:
        """Return the days of a week, a month, a weekend."""
        match spec:
            case Period():
                return self._period(spec)
            case Month():
                return _month_days(self._first_of(spec))
            case WeekOf(day=day):
                monday = _monday(_sure(self.day(day)))
                return Days(monday, monday + WEEK)
            case NthSpan():
                return self._nth_span(spec)
            case YearSpan(year=year):
                return Days(date(year, 1, 1), date(year + 1, 1, 1))
            case SectionOf():
                return self._section(spec)
            case Ahead():
                base = _sure(self.day(spec.base)) if spec.base else self.today
                return Days(base + ONE_DAY * spec.skips_today, add(base, spec.length) + ONE_DAY * spec.skips_today)

    def _period(self, spec: Period) -> Days:
        monday = _monday(self.today) + WEEK * spec.ahead
        match spec.unit:
            case Unit.WEEKEND:
                return Days(monday + timedelta(days=5), monday + WEEK)
            case Unit.WORKWEEK:
                return Days(monday, monday + timedelta(days=5))
            case Unit.MONTH:
                return _month_days(add_months(self.today.replace(day=1), spec.ahead))
            case Unit.YEAR:
                return Days(date(self.today.year + spec.ahead, 1, 1), date(self.today.year + spec.ahead + 1, 1, 1))
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
            return _month_days(add_months(_first(whole), spec.number - 1 if spec.number > 0 else 12 + spec.number))
        # A week belongs to the month that has its Thursday.
        thursdays = [day for day in _each(whole) if day.weekday() == calendar.THURSDAY]
        monday = _monday(thursdays[spec.number - 1 if spec.number > 0 else spec.number])
        return Days(monday + timedelta(days=5) if spec.unit is Unit.WEEKEND else monday, monday + WEEK)

    def _section(self, spec: SectionOf) -> Days:
        whole = self.span(spec.span)
        start, end = _first(whole), _last(whole) + ONE_DAY
        third = (end - start) // 3
        match spec.section:
            case Section.EARLY:
                return Days(start, start + third)
            case Section.MIDDLE:
                return Days(start + third, end - third)
            case Section.LATE:
                return Days(end - third, end)
            case Section.REST:
                return Days(max(start, self.today), end)
            case Section.WHOLE:
                return whole

    def range(self, spec: DayRange) -> tuple[Days, Problem | None]:
        """Return the days from one to another; the end that was named is the end of the range."""
        start, end = self._aligned(spec.start, spec.end)
        first = self._edge(start, None)
        last = self._edge(end, first.date)
        if first.date is None or last.date is None:
            raise ValueError("a range needs both its days")
        days, problem = Days(first.date, last.date), first.problem or last.problem
        if first.date < self.today:
            return days, problem or Problem.PAST
        # "From the 12th of March to the 4th of March" is a slip, not a year.
        is_slip = getattr(spec.end, "year", None) is None and last.date - first.date > HALF_A_YEAR
        return days, problem or (Problem.AMBIGUOUS if is_slip else None)

    def _aligned(self, start: Day | Span, end: Day | Span) -> tuple[Day | Span, Day | Span]:
        """Give the start the year of the end, so that a range may begin before today and still go on."""
        if not isinstance(start, CalendarDay | NumericDay | Month) or not isinstance(end, CalendarDay | NumericDay | Month):
            return start, end
        first, last = self._dated(start), self._dated(end)
        if first is None or last is None or first.year or first.month is None or last.month is None:
            return start, end
        stop = self._edge(end, None).date
        if stop is None:
            return start, end
        day = _valid(stop.year, first.month, first.day or 1)
        year = stop.year if day is None or day <= stop else stop.year - 1
        if day is None or (year == stop.year - 1 and stop - day.replace(year=year) > HALF_A_YEAR):
            return start, end
        return replace(first, year=year), replace(last, year=stop.year)

    def _dated(self, spec: CalendarDay | NumericDay | Month) -> CalendarDay | None:
        match spec:
            case CalendarDay():
                return spec
            case Month(month=month, year=year, years_ahead=None):
                return CalendarDay(year, month, 1)
            case NumericDay(numbers=(first, second, *year)):
                swapped = self.region not in MONTH_FIRST
                month, day = (second, first) if swapped else (first, second)
                month, day = (day, month) if month > 12 else (month, day)  # noqa: PLR2004 - months of a year
                return CalendarDay(year[0] if year else None, month, day)
            case _:
                return None

    def _edge(self, spec: Day | Span, earliest: date | None) -> Pin:
        if isinstance(spec, Period | Month | WeekOf | NthSpan | YearSpan | SectionOf | Ahead):
            return Pin(self.span(spec).start)
        return self.day(spec, earliest)

    def open_days(self, spec: OpenDays) -> tuple[Days, Problem | None]:
        """Return the days on one side of a day or span."""
        if isinstance(spec.bound, Period | Month | WeekOf | NthSpan | YearSpan | SectionOf | Ahead):
            days, problem = self.span(spec.bound), None
        else:
            pin = self.day(spec.bound)
            day, problem = _sure(pin), pin.problem
            days = Days(day, day + ONE_DAY)
        match spec.side:
            case Side.AFTER:
                return Days(days.end, None), problem
            case Side.FROM:
                return Days(days.start, None), problem
            case Side.BEFORE:
                return Days(None, days.start), problem
            case Side.THROUGH:
                return Days(None, days.end), problem

    def stay(self, spec: Stay) -> tuple[Days, Problem | None]:
        """Return the days of a stay; its end is the day of leaving."""
        pin = self.day(spec.start)
        start = _sure(pin)
        return Days(start, add(start, spec.length)), pin.problem


def add(day: date, length: Length) -> date:
    """Return the day `length` after `day`; parts of a day do not count."""
    for amount, unit in length.amounts:
        whole = int(amount)
        match unit:
            case Unit.MONTH:
                day = add_months(day, whole)
            case Unit.YEAR:
                day = add_months(day, 12 * whole)
            case Unit.BUSINESS_DAY:
                day = _business_days(day, whole)
            case _:
                day += timedelta(days=amount * DAYS_OF.get(unit, 0))
    return day


def add_months(day: date, months: int) -> date:
    """Return the same day some months on, or the last day of that month where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not date.min.year <= year <= date.max.year:
        raise ValueError("beyond the calendar")
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _business_days(day: date, count: int) -> date:
    weeks, rest = divmod(count, 5)
    day += WEEK * weeks
    while rest:
        day += ONE_DAY
        rest -= day.weekday() < calendar.SATURDAY
    return day


def _fits(pin: Pin, weekday: int | None) -> Pin:
    if pin.date is None or weekday is None or pin.date.weekday() == weekday:
        return pin
    return replace(pin, problem=Problem.AMBIGUOUS)


def _with_number(number: int, start: date, months: int) -> list[date]:
    """Return the days with `number` in the `months` from `start` on."""
    firsts = (add_months(start.replace(day=1), ahead) for ahead in range(months))
    days = (_valid(first.year, first.month, number) for first in firsts)
    return [day for day in days if day and day >= start]


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _sure(pin: Pin) -> date:
    if pin.date is None:
        raise ValueError("no such day")
    return pin.date


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month_days(first: date) -> Days:
    return Days(first, add_months(first, 1))


def _first(days: Days) -> date:
    if days.start is None:
        raise ValueError("an open span has no first day")
    return days.start


def _last(days: Days) -> date:
    if days.end is None:
        raise ValueError("an open span has no last day")
    return days.end - ONE_DAY


def _each(days: Days) -> Iterator[date]:
    first, last = _first(days), _last(days)
    return (first + timedelta(days=number) for number in range((last - first).days + 1))


@lru_cache(maxsize=512)
def holiday_dates(name: str, region: str, year: int) -> tuple[date, ...]:
    """Return the dates of a holiday in a year: `12-25` is fixed, `easter-2` moves, a name is looked up for the region."""
    if name[:2].isdigit():
        month, day = name.split("-")
        return (date(year, int(month), int(day)),)
    moving = name.removeprefix(MOVING)
    if moving != name:
        return (_easter(year) + timedelta(days=int(moving or 0)),)
    return tuple(day for day, names in _country_holidays(region, year) if name in names)


MOVING = "easter"


@lru_cache(maxsize=64)
def _country_holidays(region: str, year: int) -> tuple[tuple[date, str], ...]:
    import holidays  # noqa: PLC0415 - slow to import, and few guests name a holiday

    try:
        found = holidays.country_holidays(region, years=year, language="en_US")
    except NotImplementedError:
        return ()
    return tuple(sorted((day, names.lower()) for day, names in found.items()))


def _easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar, by Gauss's method in its anonymous form."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)
