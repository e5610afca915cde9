"""The words of a language: all that its lists know, and those among them that a guest may say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from frontdesk.language.lexicon import Words, list_names, load
from frontdesk.language.understanding.cues import bare

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SAID = ("moves", "clauses", "topics", "when", "numbers", "yesno", "triggers", "party", "number", "assent")


@cache
def every_word(language: str) -> frozenset[str]:
    """Return every word of every list."""
    return frozenset(word for name in list_names() for word in _words(load(language, name)))


@cache
def readable_words(language: str) -> frozenset[str]:
    """Return the words that a reader would do something with."""
    return frozenset(word for name in _SAID for word in _words(load(language, name)))


def _words(data: Words) -> Iterator[str]:
    """Give the words of a list, bare; the names of lists are no words of the language."""
    match data:
        case dict():
            for key, value in data.items():
                yield from _words(key) if isinstance(value, str) else ()
                yield from _words(value)
        case list():
            for each in data:
                yield from _words(each)
        case str():
            yield from (bare(word) for word in _WORD.findall(data.lower()))
