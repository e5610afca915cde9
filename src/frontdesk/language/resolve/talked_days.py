"""Tells which days were talked of: "the day after" is the one after them."""

from __future__ import annotations

from datetime import datetime

from frontdesk.dialogue.asked import Asked
from frontdesk.language.readers.reading import PlainDay, plain_day
from frontdesk.language.resolve.slots.offered_days import offered_days


def days_talked_of(asked: Asked) -> list[PlainDay]:
    """Return the days that are known, or of the openings or days shown, or else of what was just booked."""
    known = asked.standing or asked.known
    slots = asked.slots
    told = [known[name] for name, slot in slots.items() if slot.kind == "day" and slot.guest and name in known]
    starts = [start for option in asked.options if isinstance(start := option.fields.get("start"), datetime)]
    booked = asked.just_booked.values.values() if asked.just_booked is not None else ()
    for values in (told, starts, offered_days(asked), booked):
        if days := {day for value in values if (day := plain_day(value))}:
            return sorted(days)
    return []
