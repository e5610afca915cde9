"""Puts the commas that are missing around a no: "no 3", "10 not 11"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.language.readers.text.cues import bare_words
from frontdesk.language.words import Token, table, word_set

_NAME = "noise"


def with_commas(pieces: Sequence[Token], language: str, *, answering: bool) -> Sequence[Token]:
    """Part a number from the "not" after it and, in an answer to what was shown, from the no that begins it."""
    words = bare_words(pieces)
    nots, noes = word_set(language, _NAME, "contrasts"), word_set(language, _NAME, "noes")
    numbers = table(language, "numbers", "ones")
    numbered = [word.isdecimal() or word in numbers for word in words]
    parted = [
        (numbered[place] and words[place + 1] in nots)
        or (answering and place == 0 and words[0] in noes and numbered[1] and words[1] != "one")
        for place in range(len(words) - 1)
    ]
    if not any(parted):
        return pieces
    kept: list[Token] = []
    for piece, is_parted in zip(pieces, [*parted, False], strict=True):
        kept += [piece, Token(",", ",", piece.end, piece.end)] if is_parted else [piece]
    return kept
