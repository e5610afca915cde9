"""Loads the phrases by which a desk asks and a guest answers (`yesno.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from frontdesk.language.lexicon import Words, load
from frontdesk.language.understanding.message.cues import Phrases, heard_words
from frontdesk.language.words import Token, listed, table

NAME = "yesno"
_NAMED = re.compile(r"\{(\w+)\}")


@cache
def phrases(language: str, side: str) -> Phrases:
    """Return the phrases of one side, `desk` or `reply`, by the name of their list."""
    words = _mapping(language, "words")
    lists = {
        label: [_written_out(str(phrase), words) for phrase in each] for label, each in _mapping(language, side).items()
    }
    shared = {"asides": listed(language, "clauses", "asides"), "hollow": listed(language, "assent", "hollow")}
    return Phrases({**lists, **shared})


def bare_words(pieces: Sequence[Token], language: str) -> tuple[str, ...]:
    """Return words as phrases are compared."""
    short = table(language, NAME, "short_forms")
    heard = heard_words(pieces, language)
    inside = table(language, NAME, "short_inside")
    last = len(heard) - 1
    return tuple(
        [(0 < place < last and inside.get(word)) or short.get(word) or word for place, word in enumerate(heard)]
    )


def _mapping(language: str, key: str) -> dict[str, Words]:
    found = load(language, NAME)[key]
    if not isinstance(found, dict):
        raise TypeError(f"language/{language}/{NAME}.yaml: {key} must be a mapping")
    return found


def _written_out(phrase: str, words: dict[str, Words]) -> str:
    """Put the words of a name such as {good} in its place; names may hold names."""
    while _NAMED.search(phrase):
        phrase = _NAMED.sub(lambda name: str(words[name[1]]), phrase)
    return phrase
