"""Counts "the Thursday after that" from the day that was named before it, or that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given

_AFTER_THAT = "clauses.after_that"
_WEEK = timedelta(days=7)


def after_that(message: Message, givens: Sequence[Given], target: Sheet) -> Sequence[Given]:
    """Return the values with each day of the week that follows another put after that one."""
    cues = message.found(_AFTER_THAT)
    if not cues:
        return givens
    follower = next((given for given in givens if _follows(given, cues)), None)
    base = _base(follower, givens, target) if follower else None
    if follower is None or base is None:
        return givens
    # The hour of "the Thursday after that at 3" has its day from there.
    return [_later(given, base) if _day(given) == _day(follower) else given for given in givens]


def _follows(given: Given, cues: Sequence[Cue]) -> bool:
    return _day(given) is not None and any(given.start < cue.end and cue.start < given.end for cue in cues)


def _day(given: Given) -> date | None:
    value = given.value if given.kind in {"day", "moment"} else None
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None


def _base(follower: Given, givens: Sequence[Given], target: Sheet) -> date | None:
    named = [_day(given) for given in givens if given.end <= follower.start]
    known = [target.known.get(slot.name) for slot in target.of_kind("day")]
    return next((value for value in (*named[::-1], *known) if isinstance(value, date)), None)


def _later(given: Given, base: date) -> Given:
    """Return the first such day after `base`."""
    day, value = _day(given), given.value
    if day is None or not isinstance(value, date) or day > base:
        return given
    return replace(given, value=value + _WEEK * ((base - day) // _WEEK + 1))
