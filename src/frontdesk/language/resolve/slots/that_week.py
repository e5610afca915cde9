"""Reads "that week", "the Friday of that week" and "the Friday before", which point back to a day named earlier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import cache

from frontdesk.dialogue.values import Days
from frontdesk.language.readers import when
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import tokens, word_set

_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
_LONGEST_MONTH = timedelta(days=31)


def pointed_back(givens: Sequence[Given], target: Sheet, *, any_day: bool) -> Sequence[Given]:
    """Let "that week" be the one of the day named before it, or else of the day that is known.

    Where any day will do, the day it is "around" is not asked for: "around the 24th, any day that week".
    """
    pointing = [given for given in givens if given.kind == "day" and _points(given, target)]
    if not pointing:
        return givens
    named = [given for given in givens if isinstance(given.value, date) and given.end <= pointing[0].start]
    known = [target.known.get(slot.name) for slot in target.of_kind("day")]
    days = [day for value in (*(given.value for given in named[::-1]), *known) if (day := _day(value)) is not None]
    if not days:
        return givens
    left_out = named if any_day else []
    return [_moved(given, days[0], target) if given in pointing else given for given in givens if given not in left_out]


def _points(given: Given, target: Sheet) -> bool:
    back = word_set(target.context.language, "clauses", "pointing_back")
    if not isinstance(given.value, date | Days):
        return False
    return not back.isdisjoint(token.plain for token in tokens(given.words)) or _side(given, target) != 0


def _side(given: Given, target: Sheet) -> int:
    """Return the way that "the Friday before" and "the Friday after" point; 0 for days that hang on none."""
    last = tokens(given.words)[-1].plain
    if not isinstance(given.value, date) or last not in _hanging(target.context.language):
        return 0
    return _hanging(target.context.language)[last] if when.names_weekday(given.words, target.context) else 0


@cache
def _hanging(language: str) -> Mapping[str, int]:
    """Return the words that hang a weekday on another day, and the way each points."""
    sides = {"hanging_before": -1, "hanging_after": 1}
    return {word: side for key, side in sides.items() for word in word_set(language, "clauses", key)}


def _beside(weekday: int, day: date, side: int) -> date:
    """Return the first such weekday before or after a day."""
    return next(each for step in range(1, 8) if (each := day + side * step * _DAY).weekday() == weekday)


def _moved(given: Given, day: date, target: Sheet) -> Given:
    """Return what is given as a part of the week or month of `day`; it stays as it is where there is no such part."""
    first, now = day.replace(day=1), target.context.now
    side, named = _side(given, target), _day(given.value)
    if side and named is not None:
        beside = _beside(named.weekday(), day, side)
        return replace(given, value=beside, problem=None) if beside >= now.date() else given
    monday = day - timedelta(days=day.weekday())
    week, month = Days(monday, monday + _WEEK), Days(first, (first + _LONGEST_MONTH).replace(day=1))
    if isinstance(given.value, Days):
        return replace(given, value=week)
    for begins, span in ((monday, week), (first, month)):
        # As it would be understood if it were said then.
        found = when.read(given.words, replace(target.context, now=datetime.combine(begins, time(), now.tzinfo)))
        part = _day(found[0].value) if found else None
        if part is not None and span.holds(part) and part >= now.date():
            return replace(given, value=part, problem=None)
    return given


def _day(value: object) -> date | None:
    """Return the day that a value names; that of "the 26th, at 11" is one with its hour."""
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None
