"""Phrases of the word lists: alternatives in round, optional parts in square brackets."""

from __future__ import annotations

import pytest

from frontdesk.language.readers.text.cues import Phrases, bare
from frontdesk.language.words import tokens


def found(phrases: Phrases, text: str) -> list[tuple[str, str]]:
    pieces = tokens(text)
    cues = phrases.find(pieces, [bare(piece.plain) for piece in pieces])
    return [(cue.label, text[cue.start : cue.end]) for cue in cues]


@pytest.mark.parametrize(
    ("template", "said", "not_said"),
    [
        ("ring the bell", ["ring the bell"], ["ring", "ring bell", "the bell"]),
        ("(ring|sound) [the] bell", ["ring the bell", "ring bell", "sound bell"], ["the bell", "ring sound bell"]),
        ("ring [the [big]] bell", ["ring bell", "ring the bell", "ring the big bell"], ["ring big bell"]),
        ("[please] ring", ["please ring", "ring"], ["please"]),
        ("([loud] bell|horn) now", ["loud bell now", "bell now", "horn now"], ["loud horn now", "loud now"]),
        ("ring (|out|out loud) now", ["ring now", "ring out now", "ring out loud now"], ["ring loud now"]),
        ("[a] [b]", ["a", "b", "a b"], ["c"]),
        ("ring|call", ["ring", "call"], ["out"]),
    ],
)
def test_a_template_is_met_by_what_it_allows_and_nothing_else(
    template: str, said: list[str], not_said: list[str]
) -> None:
    phrases = Phrases({"bells": [template]})
    for text in said:
        assert ("bells", text) in found(phrases, text)
    for text in not_said:
        assert ("bells", text) not in found(phrases, text)


def test_the_longest_phrase_of_each_list_is_found_at_each_place() -> None:
    phrases = Phrases({"bells": ["ring", "ring the bell"], "calls": ["ring [the]"]})
    assert sorted(found(phrases, "ring the bell")) == [("bells", "ring the bell"), ("calls", "ring the")]


def test_a_text_without_a_beginning_of_a_phrase_needs_no_search() -> None:
    phrases = Phrases({"bells": ["[please] (ring|sound) it", "knock"]})
    assert phrases.begins == {"please", "ring", "sound", "knock"}
    assert phrases.words == {"please", "ring", "sound", "it", "knock"}
