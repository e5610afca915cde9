"""Reads a pick by what an option is shown with: "the lemon tart", "the one with nuts", "the nonstop one"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.text.clauses import Clause, Mood
from frontdesk.language.readers.text.cues import bare
from frontdesk.language.resolve.options.picking import Picking, Said, of_options, says_only
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.words import table, tokens, word_set

_PARTS = re.compile(r"[,;/&]|\band\b")
_SILENT = frozenset({"kind", IDENTITY})
_WISHING = ("desires", "excluding_before", "excluding_after", "something", "one", "earliest", "latest", "cheapest")
_SHOWN = 1024
_TYPED = 5  # letters, from which on one may be mistyped

_Having = Mapping[str, frozenset[tuple[str, ...]]]  # by option: the words of all that is said of it


def by_description(said: Said) -> Picking:
    """Pick the options that a message describes; what it rules out leaves the others."""
    mentions = _mentions(said)
    wanted = described(said)
    if wanted:
        shown = [option for option in said.asked.options if option.id in wanted]
        options = shown or [option for option in said.asked.further if option.id in wanted]
        return Picking(of_options(options, mentions[-1][0].words, why="described: in its words"))
    gone = {option for given, options in mentions if given.stance is Stance.EXCLUDED for option in options}
    left = [option for option in said.asked.options if option.id not in gone] if gone else []
    return Picking(of_options(left, mentions[-1][0].words, why="described: the others") if gone else ())


def described(said: Said) -> frozenset[str]:
    """Return the options that have most of what a message names."""
    wanted = [options for given, options in _mentions(said) if given.stance is Stance.WANTED]
    counts = {option: sum(option in options for options in wanted) for options in wanted for option in options}
    most = max(counts.values(), default=0)
    return frozenset(option for option, count in counts.items() if count == most)


def _mentions(said: Said) -> list[tuple[Given, frozenset[str]]]:
    """Return the words of a message that tell options apart, with the options that they are said of."""
    having = _having(said.every, said.message.language)
    if not any(having.values()):
        return []
    found = dict(_whole(said, having)) or {
        given: options for clause in said.message.clauses for given, options in _telling(said, clause, having)
    }
    stances = with_stances(said.message, list(found))
    return list(zip(stances, found.values(), strict=True))


def _having(options: tuple[Option, ...], language: str) -> _Having:
    """Return the words of each option that not all of them have."""
    words = {option.id: frozenset(_words_of(option, language)) for option in options}
    shared = frozenset.intersection(*words.values()) if len(options) > 1 else frozenset()
    return {option: own - shared for option, own in words.items()}


def _words_of(option: Option, language: str) -> Iterator[tuple[str, ...]]:
    for field, value in option.fields.items():
        if field not in _SILENT and isinstance(value, bool | int | str | tuple):
            yield from _said_of(field, value, language)


@lru_cache(maxsize=_SHOWN, typed=True)  # what is shown stays while a guest chooses
def _said_of(field: str, value: Value, language: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of all that a field says of an option, together and one by one."""
    cut = [[token.plain for token in tokens(text) if token.text[0].isalnum()] for text in _texts(field, value)]
    whole = [tuple([_stem(bare(word), language) for word in words]) for words in cut if words]
    return tuple({*whole, *((word,) for words in whole for word in words)})


def _texts(field: str, value: Value) -> Iterator[str]:
    """Give what a field says of an option; one that is simply true is called by its name."""
    match value:
        case bool():
            yield from [field.replace("_", " ")] if value else []
        case int():
            yield f"{value} {field.replace('_', ' ')}"
        case str():
            yield from {value, *(part for part in _PARTS.split(value) if part.strip())}
        case tuple():
            for each in value:
                yield from _texts(field, each)
        case _:
            return


def _whole(said: Said, having: _Having) -> Iterator[tuple[Given, frozenset[str]]]:
    """Give what is named by several words one after another, whatever stands around them; the longest alone."""
    heard = [_stem(word, said.message.language) for word in said.message.bare]
    phrases = sorted({words for own in having.values() for words in own if len(words) > 1}, key=len, reverse=True)
    taken: set[int] = set()
    for words in phrases:
        for first in range(len(heard) - len(words) + 1):
            places = range(first, first + len(words))
            if taken.isdisjoint(places) and all(map(_alike, words, heard[first : first + len(words)])):
                taken.update(places)
                yield _given(said, places), frozenset(option for option, own in having.items() if words in own)


def _telling(said: Said, clause: Clause, having: _Having) -> Iterator[tuple[Given, frozenset[str]]]:
    """Give the single words of a clause that are said of options, where it says nothing else."""
    message, places = said.message, range(clause.first, clause.after)
    around = word_set(message.language, "common", "around_choice")
    known: dict[int, frozenset[str]] = {}
    for place in places:
        word = _stem(message.bare[place], message.language)
        own = frozenset(option for option, words in having.items() if any(_alike(each[0], word) for each in words))
        if own and message.bare[place] not in around:
            known[place] = own
    wishes = {
        place
        for label in _WISHING
        for cue in message.within(f"clauses.{label}", clause)
        for place in range(cue.first, cue.after)
    }
    if known and clause.mood is not Mood.ASK and (says_only(message, places, {*known, *wishes}) or said.chooses()):
        for place, options in known.items():
            yield _given(said, range(place, place + 1)), options


def _alike(own: str, word: str) -> bool:
    """Tell whether a guest's word is that of an option, perhaps mistyped."""
    typed = min(len(own), len(word)) >= _TYPED and own[0] == word[0]
    return own == word or (typed and Levenshtein.distance(own, word, score_cutoff=1) <= 1)


def _stem(word: str, language: str) -> str:
    """Return a word without the ending of the plural: "nuts" and "nut" are the same thing."""
    for ending, instead in table(language, "catalogue", "plurals").items():
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word


def _given(said: Said, places: range) -> Given:
    start, end = said.message.pieces[places[0]].start, said.message.pieces[places[-1]].end
    return Given("described", None, said.message.text[start:end], start, end)
