"""A message with its noise taken out, and the way back from each of its words to what the guest really wrote."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from frontdesk.language.words import Token

_start = attrgetter("start")
_end = attrgetter("end")


class _Place(NamedTuple):
    """A word of the cleared text, and where it stood in the text that was written."""

    start: int
    end: int
    from_start: int
    from_end: int


class Cleared(NamedTuple):
    """A text as it is read, and as it was written."""

    text: str
    written: str
    places: tuple[_Place, ...] = ()  # none where the two are the same

    def as_written(self, words: str) -> str:
        """Return the guest's own words for some words of the cleared text."""
        if not self.places or not words:
            return words
        begin = self.text.find(words)
        first = bisect_right(self.places, begin, key=_end)
        last = bisect_left(self.places, begin + len(words), key=_start) - 1
        if begin < 0 or first >= len(self.places) or last < first:
            return words
        return self.written[self.places[first].from_start : self.places[last].from_end]


def joined(written: str, kept: Sequence[Token]) -> Cleared:
    """Put words together again, with the space that stood between them."""
    text = ""
    places: list[_Place] = []
    for number, token in enumerate(kept):
        if number:
            between = written[kept[number - 1].end : token.start]
            text += " " if between and not between.isspace() else between
        places.append(_Place(len(text), len(text) + len(token.text), token.start, token.end))
        text += token.text
    return Cleared(text, written, tuple(places))
