"""Texts are looked through for phrases only where one of their words can be in one; nothing may be missed by that."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.lexicon import load
from frontdesk.language.readers.when.grammar import grammar, telling
from frontdesk.language.readers.when.tokens import vocabulary
from frontdesk.language.words import any_of, phrase_pattern, phrases_in, plain, tokens, words_in

LISTS = [("name", "cues"), ("name", "weak_cues"), ("name", "spelled"), ("reference", "cues"), ("email", "signs")]
LISTS += [("party", "alone"), ("party", "both"), ("email", "dot"), ("email", "at"), ("phone", "others")]
BETWEEN = st.sampled_from([" ", ", ", "  ", "\n", "'", "’", "-", ""])  # noqa: RUF001 - guests type it
TYPED = st.from_regex(r"[A-Zc-e0-9 ,.'_\n]{0,40}", fullmatch=True)
# One letter is two in lower case; the last of a word depends on what follows.
STRANGE = st.sampled_from(["\u0130ZM\u0130R, \u0130 am", "\u039f\u0394\u039f\u03a3.\u0391 B"])
OTHERS = st.sampled_from(["i", "a", "xyz", "12", "o", "_", "’s", "?"])  # noqa: RUF001 - guests type it


@st.composite
def talk(draw: st.DrawFn) -> tuple[str, str, str]:
    """Make a text around a phrase of some list, with or without its apostrophes."""
    name, key = draw(st.sampled_from(LISTS))
    phrase = draw(st.sampled_from([str(each) for each in load("en", name)[key]]))
    phrase = draw(st.sampled_from([phrase, phrase.upper(), phrase.replace("'", ""), phrase.replace("'", "’")]))  # noqa: RUF001 - guests type it
    before, after = draw(OTHERS), draw(OTHERS)
    return name, key, before + draw(BETWEEN) + phrase + draw(BETWEEN) + after


@given(talk())
def test_no_phrase_is_missed(made: tuple[str, str, str]) -> None:
    name, key, text = made
    everywhere = [match.span() for match in phrase_pattern("en", name, key).finditer(text)]
    assert [match.span() for match in phrases_in(text, "en", name, key)] == everywhere


@given(st.lists(st.from_regex(r"[abi][ab' ]{0,4}[ab]", fullmatch=True), min_size=1), st.text("abAiI' ", max_size=20))
def test_the_first_phrase_of_a_list_that_fits_is_found_whatever_the_others_begin_with(
    phrases: list[str], text: str
) -> None:
    loose = [re.sub("'", "['’]?", re.sub(" +", lambda gap: r"\s+" * len(gap[0]), phrase)) for phrase in phrases]  # noqa: RUF001 - guests type it
    one_by_one = re.compile(rf"(?<!\w)(?:{'|'.join(loose)})(?!\w)", re.IGNORECASE)
    expected = [match.span() for match in one_by_one.finditer(text)]
    assert [match.span() for match in any_of(tuple(phrases)).finditer(text)] == expected


@given(st.text() | TYPED | STRANGE)
def test_every_word_is_cut_out_where_it_stands_and_compared_by_itself(text: str) -> None:
    for token in tokens(text):
        assert token.text == text[token.start : token.end]
        assert token.plain == plain(token.text)
    left = "".join(sorted(set(text) - {letter for token in tokens(text) for letter in token.text}))
    assert not any(letter.isalnum() or letter == "_" for letter in left)


def test_every_phrase_about_time_has_a_word_that_tells() -> None:
    hollow = grammar("en").hollow
    phrases = [phrase for some in vocabulary("en").phrases.values() for phrase in some if phrase.kind not in hollow]
    texts = [" ".join(phrase.words) for phrase in phrases]
    wordy = [text for text in texts if not any(character.isdecimal() for character in text)]
    assert [text for text in wordy if telling("en").isdisjoint(words_in(text))] == []
