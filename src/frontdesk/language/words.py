"""Cuts a text into words with their places, and reads word lists as typed values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import NamedTuple

from frontdesk.language.lexicon import load

_PIECE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]|_")  # noqa: RUF001 - guests type curly apostrophes


class Token(NamedTuple):
    """One word, number or sign of a text. `plain` is lower case with straight apostrophes.

    A tuple, since every message and every reply is cut into them.
    """

    text: str
    plain: str
    start: int
    end: int


_token = tuple.__new__  # what `Token(...)` comes to, without the call around it
_span = re.Match.span
_plain = attrgetter("plain")
_end = attrgetter("end")


def plain(text: str) -> str:
    """Return `text` as it is compared: lower case, straight apostrophes."""
    return text.lower().replace("’", "'")  # noqa: RUF001 - guests type curly apostrophes


@lru_cache(maxsize=64)  # every reader of one message cuts the same text
def tokens(text: str) -> tuple[Token, ...]:
    """Cut `text` into words, runs of digits, and single signs."""
    spans = map(_span, _PIECE.finditer(text))
    if not text.isascii():  # a letter may be two in lower case, or another one beside its neighbours
        return tuple([Token(text[start:end], plain(text[start:end]), start, end) for start, end in spans])
    lowered = text.lower()
    return tuple([_token(Token, (text[start:end], lowered[start:end], start, end)) for start, end in spans])


@lru_cache(maxsize=64)
def spoken(text: str) -> tuple[Token, ...]:
    """Return the words and numbers of `text`, without the signs."""
    return tuple([token for token in tokens(text) if token.text[0].isalnum()])


def first_pieces(text: str, most: int) -> str:
    """Return `text` up to its word or sign of this number: what is longer than anybody writes is not read whole."""
    pieces = tokens(text)
    return text[: pieces[most].start] if len(pieces) > most else text


def pieces_before(text: str, place: int, most: int) -> Sequence[Token]:
    """Return the last `most` words and signs of `text` that end before `place`: a look back costs what it looks at."""
    pieces = tokens(text)
    after = bisect_right(pieces, place, key=_end)
    return pieces[max(0, after - most) : after]


def word_from(text: str, place: int) -> str:
    """Return the first word, number or sign of `text` from `place` on; nothing at its end."""
    piece = _PIECE.search(text, place)
    return piece.group() if piece else ""


def plain_pieces(text: str) -> list[str]:
    """Return the plain words and signs of `text`, where nobody asks for their places."""
    return _PIECE.findall(plain(text))


@lru_cache(maxsize=64)
def words_in(text: str) -> frozenset[str]:
    """Return the plain words of `text`, and the parts of those with an apostrophe."""
    whole = list(map(_plain, tokens(text)))
    if "'" not in text and "’" not in text:  # noqa: RUF001 - guests type curly apostrophes
        return frozenset(whole)
    return frozenset([*whole, *(part for word in whole if "'" in word for part in word.split("'"))])


@cache
def listed(language: str, name: str, key: str) -> tuple[str, ...]:
    """Return the list of words under `key`, in order."""
    words = load(language, name)[key]
    if not isinstance(words, list):
        raise TypeError(f"language/{language}/{name}.yaml: {key} must be a list")
    return tuple(str(word) for word in words)


@cache
def word_set(language: str, name: str, key: str) -> frozenset[str]:
    """Return the words under `key`, for membership."""
    return frozenset(listed(language, name, key))


@cache
def table(language: str, name: str, key: str) -> dict[str, str]:
    """Return the mapping of words under `key`; not to be changed."""
    words = load(language, name)[key]
    if not isinstance(words, dict):
        raise TypeError(f"language/{language}/{name}.yaml: {key} must be a mapping")
    return {str(word): str(value) for word, value in words.items()}


@cache
def phrase_pattern(language: str, name: str, key: str) -> re.Pattern[str]:
    """Return a pattern that matches any phrase under `key` as whole words, the longest first."""
    words = load(language, name)[key]
    phrases = sorted((str(word) for word in words), key=len, reverse=True)  # a mapping counts by its keys
    return any_of(tuple(phrases))


@cache
def telling(language: str, name: str, *keys: str) -> frozenset[str]:
    """Return a word of each phrase under `keys`: a text that has none of them holds none of the phrases."""
    phrases = [str(phrase).lower() for key in keys for phrase in load(language, name)[key]]
    return frozenset(word for phrase in phrases for word in _telling_words(phrase))


def _telling_words(phrase: str) -> tuple[str, ...]:
    """Return the longest word of a phrase; where all have an apostrophe, which guests may leave out, both forms."""
    without = " ".join(word for word in phrase.split() if "'" not in word)
    forms = (without,) if without else (phrase.replace("'", ""), phrase.replace("'", " "))
    return tuple(max(_PIECE.findall(form), key=len) for form in forms)


def phrases_in(text: str, language: str, name: str, key: str) -> Iterator[re.Match[str]]:
    """Give every phrase under `key` in `text`; most texts have none, which a look at their words tells."""
    if telling(language, name, key).isdisjoint(words_in(text)):
        return iter(())
    if not text.isascii():
        return phrase_pattern(language, name, key).finditer(text)
    return _lowered(language, name, key).finditer(text.lower())  # every place stays


@cache
def _lowered(language: str, name: str, key: str) -> re.Pattern[str]:
    """Return `phrase_pattern` for a text in lower case, which is searched in half the time."""
    phrases = sorted((str(word).lower() for word in load(language, name)[key]), key=len, reverse=True)
    return re.compile(_choices(tuple(phrases)))


def any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for any of `phrases` as whole words; spaces and apostrophes match loosely."""
    return re.compile(_choices(phrases), re.IGNORECASE)


def _choices(phrases: tuple[str, ...]) -> str:
    if not phrases:
        return r"(?!)"
    by_letter: dict[str, list[str]] = {}  # most places begin with none of the letters, and then nothing else is tried
    for phrase in phrases:
        by_letter.setdefault(_loose(phrase[0].lower()), []).append(_loose(phrase[1:]))
    choices = "|".join(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items())
    return rf"(?<!\w)(?:{choices})(?!\w)"


def _loose(phrase: str) -> str:
    escaped = re.escape(phrase).replace(r"\ ", r"\s+")
    return escaped.replace("'", "['’]?")  # noqa: RUF001 - guests type curly apostrophes, or none
