"""The free times of a month are those that the desk offers, whoever asks for how many days of it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest

from frontdesk.desk.actions.availability import check_availability
from frontdesk.desk.actions.calls import Call
from frontdesk.desk.cards import MOST_DAYS, OpeningShown, openings_in_month
from frontdesk.desk.house import World
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Item, Value
from frontdesk.storage.unit import Unit
from tests.desk.seen import CONTACT, TOMORROW, turns
from tests.faults.desks import NOW, med_spa
from tests.growth import lines_run


def month(
    unit: Unit, services: tuple[str, ...], provider: str | None = None, moving: int = 0
) -> Mapping[date, tuple[OpeningShown, ...]]:
    first, until = date(2025, 11, 15), date(2025, 12, 31)
    found = openings_in_month(med_spa(), unit, services, provider, first, until, NOW, moving)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("services", "provider"),
    [
        (("hydrafacial",), None),
        (("botox",), None),
        (("botox",), "emily_johnson"),
        (("botox", "hydrafacial"), None),
    ],
)
def test_the_month_has_what_the_desk_offers_on_each_day(services: tuple[str, ...], provider: str | None) -> None:
    days = (NOW.date(), TOMORROW, date(2025, 11, 23), date(2025, 12, 6))

    def look(unit: Unit) -> None:
        found = month(unit, services, provider)
        assert {day: [each.start for each in found[day]] for day in days} == {
            day: offered_on(unit, day, services, provider) for day in days
        }
        assert not found[days[2]]  # a Sunday
        assert found[TOMORROW]

    turns(med_spa(), "hydrafacial tomorrow at 10am", *CONTACT, "yes", "botox tomorrow at 9am", "skip", "yes", look=look)


def offered_on(unit: Unit, day: date, services: tuple[str, ...], provider: str | None) -> list[datetime]:
    """Return what `check_availability` offers on a day; where there is nothing it goes on to others."""
    asked: dict[str, Value] = {"service_type": tuple(Item("service", each) for each in services), "date": day}
    asked |= {"provider": Item("provider", provider)} if provider else {}
    offer = check_availability(
        Call(unit, med_spa().business, NOW, Visitor(1, "web", vouched=True), "c2", 1, asked)
    ).offer
    starts = [option.value("start") for option in offer.options] if offer else []
    return [start for start in starts if isinstance(start, datetime) and start.date() == day]


def test_a_month_has_all_of_its_days_and_nothing_in_the_past_or_on_closed_days() -> None:
    def look(unit: Unit) -> None:
        found = month(unit, ("botox",))
        assert next(iter(found)) == date(2025, 11, 15)
        assert len(found) == 47
        assert found[date(2025, 11, 17)] == ()  # over
        assert found[date(2025, 11, 23)] == ()  # a Sunday
        assert found[NOW.date()][0].start == NOW
        first = found[TOMORROW][0]
        nine = datetime.combine(TOMORROW, time(9), NOW.tzinfo)
        assert first == OpeningShown(
            nine, nine + timedelta(minutes=30), "botox~20251119T1400Z~sarah_smith", "Dr. Sarah Smith"
        )

    turns(med_spa(), "hello", look=look)


def test_the_booking_that_is_moved_does_not_stand_in_its_own_way() -> None:
    ten = datetime.combine(TOMORROW, time(10), NOW.tzinfo)

    def starts(unit: Unit, moving: int) -> list[datetime]:
        return [each.start for each in month(unit, ("hydrafacial",), moving=moving)[TOMORROW]]

    def look(unit: Unit) -> None:
        (row,) = unit.bookings.starting("medspa", NOW, NOW + timedelta(days=9))
        assert ten not in starts(unit, 0)
        assert ten in starts(unit, row.id)

    turns(med_spa(), "hydrafacial tomorrow at 10am", *CONTACT, "yes", look=look)


def test_what_the_business_has_not_got_is_not_known_rather_than_full() -> None:
    def look(unit: Unit) -> None:
        for services, provider in ((("massage",), None), ((), None), (("botox",), "nobody")):
            assert openings_in_month(med_spa(), unit, services, provider, TOMORROW, TOMORROW, NOW) is None
        assert not any(month(unit, ("botox",), "lisa_lee").values())  # she does not do it

    turns(med_spa(), "hello", look=look)


def test_two_months_are_the_most_at_once() -> None:
    def look(unit: Unit) -> None:
        def days(count: int) -> object:
            until = TOMORROW + timedelta(days=count - 1)
            return openings_in_month(med_spa(), unit, ("botox",), None, TOMORROW, until, NOW)

        days(1)  # what is made once is made now
        assert lines_run(lambda: days(MOST_DAYS)) < 3 * lines_run(lambda: days(MOST_DAYS // 2))
        with pytest.raises(ValueError, match="at most"):
            days(MOST_DAYS + 1)

    turns(med_spa(), "hello", look=look)


def test_while_the_calendar_is_down_nobody_can_tell_what_is_free() -> None:
    house = replace(med_spa(), world=World(calendar_down=True))

    def look(unit: Unit) -> None:
        assert openings_in_month(house, unit, ("botox",), None, TOMORROW, TOMORROW, NOW) is None

    turns(house, "hello", look=look)
