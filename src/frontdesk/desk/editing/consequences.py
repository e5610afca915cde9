"""What a change means for bookings that are there: they stay, and somebody should know which no longer fit."""

from __future__ import annotations

from datetime import datetime, timedelta

from frontdesk.desk.editing.outcomes import Proposed
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import open_around
from frontdesk.scheduling.spans import Span
from frontdesk.storage.rows import BookingRow, Window
from frontdesk.storage.unit import Unit

AHEAD = timedelta(days=400)


def left_outside(unit: Unit, proposed: Proposed, now: datetime) -> tuple[BookingRow, ...]:
    """Return the bookings to come that fit the business as it is, and do not fit it as it would be."""
    before, after = proposed.before.business, proposed.after.business
    rows = unit.bookings.diary(Window(before.id, tuple(before.resources), now, now + AHEAD))
    found = {row.id: row for row in rows if _fits(before, row) and not _fits(after, row)}
    return tuple(sorted(found.values(), key=lambda row: row.starts_at))


def _fits(business: Business, row: BookingRow) -> bool:
    """Say whether a booking could be made today: what is booked, with whom, and when."""
    if row.service not in business.services or (row.provider is not None and row.provider not in business.resources):
        return False
    provider = business.resources[row.provider] if row.provider is not None else None
    theirs = provider.hours if provider is not None else None
    booked = Span(row.starts_at, row.ends_at)
    return all(
        any(span.start <= booked.start and booked.end <= span.end for span in open_around(hours, booked, business.zone))
        for hours in (business.hours, theirs or business.hours)
    )
