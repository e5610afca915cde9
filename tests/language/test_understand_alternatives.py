"""Whoever asks why something was understood is told what else it might have been, and why it was not."""

from datetime import date

import pytest

from frontdesk.dialogue.asked import Asked
from frontdesk.language.understand import Rejected
from tests.language.understood import CONFIRM, NOW, OFFER, SUMMARY, hear, understanding


def rejected(text: str, asked: Asked | None = None, said: str | None = None) -> list[Rejected]:
    reads = understanding("book").explain(text, asked or Asked(), NOW, said)
    return [each for read in reads for each in read.rejected]


@pytest.mark.parametrize(
    ("text", "asked", "kind", "words", "because"),
    [
        ("a haircut on Friday, I had a perm last week", Asked(), "service", "perm", "tells of the past"),
        ("does the 2pm take long?", OFFER, "time", "2pm", "only asked about"),
        ("never mind the price, book it", CONFIRM, "cancel", "never mind", "does not stand for itself here"),
        ("no problem, go ahead", CONFIRM, "no", "no", "does not stand for itself here"),
    ],
)
def test_what_was_left_is_told_with_a_reason(text: str, asked: Asked, kind: str, words: str, because: str) -> None:
    assert (kind, words, because) in [(each.kind, each.words, each.why) for each in rejected(text, asked, SUMMARY)]


def test_a_value_that_is_used_is_not_among_what_was_left() -> None:
    assert date(2026, 3, 6) not in [each.value for each in rejected("a haircut on Friday")]


def test_two_flows_that_fit_name_each_other() -> None:
    assert "cancel" in [each.value for each in rejected("move or cancel my appointment") if each.kind == "start_flow"]


@pytest.mark.parametrize("text", ["", "hello", "yes", "book a haircut tomorrow at 3", "not Friday, Thursday"])
def test_to_explain_changes_no_meaning(text: str) -> None:
    assert [read.meaning for read in understanding("book").explain(text, Asked(), NOW)] == hear(text)
