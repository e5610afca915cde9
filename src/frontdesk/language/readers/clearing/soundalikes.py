"""Hears words that sound like a number or a length of time as such, where one must stand: "at for pm", "next weak"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.language.readers.text.cues import bare_words
from frontdesk.language.words import Token, table, word_set

_NAME = "noise"


def with_meant(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Put the number before "pm" or after "option", and the week after "next", where words sound like them."""
    counted, named = table(language, _NAME, "sounds_of_numbers"), table(language, _NAME, "sounds_of_lengths")
    words = bare_words(pieces)
    if counted.keys().isdisjoint(words) and named.keys().isdisjoint(words):
        return pieces
    leading, following = (word_set(language, _NAME, key) for key in ("before_numbers", "after_numbers"))
    meant = [*words]
    for place, word in enumerate(words):
        before, after = words[place - 1 : place], words[place + 1 : place + 2]
        if word in counted and not (following.isdisjoint(after) and leading.isdisjoint(before)):
            meant[place] = counted[word]
        elif word in named and not word_set(language, _NAME, "before_lengths").isdisjoint(before):
            meant[place] = named[word]
    pairs = zip(pieces, words, meant, strict=True)
    return (
        [piece if heard == word else Token(word, word, piece.start, piece.end) for piece, heard, word in pairs]
        if meant != words
        else pieces
    )
