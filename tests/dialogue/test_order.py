"""Numbers, sums, days, times and moments have an order; a range comes before something if all of it does."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest

from frontdesk.dialogue.expression import TODAY, Compare, CompareSlots, Operator, holds
from frontdesk.dialogue.order import is_before, is_not_after
from frontdesk.dialogue.values import Anytime, Days, Item, Moments, Money, Soonest, Times, Value

MONDAY, TUESDAY, FRIDAY = date(2030, 5, 6), date(2030, 5, 7), date(2030, 5, 10)
NINE = datetime(2030, 5, 6, 9, tzinfo=UTC)


def dollars(amount: str) -> Money:
    return Money(Decimal(amount), "USD")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (2, Decimal("2.5")),
        (dollars("99.99"), dollars("100")),
        (timedelta(minutes=30), timedelta(hours=1)),
        (MONDAY, TUESDAY),
        (Days(None, TUESDAY), TUESDAY),  # up to Monday
        (MONDAY, Days(TUESDAY, None)),
        (Days(MONDAY, TUESDAY), Days(TUESDAY, FRIDAY)),
        (time(9), time(9, 30)),
        (Times(time(9), time(12)), time(12)),  # it ends just before twelve
        (NINE, NINE + timedelta(minutes=1)),
        (Moments(NINE, NINE + timedelta(hours=1)), NINE + timedelta(hours=1)),
        (NINE, TUESDAY),
        (MONDAY, NINE + timedelta(days=1)),
    ],
)
def test_comes_before(one: Value, other: Value) -> None:
    assert is_before(one, other)
    assert is_not_after(one, other)
    assert not is_before(other, one)
    assert not is_not_after(other, one)


@pytest.mark.parametrize("value", [3, dollars("5"), MONDAY, time(9), NINE, timedelta(hours=1)])
def test_nothing_comes_before_itself(value: Value) -> None:
    assert not is_before(value, value)
    assert is_not_after(value, value)


def test_a_moment_is_on_its_day() -> None:
    assert is_not_after(NINE, MONDAY)
    assert is_not_after(MONDAY, NINE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (dollars("5"), Money(Decimal(9), "EUR")),
        (Soonest(), FRIDAY),
        (Anytime(), FRIDAY),
        (Days(MONDAY, FRIDAY), TUESDAY),
        (Days(MONDAY, None), FRIDAY),
        (time(9), MONDAY),
        ("a", "b"),
        (True, 2),
        (Item("service", "a"), Item("service", "b")),
    ],
)
def test_what_has_no_order_comes_neither_before_nor_after(one: Value, other: Value) -> None:
    assert not any((is_before(one, other), is_before(other, one), is_not_after(one, other), is_not_after(other, one)))


def test_conditions_compare_in_that_order() -> None:
    cheap = Compare("price", Operator.LESS, dollars("100"))
    assert holds(cheap, {"price": dollars("99")})
    assert not holds(cheap, {"price": dollars("100")})
    ahead = CompareSlots("day", Operator.GREATER_OR_EQUAL, TODAY)
    assert holds(ahead, {"day": TUESDAY, TODAY: TUESDAY})
    assert holds(ahead, {"day": Days(TUESDAY, FRIDAY), TODAY: TUESDAY})
    assert not holds(ahead, {"day": Days(MONDAY, FRIDAY), TODAY: TUESDAY})
