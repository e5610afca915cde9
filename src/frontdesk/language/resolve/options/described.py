"""Reads a pick by what an option is shown with: "the lemon tart", "the one with nuts", "the nonstop one"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rapidfuzz.distance import Levenshtein

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import bare
from frontdesk.language.resolve.options.picking import Picking, Said
from frontdesk.language.resolve.slots.filling import is_taken_back
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.results import Read
from frontdesk.language.words import table, tokens, word_set

_PARTS = re.compile(r"[,;/&]|\band\b")
_SILENT = frozenset({"kind", IDENTITY})
_WISHING = (
    "clauses.desires",
    "clauses.excluding_before",
    "clauses.excluding_after",
    "clauses.something",
    "clauses.one",
    "clauses.earliest",
    "clauses.latest",
    "clauses.cheapest",
    "clauses.dearest",
)
_SAYING = (bool, int, str, tuple)  # the values whose words tell an option apart
_SHOWN = 1024
_TYPED = 5  # letters, from which on one may be mistyped


@dataclass(frozen=True, slots=True)
class _Trait:
    """Some words that tell options apart: of which field, and which options have them."""

    field: str
    words: tuple[str, ...]
    options: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Mention:
    """A trait that a message names, all of its words or only some."""

    trait: _Trait
    given: Given


def by_description(said: Said) -> Picking:
    """Pick the options that a message describes; what it rules out leaves the others."""
    message, asked = said.message, said.asked
    traits = _traits(said.every, message.language)
    if not traits:
        return Picking(())
    whole = [each for each in _longest(_whole(message, traits)) if _is_meant(message, each)]
    mentions = _with_stances(said, whole or _parts(message, traits))
    wanted = _last_said(message, [each for each in mentions if each.given.stance is Stance.WANTED])
    refused = [each for each in mentions if each.given.stance is Stance.EXCLUDED]
    if wanted:
        return _picked(_on_page(_meant(wanted), asked), wanted)
    if refused:
        gone = {option for each in refused for option in each.trait.options}
        return _picked([option.id for option in asked.options if option.id not in gone], refused)
    return Picking(())


def described(said: Said) -> frozenset[Value]:
    """Return the options that a message describes."""
    picks = [read.meaning.pick for read in by_description(said).reads if isinstance(read.meaning, Choose)]
    return frozenset(pick.value for pick in picks if isinstance(pick, ByValue))


def _picked(options: Sequence[str], mentions: Sequence[_Mention]) -> Picking:
    words = mentions[-1].given.words
    return Picking(
        tuple(Read(Choose(ByValue(IDENTITY, option), words), why="described: in its words") for option in options)
    )


def _on_page(options: frozenset[str], asked: Asked) -> list[str]:
    """Keep what the guest sees, or else what is on another page."""
    shown = [option.id for option in asked.options if option.id in options]
    return shown or [option.id for option in asked.further if option.id in options]


def _meant(mentions: Sequence[_Mention]) -> frozenset[str]:
    """Return the options with all that was named: several traits of one field are alternatives."""
    by_field = [
        frozenset[str]().union(*(each.trait.options for each in group))
        for _, group in groupby(sorted(mentions, key=lambda each: each.trait.field), key=lambda each: each.trait.field)
    ]
    return frozenset.intersection(*by_field) or frozenset[str]().union(*by_field)


def _last_said(message: Message, mentions: Sequence[_Mention]) -> Sequence[_Mention]:
    for index in range(len(mentions) - 1, 0, -1):
        if is_taken_back(message, mentions[index - 1].given, mentions[index].given):
            return mentions[index:]
    return mentions


def _traits(options: Sequence[Option], language: str) -> list[_Trait]:
    """Return the words of every option that not all of them have."""
    having: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for option in options:
        for field, value in option.fields.items():
            if field in _SILENT or not isinstance(value, _SAYING):
                continue
            for words in _said_of(field, value, language):
                having.setdefault((field, words), set()).add(option.id)
    return [_Trait(*key, frozenset(ids)) for key, ids in having.items() if len(ids) < len(options)]


@lru_cache(maxsize=_SHOWN, typed=True)  # what is shown stays while a guest chooses
def _said_of(field: str, value: Value, language: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of all that a field says of an option."""
    cut = [[token.plain for token in tokens(text) if token.text[0].isalnum()] for text in _texts(field, value)]
    return tuple([tuple([_stem(bare(word), language) for word in words]) for words in cut if words])


