"""Lets choices share what is said once: "2 or 3pm", "the 5th or 6th of December", "next Tuesday or Wednesday"."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.language.readers.when.build.clocks import said_in
from frontdesk.language.readers.when.build.spans import in_order_of
from frontdesk.language.readers.when.pieces import MONTHS, ORDINALS, WEEKDAYS
from frontdesk.language.readers.when.specs import (
    CalendarDay,
    Clock,
    Day,
    DayHours,
    Half,
    Moment,
    NumericDay,
    Part,
    Shifted,
    Spec,
    Weekday,
)
from frontdesk.language.readers.when.tokens import Piece

CHOICE, MEAL = "or", "meal"
JOINTS = frozenset((CHOICE, "and", "comma"))
# What a time begins with that names its day first.
DAY_FIRST = frozenset((*WEEKDAYS, *MONTHS, *ORDINALS, "relative_day", "the", "this", "next", "coming"))
NOON = 12
DAY = 24


def shared(pieces: list[Piece], words: list[Piece]) -> list[Piece]:
    """Return `pieces`, grown out of `words`, with what joined ones leave out filled in from each other."""
    filled = list(pieces)
    for place in range(len(filled) - 2):
        first, joint, second = filled[place : place + 3]
        if joint.kind in JOINTS and isinstance(first.meaning, Spec) and isinstance(second.meaning, Spec):
            if not _is_of_next(second, words):
                own = _timed(first.meaning, second, words) if joint.kind == CHOICE else first.meaning
                filled[place] = first._replace(meaning=_completed(own, second.meaning))
            filled[place + 2] = second._replace(meaning=_completed(second.meaning, first.meaning))
    return _at_meal(filled, words)


def _at_meal(pieces: list[Piece], words: list[Piece]) -> list[Piece]:
    """Put open hours in the part of the day of the one meal that is named: "dinner on Friday at 8"."""
    meals = {word.meaning for word in words if word.kind == MEAL and isinstance(word.meaning, str)}
    if len(meals) != 1:
        return pieces
    part = Part(*meals)
    return [
        piece._replace(meaning=_said_in(piece.meaning, part)) if isinstance(piece.meaning, Clock | Moment) else piece
        for piece in pieces
    ]


def _said_in(spec: Clock | Moment, part: Part) -> Clock | Moment:
    clock = spec.clock if isinstance(spec, Moment) else spec
    if clock.sure:
        return spec
    return replace(spec, clock=said_in(clock, part)) if isinstance(spec, Moment) else said_in(clock, part)


def _timed(day: Spec, other: Piece, words: list[Piece]) -> Spec:
    """Return a day with the time said once for both: "Tuesday or Thursday morning", "Monday or Tuesday at 3"."""
    if not isinstance(day, Weekday | CalendarDay | Shifted) or not isinstance(other.meaning, Moment | DayHours):
        return day
    after = any(word.kind in DAY_FIRST and word.start == other.start for word in words)
    return replace(other.meaning, day=day) if after else day  # "Monday or at 3 on Tuesday": that hour is Tuesday's


def _is_of_next(second: Piece, words: list[Piece]) -> bool:
    """Tell "Saturday or next Monday", of which only the second is next week's, from "Monday or Tuesday next week"."""
    if not isinstance(second.meaning, Spec):
        return False
    day = _day(second.meaning)
    of_week = isinstance(day, Weekday) and day.week is not None
    return of_week and not any(word.kind in WEEKDAYS and word.start == second.start for word in words)


def _completed(spec: Spec, other: Spec) -> Spec:
    """Return `spec` with what it leaves open taken from `other`."""
    match spec:
        case Clock():
            return _with_half(spec, other.clock if isinstance(other, Moment) else other)
        case Moment() | DayHours():
            return replace(spec, day=_like(spec.day, _day(other)))
        case CalendarDay() | NumericDay() | Weekday():
            return _like(spec, _day(other))
        case _:
            return spec


def _day(spec: Spec) -> Day | None:
    if isinstance(spec, Moment | DayHours):
        return spec.day
    return spec if isinstance(spec, Day) else None


def _like(day: Day, other: Day | None) -> Day:
    """Return `day` in the month, or the week, of `other`, if it says none itself."""
    match day, other:
        case NumericDay(), NumericDay():
            return in_order_of(day, other)
        case CalendarDay(month=None, months_ahead=None), CalendarDay(month=int()):
            return replace(day, month=other.month, year=other.year)
        case Weekday(week=None), Weekday(week=int()):
            return replace(day, week=other.week)
        case _:
            return day


def _with_half(clock: Clock, other: Spec) -> Clock:
    """Give an open hour the half of the day that brings it just before the hour it is joined to."""
    if not isinstance(other, Clock) or other.half is None or clock.half or clock.sure or clock.part:
        return clock
    target = other.hour % NOON + NOON * (other.half is Half.AFTERNOON)
    early = clock.hour % NOON
    is_early = (target - early) % DAY < (target - early - NOON) % DAY
    return replace(clock, half=Half.MORNING if is_early else Half.AFTERNOON)
