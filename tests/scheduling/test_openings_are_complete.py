"""Openings against a slow and plain enumeration that shares only the hours with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from frontdesk.scheduling.business import Business, Hours, Resource, Service, Shift
from frontdesk.scheduling.hours import at_wall, open_spans, shifts_on
from frontdesk.scheduling.openings import openings, stands
from frontdesk.scheduling.search import Search, Times
from frontdesk.scheduling.spans import Span, merge
from tests.scheduling.salon import diary, minutes, salon

STEP = timedelta(minutes=5)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class World:
    """Everything a search depends on."""

    business: Business
    search: Search
    busy: Mapping[str, Sequence[Span]]
    now: datetime


def moments(spans: Sequence[Span]) -> set[datetime]:
    """Return the five-minute steps the spans cover."""
    return {each.start + step * STEP for each in spans for step in range((each.end - each.start) // STEP)}


def open_moments(hours: Hours, day: date, zone: ZoneInfo) -> set[datetime]:
    return set().union(*(moments(open_spans(hours, day + distance * DAY, zone)) for distance in range(-1, 3)))


def grid(world: World, service: Service, day: date) -> set[datetime]:
    """Return every step from the opening of the day, or of the night before, that falls on this day."""
    zone = world.business.zone
    found = set()
    for begun in (day - DAY, day):
        shifts = shifts_on(world.business.hours, begun)
        opening = min((at_wall(begun, shift.start, zone) for shift in shifts), default=None)
        inside = moments(open_spans(world.business.hours, begun, zone))
        if opening is not None:
            steps = (opening + step * service.grid for step in range(300))
            found |= {each for each in steps if each in inside and each.astimezone(zone).date() == day}
    return found


@dataclass(frozen=True, slots=True)
class Presence:
    """When a resource is there while the business is open, and when it is taken."""

    present: set[datetime]
    taken: set[datetime]

    def allows(self, service: Service, start: datetime) -> bool:
        shown = moments([Span(start, start + service.duration)])
        claimed = moments([Span(start - service.before, start + service.duration + service.after)])
        return shown <= self.present and not claimed & self.taken


def presences(world: World, day: date) -> dict[str, Presence]:
    zone = world.business.zone
    house = open_moments(world.business.hours, day, zone)
    return {
        each.id: Presence(
            house & open_moments(each.hours, day, zone) if each.hours else house,
            moments(world.busy.get(each.id, ())),
        )
        for each in world.business.resources.values()
    }


def suits(world: World, service: Service, resource: Resource) -> bool:
    wish = world.search.provider
    return (not resource.services or service.id in resource.services) and (
        wish is None or resource.kind != "provider" or resource.id == wish
    )


def expected(world: World) -> dict[datetime, tuple[str, ...]]:
    """Try every start of every day with every resource."""
    service = world.business.services[world.search.services[0]]
    able = [each for each in world.business.resources.values() if suits(world, service, each)]
    found = {}
    for distance in range((world.search.last - world.search.first).days + 1):
        day = world.search.first + distance * DAY
        presence = presences(world, day)
        for start in grid(world, service, day):
            clock = start.astimezone(world.business.zone).time()
            if start < world.now + service.notice or clock not in world.search.times:
                continue
            free = [each for each in able if presence[each.id].allows(service, start)]
            chosen = [next((each.id for each in free if each.kind == kind), None) for kind in service.needs]
            if None not in chosen:
                found[start] = tuple(map(str, chosen))
    return found


def clocks(hours: some.SearchStrategy[int]) -> some.SearchStrategy[time]:
    return some.builds(time, hours, some.sampled_from([0, 15, 30, 45]))


every_hour = some.integers(0, 23)
shifts = some.builds(Shift, clocks(every_hour), clocks(every_hour))
few_shifts = some.lists(shifts, min_size=1, max_size=2).map(tuple)
opening_hours = some.builds(
    Hours,
    some.dictionaries(some.integers(0, 6), few_shifts, min_size=5),
    breaks=some.lists(some.builds(Shift, clocks(some.just(12)), clocks(some.just(13))), max_size=1).map(tuple),
)
some_minutes = some.sampled_from([0, 5, 15, 30]).map(minutes)
services = some.builds(
    Service,
    some.just("cut"),
    some.just("Cut"),
    some.sampled_from([15, 30, 60, 90, 300]).map(minutes),
    before=some_minutes,
    after=some_minutes,
    needs=some.sampled_from([("provider",), ("provider", "room"), ("room",)]),
    grid=some.sampled_from([15, 30, 45, 60]).map(minutes),
    notice=some.sampled_from([0, 25, 300]).map(minutes),
)
# Each with a day on which its clock changes; Lord Howe by half an hour, Apia by a whole day.
places = some.sampled_from(
    [
        ("America/New_York", date(2026, 3, 8)),
        ("America/New_York", date(2026, 11, 1)),
        ("Australia/Lord_Howe", date(2026, 4, 5)),
        ("Pacific/Apia", date(2011, 12, 30)),
        ("Asia/Kathmandu", date(2026, 5, 1)),
    ]
)


@some.composite
def worlds(draw: some.DrawFn) -> World:
    name, day = draw(places)
    midnight = datetime.combine(day, time.min, tzinfo=UTC)
    own_hours = some.one_of(some.none(), some.none(), opening_hours)
    kinds = ["provider", "provider", "room", "room"]
    resources = [Resource(f"r{index}", "", kind, hours=draw(own_hours)) for index, kind in enumerate(kinds)]
    bookings = some.tuples(some.integers(-300, 600), some.integers(1, 40))
    busy = {
        each.id: merge(
            Span(midnight + start * STEP, midnight + (start + length) * STEP)
            for start, length in draw(some.lists(bookings, max_size=6))
        )
        for each in resources
    }
    first = day + draw(some.integers(-1, 1)) * DAY
    times = draw(some.sampled_from([Times(), Times(), Times(time(12), None), Times(time(22), time(2))]))
    provider = draw(some.sampled_from([None, None, "r1"]))
    service = draw(services)
    wish = provider if "provider" in service.needs else None
    search = Search(("cut",), first, first + draw(some.integers(0, 2)) * DAY, times, provider=wish)
    now = midnight + draw(some.integers(-600, 150)) * STEP
    return World(salon(draw(opening_hours), [service], resources, ZoneInfo(name)), search, busy, now)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(worlds())
def test_exactly_what_can_be_booked_is_found_in_order_once(world: World) -> None:
    answer = list(openings(world.business, world.search, diary(world.busy), world.now))
    assert {each.start: each.resources for each in answer} == expected(world)
    assert [each.start for each in answer] == sorted({each.start for each in answer})
    assert all(each.end - each.start == world.business.services["cut"].duration for each in answer)
    assert all(stands(world.business, each, diary(world.busy), world.now) for each in answer)
