"""Tells by what stands around a strange word whether it is somebody's name rather than a slip."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from frontdesk.language.words import listed, table, word_set

_NAME = "noise"


def is_announced(words: Sequence[str], place: int, proper: frozenset[str], language: str) -> bool:
    """Tell what follows "my name is" from what follows "10 am", or a doctor who is known; and who says "here"."""
    before, earlier = _before(words, place)
    cues = word_set(language, _NAME, "name_cues")
    if before in cues:
        counted = earlier.isdecimal() or earlier in table(language, "numbers", "ones")
        return not counted or before not in word_set(language, _NAME, "clock_too")
    if f"{earlier} {before}" in word_set(language, _NAME, "name_phrases") or _signs(words, place, language):
        return True
    known = before in proper and earlier in word_set(language, "name", "titles")
    return earlier in cues and not known


def may_be_named(words: Sequence[str], place: int, language: str) -> bool:
    """Tell where a name may stand as well as another word: after "it's", "for" and "my wife", alone between commas."""
    before, earlier = _before(words, place)
    if before in word_set(language, _NAME, "weak_name_cues") or before in _kin(language):
        return True
    if f"{earlier} {before}" in word_set(language, _NAME, "weak_name_phrases"):
        return True
    after = words[place + 1] if place + 1 < len(words) else ""
    # What opens a message is said to somebody: "sory, 3 pm".
    return place > 0 and not before[:1].isalnum() and not after[:1].isalnum()


def _before(words: Sequence[str], place: int) -> tuple[str, str]:
    """Return the word before a place, and the one before that."""
    return words[place - 1] if place else "", words[place - 2] if place > 1 else ""


def _signs(words: Sequence[str], place: int, language: str) -> bool:
    """Tell the "vera" of "hi, vera here"."""
    before, _ = _before(words, place)
    begins = not before[:1].isalnum() or before in word_set(language, _NAME, "greetings")
    return begins and not word_set(language, _NAME, "after_names").isdisjoint(words[place + 1 : place + 2])


@cache
def _kin(language: str) -> frozenset[str]:
    """Return the words for those whom a guest may name: the "wife" of "my wife"."""
    return frozenset(phrase.split()[-1] for phrase in listed(language, "name", "kin"))
