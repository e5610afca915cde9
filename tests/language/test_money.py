"""Amounts of money."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.dialogue.values import Money
from frontdesk.language.readers import money
from frontdesk.language.readers.reading import Context, Style

CONTEXT = Context(now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")))


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$300", "300", "USD"),
        ("under 200 bucks", "200", "USD"),
        ("three hundred dollars", "300", "USD"),
        ("four dollars and fifty cents", "4.50", "USD"),
        ("$1,200.50", "1200.50", "USD"),
        ("€40", "40", "EUR"),
        ("30 GBP", "30", "GBP"),
        ("$2k", "2000", "USD"),
        ("40€", "40", "EUR"),
        ("€12,50", "12.50", "EUR"),
        ("90 usd", "90", "USD"),
    ],
)
def test_an_amount_is_read(text: str, amount: str, currency: str) -> None:
    assert [found.value for found in money.read(text, CONTEXT)] == [Money(Decimal(amount), currency)]


def test_dollars_are_those_of_the_region() -> None:
    canadian = Context(now=CONTEXT.now, region="CA")
    assert [found.value.currency for found in money.read("$20 or 30 dollars", canadian)] == ["CAD", "CAD"]


@pytest.mark.parametrize("text", ["300", "at 4", "2 people"])
def test_a_bare_number_is_not_money(text: str) -> None:
    assert money.read(text, CONTEXT) == ()


@pytest.mark.parametrize("text", ["10% off", "thirty-five fifty"])
def test_what_may_be_something_else_is_no_answer_to_how_much(text: str) -> None:
    assert money.answer(text, CONTEXT) == ()


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in money.read(text, CONTEXT):
        assert found.words == text[found.start : found.end]


@given(st.decimals(0, 99999, places=2), st.sampled_from(["USD", "EUR", "CAD", "CHF"]), st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(amount: Decimal, currency: str, style: Style) -> None:
    value = Money(amount, currency)
    assert [found.value for found in money.read(money.say(value, CONTEXT, style), CONTEXT)] == [value]
