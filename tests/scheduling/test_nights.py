"""A stay needs every one of its nights; what it costs is their sum, and what there is instead can really be had."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as some

from frontdesk.scheduling.nights import (
    Night,
    NotAStay,
    Quote,
    RoomType,
    SoldOut,
    Stay,
    TooShort,
    TooSmall,
    UnknownNights,
    alternatives,
    answer_for,
    nights_by_key,
    problem_with,
)

TODAY = date(2026, 6, 1)
DAY = timedelta(days=1)
SINGLE, DOUBLE, SUITE = RoomType("single", "Single", 1), RoomType("double", "Double", 2), RoomType("suite", "Suite", 4)
TYPES = (SINGLE, DOUBLE, SUITE)


def stay(first: int, nights: int, guests: int = 2) -> Stay:
    start = TODAY + first * DAY
    return Stay(start, start + nights * DAY, guests)


def night(room: str, day: int, rooms: int = 1, rate: str = "100.00", min_stay: int = 1, currency: str = "EUR") -> Night:
    return Night(room, TODAY + day * DAY, rooms, Decimal(rate), currency, min_stay)


def test_a_stay_costs_the_sum_of_its_nights_to_the_cent() -> None:
    nights = nights_by_key(
        [night("double", 1, 3, "99.95"), night("double", 2, 2, "120.10"), night("double", 3, 5, "0.05")]
    )
    found = answer_for(stay(1, 3), DOUBLE, nights)
    assert isinstance(found, Quote)
    assert (found.total, found.currency, found.rooms) == (Decimal("220.10"), "EUR", 2)


def test_one_full_night_of_three_is_enough_to_refuse() -> None:
    nights = nights_by_key(night("double", day, rooms=0 if day == 2 else 4) for day in (1, 2, 3))
    assert answer_for(stay(1, 3), DOUBLE, nights) == SoldOut((TODAY + 2 * DAY,))


def test_a_night_that_nobody_told_of_is_unknown_and_not_full() -> None:
    assert answer_for(stay(1, 2), DOUBLE, nights_by_key([night("double", 1)])) == UnknownNights((TODAY + 2 * DAY,))
    mixed = nights_by_key([night("double", 1), night("double", 2, currency="USD")])
    assert isinstance(answer_for(stay(1, 2), DOUBLE, mixed), UnknownNights)


def test_the_minimum_is_that_of_the_night_of_arrival() -> None:
    nights = nights_by_key([night("double", 1, min_stay=3), *(night("double", day) for day in (2, 3, 4))])
    assert answer_for(stay(1, 2), DOUBLE, nights) == TooShort(3)
    assert isinstance(answer_for(stay(1, 3), DOUBLE, nights), Quote)
    assert isinstance(answer_for(stay(2, 1), DOUBLE, nights), Quote)


def test_forty_guests_do_not_sleep_in_a_double() -> None:
    assert answer_for(stay(1, 1, guests=40), DOUBLE, nights_by_key([night("double", 1)])) == TooSmall(2)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (stay(1, 0), "no_nights"),
        (stay(3, -2), "no_nights"),
        (stay(1, 400), "too_long"),
        (stay(-1, 2), "past"),
        (stay(1, 2, guests=0), "no_guests"),
    ],
)
def test_what_is_no_stay_is_said_to_be_none(wrong: Stay, why: str) -> None:
    assert problem_with(wrong, TODAY) == NotAStay(why)
    assert problem_with(stay(0, 30), TODAY) is None


def test_the_nearest_dates_come_first_and_none_is_past() -> None:
    nights = nights_by_key(night("double", day, rooms=0 if day == 2 else 1) for day in range(12))
    found = alternatives(stay(2, 2), DOUBLE, TYPES, nights, TODAY)
    assert [quote.stay.check_in for quote in found.dates] == [TODAY + n * DAY for n in (3, 0, 4)]


def test_other_types_are_those_that_are_large_enough_the_cheapest_first() -> None:
    rows = [night("single", 1), night("suite", 1, rate="300"), night("double", 1, rate="150")]
    found = alternatives(stay(1, 1), None, TYPES, nights_by_key(rows), TODAY)
    assert found.types == ()
    found = alternatives(stay(1, 1), SINGLE, TYPES, nights_by_key(rows), TODAY)
    assert [quote.room_type for quote in found.types] == ["double", "suite"]


def test_a_party_too_large_for_any_room_gets_two() -> None:
    rows = [night("single", 1, 2), night("double", 1, rooms=2, rate="150"), night("suite", 1, rate="400")]
    found = alternatives(stay(1, 1, guests=4), DOUBLE, (SINGLE, DOUBLE), nights_by_key(rows), TODAY)
    assert [(one.room_type, other.room_type) for one, other in found.two_rooms] == [("double", "double")]
    assert [one.stay.guests + other.stay.guests for one, other in found.two_rooms] == [4]
    one_double = nights_by_key([night("double", 1, rooms=1)])
    assert alternatives(stay(1, 1, guests=4), DOUBLE, (DOUBLE,), one_double, TODAY).two_rooms == ()


rows = some.lists(
    some.builds(
        night,
        some.sampled_from(["single", "double", "suite"]),
        some.integers(0, 12),
        some.integers(0, 2),
        some.sampled_from(["80.00", "99.99", "0.01"]),
        some.integers(1, 3),
    ),
    max_size=40,
)


def can_be_had(quote: Quote, given: list[Night], room: RoomType) -> bool:
    """Say by a plain walk whether a quote is true."""
    found = nights_by_key(given)
    each = [found.get((quote.room_type, day)) for day in quote.stay.nights]
    there = [one for one in each if one is not None and one.rooms >= 1]
    return (
        len(there) == len(each) > 0
        and quote.stay.guests <= room.sleeps
        and there[0].min_stay <= len(there)
        and quote.total == sum((one.rate for one in there), Decimal(0))
        and quote.rooms == min(one.rooms for one in there)
    )


@given(rows, some.integers(0, 8), some.integers(1, 4), some.integers(1, 6), some.sampled_from(TYPES))
def test_every_quote_is_true_and_what_could_be_had_is_never_refused(
    given: list[Night], first: int, length: int, guests: int, room: RoomType
) -> None:
    wanted, known = stay(first, length, guests), nights_by_key(given)
    answer = answer_for(wanted, room, known)
    if isinstance(answer, Quote):
        assert can_be_had(answer, given, room)
    else:
        each = [known.get((room.id, day)) for day in wanted.nights]
        assert guests > room.sleeps or any(one is None or one.rooms < 1 for one in each) or length < each[0].min_stay  # type: ignore[union-attr]  # none is None here
    instead = alternatives(wanted, room, TYPES, known, TODAY)
    by_id = {one.id: one for one in TYPES}
    pairs = [quote for pair in instead.two_rooms for quote in pair]
    for quote in (*instead.dates, *instead.types, *pairs):
        assert can_be_had(quote, given, by_id[quote.room_type])
    assert all(quote.stay.check_in >= TODAY and quote.stay != wanted for quote in instead.dates)
    for one, other in instead.two_rooms:
        assert one.stay.guests + other.stay.guests == guests
        assert one.room_type != other.room_type or one.rooms >= 2
