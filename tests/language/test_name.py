"""Names of people: announced, bare, spelled, corrected."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers import name
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.tagger.opinions import SHIPPED, Tagger

CONTEXT = Context(
    now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")), said="What is your name?", tagger=Tagger(SHIPPED)
)

SERVICES = frozenset({"botox", "facial"})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my name is Kim", "Kim"),
        ("i'm kim", "kim"),
        ("yes, it's asdfg hjkl, +1 212 555 0177", "asdfg hjkl"),
        ("under Rosa Diaz, 312-555-0143", "Rosa Diaz"),
        ("put it under José García", "José García"),
        ("this is O'Neill", "O'Neill"),
        ("under the name of van der Berg please", "van der Berg"),
        ("my name is 山田太郎", "山田太郎"),
        ("I'm Anna-Lena Fox and I'd like a facial", "Anna-Lena Fox"),
        ("it's Jon, J-O-N", "Jon"),
        ("my name is Rosa Witmore, that's W-H-I-T-M-O-R-E", "Rosa Whitmore"),
        ("I'm J. R. Fox", "J. R. Fox"),
        ("my name is Will", "Will"),
    ],
)
def test_an_announced_name_is_read(text: str, value: str) -> None:
    assert [found.value for found in name.read(text, CONTEXT)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "I'm not sure",
        "I'm looking for a facial",
        "I'm interested",
        "it's fine",
        "this is great",
        "I'm pregnant",
        "I'm on blood thinners",
        "it's for my wife",
        "I'm in Dallas",
        "I'm good",
        "I'm free after 3",
        "under 200 dollars",
        "call me tomorrow",
        "It's Tuesday",
        "call me at 312-555-0143",
        "I'm allergic to nuts",
        "is it Kim?",
    ],
)
def test_other_words_are_not_names(text: str) -> None:
    assert name.read(text, CONTEXT) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("asdf asdf", "asdf asdf"),
        ("Kim", "Kim"),
        ("sure, Kim Ray", "Kim Ray"),
        ("yes it's Kim", "Kim"),
        ("Li", "Li"),
        ("Kim Ray 312-555-0143", "Kim Ray"),
        ("kim ray, kim@example.com", "kim ray"),
        ("k i m", "Kim"),
        ("May", "May"),
        ("june", "june"),
        ("Ines", "Ines"),
        ("miles", "miles"),
        ("Deep Kaur", "Deep Kaur"),
        ("I meant Kovac", "Kovac"),
        ("van Dorn, Lotte", "Lotte van Dorn"),
        ("Kim Ray, that's R-A-Y-E", "Kim Raye"),
        ("Joan s m y t h e", "Joan Smythe"),
        ("सीता वर्मा", "सीता वर्मा"),
        ("สมศรี", "สมศรี"),
        ("me llamo Lucía", "Lucía"),
        ("Juan Pablo Luis Miguel de la Cruz", "Juan Pablo Luis Miguel de la Cruz"),
    ],
)
def test_a_bare_answer_is_a_name(text: str, value: str) -> None:
    assert [found.value for found in name.answer(text, CONTEXT, SERVICES)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "J",
        "What is your name?",
        "why do you need that?",
        "no",
        "ok",
        "skip",
        "I'd rather not",
        "tomorrow at 3",
        "cancel",
        "botox",
        "312-555-0143",
        "kim@example.com",
        "",
        "2",
        "next week",
        "book me",
        "credit card",
        "rooms",
        "Reviewed",
        "divorced",
        "I'm Swedish",
        "it's complicated",
        "carry on",
        "Fine",
        "Happy Birthday",
        "lip gloss and nails",
        "Deep tissue",
    ],
)
def test_other_answers_are_not_names(text: str) -> None:
    assert name.answer(text, CONTEXT, SERVICES) == ()


@pytest.mark.parametrize(
    ("previous", "text", "corrected"),
    [
        ("Catherine", "no, with a K", "Katherine"),
        ("Jon", "J-O-H-N", "John"),
        ("Ann", "with an e", "Anne"),
        ("Anne", "without the e", "Ann"),
        ("Mat", "two t's", "Matt"),
        ("Stefan", "with a PH", "Stephan"),
        ("Rosa Witmore", "W-H-I-T-M-O-R-E", "Rosa Whitmore"),
        ("Ann", "no, tomorrow", None),
    ],
)
def test_a_spelling_is_corrected(previous: str, text: str, corrected: str | None) -> None:
    assert name.respell(previous, text) == corrected


@given(st.text(), st.text())
def test_no_text_breaks_the_reader(text: str, previous: str) -> None:
    for found in (*name.read(text, CONTEXT), *name.answer(text, CONTEXT)):
        assert found.words == text[found.start : found.end]
    name.respell(previous, text)


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("value", ["Kim Ray", "O'Neill", "José García", "van der Berg", "山田太郎"])
def test_what_is_said_is_read_again(value: str, style: Style) -> None:
    assert [found.value for found in name.answer(name.say(value, CONTEXT, style), CONTEXT)] == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Fox. Anna Fox.", "Anna Fox"),
        ("it's Anna. Anna Fox", "Anna Fox"),
        ("A-N-N-A F-O-X", "Anna Fox"),
        ("a n n a space f o x", "Anna Fox"),
        ("Fox, first name Anna", "Anna Fox"),
        ("Anna, last name Fox", "Anna Fox"),
        ("Anna is my first name, Fox my last", "Anna Fox"),
        ("Fox is my last name, Anna my first", "Anna Fox"),
        ("Kristin no Christine", "Christine"),
        ("anna fix no anna fox", "anna fox"),
        ("Anna Fix, sorry, Fox", "Anna Fox"),
        ("I'm Tom, no, Tim", "Tim"),
        ("Anna Fix, no wait, make that Anna Fox", "Anna Fox"),
        ("A. Fox", "A. Fox"),
        ("will fox", "will fox"),
        ("my name is mark", "Mark"),
        ("I'm booking for Anna Fox", "Anna Fox"),
        ("will do", None),
        ("Anna Fox no middle name", "Anna Fox"),
        ("no wait", None),
    ],
)
def test_parts_and_corrections_make_one_name(text: str, value: str | None) -> None:
    assert [found.value for found in name.answer(text, CONTEXT)] == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("h a double r i s", "Harris"),
        ("double u e s t", "West"),
        ("b bravo o b bob", "Bob"),
        ("j oh h en", "John"),
        ("f o x fox", "Fox"),
        ("murray with a double r", "murray"),
        ("theresa with an h", "theresa"),
        ("clara stone three adults", "clara stone"),
        ("a reservation for stone", "stone"),
        ("it's Wu, that's W U.", "Wu"),
        ("uh my name is um clara", "clara"),
        ("it's let me see Clara Stone", "Clara Stone"),
        ("Do you need my whole name? It's Clara Stone", "Clara Stone"),
        ("Clara Stone. Is there parking?", "Clara Stone"),
        ("under my wife's name, Clara Stone", "Clara Stone"),
        ("you're speaking with clara stone", "clara stone"),
        ("I'd like the name to be Stone", "Stone"),
        ("i said stone", "stone"),
        ("let's go with stone", "stone"),
        ("Clara MacDuff, M-a-c-D", "Clara MacDuff"),
        ("Ines Vandermeer, V-a-n", "Ines Vandermeer"),
        ("Olaf Stonehouse, that's S-T-O", "Olaf Stonehouse"),
        ("the passenger is my daughter clara", "clara"),
        ("make the booking for Clara Stone", "Clara Stone"),
        ("what? no", None),
        ("Which name? My own?", None),
        ("the passenger is me", None),
        ("it's for my daughter", None),
        ("i said friday", None),
        ("not monday, tuesday", None),
        ("no allergies", None),
        ("pardon", None),
        ("um", None),
    ],
)
def test_a_name_is_told_from_what_is_said_around_it(text: str, value: str | None) -> None:
    found = name.answer(text, CONTEXT)
    assert [each.value for each in found] == ([value] if value else [])
    assert all(each.words == text[each.start : each.end] for each in found)


@pytest.mark.parametrize("lead", ["my name is ", "it's under ", "name: ", "call me ", ""])
@pytest.mark.parametrize(
    "digits",
    [
        "212 555 0111",
        "(212) 555-0111",
        "2125550111",
        "12345",
        "007",
        "oh one two oh",
        "two one two five five five",
        "<212 555 0111>",
        "<12345>",
        "\uff12\uff11\uff12 \uff15\uff15\uff15",
        "①②",
        "½",
    ],
)
def test_a_number_is_nobody_s_name(lead: str, digits: str) -> None:
    assert name.read(lead + digits, CONTEXT) == ()
    assert name.answer(lead + digits, CONTEXT) == ()
