"""How many people come."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language import party
from frontdesk.language.reading import Context, Style

CONTEXT = Context(now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")))


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("for 2 people", 2),
        ("the two of us", 2),
        ("me and my wife and a baby", 3),
        ("just me", 1),
        ("party of four", 4),
        ("2 guests", 2),
        ("2 adults and 1 child", 3),
        ("2 adults, no kids", 2),
        ("my husband and I", 2),
        ("me and 3 friends", 4),
        ("table for two", 2),
        ("a couple of friends", 2),
        ("3 of us, sorry, 4", 4),
        ("party of five, no wait, six please", 6),
        ("3 guests, no 4 pm is too late", 3),
        ("half a dozen people", 6),
    ],
)
def test_a_party_is_read(text: str, people: int) -> None:
    assert [found.value for found in party.read(text, CONTEXT)] == [people]


@pytest.mark.parametrize(
    "text", ["book me botox", "a table for 7 pm", "a room for 2 nights", "it's for my wife", "at 4", "2"]
)
def test_other_numbers_are_not_parties(text: str) -> None:
    assert party.read(text, CONTEXT) == ()


def test_a_bare_number_answers_how_many() -> None:
    assert [found.value for found in party.answer("four", CONTEXT)] == [4]
    assert party.answer("3 or 4", CONTEXT) == ()


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in (*party.read(text, CONTEXT), *party.answer(text, CONTEXT)):
        assert found.words == text[found.start : found.end]


@given(st.integers(1, 500), st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(people: int, style: Style) -> None:
    assert [found.value for found in party.read(party.say(people, CONTEXT, style), CONTEXT)] == [people]
