"""Tells a wish for something else that could not be read: what was shown must not stand as if nothing were said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.dialogue.meanings import Change, Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.clearing.known import every_word
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_SHORTEST = 5  # letters: shorter words are too alike
_UNEVEN = 2  # letters more or less
_LONG = 7  # letters: in a word that long two slips leave enough to know it by


def _change(heard: Heard) -> Read:
    return Read(Change(None, heard.text), why="change: to something that could not be read")


def lost_day(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Read "Tursday at 4" as a wish that was lost: the time alone would be booked on the day that was not wanted."""
    read = {each.meaning.slot: each.meaning.words for each in values if isinstance(each.meaning, Inform)}
    slot = heard.asked.slot_of("day") if read else None
    if slot is None or slot.name in read:
        return []
    taken = {word.casefold() for words in read.values() for word in words.split()}
    lost = any(word not in taken and _is_nearly_day(word, heard.context.language) for word in _strange(heard))
    return [_change(heard)] if lost else []


def garbled_day(heard: Heard) -> list[Read]:
    """Read "thanks, wedsneday" as a wish that was lost: a yes to what is shown would be one to another day."""
    holds = heard.message.found("clauses.holding")
    near = not holds and any(_is_nearly_day(word, heard.context.language) for word in _strange(heard))
    return [_change(heard)] if near else []


def _is_nearly_day(word: str, language: str) -> bool:
    """Tell a day or a month however it is garbled between its ends: "saurtday", "sairtday"."""
    days = word_set(language, "noise", "proper")
    alike = (day for day in days if (day[0], day[-3:]) == (word[0], word[-3:]))
    return _slips(word, days) or any(abs(len(day) - len(word)) <= _UNEVEN for day in alike)


def _slips(word: str, among: frozenset[str]) -> bool:
    """Tell whether fingers made `word` of one of those; they seldom miss the first letter."""
    most = 1 if len(word) < _LONG else 2
    alike = [each for each in among if each[0] == word[0]]
    return process.extractOne(word, alike, scorer=OSA.distance, score_cutoff=most) is not None


def _strange(heard: Heard) -> list[str]:
    """Return the words that nobody knows: no list of the language, not the business, not who was named before."""
    known, own = every_word(heard.context.language), heard.ear.words
    unknown = [word for word in heard.message.bare if word not in known and word not in own]
    said = frozenset(_given(heard)) if unknown else frozenset()
    return [word for word in unknown if len(word) >= _SHORTEST and word.isalpha() and word not in said]


def _given(heard: Heard) -> Iterator[str]:
    """Give the words of what is known: "Ms Berg, yes" garbles nobody's name."""
    for value in heard.asked.known.values():
        yield from value.casefold().split() if isinstance(value, str) else ()
