"""How each form of the word list makes its meaning out of the pieces it matched; None refuses them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from frontdesk.language.when.clocks import CLOCK_BUILDERS
from frontdesk.language.when.pieces import amounts, find, integer, integers, length_of, spec_of, text_of, unit_of
from frontdesk.language.when.specs import (
    Ahead,
    CalendarDay,
    Day,
    DayRange,
    FromNow,
    Holiday,
    Length,
    MomentRange,
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
    Wish,
    WishKind,
    Weekday,
    WeekOf,
    YearSpan,
)
from frontdesk.language.when.tokens import Meaning, Piece

Pieces: TypeAlias = Sequence[Piece]

MONTHS = ("month", "maybe_month")
WEEKDAYS = ("weekday", "maybe_weekday")
ORDINALS = ("nth", "first", "second", "spoken_nth")
DAY_NUMBERS = ("small", "padded", "teen", "later", *ORDINALS)
COUNTS = ("one", "small", "padded", "teen", "later", "minutes", "number")
SUB_DAY = {Unit.SECOND, Unit.MINUTE, Unit.HOUR}
SECTIONS = {"early": Section.EARLY, "middle": Section.MIDDLE, "late": Section.LATE, "rest": Section.REST, "whole": Section.WHOLE}


def nothing(pieces: Pieces) -> Meaning:
    """Take a saying out of the way."""
    return text_of(pieces[0])


def soonest(_: Pieces) -> Meaning:
    """Read "the first available"."""
    return Wish(WishKind.SOONEST)


def anytime(_: Pieces) -> Meaning:
    """Read "any time"."""
    return Wish(WishKind.ANYTIME)


def vague(_: Pieces) -> Meaning:
    """Read "later", "soon"."""
    return Wish(WishKind.VAGUE)


def same(pieces: Pieces) -> Meaning | None:
    """Keep what is already read; the words around it change nothing."""
    return next((piece.meaning for piece in pieces if not isinstance(piece.meaning, int | str | tuple)), None)


# Lengths


def length(pieces: Pieces) -> Meaning | None:
    """Read "3 hours 30 minutes", "a few days", "another week"."""
    found = amounts(pieces)
    if found is None and (unit := find(pieces, "unit", "night")):
        found = ((1.0, unit_of(unit)),)
    return Length(found) if found else None


def length_mixed(pieces: Pieces) -> Meaning | None:
    """Read lengths with halves and quarters: "an hour and a half", "3/4 of an hour"."""
    unit = find(pieces, "unit")
    if unit is None:
        return None
    count, slash, fraction = find(pieces, *COUNTS), find(pieces, "slash"), find(pieces, "fraction")
    whole = float(integer(count)) if count else 0.0
    if slash:
        above, below = (int(part) for part in slash.meaning[:2])  # type: ignore[index,union-attr] - slashes mean their numbers
        part = above / below if below else 0.0
    elif fraction:
        part = integer(fraction) / 60
    elif find(pieces, "quarter"):
        whole, part = 0.0, 0.25 * (whole or 1)
    else:
        whole, part = whole or float(find(pieces, "and") is not None), 0.5
    return Length(((whole + part, unit_of(unit)),))


def ahead(pieces: Pieces) -> Meaning | None:
    """Read "the next two days", "two upcoming days"; but "3 next week" is no three weeks."""
    count, unit = find(pieces, *COUNTS, "few"), find(pieces, "unit", "night")
    if count is None or unit is None:
        return None
    number_first = pieces.index(count) < len(pieces) - 2
    if number_first and unit_of(unit) in {Unit.WEEK, Unit.MONTH, Unit.YEAR}:
        return None
    return _ahead_by(Length(((float(integer(count)), unit_of(unit)),)), skips_today=True)


def within(pieces: Pieces) -> Meaning | None:
    """Read "within five days"."""
    day = find(pieces, "day")
    if day:
        return Ahead(length_of(pieces), skips_today=False, base=spec_of(day, Day))
    return _ahead_by(length_of(pieces), skips_today=False)


def _ahead_by(distance: Length, *, skips_today: bool) -> Meaning:
    if {unit for _, unit in distance.amounts} & SUB_DAY:
        return MomentRange(FromNow(Length(())), FromNow(distance))
    return Ahead(distance, skips_today)


# Days


def date(pieces: Pieces) -> Meaning | None:
    """Read "March 3rd", "3 March 2027", "the 21st"."""
    month, day, year = find(pieces, *MONTHS), find(pieces, *DAY_NUMBERS), find(pieces, "year")
    if day is None or (month is None and integer(day) > 31):  # noqa: PLR2004 - no month has more days
        return None
    return CalendarDay(integer(year) if year else None, integer(month) if month else None, integer(day))


def numeric(pieces: Pieces) -> Meaning | None:
    """Read 2027-03-05, 3/5, 3/5/27."""
    parts = pieces[0].meaning
    if not isinstance(parts, tuple):
        return None
    texts = [str(part) for part in parts]
    if len(texts) == 2 and len(texts[1]) > 2:  # noqa: PLR2004 - month and year
        return None
    numbers = [int(text) for text in texts]
    if pieces[0].kind == "iso":
        return CalendarDay(*numbers)
    return NumericDay((*numbers[:2], *(year + 2000 if year < 100 else year for year in numbers[2:])))  # noqa: PLR2004 - 27 is 2027


def dotted_date(pieces: Pieces) -> Meaning | None:
    """Read "7.6" beside a weekday."""
    parts = pieces[0].meaning
    return NumericDay(tuple(int(part) for part in parts)) if isinstance(parts, tuple) else None


def month_days(pieces: Pieces) -> Meaning | None:
    """Read "July 13-15", "from the 13th to the 15th of July"."""
    if find(pieces, "and") and not find(pieces, "between"):
        return None  # "June 3 and 5" are two days
    month, year = find(pieces, *MONTHS), find(pieces, "year")
    first, last = integers(pieces, *DAY_NUMBERS)[:2]
    if month is None:
        return None
    start = CalendarDay(integer(year) if year else None, integer(month), first)
    # "April 27th to the 3rd" runs into the next month.
    return DayRange(start, replace(start, day=last) if last >= first else CalendarDay(day=last))


def weekday(pieces: Pieces) -> Meaning | None:
    """Read "Friday", "next Friday", "the Friday after next"."""
    day = find(pieces, *WEEKDAYS)
    if day is None:
        return None
    if not isinstance(day.meaning, int):
        known = spec_of(day, Weekday)
        return replace(known, week=2)
    if find(pieces, "next"):
        return Weekday(day.meaning, week=1)
    return Weekday(day.meaning, week=-1 if find(pieces, "last") else None)


def relative(pieces: Pieces) -> Meaning | None:
    """Read "tomorrow", "the day after tomorrow"."""
    days = Length(((float(integer(pieces[0])), Unit.DAY),))
    return Shifted(days, unclear=pieces[0].kind == "adjacent_day")


def holiday(pieces: Pieces) -> Meaning | None:
    """Read "Christmas", "Thanksgiving 2027"."""
    name, year = find(pieces, "holiday"), find(pieces, "year")
    return Holiday(str(name.meaning), integer(year) if year else None) if name else None


def weekday_date(pieces: Pieces) -> Meaning | None:
    """Read "Friday the 21st", "Tue, May 9"."""
    day, name = find(pieces, "date"), find(pieces, "weekday")
    if day is None or name is None or not isinstance(day.meaning, CalendarDay | NumericDay):
        return None
    return replace(day.meaning, weekday=spec_of(name, Weekday).weekday)


def weekday_number(pieces: Pieces) -> Meaning | None:
    """Read "Monday 21"; a smaller number is an hour."""
    name, number = find(pieces, "weekday"), integers(pieces, *DAY_NUMBERS)[0]
    if name is None or number <= 12:  # noqa: PLR2004 - hours of a clock face
        return None
    return CalendarDay(day=number, weekday=spec_of(name, Weekday).weekday)


def date_in_span(pieces: Pieces) -> Meaning | None:
    """Read "the 20th of next month"; "of the month" says nothing new."""
    day, span, unit = find(pieces, "date"), find(pieces, "span"), find(pieces, "unit")
    if day is None or not isinstance(day.meaning, CalendarDay) or day.meaning.month:
        return None
    if span and isinstance(span.meaning, Period) and span.meaning.unit is Unit.MONTH:
        return replace(day.meaning, months_ahead=span.meaning.ahead)
    return day.meaning if span is None and unit and unit_of(unit) is Unit.MONTH else None


def nth_day(pieces: Pieces) -> Meaning | None:
    """Read "the 20th day" of something."""
    unit = find(pieces, "unit")
    return date(pieces) if unit and unit_of(unit) is Unit.DAY else None


def weekday_in_span(pieces: Pieces) -> Meaning | None:
    """Read "Friday next week", "next week on Friday"."""
    name, span = find(pieces, "weekday"), find(pieces, "span")
    if name is None or span is None or not isinstance(span.meaning, Period) or span.meaning.unit is not Unit.WEEK:
        return None
    return Weekday(spec_of(name, Weekday).weekday, week=span.meaning.ahead)


def nth_in_span(pieces: Pieces) -> Meaning | None:
    """Read "the first Friday of next month"."""
    name, span = find(pieces, "weekday"), _span(pieces)
    return NthIn(_rank(pieces), spec_of(name, Weekday).weekday, span) if name and span else None


# Spans


def span(pieces: Pieces) -> Meaning | None:
    """Read "next week", "this weekend", "the month after next"."""
    if find(pieces, "weekend"):
        return Period(Unit.WEEKEND, _ahead(pieces) if not find(pieces, "coming") else 0)
    if find(pieces, "workweek"):
        return Period(Unit.WORKWEEK, _ahead(pieces))
    unit = find(pieces, "unit")
    if unit and unit_of(unit) is Unit.FORTNIGHT:
        return Ahead(Length(((1.0, Unit.FORTNIGHT),)), skips_today=False)
    if unit is None or unit_of(unit) not in {Unit.WEEK, Unit.MONTH, Unit.YEAR}:
        return None
    return Period(unit_of(unit), 2 if find(pieces, "after") else _ahead(pieces))


def month_span(pieces: Pieces) -> Meaning | None:
    """Read "March", "March 2027", "2027-03", "June next year"."""
    if isinstance(pieces[0].meaning, Month) and len(pieces) == 1:
        return pieces[0].meaning
    month, year, within_year = find(pieces, *MONTHS), find(pieces, "year"), find(pieces, "span")
    if slash := find(pieces, "slash"):
        number, of_year = (int(part) for part in slash.meaning[:2])  # type: ignore[index,union-attr] - slashes mean their numbers
        return Month(number, of_year) if of_year > 31 and 1 <= number <= 12 else None  # noqa: PLR2004 - months of a year
    if month is None:
        numbers = integers(pieces, "small", "padded", "teen")
        return Month(numbers[0], integer(year)) if year and 1 <= numbers[0] <= 12 else None  # noqa: PLR2004 - months of a year
    if within_year:
        known = within_year.meaning
        is_year = isinstance(known, Period) and known.unit is Unit.YEAR
        return Month(integer(month), years_ahead=known.ahead) if isinstance(known, Period) and is_year else None
    return Month(integer(month), integer(year) if year else None, -1 if find(pieces, "last") else None)


def nth_span(pieces: Pieces) -> Meaning | None:
    """Read "the third week of this month"."""
    year, unit = find(pieces, "year"), find(pieces, "unit", "weekend")
    whole = YearSpan(integer(year)) if year else _span(pieces[1:])
    if whole is None or unit is None:
        return None
    kind = Unit.WEEKEND if unit.kind == "weekend" else unit_of(unit)
    return NthSpan(_rank(pieces), kind, whole) if kind in {Unit.WEEK, Unit.WEEKEND, Unit.MONTH} else None


def week_of(pieces: Pieces) -> Meaning | None:
    """Read "the week of the 18th"."""
    unit, day = find(pieces, "unit"), find(pieces, "date", "weekday", "day")
    return WeekOf(spec_of(day, Day)) if unit and day and unit_of(unit) is Unit.WEEK else None


def section(pieces: Pieces) -> Meaning | None:
    """Read "mid March", "the end of next week"."""
    whole = _span(pieces)
    kind = next((SECTIONS[piece.kind] for piece in pieces if piece.kind in SECTIONS), None)
    return SectionOf(kind, whole) if kind and whole else None


def _span(pieces: Pieces) -> Span | None:
    if known := find(pieces, "span", "month_span"):
        return spec_of(known, Span)
    if month := find(pieces, *MONTHS):
        return Month(integer(month))
    unit = find(pieces, "unit")
    return Period(unit_of(unit)) if unit and unit_of(unit) in {Unit.WEEK, Unit.MONTH, Unit.YEAR} else None


def _rank(pieces: Pieces) -> int:
    ordinal = find(pieces, *ORDINALS)
    number = integer(ordinal) if ordinal else 1
    return -number if find(pieces, "last") else number


def _ahead(pieces: Pieces) -> int:
    if find(pieces, "last"):
        return -1
    return 1 if find(pieces, "next", "coming", "following") else 0


# Distances and ranges of days


def shifted(pieces: Pieces) -> Meaning | None:
    """Read "three weeks from tomorrow", "3 days after January 12th"."""
    distance, base = length_of(pieces), find(pieces, "day")
    units = {unit for _, unit in distance.amounts}
    if base is None or units & SUB_DAY or Unit.NIGHT in units:
        return None
    return Shifted(distance, spec_of(base, Day))


def shifted_back(pieces: Pieces) -> Meaning | None:
    """Read "two weeks before Christmas"."""
    forward = shifted(pieces)
    return replace(forward, length=_negative(forward.length)) if isinstance(forward, Shifted) else None


def in_days(pieces: Pieces) -> Meaning | None:
    """Read "in two weeks", "a week from now"."""
    distance = length_of(pieces)
    return None if {unit for _, unit in distance.amounts} & SUB_DAY else Shifted(distance)


def later(pieces: Pieces) -> Meaning | None:
    """Read "in two hours"."""
    return FromNow(length_of(pieces))


def days_ago(pieces: Pieces) -> Meaning | None:
    """Read "three days ago"."""
    forward = in_days(pieces)
    return replace(forward, length=_negative(forward.length)) if isinstance(forward, Shifted) else None


def ago(pieces: Pieces) -> Meaning | None:
    """Read "two hours ago"."""
    return FromNow(_negative(length_of(pieces)))


def weekdays_ahead(pieces: Pieces) -> Meaning | None:
    """Read "three Fridays from now"."""
    count, day = find(pieces, *COUNTS), find(pieces, "day")
    if count is None or day is None or not isinstance(day.meaning, Weekday):
        return None
    return Shifted(Length(((float(integer(count) - 1), Unit.WEEK),)), day.meaning)


def _negative(forward: Length) -> Length:
    return Length(tuple((-amount, unit) for amount, unit in forward.amounts))


def stay(pieces: Pieces) -> Meaning | None:
    """Read "three nights from Friday": a stay that ends on the day of leaving."""
    distance, day = length_of(pieces), find(pieces, "day")
    if day is None or {unit for _, unit in distance.amounts} & SUB_DAY:
        return None
    return Stay(spec_of(day, Day), distance)


def day_range(pieces: Pieces) -> Meaning | None:
    """Read "from Thursday until Wednesday", "arriving Saturday, leaving Wednesday"."""
    ends = [piece for piece in pieces if piece.kind in {"day", "span"}]
    return DayRange(spec_of(ends[0], Day, Span), spec_of(ends[-1], Day, Span)) if len(ends) > 1 else None


def bare_day_range(pieces: Pieces) -> Meaning | None:
    """Read "from 4 to 23 of next month"."""
    span_piece = find(pieces, "span")
    first, last = integers(pieces, *DAY_NUMBERS)[:2]
    if span_piece is None or not isinstance(span_piece.meaning, Period) or span_piece.meaning.unit is not Unit.MONTH:
        return None
    months = span_piece.meaning.ahead
    return DayRange(CalendarDay(day=first, months_ahead=months), CalendarDay(day=last, months_ahead=months))


def days_after(pieces: Pieces) -> Meaning | None:
    """Read "after Tuesday", "from Tuesday on"."""
    bound = find(pieces, "day", "span")
    return OpenDays(spec_of(bound, Day, Span), Side.AFTER if find(pieces, "after") else Side.FROM) if bound else None


def days_before(pieces: Pieces) -> Meaning | None:
    """Read "before Tuesday", "by Tuesday"."""
    bound = find(pieces, "day", "span")
    return OpenDays(spec_of(bound, Day, Span), Side.BEFORE if find(pieces, "before") else Side.THROUGH) if bound else None


BUILDERS: dict[str, Callable[[Pieces], Meaning | None]] = {
    builder.__name__: builder
    for builder in (
        nothing, soonest, anytime, vague, same, length, length_mixed, ahead, within, date, numeric, dotted_date, month_days,
        weekday, relative, holiday, weekday_date, weekday_number, date_in_span, nth_day, weekday_in_span, nth_in_span,
        span, month_span, nth_span, week_of, section, shifted, shifted_back, in_days, later, days_ago, ago, weekdays_ahead,
        stay, day_range, bare_day_range, days_after, days_before,
    )
} | CLOCK_BUILDERS  # fmt: skip
