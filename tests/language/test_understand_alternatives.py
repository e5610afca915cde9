"""Whoever asks why something was understood is told what else it might have been, and why it was not."""

from datetime import date

import pytest

from frontdesk.dialogue.asked import Asked
from frontdesk.language.understand import Rejected
from tests.language.understood import BOOK, CONFIRM, NOW, OFFER, SUMMARY, hear, slot_asked, understanding


def rejected(text: str, asked: Asked | None = None, said: str | None = None) -> list[Rejected]:
    reads = understanding("book").explain(text, asked or Asked(), NOW, said)
    return [each for read in reads for each in read.rejected]


@pytest.mark.parametrize(
    ("text", "asked", "kind", "words", "because"),
    [
        ("a haircut on Friday, my last perm was awful", Asked(), "service", "perm", "tells of the past"),
        ("does the 2pm take long?", OFFER, "time", "2pm", "only asked about"),
        ("zebra, a haircut on Friday", Asked(), "words", "zebra", "no rule took these words"),
    ],
)
def test_what_was_left_is_told_with_a_reason(text: str, asked: Asked, kind: str, words: str, because: str) -> None:
    assert (kind, words, because) in [(each.kind, each.words, each.why) for each in rejected(text, asked, SUMMARY)]


def test_a_value_that_is_used_is_not_among_what_was_left() -> None:
    assert date(2026, 3, 6) not in [each.value for each in rejected("a haircut on Friday")]


def test_words_beside_a_yes_are_told() -> None:
    told = understanding("book").explain("yes, zebra", CONFIRM, NOW, SUMMARY)
    assert "zebra" in [each.words for read in told for each in read.rejected]


def sources(text: str, asked: Asked | None = None) -> set[tuple[str, str, str]]:
    reads = understanding("book").explain(text, asked or Asked(), NOW, SUMMARY)
    return {(each.file, each.key, each.words) for read in reads for each in read.sources}


@pytest.mark.parametrize(
    ("text", "asked", "source"),
    [
        ("reserve a haircut", Asked(), ("triggers.yaml", "actions.book", "reserve")),
        ("a haircut the day after tomorrow", Asked(), ("when.yaml", "words.relative_day", "day after tomorrow")),
        ("a haircut on Friday", Asked(), ("business.yaml", "haircut", "haircut")),
        ("yep", CONFIRM, ("moves.yaml", "yes", "yep")),
        ("how much is a perm?", Asked(), ("topics.yaml", "price.asks", "how much is")),
        ("never mind", CONFIRM, ("moves.yaml", "cancel", "never mind")),
        ("the second", OFFER, ("numbers.yaml", "ordinals", "second")),
        ("my name is Ida Holm", slot_asked(BOOK, "name"), ("name.yaml", "cues", "my name is")),
    ],
)
def test_the_list_is_named_that_a_reading_rests_on(text: str, asked: Asked, source: tuple[str, str, str]) -> None:
    assert source in sources(text, asked)


def test_of_triggers_that_say_the_same_the_nearest_is_named() -> None:
    (read, *_) = understanding("book").explain("book a perm", Asked(), NOW)
    assert read.why == "trigger: book {service}"
    (read, *_) = understanding("book").explain("make an appointment", Asked(), NOW)
    assert read.why == "trigger: make an appointment"


@pytest.mark.parametrize("text", ["", "hello", "yes", "book a haircut tomorrow at 3", "not Friday, Thursday"])
def test_to_explain_changes_no_meaning(text: str) -> None:
    assert [read.meaning for read in understanding("book").explain(text, Asked(), NOW)] == hear(text)
