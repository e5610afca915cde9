"""Tells what a question is about: the things and people it names, the day it asks for, something that nobody has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import TypeAlias

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import table, tokens, word_set

About: TypeAlias = tuple[tuple[str, Value], ...]

_PROVIDER, _SERVICE = "provider", "service"
_COMPARED = "topics.price.compared"
_PRESENCE, _WITH_WHOM = "clauses.presence", "booked.with_whom"
_PERSON, _PERFORMING = "clauses.about_person", "clauses.performing"
OF_SOMEBODY = frozenset({_PRESENCE, _WITH_WHOM, _PERSON, _PERFORMING})  # without these no question is about people
_LAST_HOUR = 12
_MOST = 3  # words of something that is asked for by name
_OFFERING = ("topics.services.words", "clauses.getting", "clauses.having")


def about(message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> About:
    """Return the items a question is about: named in it, or in the message, or talked about before."""
    items = [given for given in givens if isinstance(given.value, Item) or _may_be(given)]
    near = [given for given in items if _belongs(message, clause, given)] or items
    named = tuple(dict.fromkeys((given.kind, value) for given in near for value in _values(given)))
    if sum(kind == _PROVIDER for kind, _ in named) > 1:  # "who does it, Sarah or Emily?" is about neither
        named = tuple((kind, value) for kind, value in named if kind != _PROVIDER)
    if named:
        return named
    known = [item for value in asked.known.values() for item in _items(value)]
    before = known or [item for value in asked.topics.values() for item in _items(value)]
    return tuple((item.kind, item) for item in before)


def of_whom(message: Message, clause: Clause, givens: Sequence[Given], asked: Asked, about: About) -> About:
    """Leave out a person who was only talked about before, where it is asked who there is: "who can do it then?"."""
    who = message.within("clauses.asking_who", clause)
    if not who or any(given.kind == _PROVIDER for given in givens):
        return about
    sought = asked.slot is not None and asked.slot.kind == _PROVIDER
    known = () if sought or message.within("clauses.who_can", clause) else tuple(asked.known.values())
    return tuple((kind, value) for kind, value in about if kind != _PROVIDER or value in known)


def _belongs(message: Message, clause: Clause, given: Given) -> bool:
    """Tell what a question names, also after a pause: "prices of Botox, fillers?"."""
    own = message.clause_at(given.start)
    listed = own.sentence == clause.sentence and own.start > clause.start and message.place_of_topic(own) < 0
    return clause.holds(given.start) or (listed and own.mood is clause.mood is Mood.ASK)


def _may_be(given: Given) -> bool:
    """Tell "a facial", where there are several: a question is about each of them."""
    return given.kind == _SERVICE and bool(given.candidates)


def _values(given: Given) -> tuple[Value, ...]:
    return given.candidates if given.value is None else (given.value,)


def _items(value: Value) -> list[Item]:
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
    if not isinstance(meaning, Ask):
        return
    services = [pair for pair in meaning.about if pair[0] == _SERVICE]
    if len(services) < 2:
        yield read
        return
    others = tuple(pair for pair in meaning.about if pair[0] != _SERVICE)
    for service in services:
        yield replace(read, meaning=replace(meaning, about=(service, *others)))


def presence(message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> About:
    """Return whose being there a clause asks about, and the day if it names one: "is Dr. Smith in on Friday?"."""
    words = message.found(_PRESENCE)
    if not words:
        return ()
    people = [given for given in givens if given.kind == _PROVIDER and clause.holds(given.start)]
    follows = [cue for cue in words if any(each.end <= cue.start for each in people) and clause.holds(cue.start)]
    served = any(given.kind in {_SERVICE, "time"} for given in givens)
    # "Does Dr. Smith work on Friday?" may ask for an opening, where one is being looked for.
    asks = clause.mood is Mood.ASK or (clause.mood is Mood.REQUEST and asked.wanted is Wanted.NOTHING)
    if not asks or len(people) != 1 or not follows or served:
        return ()
    if not isinstance(people[0].value, Item):
        return ()
    told = message.text[follows[0].start : follows[0].end]
    return ((_PROVIDER, people[0].value), ("presence", told), *day(message, clause, givens))


def with_whom(message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> About:
    """Return whom "who is it with?" is about: the one with whom it is being booked."""
    cues = message.within(_WITH_WHOM, clause)
    if not cues or any(isinstance(given.value, Item) for given in givens):
        return ()
    people = [item for value in asked.known.values() for item in _items(value) if item.kind == _PROVIDER]
    told = message.text[cues[0].start : cues[0].end]
    return ((_PROVIDER, people[0]), ("with_whom", told)) if people else ()


def talked_about(message: Message, clause: Clause, asked: Asked) -> About:
    """Return the person whom "what does she do?" means: the one that was talked about before."""
    if clause.mood is not Mood.ASK or not message.within(_PERSON, clause):
        return ()
    known = [item for value in (*asked.known.values(), *asked.topics.values()) for item in _items(value)]
    people = list(dict.fromkeys(item for item in known if item.kind == _PROVIDER))
    return ((_PROVIDER, people[0]),) if len(people) == 1 else ()


def performing(message: Message, clause: Clause, givens: Sequence[Given]) -> About:
    """Return who is asked about, and what they may do: "does Dr. Smith do peels?"."""
    performing = message.within(_PERFORMING, clause)
    if not performing:
        return ()
    inside = [given for given in givens if clause.holds(given.start) and isinstance(given.value, Item)]
    people = [given for given in inside if given.kind == _PROVIDER]
    services = [given for given in inside if given.kind == _SERVICE]
    does = [cue for cue in performing if people and people[0].end <= cue.start]
    if clause.mood is not Mood.ASK or len(people) != 1 or len(services) != 1 or not does:
        return ()
    told = message.text[does[0].start : does[0].end]
    named = [(given.kind, given.value) for given in (*people, *services) if given.value is not None]
    return (*named, ("doing", told))


def unoffered(message: Message, clause: Clause, givens: Sequence[Given], own: frozenset[str]) -> About:
    """Return what a clause asks for by a name that nothing here has: "do you do eyebrows?"."""
    if any(given.kind in {_SERVICE, _PROVIDER, "day", "time"} and clause.holds(given.start) for given in givens):
        return ()
    healing = word_set(message.language, "common", "healing")
    cues = [cue for label in _OFFERING for cue in message.within(label, clause)]
    cues = [cue for cue in cues if healing.isdisjoint(message.bare[cue.first : cue.after])]
    for cue in sorted(cues, key=lambda cue: -cue.after):
        first, after = _named(message, cue.after, clause.after)
        words = message.bare[first:after]
        if 0 < len(words) <= _MOST and _is_thing(message, words, own):
            return (("unoffered", message.text[message.pieces[first].start : message.pieces[after - 1].end]),)
    return ()


def offered(message: Message, clause: Clause, givens: Sequence[Given]) -> About:
    """Return the one service that a clause asks for: "do you do lips?" is told what is done for them."""
    services = [given for given in givens if given.kind == _SERVICE and clause.holds(given.start)]
    if len(services) != 1 or services[0].value is None:
        return ()
    first = message.place_at(services[0].start)
    cues = [cue for label in _OFFERING for cue in message.within(label, clause)]
    return ((_SERVICE, services[0].value),) if any(0 <= first - cue.after < _MOST for cue in cues) else ()


def names_sum(message: Message, clause: Clause, givens: Sequence[Given]) -> bool:
    """Tell "is it more than 500?", which is about a price, from "is it more than 20 minutes?"."""
    if _is_put_at(message, clause, givens):
        return True
    ends = {
        cue.after + (message.bare[cue.after : cue.after + 1] == ("$",)) for cue in message.within(_COMPARED, clause)
    }
    return bool(ends) and any(
        message.place_at(given.start) in ends and _is_sum(message, given)
        for given in givens
        if clause.holds(given.start)
    )


def _is_put_at(message: Message, clause: Clause, givens: Sequence[Given]) -> bool:
    """Tell "is Botox 100 dollars?", which puts a service at a sum: the currency must be named."""
    inside = [given for given in givens if clause.holds(given.start)]
    numbers = [given for given in inside if given.kind in {"money", "number"}]
    if not numbers or not any(given.kind == _SERVICE for given in inside):
        return False
    money = {*table(message.language, "money", "words"), "$"}
    for given in numbers:
        first, last = message.place_at(given.start), message.place_at(given.end - 1)
        around = (*message.bare[max(first - 1, 0) : first], *message.bare[last + 1 : last + 2])
        if given.kind == "money" or not money.isdisjoint(around):
            return True
    return False


def _is_sum(message: Message, given: Given) -> bool:
    """Tell a number of dollars, or of nothing that is named, from an hour and from so many minutes."""
    if given.kind != "number" or not isinstance(given.value, int) or given.value <= _LAST_HOUR:
        return given.kind == "money"
    after = message.bare[message.place_at(given.end - 1) + 1 :][:1]
    money = word_set(message.language, "money", "after") | table(message.language, "money", "words").keys()
    return not after or not after[0].isalpha() or after[0] in money


def sold_elsewhere(message: Message, clause: Clause, own: frozenset[str]) -> bool:
    """Tell "do you have massages?", which asks for a service, from "do you have Wi-Fi?"."""
    others = word_set(message.language, "catalogue", "trades") | word_set(message.language, "catalogue", "asked_for")
    having = [cue.after for cue in message.within("clauses.having", clause)]
    return any(not (others - own).isdisjoint(message.bare[place : clause.after]) for place in having)


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
