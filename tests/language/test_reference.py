"""Booking references."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers import reference
from frontdesk.language.readers.reading import Context, Style

CONTEXT = Context(now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ABC123", "ABC123"),
        ("my reference is K7X9Q2 thanks", "K7X9Q2"),
        ("booking number 12345", "12345"),
        ("my confirmation code is QWERTY", "QWERTY"),
        ("A B C one two three", "ABC123"),
        ("PALM-0004", "PALM-0004"),
    ],
)
def test_a_reference_is_read(text: str, value: str) -> None:
    assert [found.value for found in reference.read(text, CONTEXT)] == [value]


@pytest.mark.parametrize("text", ["palm four", "PALM 4", "palm0004", "P A L M zero zero zero four", "palm number 4"])
def test_a_reference_of_the_business_is_read(text: str) -> None:
    assert [found.value for found in reference.read(text, CONTEXT, "PALM")] == ["PALM-0004"]


@pytest.mark.parametrize("text", ["the palm 4 nights", "3pm on the 11th", "20mg", "is the code ok", "palm", "2 people"])
def test_other_words_are_not_references(text: str) -> None:
    assert reference.read(text, CONTEXT, "PALM") == ()


@pytest.mark.parametrize(
    ("text", "values"), [("abc 123", ["ABC123"]), ("feb 12", []), ("march 30", []), ("4", ["PALM-0004"])]
)
def test_a_month_with_a_number_is_no_reference_where_one_is_asked_for(text: str, values: list[str]) -> None:
    assert [found.value for found in reference.answer(text, CONTEXT, "PALM")] == values


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in reference.read(text, CONTEXT, "PALM"):
        assert found.words == text[found.start : found.end]


@given(st.from_regex(r"[A-Z]{3,6}-[0-9]{4}", fullmatch=True), st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(value: str, style: Style) -> None:
    assert [found.value for found in reference.read(reference.say(value, CONTEXT, style), CONTEXT)] == [value]
