"""Who can do what, and when they could start: the facts that one search stands on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

from frontdesk.scheduling.booking import moment_key
from frontdesk.scheduling.business import Business, Hours, Resource, Service
from frontdesk.scheduling.busy import Attempt, BusyAround, PlacesTaken, instant, no_places_taken
from frontdesk.scheduling.hours import DAY, open_around, starts_on, whole_day
from frontdesk.scheduling.search import Search
from frontdesk.scheduling.sessions import sessions_on
from frontdesk.scheduling.spans import Span, holds, in_utc
from frontdesk.scheduling.tables import Pair, in_areas, most_seats, pairs_for, smallest_first

_EVER = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))


def last_day(business: Business, service: Service, now: datetime) -> date:
    """Return the last day on which the service can be booked: all of the day that the horizon falls on."""
    return (now.astimezone(business.zone).replace(tzinfo=None) + service.horizon).date()


def performs(resource: Resource, service: Service) -> bool:
    """Say whether the resource can be taken for the service."""
    return resource.kind in service.needs and (not resource.services or service.id in resource.services)


def able(business: Business, service: Service, kind: str) -> tuple[Resource, ...]:
    """Return the resources of a kind that perform the service, in the order of the file."""
    if kind not in service.needs:
        return ()
    everyone = (each for each in business.resources.values() if each.kind == kind)
    return tuple(each for each in everyone if not each.services or service.id in each.services)


def _attempts(service: Service, starts: Iterable[datetime]) -> list[Attempt]:
    """Return what each of `starts` would take, buffers included."""
    before, after = service.before, service.duration + service.after
    return [Attempt(start, instant(start - before), instant(start + after)) for start in starts]


@dataclass(frozen=True, slots=True)
class Known:
    """What was found out about the services and the people of a search, whatever its times, the diary and the clock."""

    choices: dict[tuple[str, str, str | None], tuple[Resource, ...]] = field(default_factory=dict)
    pairs: dict[tuple[str, str, str | None], tuple[Pair, ...]] = field(default_factory=dict)
    grids: dict[tuple[str, date, str | None], tuple[datetime, ...]] = field(default_factory=dict)
    hours: dict[tuple[int, date], tuple[Span, ...]] = field(default_factory=dict)
    reaches: dict[date, Span] = field(default_factory=dict)
    windows: dict[tuple[str, datetime], tuple[datetime, datetime]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Roster:
    """The business, what is asked of it and what is taken. Without `now`, no start is too soon or too far."""

    business: Business
    search: Search
    busy: BusyAround
    now: datetime | None
    known: Known = field(default_factory=Known)
    taken: PlacesTaken = no_places_taken
    location: str | None = None  # of several places, the one that is looked at
    _anyone: dict[tuple[str, str, datetime, date], bool] = field(default_factory=dict)

    def services(self) -> tuple[Service, ...]:
        """Return the services searched for, in the given order."""
        return tuple(self.business.services[each] for each in self.search.services)

    def days(self) -> Iterator[date]:
        """Walk the days of the search on which anything can be booked at all."""
        first, last = self.search.first, self.search.last
        if self.now is not None:
            first = max(first, self.now.astimezone(self.business.zone).date())
            last = min(last, *(last_day(self.business, each, self.now) for each in self.services()))
        for distance in range((last - first).days + 1):
            if (day := first + distance * DAY) not in self.search.without_days:
                yield day

    @property
    def party(self) -> int:
        """How many people it is for; one, where nobody said."""
        return self.search.party or 1

    def places(self) -> tuple[Roster, ...]:
        """Return this roster once for each place that could have all of the services; as it is, if there is but one."""
        if not self.business.locations:
            return (self,)
        bound = {each.location for each in self.services()} | {self.search.location}
        fitting = [each for each in self.business.locations if bound <= {None, each}]
        return tuple(replace(self, location=each, _anyone={}) for each in fitting)

    def choices(self, service: Service, kind: str) -> tuple[Resource, ...]:
        """Return who of a kind may perform the service for this guest: as in the file, of tables the smallest first."""
        known, key = self.known.choices, (service.id, kind, self.location)
        if key not in known:
            known[key] = smallest_first(self._suiting(service, kind), self.party, self.search.areas)
        return known[key]

    def pairs(self, service: Service, kind: str) -> tuple[Pair, ...]:
        """Return the tables that would be put together for this guest."""
        known, key = self.known.pairs, (service.id, kind, self.location)
        if key not in known:
            known[key] = pairs_for(self._suiting(service, kind), self.party, self.search.areas)
        return known[key]

    def most_people(self, service: Service) -> int | None:
        """Return how many people at most the service takes at once; None where that is not said."""
        seats = [most_seats(self._suiting(service, kind)) for kind in service.needs]
        return min((each for each in (service.capacity, *seats) if each is not None), default=None)

    def _suiting(self, service: Service, kind: str) -> tuple[Resource, ...]:
        """Return who of a kind the guest's wishes leave for the service, of whatever size."""
        everyone = able(self.business, service, kind)
        return in_areas((each for each in everyone if self._suits(each, service)), self.search.areas)

    def grid(self, service: Service, day: date) -> tuple[datetime, ...]:
        """Return the starts of the day, whoever is free: regular steps from the opening, not too soon, not too far."""
        known, key = self.known.grids, (service.id, day, self.location)
        if key not in known:
            if service.grid <= timedelta():
                raise ValueError(f"The grid of {service.id} does not move on: {service.grid}")
            house, duration = self.house(service), service.duration
            today, hours = self._starts(service, house, day), self._around(house, day)
            known[key] = tuple([each for each in today if holds(hours, each, each + duration)])
        earliest, end = self._window(service)
        starts = tuple([each for each in known[key] if earliest <= each < end])
        return starts if service.capacity is None else tuple(each for each in starts if self._has_room(service, each))

    def _starts(self, service: Service, house: Hours, day: date) -> tuple[datetime, ...]:
        if service.capacity is None:
            return starts_on(house, day, service.grid, self.business.zone)
        return sessions_on(service, house, day, self.business.zone)

    def house(self, service: Service) -> Hours:
        """Return the hours in which the service can be had: its own, or those of where it is."""
        if service.hours is not None:
            return service.hours
        if not self.business.locations:
            return self.business.hours
        place = self.business.locations.get(self.location or service.location or "")
        return self.business.hours if place is None or place.hours is None else place.hours

    def places_left(self, service: Service, start: datetime) -> int | None:
        """Return how many places a start has left; None where guests do not share it."""
        if service.capacity is None:
            return None
        day = start.astimezone(self.business.zone).date()
        return max(0, service.capacity - self.taken(service.id, day).get(moment_key(start), 0))

    def _has_room(self, service: Service, start: datetime) -> bool:
        left = self.places_left(service, start)
        return left is None or left >= self.party

    def may_begin(self, service: Service, start: datetime, day: date) -> bool:
        """Say whether the service may begin then: what is shared only at its sessions, anything else at any time."""
        return service.capacity is None or start in self.grid(service, day)

    def in_hours(self, service: Service, start: datetime, day: date) -> bool:
        """Say whether the business is open for as long as the service takes."""
        return holds(self._around(self.house(service), day), start, start + service.duration)

    def in_time(self, service: Service, start: datetime) -> bool:
        """Say whether a start is neither past, nor sooner than the notice, nor beyond the horizon."""
        earliest, end = self._window(service)
        return earliest <= start < end

    def _window(self, service: Service) -> tuple[datetime, datetime]:
        """Return from when on and until when a service can be booked."""
        if self.now is None:
            return _EVER
        known, key = self.known.windows, (service.id, self.now)
        if key not in known:
            last = whole_day(last_day(self.business, service, self.now), self.business.zone)
            known[key] = (in_utc(self.now) + service.notice, last.end)
        return known[key]

    def wished(self, start: datetime) -> bool:
        """Say whether the guest would start then."""
        if self.search.at_any_time:
            return True
        return self.search.allows(start.astimezone(self.business.zone).time()) and self.search.allows_then(start)

    def free(self, service: Service, kind: str, start: datetime, day: date) -> Iterator[str]:
        """Walk those of a kind that are free for the service at `start`."""
        attempts = _attempts(service, (start,))
        for each in self.choices(service, kind):
            if self._succeeding(attempts, service, each, day):
                yield each.id

    def anyone_free(self, service: Service, kind: str, start: datetime, day: date) -> bool:
        """Say whether someone of a kind is free for the service at `start`, without asking everyone each time."""
        key = (service.id, kind, start, day)
        if key not in self._anyone:
            self._anyone[key] = next(self.free(service, kind, start, day), None) is not None
        return self._anyone[key]

    def first_free(self, service: Service, kind: str, starts: Sequence[datetime], day: date) -> dict[datetime, str]:
        """Return, for each of `starts` at which anyone of a kind is free, the first who is."""
        chosen: dict[datetime, str] = {}
        left = _attempts(service, starts)
        for resource in self.choices(service, kind):
            if not left:
                break
            found = self._succeeding(left, service, resource, day)
            if found:
                chosen.update((each.start, resource.id) for each in found)
                left = [each for each in left if each.start not in chosen]
        return chosen

    def first_pair(
        self, service: Service, kind: str, starts: Sequence[datetime], day: date
    ) -> dict[datetime, tuple[str, ...]]:
        """Return, for each of `starts` at which two that go together are free, the first such two."""
        chosen: dict[datetime, tuple[str, ...]] = {}
        for one, other in self.pairs(service, kind):
            left = _attempts(service, (each for each in starts if each not in chosen))
            free = self._succeeding(self._succeeding(left, service, one, day), service, other, day)
            chosen.update((each.start, (one.id, other.id)) for each in free)
        return chosen

    def would_take(self, service: Service, kind: str, names: tuple[str, ...], start: datetime, day: date) -> bool:
        """Say whether these of a kind, one or two together, are still what the service could take at `start`."""
        if len(names) == 1:
            return names[0] in self.free(service, kind, start, day)
        pairs = [pair for pair in self.pairs(service, kind) if {each.id for each in pair} == {*names}]
        attempts = _attempts(service, (start,))
        return bool(pairs) and all(self._succeeding(attempts, service, each, day) for each in pairs[0])

    def _succeeding(
        self, attempts: Sequence[Attempt], service: Service, resource: Resource, day: date
    ) -> list[Attempt]:
        """Return the attempts at which a resource is there as long as the service takes, and its buffers are clear.

        Buffers may lie outside the hours and in breaks: a room is made ready before the doors open.
        """
        busy = self.busy(day).get(resource.id)
        clear = attempts if busy is None else busy.clear_of(attempts)
        if not clear:
            return []
        hours = self._around(self._presence(resource, service), day)
        return [each for each in clear if holds(hours, each.start, each.start + service.duration)]

    def _presence(self, resource: Resource, service: Service) -> Hours:
        """Return when a resource is there for the service: by its own hours, or by those of where it is."""
        if resource.hours is not None:
            return resource.hours
        place = self.business.locations.get(resource.location) if resource.location else None
        return self.house(service) if place is None or place.hours is None else place.hours

    def _suits(self, resource: Resource, service: Service) -> bool:
        """Say whether the guest's wishes leave this resource for the service."""
        if resource.id in self.search.without_providers or resource.area in self.search.without_providers:
            return False
        if self.location is not None and resource.location not in {None, self.location}:
            return False
        if self.search.provider is None:
            return True
        wished = self.business.resources.get(self.search.provider)
        if wished is None or not any(performs(wished, each) for each in self.services()):
            return False
        # A wish for one provider leaves the rooms open, and the services which that provider does not perform.
        return resource == wished or resource.kind != wished.kind or not performs(wished, service)

    def _around(self, hours: Hours, day: date) -> tuple[Span, ...]:
        known, key = self.known.hours, (id(hours), day)
        if key not in known:
            known[key] = open_around(hours, self._reach(day), self.business.zone)
        return known[key]

    def _reach(self, day: date) -> Span:
        """Return the day and as much after it as the services could run on."""
        if day not in self.known.reaches:
            longest = sum((each.before + each.duration + each.after for each in self.services()), timedelta())
            bounds = whole_day(day, self.business.zone)
            self.known.reaches[day] = Span(bounds.start, bounds.end + longest)
        return self.known.reaches[day]
