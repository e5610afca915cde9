"""What is meant here: a place among the options that fit, and the half of the day in which an hour can be booked."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import pytest

from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Days, Item, Money, Times
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.resolve.hours import Opened, meant_hours
from frontdesk.language.resolve.places import Limit, Order, Place, at_place, narrowed
from frontdesk.scheduling.business import Hours, Shift
from tests.language.understood import IVAN, NORA, NOW, TOMORROW, ZONE, salon

MORNING, EVENING = time(8), time(20)


def option(name: str, hour: int, person: Item, price: int) -> Option:
    start = datetime.combine(TOMORROW, time(hour), ZONE)
    end = start + timedelta(minutes=90 - hour)
    return Option(name, {"start": start, "end": end, "provider": person, "price": Money(Decimal(price), "USD")})


SHOWN = (option("a", 16, NORA, 30), option("b", 9, IVAN, 20), option("c", 11, NORA, 40), option("d", 18, IVAN, 20))


@pytest.mark.parametrize(
    ("limits", "place", "meant"),
    [
        ([NORA], Place(Order.START, -1), "a"),
        ([NORA], Place(Order.START, 1), "c"),
        ([Times(time(16), None)], Place(Order.START, 1), "a"),
        ([Times(time(16), None), IVAN], Place(Order.START, 1), "d"),
        ([], Place(Order.START, 2), "c"),
        ([], Place(Order.SHOWN, 2), "b"),
        ([], Place(Order.SHOWN, -1), "d"),
        ([], Place(Order.PRICE, 1), "b"),
        ([NORA], Place(Order.PRICE, -1), "c"),
        ([], Place(Order.LENGTH, 1), "d"),
        ([TOMORROW], Place(Order.END, -1), "d"),
        ([time(11)], Place(Order.START, 1), "c"),
        ([Days(TOMORROW, None)], Place(Order.START, 5), None),
        ([date(2026, 3, 5)], Place(Order.START, 1), None),
        ([IVAN, time(16)], Place(Order.START, 1), None),
    ],
)
def test_a_place_is_one_among_what_fits(limits: Sequence[Limit], place: Place, meant: str | None) -> None:
    found = at_place(narrowed(SHOWN, limits), place)
    assert (found.id if found else None) == meant


def opened_from(start: int, end: int, day: date | None = TOMORROW) -> Opened:
    hours = Hours({weekday: (Shift(time(start), time(end)),) for weekday in range(7)})
    return Opened(replace(salon(), hours=hours), None, day, NOW)


@pytest.mark.parametrize(
    ("part", "start", "end", "meant"),
    [
        (None, 7, 18, [MORNING]),
        (None, 17, 22, [EVENING]),
        (None, 6, 22, [MORNING, EVENING]),
        (Times(time(17), time(22)), 6, 22, [EVENING]),
        (Times(time(17), time(22)), 7, 18, [MORNING]),  # the evening is over by then
        (Times(time(17), time(22)), 9, 12, [EVENING]),  # closed either way
        (None, 9, 18, [MORNING]),
    ],
)
def test_an_hour_is_meant_when_it_can_be_booked(part: Times | None, start: int, end: int, meant: list[time]) -> None:
    assert list(meant_hours((MORNING, EVENING), part, opened_from(start, end))) == meant


def test_an_hour_of_the_afternoon_is_none_of_the_night() -> None:
    assert meant_hours((time(16), time(4)), None, opened_from(0, 23)) == (time(16),)


def test_an_hour_that_is_over_today_is_not_meant() -> None:
    assert meant_hours((MORNING, EVENING), None, opened_from(6, 22, NOW.date())) == (EVENING,)


@pytest.mark.parametrize(
    ("text", "region", "value"),
    [
        ("half ten", "US", time(10, 30)),
        ("half ten", "GB", time(10, 30)),
        ("half ten", "DE", time(9, 30)),
        ("half one", "NL", time(12, 30)),
        ("half past ten", "DE", time(10, 30)),
        ("15h", "US", time(15)),
        ("8h", "US", timedelta(hours=8)),
        ("15 hours", "US", timedelta(hours=15)),
        ("2day", "US", NOW.date()),
        ("2 day", "US", timedelta(days=2)),
        ("dinner at 8", "US", EVENING),
        ("breakfast at 8", "US", MORNING),
        ("is there one in the morning", "US", Times(time(6), time(12))),
        ("at one in the afternoon", "US", time(13)),
    ],
)
def test_hours_as_people_say_them(text: str, region: str, value: object) -> None:
    assert [found.value for found in when.read(text, Context(NOW, region))] == [value]
