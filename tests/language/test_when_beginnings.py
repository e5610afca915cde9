"""Forms are tried only where they can begin; nothing may be missed by that."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frontdesk.language.readers.when.beginnings import beginnings, guard, guarded
from frontdesk.language.readers.when.grammar import grammar

LAYERS = grammar("en").layers
LETTERS = st.text(st.sampled_from(sorted(grammar("en").letters.values())), max_size=12)


@given(LETTERS)
@settings(max_examples=200)
def test_no_form_is_missed(kinds: str) -> None:
    for layer in LAYERS:
        plain = re.compile("|".join(f"({form.pattern})" for form in layer.forms))
        expected, found = plain.search(kinds), re.compile(layer.pattern).search(kinds)
        assert (found and (found.span(), found.lastindex)) == (expected and (expected.span(), expected.lastindex))


@pytest.mark.parametrize(
    ("pattern", "begins"),
    [
        ("ab", "a"),
        ("a?b", "ab"),
        ("[ab]{0,2}c", "abc"),
        ("[ab]{1,2}c", "ab"),
        ("(?:a|b)*c|d", "abcd"),
        ("(?<=x)(?<![yz])a(?!b)", "a"),
        ("^(?:a?|b)c(?=$)", "abc"),
        ("(?:a{2}b?)+c", "a"),
    ],
)
def test_a_form_begins_with_its_first_letter_or_what_follows_one_that_may_be_missing(pattern: str, begins: str) -> None:
    begun = beginnings(pattern)
    assert guard([begun]) == f"(?=[{begins}])"
    assert guarded(pattern, begun) == f"(?=[{begins}])({pattern})"


@pytest.mark.parametrize("pattern", ["a?", "a*|b", "(?=a)", "", "(?:a|b?)"])
def test_what_may_be_empty_is_tried_everywhere(pattern: str) -> None:
    begun = beginnings(pattern)
    assert guard([begun, beginnings("a")]) == ""
    assert guarded(pattern, begun) == f"({pattern})"
