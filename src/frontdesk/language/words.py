"""Cuts a text into words with their places, and reads word lists as typed values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from frontdesk.language.lexicon import load

_PIECE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]|_")  # noqa: RUF001 - guests type curly apostrophes


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or sign of a text. `plain` is lower case with straight apostrophes."""

    text: str
    plain: str
    start: int
    end: int


def plain(text: str) -> str:
    """Return `text` as it is compared: lower case, straight apostrophes."""
    return text.lower().replace("’", "'")  # noqa: RUF001 - guests type curly apostrophes


@lru_cache(maxsize=64)  # every reader of one message cuts the same text
def tokens(text: str) -> tuple[Token, ...]:
    """Cut `text` into words, runs of digits, and single signs."""
    return tuple(
        Token(piece, plain(piece), match.start(), match.end())
        for match in _PIECE.finditer(text)
        for piece in (match.group(),)
    )


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


def any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for any of `phrases` as whole words; spaces and apostrophes match loosely."""
    if not phrases:
        return re.compile(r"(?!)")
    choices = "|".join(_loose(phrase) for phrase in phrases)
    return re.compile(rf"(?<!\w)(?:{choices})(?!\w)", re.IGNORECASE)


def _loose(phrase: str) -> str:
    escaped = re.escape(phrase).replace(r"\ ", r"\s+")
    return escaped.replace("'", "['’]?")  # noqa: RUF001 - guests type curly apostrophes, or none
