"""Reads times said relative to others: "3 pm, actually two hours later", "same time next week"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from frontdesk.dialogue.shifts import later
from frontdesk.dialogue.values import Days
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
_MOVED = frozenset({"time", "day", "moment"})


def pushed(message: Message, givens: Sequence[Given], context: Context) -> tuple[Given, ...]:
    """Return values in which a time that the message itself moves is moved, and a week is the known day in it."""
    if not givens:
        return ()
    weekly = bool(message.found("booked.same_time"))
    whole = [_in_week(given, context) if weekly else given for given in givens]
    for length in whole:
        distance = _distance(message, length)
        if distance is None:
            continue
        before = [given for given in whole if given.end <= length.start and given.stance is Stance.WANTED]
        if any(given.kind in _MOVED for given in before):
            moved = [_moved(given, distance) if given in before else given for given in whole]
            return tuple(given for given in moved if given is not length)
    return tuple(whole)


def _in_week(given: Given, context: Context) -> Given:
    """Return the known weekday of "same time next week"."""
    match given.kind, given.value, context.beside:
        case "day", Days(start=date() as first, end=date() as end), date() as known if end - first == _WEEK:
            return replace(given, value=first + _DAY * known.weekday(), problem=None)
        case _:
            return given


def _distance(message: Message, given: Given) -> timedelta | None:
    """Return the length with its sign; None where no word right after it says which way."""
    if given.kind != "duration" or given.stance is not Stance.WANTED or not isinstance(given.value, timedelta):
        return None
    after = message.place_at(given.end - 1) + 1
    for label, distance in (("clauses.shift_earlier", -given.value), ("clauses.shift_later", given.value)):
        if any(cue.first == after for cue in message.found(label)):
            return distance
    return None


def _moved(given: Given, distance: timedelta) -> Given:
    value = later(given.value, distance)
    return replace(given, value=value) if given.kind in _MOVED and value is not None else given
