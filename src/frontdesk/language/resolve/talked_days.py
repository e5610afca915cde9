"""Tells which days were talked of: "the day after" is the one after them."""

from __future__ import annotations

from datetime import date, datetime

from frontdesk.dialogue.asked import Asked
from frontdesk.language.resolve.slots.offered_days import offered_days


def days_talked_of(asked: Asked) -> list[date]:
    """Return the days that are known, or of the openings or days shown, or else of what was just booked."""
    known = asked.standing or asked.known
    slots = asked.slots
    days = {
        value
        for name, value in known.items()
        if isinstance(value, date) and name in slots and slots[name].kind == "day" and slots[name].guest
    }
    starts = (option.fields.get("start") for option in asked.options)
    days |= {start.date() for start in starts if isinstance(start, datetime)} if not days else set()
    days |= set(offered_days(asked)) if not days else set()
    if not days and asked.just_booked is not None:
        booked = [value for value in asked.just_booked.values.values() if isinstance(value, date)]
        days |= {value.date() if isinstance(value, datetime) else value for value in booked}
    return sorted(days)
