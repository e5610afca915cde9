"""Reads "that week" and "the Friday of that week", which point back to a day that was named before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.values import Days
from frontdesk.language import when
from frontdesk.language.understanding.slots.sheets import Sheet
from frontdesk.language.understanding.values.given import Given
from frontdesk.language.words import tokens, word_set

_WEEK = timedelta(days=7)
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
    return isinstance(given.value, date | Days) and not back.isdisjoint(token.plain for token in tokens(given.words))


def _moved(given: Given, day: date, target: Sheet) -> Given:
    """Return what is given as a part of the week or month of `day`; it stays as it is where there is no such part."""
    first, now = day.replace(day=1), target.context.now
    monday = day - timedelta(days=day.weekday())
    week, month = Days(monday, monday + _WEEK), Days(first, (first + _LONGEST_MONTH).replace(day=1))
    if isinstance(given.value, Days):
        return replace(given, value=month if _is_longer(given.value) else week)
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


def _is_longer(days: Days) -> bool:
    return days.start is not None and days.end is not None and days.end - days.start > _WEEK
