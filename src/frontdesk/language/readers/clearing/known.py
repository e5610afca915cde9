"""The words of a language: all that its lists know, and those among them that a guest may say."""

from __future__ import annotations

import re
from functools import cache

from frontdesk.language.lexicon import Words, list_names, load
from frontdesk.language.readers.text.cues import bare
from frontdesk.language.words import word_set

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_BETWEEN = "|()[]"
_SAID = ("when", "numbers", "number", "party", "zones")


@cache
def every_word(language: str) -> frozenset[str]:
    """Return every word of every list."""
    return words_in(language, tuple(list_names()))


@cache
def unmistaken_words(language: str) -> frozenset[str]:
    """Return every word of every list but that of agreement, which names some as they are mistyped."""
    return words_in(language, tuple(name for name in list_names() if name != "yesno"))


@cache
def mended_words(language: str) -> frozenset[str]:
    """Return the words that slips are mended to: those that values and orders are read from, which the model is not."""
    orders = (("noise", "orders"), ("noise", "beside_names"), ("yesno", "undoing"))
    return words_in(language, _SAID).union(*(word_set(language, *each) for each in orders))


@cache
def words_in(language: str, lists: tuple[str, ...]) -> frozenset[str]:
    """Return every word of these lists."""
    return _words_of(frozenset().union(*(_written(language, name) for name in lists)))


@cache
def _written(language: str, name: str) -> frozenset[str]:
    """Return what stands between blanks and brackets in a list, with all other signs."""
    texts: list[str] = []
    _collect(load(language, name), texts)
    text = " ".join(texts).lower()
    for sign in _BETWEEN:
        text = text.replace(sign, " ")
    return frozenset(text.split())


def _words_of(written: frozenset[str]) -> frozenset[str]:
    """Return the words in what was written: most are there many times in the lists, and here they are cut out once."""
    words = {word for word in written if word.isalpha()}
    words.update(_WORD.findall("\n".join(written - words)))
    return frozenset(bare("\n".join(words)).split("\n"))  # a call for each word would be felt at every start


def _collect(data: dict[str, Words] | list[Words], texts: list[str]) -> None:
    """Add the texts of a list; the names of lists are no words of the language."""
    values = data
    if isinstance(data, dict):
        texts += [key for key, value in data.items() if isinstance(value, str)]
        values = list(data.values())
    for value in values:
        if isinstance(value, str):
            texts.append(value)
        else:
            _collect(value, texts)
