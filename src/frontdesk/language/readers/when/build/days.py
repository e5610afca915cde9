"""Makes single days: dates, weekdays, holidays, and days counted within a span."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.language.readers.when import pieces as ask
from frontdesk.language.readers.when.build.spans import rank, whole_span
from frontdesk.language.readers.when.pieces import Pieces
from frontdesk.language.readers.when.specs import (
    CalendarDay,
    Holiday,
    Length,
    NthIn,
    NumericDay,
    Period,
    Shifted,
    Unit,
    Weekday,
    WeekOf,
)

LONGEST_MONTH = 31
LAST_HOUR = 12
LAST_MONTH = 12


def date(pieces: Pieces) -> CalendarDay | None:
    """Read "March 3rd", "3 March 2027", "the 21st"."""
    month, day = ask.number(pieces, *ask.MONTHS), ask.number(pieces, *ask.DAY_NUMBERS)
    if day is None or (month is None and day > LONGEST_MONTH):
        return None
    return CalendarDay(ask.number(pieces, "year"), month, day)


def numeric(pieces: Pieces) -> CalendarDay | NumericDay | None:
    """Read 2027-03-05, 3/5, 3/5/27."""
    digits = ask.digits(pieces, "iso", "slash", "dotted")
    if len(digits) == 2 and len(digits[1]) > 2:  # a month and a year
        return None
    numbers = [int(run) for run in digits]
    if ask.has(pieces, "iso"):
        return CalendarDay(*numbers)
    if min(numbers[:2]) > LONGEST_MONTH:
        return None  # "50/50" is no date, not even one that is not there
    return NumericDay((*numbers[:2], *(2000 + year if year < 100 else year for year in numbers[2:])))


def numbered(pieces: Pieces) -> NumericDay | None:
    """Read 11-21 before a clock time, where only one order can be meant."""
    first, second = ask.numbers(pieces, *ask.DAY_NUMBERS)
    fits = first <= LAST_MONTH < second <= LONGEST_MONTH
    return NumericDay((first, second)) if fits else None


def weekday(pieces: Pieces) -> Weekday | None:
    """Read "Friday", "next Friday", "the Friday after next", "last Friday"."""
    number = ask.number(pieces, *ask.WEEKDAYS)
    if number is None:
        return None
    if ask.has(pieces, "next"):
        return Weekday(number, week=2 if ask.has(pieces, "after") else 1)
    this = ask.has(pieces, "this")
    coming, hangs = this or ask.has(pieces, "coming"), int(ask.has(pieces, "following"))
    return Weekday(number, -1 if ask.has(pieces, "last") else None, this, coming=coming, hangs=hangs)


def relative(pieces: Pieces) -> Shifted | None:
    """Read "tomorrow", "the day after tomorrow"; "the next day" hangs on what was said before."""
    days = ask.number(pieces, "relative_day", "adjacent_day")
    if days is None:
        return None
    return Shifted(Length(((float(days), Unit.DAY),)), unclear=ask.has(pieces, "adjacent_day"))


def holiday(pieces: Pieces) -> Holiday | None:
    """Read "Christmas", "Thanksgiving 2027"."""
    name = ask.name(pieces, "holiday")
    return Holiday(name, ask.number(pieces, "year")) if name else None


def holiday_week(pieces: Pieces) -> WeekOf | None:
    """Read "Christmas week", "Memorial Day weekend"."""
    day, unit = holiday(pieces), Unit.WEEKEND if ask.has(pieces, "weekend") else ask.unit(pieces)
    return WeekOf(day, unit) if day and unit in {Unit.WEEK, Unit.WEEKEND} and unit else None


def weekday_date(pieces: Pieces) -> CalendarDay | NumericDay | None:
    """Read "Friday the 21st", "Tue, May 9"."""
    read = [piece.meaning for piece in pieces]
    named = next((one.weekday for one in read if isinstance(one, Weekday)), None)
    dated = next((one for one in read if isinstance(one, CalendarDay | NumericDay)), None)
    return replace(dated, weekday=named) if dated else None


def weekday_number(pieces: Pieces) -> CalendarDay | None:
    """Read "Monday 21"; a smaller number is an hour."""
    known, number = ask.day(pieces), ask.number(pieces, *ask.DAY_NUMBERS)
    if not isinstance(known, Weekday) or number is None or number <= LAST_HOUR:
        return None
    return CalendarDay(None, None, number, known.weekday)


def date_in_span(pieces: Pieces) -> CalendarDay | None:
    """Read "the 20th of next month"; "of the month" says nothing new."""
    known, span, unit = ask.day(pieces), ask.span(pieces), ask.unit(pieces)
    if not isinstance(known, CalendarDay) or known.month:
        return None
    if isinstance(span, Period) and span.unit is Unit.MONTH:
        return replace(known, months_ahead=span.ahead)
    return known if span is None and unit is Unit.MONTH else None


def weekday_in_span(pieces: Pieces) -> Weekday | NthIn | None:
    """Read "Friday next week", "next week on Friday"."""
    known, span = ask.day(pieces), ask.span(pieces)
    if not isinstance(known, Weekday) or not isinstance(span, Period) or span.unit is not Unit.WEEK:
        return None
    # "Last Monday" is the one before today; "Monday last week" is that week's.
    return Weekday(known.weekday, week=span.ahead) if span.ahead >= 0 else NthIn(1, known.weekday, span)


def nth_in_span(pieces: Pieces) -> NthIn | None:
    """Read "the first Friday of next month"."""
    known, span = ask.day(pieces), whole_span(pieces)
    return NthIn(rank(pieces), known.weekday, span) if isinstance(known, Weekday) and span else None
