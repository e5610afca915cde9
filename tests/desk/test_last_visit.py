"""What a guest came for last is told to that guest alone, and only as far as it can still be had."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.last_visit import recall_last_visit
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Item, Value
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Business
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.rows import BookingRow, Facts
from tests.faults.desks import NOW, med_spa

NOTHING: Mapping[str, Value] = {}
NONE = Ended("none")
BOTOX, HYDRAFACIAL = Item("service", "botox"), Item("service", "hydrafacial")
SARAH = Item("provider", "sarah_smith")


@pytest.fixture
def diary() -> Iterator[Store]:
    """Give a diary in memory, with two guests."""
    with open_store("sqlite://") as store:
        for name in ("Ann Bell", "Tom Reed"):
            store.run_sync(partial(_add_guest, name))
        yield store


def _add_guest(name: str, unit: Unit) -> None:
    unit.guests.add("medspa", Facts(name), NOW)


def visited(
    diary: Store, days_ago: float, service: str = "botox", provider: str = "sarah_smith", guest: int = 1
) -> BookingRow:
    start = NOW - timedelta(days=days_ago)
    row = BookingRow(
        business="medspa",
        kind="appointment",
        status=Status.BOOKED,
        service=service,
        provider=provider,
        starts_at=start,
        ends_at=start + timedelta(minutes=30),
        created_at=NOW - timedelta(days=99),
        guest_id=guest,
    )
    made = diary.run_sync(lambda unit: unit.bookings.add(row, (), "guest"))
    assert isinstance(made, BookingRow)
    return made


def recalled(
    diary: Store, business: Business | None = None, *, vouched: bool = True, asked: str | None = None
) -> Ended:
    arguments = NOTHING if asked is None else {"service_type": Item("service", asked)}
    visitor = Visitor(1, "sms", vouched=vouched)
    spa = business or med_spa().business
    return diary.run_sync(lambda unit: recall_last_visit(Call(unit, spa, NOW, visitor, "c1", 1, arguments)))


def test_the_last_of_several_visits_is_told(diary: Store) -> None:
    visited(diary, 40, "hydrafacial", "lisa_lee")
    visited(diary, 14)
    visited(diary, 30, "chemical_peel", "lisa_lee")
    assert recalled(diary) == Ended("found", {"service": BOTOX, "provider": SARAH})


def test_nobody_hears_of_it_whom_the_channel_does_not_vouch_for(diary: Store) -> None:
    visited(diary, 14)
    assert recalled(diary, vouched=False) == NONE


def test_the_visits_of_others_are_not_told(diary: Store) -> None:
    visited(diary, 14, guest=2)
    assert recalled(diary) == NONE


def test_what_was_cancelled_or_is_still_to_come_was_no_visit(diary: Store) -> None:
    visited(diary, 30)
    cancelled = visited(diary, 14, "hydrafacial", "lisa_lee")
    diary.run_sync(lambda unit: unit.bookings.settle(cancelled.id, Status.CANCELLED, "guest", NOW))
    visited(diary, -3, "hydrafacial", "lisa_lee")
    assert recalled(diary) == Ended("found", {"service": BOTOX, "provider": SARAH})


def test_a_service_that_is_gone_is_not_there_and_no_older_visit_stands_in_for_it(diary: Store) -> None:
    visited(diary, 30, "hydrafacial", "lisa_lee")
    visited(diary, 14)
    spa = med_spa().business
    services = {name: each for name, each in spa.services.items() if name != "botox"}
    assert recalled(diary, replace(spa, services=services)) == NONE


def test_a_provider_who_left_or_no_longer_does_it_is_left_out(diary: Store) -> None:
    visited(diary, 14)
    spa = med_spa().business
    others = {name: each for name, each in spa.resources.items() if name != "sarah_smith"}
    only = replace(spa.resources["sarah_smith"], services=("consultation",))
    for resources in (others, {**others, "sarah_smith": only}):
        assert recalled(diary, replace(spa, resources=resources)) == Ended("found", {"service": BOTOX})


def test_a_visit_for_two_things_is_told_with_both_and_with_whom_only_if_that_was_one(diary: Store) -> None:
    visited(diary, 14)
    visited(diary, 13.95, "hydrafacial", "lisa_lee")
    assert recalled(diary) == Ended("found", {"service": (BOTOX, HYDRAFACIAL)})


def test_of_a_service_that_is_named_the_last_visit_for_it_counts(diary: Store) -> None:
    visited(diary, 30)
    visited(diary, 14, "hydrafacial", "lisa_lee")
    assert recalled(diary, asked="botox") == Ended("found", {"service": BOTOX, "provider": SARAH})
    assert recalled(diary, asked="microneedling") == NONE
