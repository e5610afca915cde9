"""Numbers in digits and words, and ordinals."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context, Style

CONTEXT = Context(now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty five", [25]),
        ("a dozen", [12]),
        ("half a dozen", [6]),
        ("half a million", [500_000]),
        ("half an hour", []),
        ("a couple of hundred", [200]),
        ("a couple of days", [2]),
        ("two and a half", [Decimal("2.5")]),
        ("one hundred and five", [105]),
        ("two thousand five hundred", [2500]),
        ("5, 6 and 7.5", [5, 6, Decimal("7.5")]),
        ("1,000", [1000]),
        ("five five", [5, 5]),
        ("minus three", [-3]),
        ("10:30 on 12/5", []),
        ("3pm", []),
        ("555-123-4567", []),
    ],
)
def test_numbers_are_read(text: str, values: list[number.Number]) -> None:
    assert [found.value for found in number.read(text, CONTEXT)] == values


@pytest.mark.parametrize(
    ("text", "values"), [("the 3rd", [3]), ("twenty-first", [21]), ("the last one", [-1]), ("three", [])]
)
def test_ordinals_are_read(text: str, values: list[int]) -> None:
    assert [found.value for found in number.read_ordinal(text, CONTEXT)] == values


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in (*number.read(text, CONTEXT), *number.read_ordinal(text, CONTEXT)):
        assert found.words == text[found.start : found.end]


@given(st.integers(-(10**7), 10**7) | st.decimals(0, 1000, places=2), st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(value: number.Number, style: Style) -> None:
    assert [found.value for found in number.read(number.say(value, CONTEXT, style), CONTEXT)] == [value]


@given(st.integers(1, 30), st.sampled_from(list(Style)))
def test_an_ordinal_that_is_said_is_read_again(value: int, style: Style) -> None:
    assert [found.value for found in number.read_ordinal(number.say_ordinal(value, CONTEXT, style), CONTEXT)] == [value]
