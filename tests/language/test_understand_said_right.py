"""Praise is no name, a name no city, and a bare number a day where a day is asked for."""

from datetime import date, time

import pytest

from frontdesk.dialogue.meanings import Inform, Meaning, Skip
from frontdesk.dialogue.values import Item
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import cut
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.resolve.values.signing import is_someone_else
from tests.language.understood import BOOK, CONFIRM, NOW, SUMMARY, hear, slot_asked

PHONE = slot_asked(BOOK, "phone", {"name": "Erica Lind"})


def informed(meanings: list[Meaning]) -> dict[str, object]:
    return {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)}


@pytest.mark.parametrize(
    "text",
    [
        "thats accurate",
        "thats splendid",
        "its gorgeous",
        "thats handy",
        "im stoked",
        "this is brill",
        "thats super handy",
    ],
)
def test_praise_of_what_is_shown_is_no_name(text: str) -> None:
    assert "name" not in informed(hear(text, CONFIRM, SUMMARY))


@pytest.mark.parametrize(
    ("text", "name"),
    [("no its maya berg", "maya berg"), ("It's Maya Berg", "Maya Berg"), ("actually its maya berg", "maya berg")],
)
def test_a_name_is_put_right_by_words_that_say_so(text: str, name: str) -> None:
    assert informed(hear(text, CONFIRM, SUMMARY)) == {"name": name}


def test_a_name_is_put_right_one_question_later() -> None:
    assert informed(hear("no, Erika with a K", PHONE, "What is your phone number?")) == {"name": "Erika Lind"}


@pytest.mark.parametrize(
    ("text", "day"), [("14", date(2026, 3, 14)), ("2", date(2026, 4, 2)), ("31.", date(2026, 3, 31))]
)
def test_a_bare_number_is_a_day_where_one_is_asked_for(text: str, day: date) -> None:
    assert informed(hear(text, slot_asked(BOOK, "day"), "Which day would suit you?")) == {"day": day}


@pytest.mark.parametrize(
    ("text", "day"),
    [("ok sat", date(2026, 3, 7)), ("how about sun then", date(2026, 3, 8)), ("wed pls", date(2026, 3, 4))],
)
def test_a_short_name_is_a_day_where_one_is_asked_for(text: str, day: date) -> None:
    assert informed(hear(text, slot_asked(BOOK, "day"), "Which day would suit you?")) == {"day": day}


@pytest.mark.parametrize("text", ["the sun is out", "my cat sat there"])
def test_a_word_that_is_a_short_name_too_is_no_day_beside_others(text: str) -> None:
    assert informed(hear(text, slot_asked(BOOK, "day"), "Which day would suit you?")) == {}


def test_a_bare_number_is_no_day_where_none_is_asked_for() -> None:
    assert "day" not in informed(hear("14", PHONE, "What is your phone number?"))


@pytest.mark.parametrize("slip", ["laer", "latr"])
def test_a_slip_after_a_length_of_time_is_later(slip: str) -> None:
    assert informed(hear(f"one hour {slip}", CONFIRM, SUMMARY)) == {"time": time(15)}


@pytest.mark.parametrize(
    ("text", "is_person"), [("Juan de la Cruz", True), ("Maria la Rosa", True), ("to la please", False)]
)
def test_a_particle_of_a_name_is_no_city(text: str, is_person: bool) -> None:  # noqa: FBT001 - the expectation
    start = text.index("la")
    city = Given("city", Item("city", "los_angeles"), "la", start, start + 2)
    assert is_someone_else(cut(text, "en"), city, [city], Context(now=NOW)) is is_person


@pytest.mark.parametrize("text", ["i dont wanna give it", "I don't wanna share that"])
def test_who_does_not_wanna_give_it_skips_it(text: str) -> None:
    (meaning,) = hear(text, slot_asked(BOOK, "email"), "What is your e-mail address?")
    assert isinstance(meaning, Skip)
