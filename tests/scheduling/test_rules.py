"""What cancelling and moving cost, and until when they can be done."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from frontdesk.scheduling.business import Price, Rules
from frontdesk.scheduling.rules import Fee, NoFee, TooLate, cancelling, moving
from tests.scheduling.salon import CUT, MONDAY, moment, salon

START = moment(MONDAY, "14:00")
HALF = Decimal("0.5")


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (timedelta(hours=25), NoFee()),
        (timedelta(hours=24), NoFee()),
        (timedelta(hours=23, minutes=59), Fee(HALF, Decimal(20), Decimal(30))),
        (timedelta(minutes=1), Fee(HALF, Decimal(20), Decimal(30))),
        (timedelta(0), TooLate(START)),
        (timedelta(hours=-3), TooLate(START)),
    ],
)
def test_the_notice_decides(before: timedelta, expected: NoFee | Fee | TooLate) -> None:
    assert cancelling(salon(), "cut", START, START - before) == expected
    assert moving(salon(), "cut", START, START - before) == expected


def test_without_a_fee_nothing_is_due() -> None:
    business = replace(salon(), rules=Rules(fee=Decimal(0)))
    assert cancelling(business, "cut", START, START - timedelta(hours=1)) == NoFee()


def test_half_of_nothing_is_nothing() -> None:
    business = salon(services=[replace(CUT, price=Price(Decimal(0), Decimal(0)))])
    assert cancelling(business, "cut", START, START - timedelta(hours=1)) == NoFee()


@pytest.mark.parametrize("service", ["wash", "no longer in the catalogue"])
def test_a_price_that_is_not_known_is_not_invented(service: str) -> None:
    assert cancelling(salon(), service, START, START - timedelta(hours=1)) == Fee(HALF, None, None)


def test_notice_is_counted_in_hours_that_pass_not_on_the_wall() -> None:
    changes = date(2026, 3, 8)  # the clock is put forward that night, so noon comes after 23 hours
    noon_before = moment(changes - timedelta(days=1), "12:00")
    assert isinstance(cancelling(salon(), "cut", moment(changes, "12:00"), noon_before), Fee)
