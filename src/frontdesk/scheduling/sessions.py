"""Sessions: starts that many guests share, a class, a tour, a boat. When they begin, whoever has a place."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Hours, Service
from frontdesk.scheduling.hours import at_wall, starts_on, whole_day


def sessions_on(service: Service, hours: Hours, day: date, zone: ZoneInfo) -> tuple[datetime, ...]:
    """Return the starts of `day`: those that are declared, or else regular steps from the opening.

    A time that the clock skips has no session; one that comes twice has one, the first.
    """
    if not service.sessions:
        return starts_on(hours, day, service.grid, zone)
    bounds = whole_day(day, zone)
    starts = ((at_wall(day, clock, zone), clock) for clock in service.sessions.get(day.weekday(), ()))
    shown = {start for start, clock in starts if start.astimezone(zone).time() == clock}
    return tuple(start for start in sorted(shown) if bounds.start <= start < bounds.end)