def _texts(field: str, value: Value) -> Iterator[str]:
    """Give what a field says of an option; one that is simply true is called by its name."""
    match value:
        case True:
            yield field.replace("_", " ")
        case bool():
            return
        case int():
            yield f"{value} {field.replace('_', ' ')}"
        case str():
            yield value
            yield from (part for part in _PARTS.split(value) if part.strip() and part.strip() != value)
        case tuple():
            for each in value:
                yield from _texts(field, each)
        case _:
            return


def _whole(message: Message, traits: Sequence[_Trait]) -> list[_Mention]:
    """Return the traits whose words all stand in the message, one after another."""
    heard = [_stem(word, message.language) for word in message.bare]
    return [
        _Mention(trait, _given(message, place, place + len(trait.words)))
        for trait in traits
        for place in range(len(heard) - len(trait.words) + 1)
        if all(map(_alike, trait.words, heard[place : place + len(trait.words)]))
    ]


def _is_meant(message: Message, mention: _Mention) -> bool:
    """Tell "the one with cinnamon" from "my mother liked cinnamon": a single word is much like any other."""
    if len(mention.trait.words) > 1:
        return True
    clause = message.clause_at(mention.given.start)
    cues = [cue for label in _WISHING for cue in message.within(label, clause)]
    around = word_set(message.language, "common", "around_choice")
    return all(
        word in around
        or not word[0].isalnum()
        or mention.given.start <= message.pieces[place].start < mention.given.end
        or any(cue.first <= place < cue.after for cue in cues)
        for place, word in enumerate(message.bare[clause.first : clause.after], clause.first)
    )


def _parts(message: Message, traits: Sequence[_Trait]) -> list[_Mention]:
    """Return the traits of which a clause has a word, where the clause says nothing else: "the tart, please"."""
    plain = word_set(message.language, "common", "around_choice")
    found: list[_Mention] = []
    for clause in message.clauses:
        places = [place for place in range(clause.first, clause.after) if message.bare[place][0].isalnum()]
        telling = {place: _stem(message.bare[place], message.language) for place in places}
        telling = {place: word for place, word in telling.items() if message.bare[place] not in plain}
        if clause.mood is Mood.ASK or not telling:
            continue
        known = {place: [trait for trait in traits if _has(trait, word)] for place, word in telling.items()}
        if all(known.values()):
            found += _fullest(message, known)
    return found


def _fullest(message: Message, known: Mapping[int, Sequence[_Trait]]) -> Iterator[_Mention]:
    """Give the traits that most of the words belong to: the pie of "apple pie" is no other pie."""
    counts = {
        id(trait): sum(trait in traits for traits in known.values()) for traits in known.values() for trait in traits
    }
    most = max(counts.values())
    for place, traits in known.items():
        for trait in traits:
            if counts[id(trait)] == most:
                yield _Mention(trait, _given(message, place, place + 1))


def _has(trait: _Trait, word: str) -> bool:
    return any(_alike(own, word) for own in trait.words)


def _alike(own: str, word: str) -> bool:
    """Tell whether a guest's word is that of an option, perhaps mistyped."""
    if own == word:
        return True
    return (
        min(len(own), len(word)) >= _TYPED
        and own[0] == word[0]
        and Levenshtein.distance(own, word, score_cutoff=1) <= 1
    )


def _stem(word: str, language: str) -> str:
    """Return a word without the ending of the plural: "nuts" and "nut" are the same thing."""
    for ending, instead in table(language, "catalogue", "plurals").items():
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word


def _given(message: Message, first: int, after: int) -> Given:
    start, end = message.pieces[first].start, message.pieces[after - 1].end
    return Given("described", None, message.text[start:end], start, end)


def _longest(mentions: Sequence[_Mention]) -> list[_Mention]:
    """Leave out what is part of something longer: the nuts of "no nuts"."""
    spans = {(each.given.start, each.given.end) for each in mentions}
    return [
        each
        for each in mentions
        if not any(
            start <= each.given.start and each.given.end <= end and end - start > each.given.end - each.given.start
            for start, end in spans
        )
    ]


def _with_stances(said: Said, mentions: Sequence[_Mention]) -> list[_Mention]:
    ordered = sorted(mentions, key=lambda each: (each.given.start, each.given.end))
    stances = with_stances(said.message, [each.given for each in ordered], said.beliefs)
    return [_Mention(each.trait, given) for each, given in zip(ordered, stances, strict=True)]
