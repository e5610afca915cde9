"""Reads the diary as a search leafs through it: a few days at a time, more each time, and of nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from frontdesk.desk.actions.calls import Call
from frontdesk.scheduling.booking import moment_key, pool_of
from frontdesk.scheduling.business import Service
from frontdesk.scheduling.busy import Busy, BusyAround, PlacesTaken, no_places_taken, nothing_taken
from frontdesk.scheduling.hours import DAY, whole_day
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Opening, Search
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import Window

FIRST_DAYS = 1  # days read at first: in most diaries one has more openings than anybody reads


def busy_for(call: Call, wanted: Search, moving: int = 0, days: int = FIRST_DAYS) -> BusyAround:
    """Read what is taken of all who do what is wanted; the booking `moving` does not stand in its own way.

    That is also where only one of them is wanted: if that one has no time, it is said who else has. So many `days` are
    read at first: all, where it is known that all are looked at.
    """
    if not all(each in call.business.services for each in wanted.services):
        return nothing_taken  # nobody looks: such a search is refused
    anyone = replace(wanted, provider=None, without_providers=())
    roster = Roster(call.business, anyone, nothing_taken, None)
    services = roster.services()
    able = [each.id for service in services for kind in service.needs for each in roster.choices(service, kind)]
    pairs = (pair for service in services for kind in service.needs for pair in roster.pairs(service, kind))
    able += [each.id for pair in pairs for each in pair]
    if not able:
        return nothing_taken
    return _Pages(call, tuple(dict.fromkeys(able)), _reach(services), wanted.last, moving, days).around


def places_for(call: Call, wanted: Search, moving: int = 0, days: int = FIRST_DAYS) -> PlacesTaken:
    """Read how many places are taken of those services that guests share; of others nothing is read."""
    known = (call.business.services.get(each) for each in wanted.services)
    counted = tuple(dict.fromkeys(each.id for each in known if each is not None and each.capacity is not None))
    return _Places(call, counted, wanted.last, moving, days).around if counted else no_places_taken


def busy_of(call: Call, opening: Opening, moving: int = 0) -> BusyAround:
    """Read what is taken of those whom an opening takes."""
    known = (call.business.services.get(part.service) for part in opening.parts)
    reach = _reach(service for service in known if service is not None)
    if not opening.resources:
        return nothing_taken
    return _Pages(call, opening.resources, reach, opening.start.date(), moving).around


def _reach(services: Iterable[Service]) -> timedelta:
    """Return how far before and after a day its bookings may lie that matter to it."""
    return sum((each.before + each.duration + each.after for each in services), timedelta())


@dataclass(slots=True)
class _Pages:
    """What was read of the diary so far, by day."""

    call: Call
    resources: tuple[str, ...]
    reach: timedelta
    last: date  # of the days asked for: nothing is read beyond it before it is reached
    moving: int
    days: int = FIRST_DAYS
    read: dict[date, Mapping[str, Busy]] = field(default_factory=dict)

    def around(self, day: date) -> Mapping[str, Busy]:
        """Return what is taken around a day."""
        if day not in self.read:
            last = day + (self.days - 1) * DAY
            self._read(day, self.last if day <= self.last < last else last)
            self.days *= 2
        return self.read[day]

    def _read(self, first: date, last: date) -> None:
        zone = self.call.business.zone
        start, end = whole_day(first, zone).start - self.reach, whole_day(last, zone).end + self.reach
        window = Window(self.call.business.id, self.resources, start, end)
        busy = self.call.unit.claims.busy(window, self.call.now, self.moving, self.call.conversation)
        for distance in range((last - first).days + 1):
            self.read[first + distance * DAY] = busy


@dataclass(slots=True)
class _Places:
    """What was read so far of the places that are taken, by service and day."""

    call: Call
    services: tuple[str, ...]
    last: date
    moving: int
    days: int = FIRST_DAYS
    read: dict[tuple[str, date], Mapping[str, int]] = field(default_factory=dict)

    def around(self, service: str, day: date) -> Mapping[str, int]:
        """Return how many places of a service are taken around a day."""
        if (service, day) not in self.read:
            last = day + (self.days - 1) * DAY
            self._read(day, self.last if day <= self.last < last else last)
            self.days *= 2
        return self.read[service, day]

    def _read(self, first: date, last: date) -> None:
        business, pools = self.call.business, {pool_of(each): each for each in self.services}
        start, end = whole_day(first, business.zone).start, whole_day(last, business.zone).end
        window = PoolWindow(business.id, tuple(pools), moment_key(start), moment_key(end))
        taken = self.call.unit.pools.taken(window, self.call.now, self.moving, self.call.conversation)
        by_service: dict[str, dict[str, int]] = {each: {} for each in self.services}
        for (pool, at), count in taken.items():
            by_service[pools[pool]][at] = count
        for distance in range((last - first).days + 1):
            self.read |= {(each, first + distance * DAY): by_service[each] for each in self.services}
