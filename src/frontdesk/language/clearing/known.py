"""The words of a language: all that its lists know, and those among them that a guest may say."""

from __future__ import annotations

import re
from functools import cache

from frontdesk.language.lexicon import Words, list_names, load
from frontdesk.language.understanding.message.cues import bare

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
# The words of `yesno` are not among them: every new way to agree would come to stand for somebody's name.
_SAID = ("moves", "clauses", "topics", "when", "numbers", "triggers", "party", "number", "assent")


@cache
def every_word(language: str) -> frozenset[str]:
    """Return every word of every list."""
    return frozenset().union(*(_words_on(language, name) for name in list_names()))


@cache
def readable_words(language: str) -> frozenset[str]:
    """Return the words that a reader would do something with."""
    return frozenset().union(*(_words_on(language, name) for name in _SAID))


@cache
def _words_on(language: str, name: str) -> frozenset[str]:
    texts: list[str] = []
    _collect(load(language, name), texts)
    words = set(_WORD.findall("\n".join(texts).lower()))
    return frozenset(bare("\n".join(words)).split("\n"))  # a call for each word would be felt at every start


def _collect(data: Words, texts: list[str]) -> None:
    """Add the texts of a list; the names of lists are no words of the language."""
    match data:
        case str():
            texts.append(data)
        case list():
            for each in data:
                _collect(each, texts)
        case dict():
            texts += [key for key, value in data.items() if isinstance(value, str)]
            for value in data.values():
                _collect(value, texts)
