"""Which half of the day a bare hour means: by the part of the day that was talked of, and by what is open then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.values import Item, Times
from frontdesk.scheduling.business import Business, Hours, Service
from frontdesk.scheduling.hours import at_wall, open_around
from frontdesk.scheduling.spans import Span

_NOON = 12
_DAY, _WEEK = timedelta(days=1), 7
_SERVICE = "service"


@dataclass(frozen=True, slots=True)
class Opened:
    """When a business can be booked, as far as its hours say: those of a service, or else its own."""

    business: Business
    service: Service | None
    day: date | None  # None: any of the next seven
    now: datetime

    def at(self, clock: time) -> bool:
        """Say whether something could start at that time of the day."""
        days = [self.day] if self.day else [self.now.date() + ahead * _DAY for ahead in range(_WEEK)]
        return any(self._is_open(day, clock) for day in days)

    def _is_open(self, day: date, clock: time) -> bool:
        start = at_wall(day, clock, self.business.zone)
        if start <= self.now:
            return False
        if self.service and self.service.sessions:
            return clock in self.service.sessions.get(day.weekday(), ())
        spans = open_around(self._hours, Span(start, start), self.business.zone)
        return any(span.start <= start < span.end for span in spans)

    @property
    def _hours(self) -> Hours:
        return (self.service.hours if self.service else None) or self.business.hours


def opened(business: Business, values: Sequence[object], day: date | None, now: datetime) -> Opened:
    """Return when the one service among some values can be booked."""
    named = {value.id for value in values if isinstance(value, Item) and value.kind == _SERVICE}
    service = business.services.get(*named) if len(named) == 1 else None
    return Opened(business, service, day, now)


def meant_hours(readings: Sequence[time], part: Times | None, opened: Opened) -> tuple[time, ...]:
    """Return what an hour means out of its readings, the likeliest of which is the first; two where both may be meant.

    An hour of the afternoon is hardly ever one of the night, so that only one of the morning can be in doubt.
    """
    possible = [at for at in readings if opened.at(at)] or list(readings)
    talked_of = [at for at in possible if part is not None and _holds(part, at)]
    if talked_of or readings[0].hour >= _NOON or not opened.at(possible[0]):
        return tuple((talked_of or possible)[:1])
    return tuple(possible)


def _holds(part: Times, at: time) -> bool:
    return (part.start is None or part.start <= at) and (part.end is None or at < part.end)
