"""What others want of a found time: its day and its time apart, and its JSON."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from frontdesk.dialogue.values import Anytime, Days, Moments, Soonest, Times
from frontdesk.language.readers.reading import Found
from frontdesk.language.readers.when.resolve import When

DayPart: TypeAlias = date | Days | Soonest | Anytime | None
TimePart: TypeAlias = time | Times | Soonest | Anytime | None


def parts(found: Found[When | None]) -> tuple[DayPart, TimePart]:
    """Return what `found` says about the day and about the time, so that each can fill its own slot."""
    match found.value:
        case datetime() as moment:
            return moment.date(), moment.timetz().replace(tzinfo=None)
        case date() | Days() as day:
            return day, None
        case time() | Times() as clock:
            return None, clock
        case Moments(start=start, end=end):
            return _moments_parts(start, end)
        case Soonest() | Anytime() as wish:
            return wish, wish
        case _:
            return None, None


def _moments_parts(start: datetime | None, end: datetime | None) -> tuple[DayPart, TimePart]:
    if start is None or end is None:
        bound = start or end
        if bound is None:
            return None, None
        times = Times(start.time() if start else None, end.time() if end else None)
        return bound.date(), times
    if start.date() == end.date() or end - start <= timedelta(days=1):
        return start.date(), Times(start.time(), end.time())
    return Days(start.date(), end.date() + timedelta(days=1)), None


def as_json(found: Found[When | None]) -> dict[str, object] | None:
    """Return `found` as JSON; None for what names no time of its own."""
    match found.value:
        case datetime() as moment:
            return {"kind": "moment", "start": _moment(moment), "text": found.words}
        case date() as day:
            return {"kind": "day", "start": day.isoformat(), "text": found.words}
        case time() as clock:
            return {"kind": "time", "start": _clock(clock), "text": found.words}
        case timedelta() as length:
            return {"kind": "duration", "seconds": int(length.total_seconds()), "text": found.words}
        case Days(start=first, end=last):
            ends = [day.isoformat() if day else None for day in (first, last)]
            return _range("days", ends[0], ends[1], found.words)
        case Times(start=opens, end=closes):
            ends = [None if clock is None else _clock(clock) for clock in (opens, closes)]
            return _range("times", ends[0], ends[1], found.words)
        case Moments(start=begins, end=stops):
            ends = [_moment(moment) if moment else None for moment in (begins, stops)]
            return _range("moments", ends[0], ends[1], found.words)
        case _:
            return None


def _range(kind: str, start: str | None, end: str | None, words: str) -> dict[str, object]:
    """Return a range as JSON: an open end is left out, an open start is null."""
    return {"kind": kind, "start": start, **({"end": end} if end else {}), "text": words}


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")


def _clock(clock: time) -> str:
    return clock.isoformat(timespec="minutes")
