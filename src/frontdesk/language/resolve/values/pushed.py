"""Reads times said relative to others: "3 pm, actually two hours later", "same time next week"."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from frontdesk.dialogue.values import Value

_DAY = timedelta(days=1)


def later(value: Value | None, distance: timedelta) -> Value | None:
    """Return a moment, a day or a time by `distance` later; a time stays within its day."""
    whole = distance % _DAY == timedelta()
    match value:
        case datetime() if not whole:
            return (value.astimezone(UTC) + distance).astimezone(value.tzinfo)  # as time goes by, not the wall clock
        case datetime():
            return value + distance
        case date() if whole:
            return value + distance
        case time() if not whole:
            moved = datetime.combine(date(2000, 1, 1), value) + distance
            return moved.time() if moved.date() == date(2000, 1, 1) else None
        case _:
            return None
