"""What fingers do on a keyboard: lose a letter, double one, swap two, hit the key beside the right one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from rapidfuzz.distance import OSA

from frontdesk.language.words import listed


def is_likely(word: str, meant: str, language: str) -> bool:
    """Tell whether fingers make `word` of `meant`, from which it differs in one place."""
    if len(word) < len(meant):
        return True
    place = next(at for at, letter in enumerate(word) if letter != meant[at : at + 1])
    beside = _beside(language)
    if len(word) > len(meant):
        return word[place] in {*word[place - 1 : place], *beside.get(word[place - 1 : place], "")}
    swapped = word[place : place + 2] == meant[place : place + 2][::-1]
    return swapped or meant[place] in beside.get(word[place], "")


def slipped(word: str, among: Iterable[str], language: str) -> list[str]:
    """Return the words `among` which one slip of the finger makes `word`."""
    return [each for each in among if OSA.distance(word, each) == 1 and is_likely(word, each, language)]


@cache
def _beside(language: str) -> dict[str, str]:
    """Return the keys beside each key."""
    return dict(_neighbours(language))


def _neighbours(language: str) -> Iterator[tuple[str, str]]:
    for row in listed(language, "noise", "keyboard"):
        for place, key in enumerate(row):
            yield key, row[max(place - 1, 0) : place] + row[place + 1 : place + 2]
