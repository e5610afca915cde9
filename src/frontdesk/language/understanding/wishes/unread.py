"""Tells a wish for something else that could not be read: what was shown must not stand as if nothing were said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.dialogue.meanings import Change, Choose, Inform, Number, Pick
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import money, party
from frontdesk.language.readers.clearing.known import every_word, words_in
from frontdesk.language.resolve.options.choices import by_place
from frontdesk.language.resolve.options.picking import Picking, Said
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_SHORTEST = 5  # letters: shorter words are too alike
_UNEVEN = 2  # letters more or less
_LONG = 7  # letters: in a word that long two slips leave enough to know it by


def unread_change(heard: Heard) -> list[Read]:
    """Read "actually Tursday" as a wish for something else, and so "tursday", and the "2" of a list nobody showed."""
    if heard.message.found("clauses.holding"):
        return []
    if not (_is_corrected(heard) or garbled(heard) or _picks(heard)):
        return []
    return [_change(heard)]


def _change(heard: Heard) -> Read:
    return Read(Change(None, heard.text), why="change: to something that could not be read")


def garbled(heard: Heard) -> bool:
    """Tell whether a word that nobody knows is nearly one that would change what was shown: a day, a time, a name."""
    return any(_is_near(word, heard) for word in _strange(heard))


def lost_day(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Read "Tursday at 4" as a wish that was lost: the time alone would be booked on the day that was not wanted."""
    read = {each.meaning.slot: each.meaning.words for each in values if isinstance(each.meaning, Inform)}
    slot = heard.asked.slot_of("day") if read else None
    if slot is None or slot.name in read:
        return []
    taken = {word.casefold() for words in read.values() for word in words.split()}
    lost = any(word not in taken and _is_nearly_day(word, heard.context.language) for word in _strange(heard))
    return [_change(heard)] if lost else []


def picks_unlisted(heard: Heard, picking: Picking) -> bool:
    """Tell whether what is picked is a number of a list that was not shown."""
    return not heard.asked.listed and any(isinstance(pick, Number) for pick in _picks_of(picking))


def _is_near(word: str, heard: Heard) -> bool:
    language = heard.context.language
    if _slips(word, word_set(language, "noise", "beside_names")):
        return False
    return _is_nearly_day(word, language) or _slips(word, _telling(language) | heard.ear.words)


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


def _is_corrected(heard: Heard) -> bool:
    """Tell "make it Tursday", which says that something is to be different."""
    message = heard.message
    corrected = {place for cue in message.found("clauses.corrections") for place in range(cue.first, cue.after)}
    spoken = {place for place, word in enumerate(message.bare) if word[0].isalnum()}
    if not corrected or corrected >= spoken:
        return False
    return all(each.value != 1 for each in party.read(message.text, heard.context))  # "actually just one ticket"


def _picks(heard: Heard) -> bool:
    """Tell "the second one", said to who believes to have been shown several."""
    if money.read(heard.message.text, heard.context):
        return False  # "$250 is fine"
    picking = by_place(Said(heard.message, heard.givens, heard.asked, heard.context))
    # "it was fine last time"
    return any(isinstance(pick, Number) and pick.position > 0 for pick in _picks_of(picking))


def _picks_of(picking: Picking) -> list[Pick]:
    return [read.meaning.pick for read in picking.reads if isinstance(read.meaning, Choose)]


@cache
def _telling(language: str) -> frozenset[str]:
    """Return the words that say when, how many and what else."""
    others = word_set(language, "noise", "orders") | word_set(language, "noise", "others")
    return words_in(language, ("when", "numbers", "number", "party")) | others
