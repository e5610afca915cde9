"""What a phrase about time says before it is held against the clock: "Thursday" is a Weekday, not yet a date."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Unit(StrEnum):
    """The lengths of time that people count in."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    NIGHT = "night"
    BUSINESS_DAY = "business_day"
    WEEK = "week"
    WORKWEEK = "workweek"
    WEEKEND = "weekend"
    FORTNIGHT = "fortnight"
    MONTH = "month"
    YEAR = "year"


class Half(StrEnum):
    """The half of the day that a clock time lies in."""

    MORNING = "am"
    AFTERNOON = "pm"


class Section(StrEnum):
    """A section of a longer span."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"
    END = "end"
    REST = "rest"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day by its calendar fields; what is missing is found forward from now."""

    year: int | None
    month: int | None
    day: int
    weekday: int | None = None
    months_ahead: int | None = None  # "of next month"


@dataclass(frozen=True, slots=True)
class NumericDay:
    """A day written with two or three numbers, whose order depends on the region."""

    numbers: tuple[int, ...]
    weekday: int | None = None


@dataclass(frozen=True, slots=True)
class Weekday:
    """A weekday: the coming one, or the one `week` weeks from this week."""

    weekday: int
    week: int | None = None
    from_today: bool = False  # "this Tuesday", said on a Tuesday, is today
    coming: bool = False  # counted from today, whatever day was talked of
    hangs: int = 0  # "the Friday after" and "before": the next of another day, where one was talked of, or the last


@dataclass(frozen=True, slots=True)
class Shifted:
    """A day some way from another day, or from today."""

    length: Length
    base: Day | None = None
    unclear: bool = False  # "the next day" hangs on a day said before


@dataclass(frozen=True, slots=True)
class NthIn:
    """The first Friday of next month; negative numbers count from the end. No weekday means days."""

    number: int
    weekday: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday by the name or date that the word list gives it."""

    name: str
    year: int | None = None


Day: TypeAlias = CalendarDay | NumericDay | Weekday | Shifted | NthIn | Holiday


@dataclass(frozen=True, slots=True)
class Period:
    """This week, next month, the weekend: `ahead` units from the one we are in."""

    unit: Unit
    ahead: int = 0
    hangs: bool = False  # "the following week" is counted from the one that was talked about


@dataclass(frozen=True, slots=True)
class Month:
    """A month by name, in a year or the coming one."""

    month: int
    year: int | None = None
    years_ahead: int | None = None


@dataclass(frozen=True, slots=True)
class WeekOf:
    """The week, or the weekend, of the week that a day lies in."""

    day: Day
    unit: Unit = Unit.WEEK


@dataclass(frozen=True, slots=True)
class NthSpan:
    """The third week of a month, the ninth month of a year; negative numbers count from the end."""

    number: int
    unit: Unit
    span: Span


@dataclass(frozen=True, slots=True)
class YearSpan:
    """A year by number."""

    year: int


@dataclass(frozen=True, slots=True)
class SectionOf:
    """Mid March, the rest of the week."""

    section: Section
    span: Span


@dataclass(frozen=True, slots=True)
class Ahead:
    """The next two days, from tomorrow on; or within five days, from today on."""

    length: Length
    skips_today: bool
    base: Day | None = None


Span: TypeAlias = Period | Month | WeekOf | NthSpan | YearSpan | SectionOf | Ahead


@dataclass(frozen=True, slots=True)
class DayRange:
    """From one day to another. The end that was named is the end: on it a guest leaves."""

    start: Day | Span
    end: Day | Span


class Side(StrEnum):
    """Which days an open range has, seen from the day that bounds it."""

    AFTER = "after"
    FROM = "from"
    BEFORE = "before"
    THROUGH = "through"


@dataclass(frozen=True, slots=True)
class OpenDays:
    """After Tuesday, from Tuesday on, before Tuesday, by Tuesday."""

    bound: Day | Span
    side: Side


@dataclass(frozen=True, slots=True)
class Stay:
    """A number of days or nights from a day on."""

    start: Day
    length: Length


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time. Unless `sure`, the half of the day is still open."""

    hour: int
    minute: int = 0
    second: int = 0
    half: Half | None = None
    sure: bool = False
    part: str | None = None  # the part of the day said with it
    halfway: bool = False  # "half ten", which is before ten in some regions and after it in others


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day by the name that the word list gives it."""

    name: str


@dataclass(frozen=True, slots=True)
class Hours:
    """From one clock time to another; None leaves that side open."""

    start: Clock | Part | None
    end: Clock | Part | Length | None
    since: Part | None = None  # the part of the day in which hours with an open start begin


@dataclass(frozen=True, slots=True)
class Moment:
    """A clock time on a day."""

    day: Day
    clock: Clock


@dataclass(frozen=True, slots=True)
class FromNow:
    """A length of time from now on: "in two hours"; a negative one lies back."""

    length: Length


@dataclass(frozen=True, slots=True)
class DayHours:
    """A part or range of hours of one day."""

    day: Day
    hours: Hours | Part


@dataclass(frozen=True, slots=True)
class MomentRange:
    """From one moment to another; a clock time alone takes its day from the other side."""

    start: Moment | Clock | FromNow | None
    end: Moment | Clock | FromNow | None


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time, as amounts of units."""

    amounts: tuple[tuple[float, Unit], ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """No time at all, but what the guest says about it: the first, any, one again and again, or something vague."""

    kind: WishKind


class WishKind(StrEnum):
    """What a guest may wish without naming a time."""

    SOONEST = "soonest"
    ANYTIME = "anytime"
    VAGUE = "vague"
    REPEATED = "repeated"


Range: TypeAlias = DayRange | OpenDays | Stay
Timed: TypeAlias = Moment | FromNow | DayHours | MomentRange
Spec: TypeAlias = Day | Span | Range | Timed | Clock | Part | Hours | Length | Wish
