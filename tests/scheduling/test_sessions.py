"""Sessions have fixed starts and so many places: what is offered has room for the party, and says how much."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from frontdesk.scheduling.booking import Share, moment_key, shares
from frontdesk.scheduling.business import AlternateWeeks, Business, Hours, Location, Resource, Service
from frontdesk.scheduling.busy import PlacesTaken, nothing_taken
from frontdesk.scheduling.find import find
from frontdesk.scheduling.findings import ClosedDay, ExactlyFree, Free, Full, NobodyDoes, OffGrid, Taken, TooMany
from frontdesk.scheduling.hours import shifts_on
from frontdesk.scheduling.openings import Opening, is_still_free, openings, search_for
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Search, location_of
from tests.scheduling.salon import CUT, MAYA, MONDAY, NOW, ZONE, diary, minutes, moment, salon, shift, span, starts

DAILY = dict.fromkeys(range(7), (time(10), time(14)))
TOUR = Service("tour", "Harbour tour", minutes(90), needs=(), capacity=12, sessions=DAILY)
OPEN = Hours(dict.fromkeys(range(7), (shift("09:00-18:00"),)))
HARBOUR = salon(OPEN, [TOUR, CUT], [MAYA])


def taken(by_start: Mapping[datetime, int]) -> PlacesTaken:
    keyed = {moment_key(start): count for start, count in by_start.items()}
    return lambda service, _: keyed if service == "tour" else {}


def asked(
    party: int | None = None, at: time | None = None, days: int = 0, services: tuple[str, ...] = ("tour",)
) -> Search:
    return Search(services, MONDAY, MONDAY + timedelta(days=days), party=party, at=at)


def places(found: tuple[Opening, ...]) -> list[int | None]:
    return [part.places for each in found for part in each.parts]


def test_a_day_has_its_sessions_and_says_how_many_places_are_left() -> None:
    found = find(HARBOUR, asked(), nothing_taken, NOW, taken({moment(MONDAY, "14:00"): 9}))
    assert isinstance(found, Free)
    assert (starts(found.openings), places(found.openings)) == (["10:00", "14:00"], [12, 3])


def test_a_session_with_too_few_places_is_not_offered_and_says_how_many_it_has() -> None:
    few = taken({moment(MONDAY, "10:00"): 9, moment(MONDAY, "14:00"): 12})
    exact = find(HARBOUR, asked(4, time(10)), nothing_taken, NOW, few)
    assert isinstance(exact, Taken)
    assert exact.places == 3
    assert exact.nearest[0].start.date() == MONDAY + timedelta(days=1)
    full = find(HARBOUR, asked(4), nothing_taken, NOW, few)
    assert isinstance(full, Full)
    assert full.places == 3
    assert isinstance(find(HARBOUR, asked(3, time(10)), nothing_taken, NOW, few), ExactlyFree)


def test_a_time_between_two_sessions_is_off_the_grid() -> None:
    assert isinstance(find(HARBOUR, asked(at=time(11)), nothing_taken, NOW), OffGrid)


def test_more_people_than_the_boat_takes_are_told_how_many_fit() -> None:
    assert find(HARBOUR, asked(13), nothing_taken, NOW) == TooMany("tour", 12)


@pytest.mark.parametrize("party", [0, -2])
def test_a_search_for_nobody_is_refused(party: int) -> None:
    with pytest.raises(ValueError, match="nobody"):
        asked(party)


def test_without_sessions_starts_are_regular_steps() -> None:
    ferry = replace(TOUR, sessions={}, grid=minutes(120), duration=minutes(60))
    found = find(salon(OPEN, [ferry], []), asked(), nothing_taken, NOW)
    assert isinstance(found, Free)
    assert starts(found.openings) == ["09:00", "11:00", "13:00", "15:00", "17:00"]


def test_a_closed_day_has_no_session() -> None:
    closed = replace(OPEN, exceptions={MONDAY: ()})
    assert isinstance(find(salon(closed, [TOUR], []), asked(), nothing_taken, NOW), ClosedDay)


def test_a_service_may_have_hours_of_its_own_beyond_those_of_the_house() -> None:
    evening = Hours(dict.fromkeys(range(7), (shift("18:00-23:00"),)))
    sunset = replace(TOUR, sessions=dict.fromkeys(range(7), (time(20),)), hours=evening)
    assert starts(openings(salon(OPEN, [sunset], []), asked(), nothing_taken, NOW)) == ["20:00"]
    late_cut = replace(CUT, hours=evening)
    found = list(openings(salon(OPEN, [late_cut], [MAYA]), asked(services=("cut",)), nothing_taken, NOW))
    assert starts(found)[0] == "18:00"


def test_a_session_and_a_haircut_on_one_day_follow_each_other() -> None:
    both = asked(2, services=("cut", "tour"))
    found = next(openings(HARBOUR, both, diary({"maya": [span(MONDAY, "09:00-09:30")]}), NOW, taken({})))
    tour = next(part for part in found.parts if part.service == "tour")
    assert tour.start.time() in TOUR.sessions[0]
    assert tour.places == 12
    full = taken({moment(MONDAY, "10:00"): 11, moment(MONDAY, "14:00"): 11})
    assert list(openings(HARBOUR, both, nothing_taken, NOW, full)) == []


def test_an_opening_takes_as_many_places_as_people() -> None:
    opening = next(openings(HARBOUR, asked(), nothing_taken, NOW))
    key = moment_key(moment(MONDAY, "10:00"))
    assert shares(HARBOUR, opening, 5) == (Share("session:tour", key, 5, 12),)
    assert shares(HARBOUR, opening, None) == (Share("session:tour", key, 1, 12),)


def test_an_opening_stands_while_there_is_room_for_the_party() -> None:
    opening = next(openings(HARBOUR, asked(), nothing_taken, NOW))
    search = search_for(HARBOUR, opening, 4)
    assert search is not None
    for others, stands in ((8, True), (9, False)):
        counted = taken({moment(MONDAY, "10:00"): others})
        assert is_still_free(Roster(HARBOUR, search, nothing_taken, NOW, taken=counted), opening) is stands


@given(
    capacity=some.integers(1, 6),
    party=some.integers(1, 6),
    counts=some.dictionaries(some.integers(0, 5), some.integers(0, 8), max_size=6),
)
def test_what_is_offered_is_every_session_with_room_and_no_other(
    capacity: int, party: int, counts: dict[int, int]
) -> None:
    """Also where more is taken than today's file allows: the boat got smaller."""
    sessions = [moment(MONDAY + timedelta(days=n // 2), ("10:00", "14:00")[n % 2]) for n in range(6)]
    booked = {sessions[n]: count for n, count in counts.items()}
    business = salon(OPEN, [replace(TOUR, capacity=capacity)], [])
    found = list(openings(business, asked(party, days=2), nothing_taken, NOW, taken(booked)))
    left = {start: max(0, capacity - booked.get(start, 0)) for start in sessions}
    assert {each.start: each.parts[0].places for each in found} == {
        start: count for start, count in left.items() if count >= party
    }


def test_every_second_week_has_hours_of_its_own() -> None:
    saturday = date(2026, 3, 21)
    hours = Hours({}, alternate=AlternateWeeks(saturday, {5: (shift("09:00-13:00"),)}))
    weeks = [saturday + timedelta(weeks=number) for number in range(-2, 5)]
    assert [bool(shifts_on(hours, day)) for day in weeks] == [False, False, True, False, True, False, True]
    assert not shifts_on(hours, saturday + timedelta(days=1))


@given(first=some.dates(date(2020, 1, 1), date(2030, 1, 1)), every=some.integers(1, 6), distance=some.integers(0, 400))
def test_a_day_is_in_the_weeks_that_differ_by_whole_weeks_from_monday(first: date, every: int, distance: int) -> None:
    monday = first - timedelta(days=first.weekday())
    weeks = AlternateWeeks(first, {}, every)
    assert weeks.include(monday + timedelta(days=distance)) == (distance // 7 % every == 0)
    assert not weeks.include(monday - timedelta(days=1))


EAST = Location("east", "East", hours=Hours({0: (shift("08:00-12:00"),)}))
WEST = Location("west", "West", hours=Hours({0: (shift("10:00-14:00"),)}))


def two_places() -> Business:
    zoe, ali = Resource("zoe", "Zoe", location="east"), Resource("ali", "Ali", location="west")
    return replace(salon(resources=[zoe, ali], services=[CUT]), locations={"east": EAST, "west": WEST})


def wanted(location: str | None, at: time | None = None) -> Search:
    return Search(("cut",), MONDAY, MONDAY, location=location, at=at)


def test_each_place_has_its_own_hours_and_its_own_people() -> None:
    business = two_places()
    for place, first, last in (("east", "08:00", "11:30"), ("west", "10:00", "13:30")):
        found = list(openings(business, wanted(place), nothing_taken, NOW))
        assert (starts(found)[0], starts(found)[-1]) == (first, last)
        assert {location_of(business, part) for each in found for part in each.parts} == {place}


def test_wherever_it_is_the_first_place_that_has_it_is_offered() -> None:
    business = two_places()
    found = list(openings(business, wanted(None), diary({"zoe": [span(MONDAY, "10:00-10:30")]}), NOW))
    where = {f"{each.start:%H:%M}": location_of(business, each.parts[0]) for each in found}
    assert (where["09:00"], where["10:00"], where["10:30"], where["13:00"]) == ("east", "west", "east", "west")
    assert list(where) == sorted(where)


def test_a_room_in_one_place_does_not_serve_a_provider_in_another() -> None:
    service = replace(CUT, needs=("provider", "room"))
    room = Resource("room", "Room", kind="room", location="west")
    business = replace(two_places(), services={"cut": service}, resources={**two_places().resources, "room": room})
    found = list(openings(business, wanted(None), nothing_taken, NOW))
    assert {each.resources for each in found} == {("ali", "room")}


def test_two_services_in_two_places_are_no_one_visit() -> None:
    here, there = replace(CUT, location="east"), replace(CUT, id="wash", location="west")
    business = replace(two_places(), services={"cut": here, "wash": there})
    found = find(business, Search(("cut", "wash"), MONDAY, MONDAY), nothing_taken, NOW)
    assert isinstance(found, NobodyDoes)


def test_a_session_in_a_gap_of_the_clock_is_left_out() -> None:
    night = replace(TOUR, sessions={6: (time(2, 30), time(5))}, duration=minutes(30))
    around = Hours(dict.fromkeys(range(7), (shift("00:00-23:30"),)))
    spring = date(2026, 3, 8)
    search = Search(("tour",), spring, spring)
    assert starts(openings(salon(around, [night], []), search, nothing_taken, datetime(2026, 3, 1, tzinfo=ZONE))) == [
        "05:00"
    ]
