"""Reads the parts of a word list as the types they must have."""

from __future__ import annotations

from frontdesk.language.lexicon import Words


def mapping(words: Words) -> dict[str, Words]:
    """Return a mapping, or fail where the word list has something else."""
    if not isinstance(words, dict):
        raise TypeError(f"expected a mapping of words, found {words!r}")
    return words


def texts(words: Words) -> list[str]:
    """Return a list of texts, or fail where the word list has something else."""
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise TypeError(f"expected a list of texts, found {words!r}")
    return [str(word) for word in words]


def numbers(words: Words) -> dict[str, int]:
    """Return words with the numbers they stand for."""
    return {word: int(str(value)) for word, value in mapping(words).items()}


def text_lists(words: Words) -> dict[str, list[str]]:
    """Return a mapping of lists of texts."""
    return {name: texts(members) for name, members in mapping(words).items()}
