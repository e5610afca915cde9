"""Lets hours without a half of the day mean what the business's hours and the talk before leave of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.resolve.hours import Opened, meant_hours, opened
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import listed
from frontdesk.scheduling.business import Business

_NOON = time(12)
_TIMED = frozenset({"time", "moment"})


def in_open_hours(found: Sequence[Given], business: Business, asked: Asked, context: Context) -> list[Given]:
    """Return the values of a message with each bare hour as it is meant; where both halves may be, with both."""
    if not business.services or not any(given.kind in _TIMED for given in found):
        return list(found)
    days = {given.value for given in found if given.kind == "day" and isinstance(given.value, date)}
    day = next(iter(days)) if len(days) == 1 else None if days else context.beside
    named = [given.value for given in found if given.kind == "service"] or [*asked.known.values()]
    then = opened(business, named, day, context.now)
    part = _talked_of(asked)
    return [_meant(given, then, part, context) if given.kind in _TIMED else given for given in found]


def _talked_of(asked: Asked) -> Times | None:
    """Return the part of the day that was wished for before, or the half of it in which the time so far is."""
    slot = asked.slot_of("time")
    wished = (asked.standing or asked.known).get(slot.name) if slot else None
    if isinstance(wished, time):
        return Times(None, _NOON) if wished < _NOON else Times(_NOON, None)
    return wished if isinstance(wished, Times) else None


def _meant(given: Given, then: Opened, part: Times | None, context: Context) -> Given:
    words = given.words if not given.words.isdecimal() else _at(given.words, context)
    readings = when.halves(words, context)
    if len(readings) < 2 or readings[0] != _clock(given.value):
        return given  # it is said which half it is
    meant = meant_hours(readings, part, then)
    if len(meant) == 1:
        return replace(given, value=_with_clock(given.value, meant[0]))
    # Where openings are looked for, they are looked for at both.
    return replace(given, candidates=meant) if given.kind == "time" and isinstance(given.value, time) else given


def _at(hour: str, context: Context) -> str:
    return listed(context.language, "common", "at_hour")[0].format(number=hour)


def _clock(value: Value | None) -> time | None:
    match value:
        case datetime():
            return value.timetz().replace(tzinfo=None)
        case time():
            return value
        case Times(start=start, end=None) | Times(start=None, end=start):
            return start
        case _:
            return None


def _with_clock(value: Value | None, clock: time) -> Value | None:
    match value:
        case datetime():
            return datetime.combine(value.date(), clock, value.tzinfo)
        case time():
            return clock
        case Times(start=None):
            return replace(value, end=clock)
        case Times():
            return replace(value, start=clock)
        case _:
            return value
