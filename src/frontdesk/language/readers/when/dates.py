"""Counts in days, weeks and months over the calendar."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, timedelta

from frontdesk.dialogue.values import Days
from frontdesk.language.readers.when.specs import Length, Unit

ONE_DAY = timedelta(days=1)
WEEK = timedelta(days=7)
HALVED_MONTH = 30  # what parts of a month are parts of
DAYS_OF = {Unit.DAY: 1, Unit.NIGHT: 1, Unit.WEEK: 7, Unit.FORTNIGHT: 14}


def add(day: date, length: Length) -> date:
    """Return the day `length` after `day`; parts of a day do not count."""
    for amount, unit in length.amounts:
        whole = int(amount)
        match unit:
            case Unit.MONTH:
                day = add_months(day, whole) + timedelta(days=round((amount - whole) * HALVED_MONTH))
            case Unit.YEAR:
                day = add_months(day, round(12 * amount))
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


def valid(year: int, month: int, day: int) -> date | None:
    """Return the date, or None where the calendar has none such."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def monday_of(day: date) -> date:
    """Return the Monday of the week of `day`."""
    return day - timedelta(days=day.weekday())


def month_days(first: date) -> Days:
    """Return the days of the month that begins with `first`."""
    return Days(first, add_months(first, 1))


def first_of(days: Days) -> date:
    """Return the first day of `days`."""
    if days.start is None:
        raise ValueError("an open span has no first day")
    return days.start


def last_of(days: Days) -> date:
    """Return the last day of `days`."""
    if days.end is None:
        raise ValueError("an open span has no last day")
    return days.end - ONE_DAY


def each(days: Days) -> Iterator[date]:
    """Give the days of `days` one by one."""
    first, last = first_of(days), last_of(days)
    return (first + timedelta(days=number) for number in range((last - first).days + 1))
