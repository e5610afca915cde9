"""Finds what a spoken address says of its letters: "as in boy", "capital S Sam"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.language.readers.spelling import Word, letter_at
from frontdesk.language.words import Token

_NAME = "email"


def is_letter(piece: Word) -> bool:
    """Tell a single character."""
    return len(piece.text) == 1


def examples(words: Sequence[Token], language: str) -> list[tuple[int, int]]:
    """Return where words only explain a letter: "as in boy"."""
    spans: list[tuple[int, int]] = []
    for place, word in enumerate(words):
        letter = letter_at(words, place, language) if is_letter(word) else None
        if letter is not None and letter.after > place + 1:
            spans.append((words[place + 1].start, words[letter.after - 1].end))
    return spans
