"""Whatever a guest writes is understood without an error, the same each time, and rests on the guest's own words."""

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Unclear
from frontdesk.language.lexicon import load
from frontdesk.language.readers.text.cues import phrases
from frontdesk.language.readers.when.listed import mapping
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
# Every word of the lists of phrases, and everything that says when: rules that nobody thought of here meet theirs too.
WHEN = [word for words in mapping(load("en", "when")["words"]).values() for word in words]
LISTED = st.sampled_from(sorted({*phrases("en").words, *WHEN, *load("en", "numbers")["ones"]}))
SENTENCES = st.lists(WORDS | LISTED, max_size=25).map(" ".join)
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


@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(max_size=200), SENTENCES), asked=ASKED)
@example(text="any weekday afternoon", asked=("book", Asked()))
@example(text="book a perm, my name is will smith", asked=("book", Asked()))
@example(text="weekdays only please", asked=("book", slot_asked(BOOK, "day")))
def test_whatever_is_explained_is_in_the_words_of_the_guest(text: str, asked: tuple[str, Asked]) -> None:
    business, question = asked
    told = understanding(business).explain(text, question, NOW, "Shall I book it?")
    assert [read.meaning for read in told] == [
        read.meaning for read in understanding(business).understand(text, question, NOW, "Shall I book it?")
    ]
    words = [read.meaning.words for read in told]
    left = [other for read in told for other in read.rejected]
    words += [each.words for each in left]
    lists = [*(read.sources for read in told), *(other.sources for other in left)]
    words += [source.words for sources in lists for source in sources]
    assert [each for each in words if each not in text] == []


@pytest.mark.parametrize(
    "text", ["", "   ", "\n\t", "\x00\x01", "🎉🎉🎉", "...", "%PDF-1.4 \x80\xff", "a" * 30_000, "3pm " * 8_000]
)
def test_odd_texts_are_understood(text: str) -> None:
    assert hear(text)
    assert hear(text, OFFER)


def test_an_empty_text_is_unclear() -> None:
    assert hear("") == [Unclear("")]
