"""Holds what was said against now: a spec in, a value with its problem out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

from frontdesk.dialogue.values import Anytime, Days, Moments, Soonest, Times
from frontdesk.language.lexicon import load
from frontdesk.language.readers.reading import Context, Problem
from frontdesk.language.readers.when.almanac import Almanac
from frontdesk.language.readers.when.dates import add
from frontdesk.language.readers.when.listed import text_lists
from frontdesk.language.readers.when.ranges import days_of
from frontdesk.language.readers.when.specs import (
    Ahead,
    CalendarDay,
    Clock,
    DayHours,
    DayRange,
    FromNow,
    Half,
    Holiday,
    Hours,
    Length,
    Moment,
    MomentRange,
    Month,
    NthIn,
    NthSpan,
    NumericDay,
    OpenDays,
    Part,
    Period,
    SectionOf,
    Shifted,
    Spec,
    Stay,
    Timed,
    Unit,
    Weekday,
    WeekOf,
    Wish,
    WishKind,
    YearSpan,
)

When: TypeAlias = date | time | datetime | timedelta | Days | Times | Moments | Soonest | Anytime
Reading: TypeAlias = "tuple[When | None, Problem | None]"

IMPOSSIBLE: Reading = (None, Problem.IMPOSSIBLE)
NOON = 12
MIDNIGHT = 24
# A bare "at 4" is in the afternoon, "at 8" in the morning: what a business that is open by day would take it for.
LAST_AFTERNOON_HOUR = 6
# Regions in which "half ten" is half an hour before ten.
HALF_BEFORE = frozenset(
    ("AT", "CH", "CZ", "DE", "DK", "EE", "FI", "HU", "IS", "LU", "NL", "NO", "PL", "SE", "SI", "SK")
)
PARTS_OF_A_DAY = {Unit.HOUR, Unit.MINUTE, Unit.SECOND}
SECONDS_OF = {
    Unit.SECOND: 1,
    Unit.MINUTE: 60,
    Unit.HOUR: 3600,
    Unit.DAY: 86400,
    Unit.NIGHT: 86400,
    Unit.BUSINESS_DAY: 86400,
    Unit.WEEK: 7 * 86400,
    Unit.FORTNIGHT: 14 * 86400,
    Unit.MONTH: 30 * 86400,
    Unit.YEAR: 365 * 86400,
}


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """The hours of a part of the day, and the half of the day that a clock time said with it lies in, if sure."""

    hours: Times
    half: Half | None


@cache
def parts_of_day(language: str) -> dict[str, PartOfDay]:
    """Return the parts of the day that `language` names."""
    return {name: _part(row) for name, row in text_lists(load(language, "when")["parts"]).items()}


def _part(row: list[str]) -> PartOfDay:
    start, end, *half = row
    return PartOfDay(Times(time.fromisoformat(start), time.fromisoformat(end)), Half(half[0]) if half else None)


def resolve(spec: Spec, context: Context) -> Reading:
    """Return the value of `spec` at `context.now`, and what is wrong with it."""
    almanac = Almanac(context.now.date(), context.region, context.within, context.beside, context.around)
    try:
        return Resolver(context.now, almanac, parts_of_day(context.language)).value(spec)
    except (ValueError, OverflowError):
        return IMPOSSIBLE  # the calendar or the clock has no such thing


def clock_readings(clock: Clock, context: Context) -> tuple[time, ...]:
    """Return the times that a clock time may mean, the likeliest first; none where there is no such time."""
    almanac = Almanac(context.now.date(), context.region, context.within, context.beside, context.around)
    try:
        return tuple(Resolver(context.now, almanac, parts_of_day(context.language)).readings(clock))
    except ValueError:
        return ()


class Resolver(NamedTuple):
    """One reading's now, calendar and parts of the day."""

    now: datetime
    almanac: Almanac
    parts: dict[str, PartOfDay]

    def value(self, spec: Spec) -> Reading:
        """Return the value of `spec` and its problem; ValueError where there is no such time."""
        match spec:
            case Wish():
                return self._wish(spec)
            case Length():
                return timedelta(seconds=seconds(spec)), None
            case Clock():
                return self.readings(spec)[0], None
            case Part(name=name):
                return self.parts[name].hours, None
            case Hours():
                return self.hours(spec), None
            case Moment() | FromNow() | MomentRange() | DayHours():
                return self._moments(spec)
            case DayRange() | OpenDays() | Stay():
                return self._with_past(*days_of(spec, self.almanac))
            case Period() | Month() | WeekOf() | NthSpan() | YearSpan() | SectionOf() | Ahead():
                return self._with_past(self.almanac.span(spec), None)
            case CalendarDay() | NumericDay() | Weekday() | Shifted() | NthIn() | Holiday():
                pin = self.almanac.day(spec)
                is_past = pin.date is not None and pin.date < self.almanac.today
                return pin.date, pin.problem or (Problem.PAST if is_past else None)

    def _wish(self, spec: Wish) -> Reading:
        match spec.kind:
            case WishKind.SOONEST:
                return Soonest(), None
            case WishKind.ANYTIME:
                return Anytime(), None
            case WishKind.VAGUE:
                return None, Problem.AMBIGUOUS
            case WishKind.REPEATED:
                return None, Problem.REPEATED

    def _with_past(self, days: Days, problem: Problem | None) -> Reading:
        is_past = days.end is not None and days.end <= self.almanac.today
        return days, problem or (Problem.PAST if is_past else None)

    # Times of day

    def readings(self, clock: Clock) -> list[time]:
        """Return the times that `clock` may mean, the likeliest first."""
        hour = 0 if clock.hour == MIDNIGHT and not clock.minute else clock.hour
        if clock.halfway and self.almanac.region in HALF_BEFORE:
            hour = hour - 1 or NOON
        first = time(hour, clock.minute, clock.second)
        if hour > NOON or (clock.sure and clock.half is None):
            if clock.half is Half.MORNING:
                raise ValueError("no morning has such an hour")
            return [first]
        early, late = first.replace(hour=hour % NOON), first.replace(hour=hour % NOON + NOON)
        half = clock.half or (self.parts[clock.part].half if clock.part else None)
        if half:
            return [early if half is Half.MORNING else late]
        if clock.part:
            hours = self.parts[clock.part].hours
            return [min((early, late), key=lambda at: _distance(at, hours))]
        afternoon = hour <= LAST_AFTERNOON_HOUR or hour == NOON
        return [late, early] if afternoon else [early, late]

    def hours(self, spec: Hours) -> Times:
        """Return the times of a range; each side helps to tell the half of the day of the other."""
        start, end = spec.start, spec.end
        if isinstance(start, Clock) and isinstance(end, Clock):
            return self._pair(start, end)
        if isinstance(end, Length) and isinstance(start, Clock):
            first = self.readings(start)[0]
            return Times(first, (datetime.combine(date.min, first) + timedelta(seconds=seconds(end))).time())
        last = self._before(end)
        begin = self.parts[spec.since.name].hours.start if spec.since else None
        return Times(begin if begin and last and begin < last else self._after(start), last)

    def _after(self, bound: Clock | Part | None) -> time | None:
        if isinstance(bound, Part):
            return self.parts[bound.name].hours.end
        return self.readings(bound)[0] if bound else None

    def _before(self, bound: Clock | Part | Length | None) -> time | None:
        if isinstance(bound, Part):
            return self.parts[bound.name].hours.start
        return self.readings(bound)[0] if isinstance(bound, Clock) else None

    def _pair(self, start: Clock, end: Clock) -> Times:
        starts, ends = self.readings(start), self.readings(end)
        # A clear end pulls the start close: "7 to 10pm" starts in the evening, "11 to 3pm" cannot.
        pairs = list(product(sorted(starts, reverse=True) if len(ends) == 1 else starts, ends))
        inside = next(((first, last) for first, last in pairs if first < last), None)
        # Over midnight the shorter night is meant: "11 to 3am" starts at 23:00.
        first, last = inside or min(pairs, key=lambda pair: (_minutes(pair[1]) - _minutes(pair[0])) % (24 * 60))
        return Times(first, last)

    # Moments

    def _moments(self, spec: Timed) -> Reading:
        match spec:
            case Moment(day=day):
                try:
                    at, problem = self.moment(spec)
                except ValueError:
                    return self.almanac.day(day).date, Problem.IMPOSSIBLE  # the day at least is there
                return at, problem or self._past(at)
            case FromNow():
                at = self._from_now(spec)
                return at, self._past(at)
            case DayHours():
                return self._day_hours(spec)
            case MomentRange():
                return self._moment_range(spec)

    def moment(self, spec: Moment) -> tuple[datetime, Problem | None]:
        """Return the moment of a clock time on a day; today an open half is taken to lie ahead."""
        pin = self.almanac.day(spec.day)
        if pin.date is None:
            raise ValueError("no such day")
        readings = [self.at(pin.date, reading) for reading in self.readings(spec.clock)]
        return next((at for at in readings if not _is_before(at, self.now)), readings[0]), pin.problem

    def at(self, day: date, clock: time) -> datetime:
        """Return the moment of wall-clock time `clock` on `day`; ValueError where the clock skips it."""
        moment = datetime.combine(day, clock, tzinfo=self.now.tzinfo)
        if moment.astimezone(UTC).astimezone(self.now.tzinfo).replace(tzinfo=None) != moment.replace(tzinfo=None):
            raise ValueError("the clock skips that time")
        again = moment.replace(fold=1)  # another moment only where the clock is turned back
        return again if _is_before(moment, self.now) and not _is_before(again, self.now) else moment

    def _from_now(self, spec: FromNow) -> datetime:
        parts = Length(tuple(pair for pair in spec.length.amounts if pair[1] in PARTS_OF_A_DAY))
        whole = Length(tuple(pair for pair in spec.length.amounts if pair[1] not in PARTS_OF_A_DAY))
        start = datetime.combine(add(self.now.date(), whole), self.now.timetz())
        return (start.astimezone(UTC) + timedelta(seconds=seconds(parts))).astimezone(self.now.tzinfo)

    def _day_hours(self, spec: DayHours) -> Reading:
        pin = self.almanac.day(spec.day)
        if pin.date is None:
            return IMPOSSIBLE
        times = self.parts[spec.hours.name].hours if isinstance(spec.hours, Part) else self.hours(spec.hours)
        start, end = self._on(pin.date, times)
        past = Problem.PAST if _is_before(end or start or self.now, self.now) else None
        return Moments(start, end), pin.problem or past

    def _on(self, day: date, times: Times) -> tuple[datetime | None, datetime | None]:
        over_midnight = times.start is not None and times.end is not None and times.end <= times.start
        start = self.at(day, times.start) if times.start else None
        return start, self.at(day + timedelta(days=over_midnight), times.end) if times.end else None

    def _moment_range(self, spec: MomentRange) -> Reading:
        start, problem = self._end(spec.start, self.now)
        end, late = self._end(spec.end, start or self.now)
        if start and end and not _is_before(start, end):
            return Moments(start, end), Problem.AMBIGUOUS
        past = self._past(end or start) if (end or start) else None
        return Moments(start, end), problem or late or past

    def _end(self, spec: Moment | Clock | FromNow | None, after: datetime) -> tuple[datetime | None, Problem | None]:
        match spec:
            case None:
                return None, None
            case Moment():
                return self.moment(spec)
            case FromNow():
                return self._from_now(spec), None
            case Clock():
                readings = [self.at(after.date(), reading) for reading in self.readings(spec)]
                return next((at for at in readings if _is_before(after, at)), readings[0]), None

    def _past(self, at: datetime | None) -> Problem | None:
        return Problem.PAST if at and _is_before(at, self.now.replace(second=0, microsecond=0)) else None


def _is_before(one: datetime, other: datetime) -> bool:
    """Say which happens first; Python compares times of one zone by the clock on the wall, which is turned back."""
    return one.timestamp() < other.timestamp()


def seconds(length: Length) -> float:
    """Return how long `length` is; a month counts 30 days, a year 365."""
    return sum(amount * SECONDS_OF[unit] for amount, unit in length.amounts)


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def _distance(at: time, hours: Times) -> int:
    """Return how far `at` lies from `hours`, in minutes around the clock."""
    if hours.start is None or hours.end is None or hours.start <= at <= hours.end:
        return 0
    day = 24 * 60
    return min((_minutes(hours.start) - _minutes(at)) % day, (_minutes(at) - _minutes(hours.end)) % day)
