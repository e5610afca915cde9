"""Tells what a question is about: the things and people it names, the day it asks for, something that nobody has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import TypeAlias

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.own_words import offered_words
from frontdesk.language.resolve.questions.topics import PROVIDER, SERVICE
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import tokens, word_set

About: TypeAlias = tuple[tuple[str, Value], ...]

_MOST = 3  # words of something that is asked for by name
_OFFERING = ("topics.services.words", "clauses.getting", "clauses.having")


def about(message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> About:
    """Return the items a question is about: named in it, or in the message, or talked about before."""
    every = [given for given in givens if isinstance(given.value, Item) or _may_be(given)]
    near = [given for given in every if _belongs(message, clause, given)] or every
    named = tuple(dict.fromkeys((given.kind, value) for given in near for value in _values(given)))
    if sum(kind == PROVIDER for kind, _ in named) > 1:  # "who does it, Sarah or Emily?" is about neither
        named = tuple((kind, value) for kind, value in named if kind != PROVIDER)
    if named:
        return named
    if doubtful := [item for value in asked.among for item in items(value)]:
        return tuple((item.kind, item) for item in doubtful)
    known = [item for value in asked.known.values() for item in items(value)]
    before = known or [item for value in asked.topics.values() for item in items(value)]
    return tuple((item.kind, item) for item in before)


def of_whom(heard: Heard, clause: Clause, about: About) -> About:
    """Return whom a question is about, and what of theirs: who is named, who it is being booked with, or who there is.

    "Who can do it then?" is about nobody who was only talked about before.
    """
    people = [pair for pair in about if pair[0] == PROVIDER]
    if any(given.kind == PROVIDER for given in heard.givens) or not people:
        inside = [pair for pair in about if pair[1] in [given.value for given in heard.givens]]
        does = people and len(inside) > len(people)
        return (*inside, ("doing", heard.message.words(clause).strip())) if does else tuple(people) or about
    sought = heard.asked.slot is not None and heard.asked.slot.kind == PROVIDER
    if not sought and people[0][1] in heard.asked.known.values():
        return (people[0], ("with_whom", heard.message.words(clause).strip()))
    person = heard.message.within("clauses.about_person", clause)  # "who is she?"
    asks_who = sought or (heard.message.within("clauses.asking_who", clause) and not person)
    return tuple(pair for pair in about if pair[0] != PROVIDER) if asks_who else (people[0],)


def _belongs(message: Message, clause: Clause, given: Given) -> bool:
    """Tell what a question names, also after a pause: "prices of Botox, fillers?"."""
    own = message.clause_at(given.start)
    listed = own.sentence == clause.sentence and own.start > clause.start and message.place_of_topic(own) < 0
    return clause.holds(given.start) or (listed and own.mood is clause.mood is Mood.ASK)


def _may_be(given: Given) -> bool:
    """Tell "a facial", where there are several: a question is about each of them."""
    return given.kind == SERVICE and bool(given.candidates)


def _values(given: Given) -> tuple[Value, ...]:
    return given.candidates if given.value is None else (given.value,)


def items(value: Value) -> list[Item]:
    """Return the items of the catalogue in a value."""
    return [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Item)]


def day(message: Message, clause: Clause, givens: Sequence[Given]) -> About:
    """Return the one day that a question names; "on Saturdays" is about the week."""
    weekly = word_set(message.language, "common", "weekly")
    days = [given for given in givens if given.kind == "day" and given.problem is None and clause.holds(given.start)]
    single = [given.value for given in days if weekly.isdisjoint(token.plain for token in tokens(given.words))]
    dates = [value for value in single if isinstance(value, date) and not isinstance(value, datetime)]
    return (("day", dates[0]),) if len(dates) == 1 else ()


def one_by_one(read: Read) -> Iterator[Read]:
    """Give a question about several services as one question for each: "how much is Botox and a peel?"."""
    meaning = read.meaning
    services = [pair for pair in meaning.about if pair[0] == SERVICE] if isinstance(meaning, Ask) else []
    if not isinstance(meaning, Ask) or len(services) < 2:
        yield read
        return
    others = tuple(pair for pair in meaning.about if pair[0] != SERVICE)
    for service in services:
        yield replace(read, meaning=replace(meaning, about=(service, *others)))


def unoffered(heard: Heard, clause: Clause) -> About:
    """Return what a clause asks for by a name that nothing here has: "do you do eyebrows?"."""
    message = heard.message
    named = {SERVICE, PROVIDER, "day", "time"}
    if any(given.kind in named and clause.holds(given.start) for given in heard.givens):
        return ()
    healing, own = word_set(message.language, "common", "healing"), offered_words(heard.ear.business)
    cues = [cue for label in _OFFERING for cue in message.within(label, clause)]
    for cue in sorted(cues, key=lambda cue: -cue.after):
        first, after = _named(message, cue.after, clause.after)
        words = message.bare[first:after]
        heals = not healing.isdisjoint(message.bare[cue.first : cue.after])
        if not heals and 0 < len(words) <= _MOST and _is_thing(message, words, own):
            return (("unoffered", message.text[message.pieces[first].start : message.pieces[after - 1].end]),)
    return ()


def _named(message: Message, first: int, after: int) -> tuple[int, int]:
    """Return where the words between two places begin and end without small ones around them."""
    around = word_set(message.language, "common", "around_thing")
    while first < after and (message.bare[first] in around or not message.bare[first][0].isalnum()):
        first += 1
    while after > first and (message.bare[after - 1] in around or not message.bare[after - 1][0].isalnum()):
        after -= 1
    return first, after


def _is_thing(message: Message, words: Sequence[str], own: frozenset[str]) -> bool:
    """Tell the name of a service from other things that a business may do or not: "walk-ins", "weekends"."""
    others = word_set(message.language, "common", "no_things") | word_set(message.language, "common", "favours")
    if words[0] in word_set(message.language, "clauses", "relating"):
        return False  # "what do you have that's relaxing?"
    return all(word.isalpha() for word in words) and others.isdisjoint(words) and not own.issuperset(words)
