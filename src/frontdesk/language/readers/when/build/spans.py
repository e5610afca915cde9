"""Makes weeks, weekends, months, and ranges of days."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.language.readers.when import pieces as ask
from frontdesk.language.readers.when.pieces import Pieces
from frontdesk.language.readers.when.specs import (
    Ahead,
    CalendarDay,
    DayRange,
    Length,
    Month,
    NthSpan,
    NumericDay,
    OpenDays,
    Period,
    Section,
    SectionOf,
    Shifted,
    Side,
    Span,
    Unit,
    WeekOf,
    YearSpan,
)

SECTIONS = {
    "early": Section.EARLY,
    "middle": Section.MIDDLE,
    "late": Section.LATE,
    "ending": Section.END,
    "rest": Section.REST,
    "vague": Section.REST,  # "later this week", "some time this week": what is left of it
    "whole": Section.WHOLE,
}
MONTH_NUMBERS = range(1, 13)
LONGEST_MONTH = 31
LAST_MONTH = 12
WHOLE_UNITS = {Unit.WEEK, Unit.MONTH, Unit.YEAR}


def span(pieces: Pieces) -> Period | Ahead | None:
    """Read "next week", "this weekend", "the month after next"."""
    ahead = 2 if ask.has(pieces, "after") else _ahead(pieces)
    hangs = ask.has(pieces, "following")
    if ask.has(pieces, "weekend"):
        # The coming weekend is the one that this week ends with.
        return Period(Unit.WEEKEND, 0 if ask.has(pieces, "coming") else ahead, hangs)
    if ask.has(pieces, "workweek"):
        return Period(Unit.WORKWEEK, ahead, hangs)
    match ask.unit(pieces):
        case Unit.FORTNIGHT:
            return Ahead(Length(((1.0, Unit.FORTNIGHT),)), skips_today=False)
        case Unit.WEEK | Unit.MONTH | Unit.YEAR as unit:
            return Period(unit, ahead, hangs)
        case _:
            return None


def _ahead(pieces: Pieces) -> int:
    if ask.has(pieces, "last"):
        return -1
    return 1 if ask.has(pieces, "next", "coming", "following") else 0


def month_span(pieces: Pieces) -> Month | None:
    """Read "March", "March 2027", "last March", "June next year"."""
    known, month, year = ask.span(pieces), ask.number(pieces, *ask.MONTHS), ask.number(pieces, "year")
    if isinstance(known, Month):
        return known
    if month is None:
        return None
    if known:
        is_year = isinstance(known, Period) and known.unit is Unit.YEAR
        return Month(month, years_ahead=known.ahead) if isinstance(known, Period) and is_year else None
    return Month(month, year, -1 if ask.has(pieces, "last") else None)


def numeric_month(pieces: Pieces) -> Month | None:
    """Read 2027-03, 3/2027."""
    slash = [int(run) for run in ask.digits(pieces, "slash")]
    year = slash[-1] if slash else ask.number(pieces, "year")
    month = slash[0] if slash else ask.number(pieces, "small", "padded", "teen")
    return Month(month, year) if year and year > LONGEST_MONTH and month and month in MONTH_NUMBERS else None


def nth_span(pieces: Pieces) -> NthSpan | None:
    """Read "the third week of this month"."""
    year, unit = ask.number(pieces, "year"), ask.unit(pieces)
    whole = YearSpan(year) if year else whole_span(pieces[-1:])
    if ask.has(pieces, "weekend"):
        unit = Unit.WEEKEND
    if whole is None or unit not in {Unit.WEEK, Unit.WEEKEND, Unit.MONTH}:
        return None
    return NthSpan(rank(pieces), unit, whole)


def week_of(pieces: Pieces) -> WeekOf | Ahead | None:
    """Read "the week of the 18th", "the weekend of the 6th", "week commencing the 1st"."""
    day, unit = ask.day(pieces[::-1]), Unit.WEEKEND if ask.has(pieces, "weekend") else ask.unit(pieces)
    if day and ask.has(pieces, "week_from"):
        return Ahead(Length(((1.0, Unit.WEEK),)), skips_today=False, base=day)
    return WeekOf(day, unit) if day and unit in {Unit.WEEK, Unit.WEEKEND} and unit else None


def section(pieces: Pieces) -> SectionOf | None:
    """Read "mid March", "the end of next week"."""
    whole = whole_span(pieces)
    kind = next((SECTIONS[piece.kind] for piece in pieces if piece.kind in SECTIONS), None)
    return SectionOf(kind, whole) if kind and whole else None


def whole_span(pieces: Pieces) -> Span | None:
    """Return the span among `pieces`: one already read, a month, or "the month"."""
    month, unit = ask.number(pieces, *ask.MONTHS), ask.unit(pieces)
    if known := ask.span(pieces):
        return known
    if month:
        return Month(month)
    return Period(unit) if unit and unit in WHOLE_UNITS else None


def rank(pieces: Pieces) -> int:
    """Return which one is meant; from the end on, counted below zero."""
    number = ask.number(pieces, *ask.ORDINALS) or 1
    return -number if ask.has(pieces, "last") else number


def month_days(pieces: Pieces) -> DayRange | None:
    """Read "July 13-15", "from the 13th to the 15th of July"."""
    if ask.has(pieces, "and") and not ask.has(pieces, "between"):
        return None  # "June 3 and 5" are two days
    first, last = ask.numbers(pieces, *ask.DAY_NUMBERS)[:2]
    start = CalendarDay(ask.number(pieces, "year"), ask.number(pieces, *ask.MONTHS), first)
    # "April 27th to the 3rd" runs into the next month.
    return DayRange(start, replace(start, day=last) if last >= first else CalendarDay(None, None, last))


def day_range(pieces: Pieces) -> DayRange | None:
    """Read "from Thursday until Wednesday", "arriving Saturday, leaving Wednesday"."""
    ends = ask.edges(pieces)
    if len(ends) < 2:
        return None
    match ends[0], ends[-1]:
        case NumericDay() as first, NumericDay() as last:
            return DayRange(in_order_of(first, last), in_order_of(last, first))
        case CalendarDay(month=None, months_ahead=None) as first, CalendarDay(month=int()) as last if (
            first.day < last.day
        ):
            return DayRange(replace(first, month=last.month, year=last.year), last)  # "the 5th, leaving the 9th of May"
        case first, last:
            return DayRange(first, last)


def in_order_of(day: NumericDay, other: NumericDay) -> CalendarDay | NumericDay:
    """Return a day in the order that another, written with it, can only have: beside 30/12, 2/1 is in January."""
    first, second, *year = day.numbers
    day_first, month_first = (number > LAST_MONTH for number in other.numbers[:2])
    if max(first, second) > LAST_MONTH or not (day_first or month_first):
        return day
    month, number = (second, first) if day_first else (first, second)
    return CalendarDay(year[0] if year else None, month, number, day.weekday)


def days_after(pieces: Pieces) -> OpenDays | None:
    """Read "after Tuesday", "from Tuesday on"."""
    bounds = ask.edges(pieces)
    is_after = ask.has(pieces, "after") and not ask.has(pieces, "or")  # "on or after the 5th" has the 5th
    return OpenDays(bounds[0], Side.AFTER if is_after else Side.FROM) if bounds else None


def days_before(pieces: Pieces) -> OpenDays | None:
    """Read "before Tuesday", "by Tuesday"."""
    bounds = ask.edges(pieces)
    return OpenDays(bounds[0], Side.BEFORE if ask.has(pieces, "before", "sooner") else Side.THROUGH) if bounds else None


def before_that(_: Pieces) -> OpenDays:
    """Read "before that", of a day said beside it."""
    return OpenDays(Shifted(Length(()), unclear=True), Side.BEFORE)
