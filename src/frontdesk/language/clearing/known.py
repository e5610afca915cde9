"""The words of a language: all that its lists know, and those among them that a guest may say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from frontdesk.language.lexicon import Words, load
from frontdesk.language.understanding.cues import bare

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SAID = ("moves", "clauses", "topics", "when", "numbers", "yesno", "triggers", "party", "number", "assent")
_SUFFIX = ".yaml"


@cache
def every_word(language: str) -> frozenset[str]:
    """Return every word of every list."""
    lists = [entry.name for entry in (files("frontdesk.language") / language).iterdir() if entry.name.endswith(_SUFFIX)]
    found = (word for name in lists for word in _words(load(language, name.removesuffix(_SUFFIX))))
    return frozenset(found)


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
