"""How many people come."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers import party
from frontdesk.language.readers.reading import Context, Style

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
        ("5 guests and I want the terrace", 5),
        ("one person, and I need parking", 1),
        ("two cousins and I would love a table", 3),
        ("only me, 1 person", 1),
        ("6 people, 4 adults and 2 teenagers", 6),
        ("5 of us - 2 adults, 3 kids", 5),
        ("3 of us and 3 kids", 6),
        ("two adults one toddler", 3),
        ("3 adults and 2 kids, so 5 in total", 5),
        ("4 persons including 2 infants", 4),
        ("2 adults and a 9 year old", 3),
        ("two adults and two under 5s", 4),
        ("me my partner and a baby", 3),
        ("myself and one other", 2),
        ("me and another guest", 2),
        ("my father-in-law and me", 2),
        ("there are 9 in our party", 9),
        ("7ppl", 7),
        ("my aunt and I, the two of us", 2),
        ("me and my brothers, the three of us", 3),
        ("two old friends, 71 and 73", 2),
        ("three of us plus 2 kids", 5),
    ],
)
def test_a_party_is_read(text: str, people: int) -> None:
    assert [found.value for found in party.read(text, CONTEXT)] == [people]


@pytest.mark.parametrize(
    "text",
    [
        "book me botox",
        "a table for 7 pm",
        "a room for 2 nights",
        "it's for my wife",
        "at 4",
        "2",
        "book me with her",
        "me with the other lady",
    ],
)
def test_other_numbers_are_not_parties(text: str) -> None:
    assert party.read(text, CONTEXT) == ()


def test_a_bare_number_answers_how_many() -> None:
    assert [found.value for found in party.answer("four", CONTEXT)] == [4]
    assert party.answer("3 or 4", CONTEXT) == ()


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("make it 6 rather than 5", 6),
        ("nine, no sorry, ten", 10),
        ("3 at 8", 3),
        ("a cab for 3 to 48 Elm Road", 3),
        ("We're 5, in 2 rooms", 5),
        ("eight, one of them a vegetarian", 8),
        ("6 incl. 1 baby", 6),
    ],
)
def test_the_number_of_people_is_told_from_other_numbers(text: str, people: int) -> None:
    assert [found.value for found in party.answer(text, CONTEXT)] == [people]


@pytest.mark.parametrize(
    ("text", "people"),
    [("just Maud and me", 2), ("Theo, my wife Greta and myself", 3), ("it's just me and Ruth", 2)],
)
def test_who_come_by_name_are_counted_with_the_guest(text: str, people: int) -> None:
    assert [found.value for found in party.answer(text, CONTEXT)] == [people]


@pytest.mark.parametrize("text", ["me and you", "sorry and thanks", "I will ask Tom"])
def test_other_words_name_nobody_who_comes(text: str) -> None:
    assert party.answer(text, CONTEXT) == ()


@pytest.mark.parametrize("text", ["for 7 to 8", "at 6", "perhaps 5, perhaps 6"])
def test_hours_and_guesses_do_not_answer_how_many(text: str) -> None:
    assert party.answer(text, CONTEXT) == ()


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in (*party.read(text, CONTEXT), *party.answer(text, CONTEXT)):
        assert found.words == text[found.start : found.end]


@given(st.integers(1, 500), st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(people: int, style: Style) -> None:
    assert [found.value for found in party.read(party.say(people, CONTEXT, style), CONTEXT)] == [people]
