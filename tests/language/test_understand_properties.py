"""Whatever a guest writes is understood without an error, the same each time, and rests on the guest's own words."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Unclear
from tests.language.understood import (
    BOOK,
    CHOSEN,
    CONFIRM,
    CROSS,
    MEET,
    NOW,
    OFFER,
    OSLO,
    STAY,
    hear,
    slot_asked,
    understanding,
)

WORDS = st.sampled_from(
    [
        "book",
        "a",
        "haircut",
        "perm",
        "tomorrow",
        "friday",
        "at",
        "3pm",
        "2",
        "no",
        "yes",
        "not",
        "or",
        "and",
        ",",
        ".",
        "?",
        "!",
        "wait",
        "actually",
        "instead",
        "with",
        "nora",
        "my",
        "name",
        "is",
        "mia",
        "303",
        "555",
        "0123",
        "mia@berg.example",
        "cancel",
        "change",
        "the",
        "date",
        "from",
        "to",
        "what",
        "how",
        "much",
        "is",
        "it",
        "can",
        "i",
        "for",
        "people",
        "option",
        "second",
        "one",
        "never",
        "mind",
        "after",
        "before",
        "👍",
        "-",
        "#",
        "$20",
        "oslo",
        "kiel",
        "nights",
        "please",
        "extra",
        "why",
        "skip",
        "more",
    ]
)
SENTENCES = st.lists(WORDS, max_size=25).map(" ".join)
ASKED = st.sampled_from(
    [
        ("book", Asked()),
        ("book", OFFER),
        ("book", CONFIRM),
        ("book", Asked(Wanted.CHANGE, "book", slots=BOOK.slots, known=CHOSEN)),
        ("book", Asked(Wanted.FLOW, flows=("book", "move"))),
        *(("book", slot_asked(BOOK, name)) for name in BOOK.slots),
        *(("cross", slot_asked(CROSS, name, {"origin": OSLO})) for name in CROSS.slots),
        *(("stay", slot_asked(STAY, name, {"check_in": date(2026, 3, 12)})) for name in STAY.slots),
        *(("meet", slot_asked(MEET, name)) for name in MEET.slots),
    ]
)


@settings(max_examples=400, deadline=None)
@given(text=st.one_of(st.text(max_size=200), SENTENCES), asked=ASKED)
def test_every_text_is_understood_somehow_and_always_the_same(text: str, asked: tuple[str, Asked]) -> None:
    business, question = asked
    once = understanding(business).understand(text, question, NOW, "Shall I book it?")
    assert once == understanding(business).understand(text, question, NOW, "Shall I book it?")
    assert once
    assert all(read.meaning.words in text for read in once)
    assert sum(isinstance(read.meaning, Unclear) for read in once) <= 1


@pytest.mark.parametrize(
    "text", ["", "   ", "\n\t", "\x00\x01", "🎉🎉🎉", "...", "%PDF-1.4 \x80\xff", "a" * 30_000, "3pm " * 8_000]
)
def test_odd_texts_are_understood(text: str) -> None:
    assert hear(text)
    assert hear(text, OFFER)


def test_an_empty_text_is_unclear() -> None:
    assert hear("") == [Unclear("")]
