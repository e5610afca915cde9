"""What is offered on a day that a clock changes can be booked, in every zone: time gone by counts, not the clock."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.actions.opening_ids import opening_id, opening_of
from frontdesk.scheduling.business import Business, Hours, Resource, Service
from frontdesk.scheduling.busy import nothing_taken
from frontdesk.scheduling.find import find
from frontdesk.scheduling.findings import ExactlyFree, Free
from frontdesk.scheduling.hours import at_wall, comes_twice, locally
from frontdesk.scheduling.openings import is_still_free, openings, search_for, stands
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Opening, Part, Search
from frontdesk.scheduling.sessions import sessions_on
from frontdesk.scheduling.spans import Span, elapsed, overlaps
from tests.scheduling.clock_changes import Change, every_change
from tests.scheduling.salon import CUT, MAYA, diary, minutes, salon, shift

CHANGES = every_change()
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STEP = minutes(5)
NIGHT = (shift("22:00-06:00"),)
HOURS = (
    Hours(dict.fromkeys(range(7), (shift("00:00-00:00"),))),
    Hours(dict.fromkeys(range(7), NIGHT)),
    Hours(dict.fromkeys(range(7), NIGHT), breaks=(shift("02:00-02:30"),)),
)
SERVICES = (
    replace(CUT, duration=minutes(10), grid=minutes(15)),
    replace(CUT, duration=minutes(60), before=minutes(15), after=minutes(10)),
    replace(CUT, duration=minutes(90), grid=minutes(45)),
    replace(CUT, duration=minutes(300), after=minutes(30), grid=minutes(60)),
)
AUTUMN = date(2026, 11, 1)  # in New York 01:00 to 02:00 comes twice
NEW_YORK = ZoneInfo("America/New_York")


@dataclass(frozen=True, slots=True)
class Night:
    """A business around a change of its clock, with two bookings: one before it, and one after."""

    business: Business
    service: Service
    change: Change

    @property
    def busy(self) -> tuple[Span, ...]:
        at = self.change.at
        return Span(at - minutes(215), at - minutes(200)), Span(at + minutes(320), at + minutes(350))

    @property
    def now(self) -> datetime:
        return (self.change.at - 3 * DAY).astimezone(self.business.zone)

    def openings(self) -> list[Opening]:
        search = Search((self.service.id,), self.change.day - DAY, self.change.day + DAY)
        return list(openings(self.business, search, diary({"maya": self.busy}), self.now))

    def is_open(self, moment: datetime) -> bool:
        """Read the clock on the wall."""
        clock, hours = moment.astimezone(self.business.zone).time(), self.business.hours
        at_work = hours.week[0] != NIGHT or clock >= time(22) or clock < time(6)
        return at_work and not any(each.start <= clock < each.end for each in hours.breaks)


def nights(changes: Sequence[Change]) -> Iterator[Night]:
    for change in changes:
        for hours in HOURS:
            for service in SERVICES:
                yield Night(salon(hours, [service], [MAYA], ZoneInfo(change.zone)), service, change)


def can_be_booked(night: Night, opening: Opening) -> bool:
    """Ask the way a booking does, of the opening that an id names."""
    named = opening_of(opening_id(opening), night.business)
    return named == opening and stands(night.business, named, diary({"maya": night.busy}), night.now)


def is_served(night: Night, opening: Opening) -> bool:
    """Say whether the doors are open, and nobody else is there, for just as long as the service takes."""
    start, end, service = opening.start.astimezone(UTC), opening.end.astimezone(UTC), night.service
    claim = Span(start - service.before, end + service.after)
    return (
        end - start == service.duration
        and all(night.is_open(start + step * STEP) for step in range(service.duration // STEP))
        and not any(overlaps(claim, each) for each in night.busy)
    )


def test_all_kinds_of_changes_are_among_them() -> None:
    sizes = {each.after - each.before for each in CHANGES}
    assert {timedelta(minutes=30), -timedelta(minutes=30), 2 * HOUR, -2 * HOUR, 24 * HOUR} <= sizes
    walls = {each.at.astimezone(ZoneInfo(each.zone)).time() for each in CHANGES}
    assert {time(0), time(1), time(3)} <= walls
    assert len(CHANGES) > 60


@pytest.mark.parametrize("part", range(8))
def test_every_opening_can_be_booked_whatever_the_clock_does(part: int) -> None:
    for night in nights(CHANGES[part::8]):
        found = night.openings()
        starts = [each.start.astimezone(UTC) for each in found]
        assert starts == sorted(set(starts)), night.change
        wrong = [each for each in found if not can_be_booked(night, each) or not is_served(night, each)]
        assert not wrong, night.change
        over_the_change = any(each.start < night.change.at < each.end for each in found)
        assert over_the_change or night.service.duration < HOUR or night.business.hours != HOURS[0], night.change


OFTEN = tuple(time(hour, minute) for hour in range(23, -1, -1) for minute in (45, 30, 15, 0))
SHARED = (
    Service("tour", "Tour", minutes(50), needs=(), capacity=5, sessions=dict.fromkeys(range(7), OFTEN)),
    Service("ferry", "Ferry", minutes(100), needs=(), capacity=5, grid=minutes(45)),
    Service("supper", "Supper", minutes(120), needs=("table",), grid=minutes(60)),
)
TABLES = (
    Resource("window", "Window", kind="table", seats=2, together=("corner",)),
    Resource("corner", "Corner", kind="table", seats=3),
)
PARTY = 5  # all places of a boat, both tables


def offered(business: Business, service: Service, change: Change) -> list[Opening]:
    search = Search((service.id,), change.day, change.day + DAY, party=PARTY)
    return list(openings(business, search, nothing_taken, (change.at - 3 * DAY).astimezone(business.zone)))


def can_be_shared(business: Business, opening: Opening, now: datetime) -> bool:
    """Ask the way a booking does, for all the people that it is for."""
    named = opening_of(opening_id(opening), business)
    search = search_for(business, opening, PARTY)
    if named is None or search is None or elapsed(named.start, opening.start):
        return False
    return is_still_free(Roster(business, search, nothing_taken, now), named)


@pytest.mark.parametrize("service", SHARED, ids=[each.id for each in SHARED])
def test_every_session_and_table_can_be_booked_whatever_the_clock_does(service: Service) -> None:
    for hours, changes in zip(HOURS[:2], (CHANGES[::4], CHANGES[1::4]), strict=True):
        for change in changes:
            business = salon(hours, [service], TABLES, ZoneInfo(change.zone))
            found = offered(business, service, change)
            starts = [each.start.astimezone(UTC) for each in found]
            assert starts == sorted(set(starts)), change
            assert found, change
            now = change.at - 3 * DAY
            wrong = [each for each in found if not can_be_shared(business, each, now)]
            wrong += [each for each in found if elapsed(each.start, each.end) != service.duration]
            assert not wrong, change


@pytest.mark.parametrize("change", [each for each in CHANGES if each.after > each.before], ids=lambda each: each.zone)
def test_a_session_right_after_a_gap_is_there_and_those_in_the_gap_are_not(change: Change) -> None:
    zone = ZoneInfo(change.zone)
    day = (change.at + timedelta(minutes=1)).astimezone(zone).date()
    shown = [each.astimezone(zone).time() for each in sessions_on(SHARED[0], HOURS[0], day, zone)]
    assert change.at.astimezone(zone).time() in shown
    assert len(set(shown)) == len(shown)
    assert set(shown) <= set(OFTEN)


def test_an_opening_in_a_zone_is_measured_by_time_gone_by() -> None:
    business = salon(HOURS[0], [CUT], [MAYA])
    start = datetime(2026, 11, 1, 1, 45, tzinfo=NEW_YORK)
    later = datetime(2026, 11, 1, 1, 15, fold=1, tzinfo=NEW_YORK)
    assert (elapsed(start, later), later - start) == (minutes(30), -minutes(30))
    over = Opening((Part("cut", start, later, ("maya",)),))
    assert stands(business, over, nothing_taken, start - DAY)
    wall = Opening((Part("cut", start, datetime(2026, 11, 1, 2, 15, tzinfo=NEW_YORK), ("maya",)),))
    assert not stands(business, wall, nothing_taken, start - DAY)


def test_a_time_of_day_tells_the_second_from_the_first() -> None:
    first, second = at_wall(AUTUMN, time(1, 30), NEW_YORK), at_wall(AUTUMN, time(1, 30, fold=1), NEW_YORK)
    assert (second - first, first) == (HOUR, datetime(2026, 11, 1, 5, 30, tzinfo=UTC))
    assert [locally(each, NEW_YORK).time().fold for each in (first, second)] == [0, 1]
    assert at_wall(AUTUMN, time(9, fold=1), NEW_YORK) == at_wall(AUTUMN, time(9), NEW_YORK)
    skipped = date(2026, 3, 8)
    assert at_wall(skipped, time(2, 30, fold=1), NEW_YORK) == datetime(2026, 3, 8, 7, tzinfo=UTC)
    assert not comes_twice(datetime.combine(skipped, time(2, 30)), NEW_YORK)


def test_a_time_that_comes_twice_is_the_first_and_the_second_is_no_exact_answer() -> None:
    business = salon(HOURS[0], [CUT], [MAYA])
    now, first = datetime(2026, 10, 30, tzinfo=UTC), datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    asked = Search(("cut",), AUTUMN, AUTUMN, at=time(1, 30))
    exact = find(business, asked, nothing_taken, now)
    assert isinstance(exact, ExactlyFree)
    assert exact.opening.start == first
    taken = diary({"maya": [Span(first, first + minutes(30))]})
    other = find(business, asked, taken, now)
    assert isinstance(other, Free)
    assert [each.start for each in other.openings] == [first + HOUR]
    second = find(business, replace(asked, at=time(1, 30, fold=1)), nothing_taken, now)
    assert isinstance(second, ExactlyFree)
    assert second.opening.start == first + HOUR
