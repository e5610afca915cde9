"""Reads a pick by what options have: a time, a day, a person, a price."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import time
from decimal import Decimal
from functools import cache

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Choose, Number
from frontdesk.dialogue.values import Item, Money, Soonest, Times
from frontdesk.language.readers import money
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.options.fields import days_of, field_apart, ones, starts
from frontdesk.language.resolve.options.picking import Picking, Said, of_options, places_of, says_only
from frontdesk.language.resolve.options.positions import is_pronoun
from frontdesk.language.resolve.places import Limit, Order, allows, measure
from frontdesk.language.resolve.slots.filling import is_taken_back
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.results import Read
from frontdesk.language.words import table, tokens, word_set

_BARE_CLOCK = re.compile(r"\D*(?:[1-9]|1[0-2])(?:[:.]\d\d)?")
_HALF_DAY = 12
_LONG = 20  # a list may be that long: up to there a mere number is a place in it, whether there is one or not


def by_value(said: Said) -> Picking:
    """Pick by the times, the days or the things named, all of which hold for what is picked."""
    return _by_time(said) or _by_item(said) or _by_day(said) or _only_fitting(said) or Picking(())


def _by_time(said: Said) -> Picking | None:
    """Pick by the time at which an option starts, on the day and with whom it is said to be."""
    named = said.wanted("time")
    times = [each for given in named for each in _in_doubt(given, said)]
    times = [each for each in times if isinstance(each.value, time) or is_followed_by_one(said.message, each)]
    times = [_in_half_shown(each, said) for each in _last_said(said.message, times)]
    kept = {given: given.value for given in times if isinstance(given.value, time | Times)}
    days = said.wanted("day")
    if not kept or not any(starts((option,)) for option in said.every) or not _are_shown(days, said):
        return None
    others = [given for given in days if not isinstance(given.value, Soonest)]
    others += [given for given in said.givens if isinstance(given.value, Item) and given.stance is Stance.WANTED]
    fitting = [option for option in said.asked.options if _fits(option, list(kept.values()), others)]
    used = (*(given for given in named if isinstance(given.value, time | Times) or given.candidates), *days)
    if days and not fitting and len(set(days_of(said.asked.options))) > 1:
        return None
    if others and fitting:
        things = [given for given in others if given not in days]
        reads = of_options(fitting, times[-1].words, why="time: with what was said besides")
        return Picking(reads, (*used, *things))
    picks = map(AtTime, kept.values())
    words = [given.words for given in kept]
    pairs = zip(picks, words, strict=True)
    return Picking(tuple(Read(Choose(pick, said_so), why="time: of an option") for pick, said_so in pairs), used)


def _fits(option: Option, times: Sequence[time | Times], others: Sequence[Given]) -> bool:
    limits = [given.value for given in others]
    kinds = {type(value) for value in limits}
    held = [any(type(value) is kind and _allows(value, option) for value in limits) for kind in kinds]
    return all(held) and any(allows(at, option) for at in times)


def _allows(value: object, option: Option) -> bool:
    return isinstance(value, Limit) and allows(value, option)


def _last_said(message: Message, times: list[Given]) -> list[Given]:
    """Keep what was said last, where it takes back what was said before."""
    while len(times) > 1 and is_taken_back(message, times[-2], times[-1]):
        times = times[-1:]
    return times


def _in_doubt(given: Given, said: Said) -> list[Given]:
    """Return both readings of "at 8" where both may be meant, or else the one that is shown."""
    clocks = [value for value in given.candidates if isinstance(value, time)]
    shown = [at for at in clocks if at in starts(said.asked.options)]
    return [replace(given, value=at, problem=None, candidates=()) for at in (shown or clocks)] if clocks else [given]


def _in_half_shown(given: Given, said: Said) -> Given:
    """Read the "6:40" of a guest who is shown 6:40 AM as that, where no half of the day was named."""
    language = said.message.language
    counting = {*table(language, "numbers", "ones"), *table(language, "numbers", "tens")}
    counting |= word_set(language, "common", "around_hours")
    spelled = counting.issuperset(token.plain for token in tokens(given.words))
    if not isinstance(given.value, time) or not (_BARE_CLOCK.fullmatch(given.words) or spelled):
        return given
    shown = starts(said.every)
    other = given.value.replace(hour=(given.value.hour + _HALF_DAY) % (2 * _HALF_DAY))
    return replace(given, value=other) if given.value not in shown and other in shown else given


def is_followed_by_one(message: Message, given: Given) -> bool:
    """Tell "the morning one", which is one of those shown."""
    after = message.place_at(given.end - 1) + 1
    return isinstance(given.value, Times) and after < len(message.bare) and message.bare[after] in ones(message)


def _are_shown(days: Sequence[Given], said: Said) -> bool:
    """Tell whether all days named are days of the options shown; another day asks for new options."""
    shown = days_of(said.asked.options)
    return all(given.value in shown for given in days if not isinstance(given.value, Soonest))


def _by_item(said: Said) -> Picking | None:
    """Pick by a catalogue value that sets options apart: "the one with Emily", "the deluxe"."""
    found = [
        (given, Read(Choose(ByValue(field, given.value), given.words), why=f"{field}: sets an option apart"))
        for given in said.givens
        if given.stance is Stance.WANTED
        and isinstance(given.value, Item)
        and (field := field_apart(given.value, said.asked.options)) is not None
    ]
    return Picking(tuple(read for _, read in found), tuple(given for given, _ in found)) if found else None


def _by_day(said: Said) -> Picking | None:
    """Pick by the day; a day of which more was found is only narrowed down to."""
    options = said.asked.options
    days = [given for given in said.wanted("day") if given.value in days_of(options)]
    fitting = [option for option in options if any(given.value in days_of((option,)) for given in days)]
    unseen = any(given.value in days_of(said.asked.further) for given in days)
    sure = bool(ones(said.message)) or not unseen
    if not days or said.wanted("time") or not sure or (len(fitting) == len(options) and len(options) > 1):
        return None
    picks = [Number(options.index(option) + 1) for option in fitting]
    return Picking(tuple(Read(Choose(pick, days[-1].words), why="day: of an option") for pick in picks), tuple(days))


def _only_fitting(said: Said) -> Picking | None:
    """Pick the only one in some hours: asked "8 AM or 8 PM?", "in the evening" is one, and so is "the afternoon"."""
    hours = [given for given in said.wanted("time") if isinstance(given.value, Times)]
    values = [given.value for given in hours if isinstance(given.value, Times) and given.value.start != given.value.end]
    slot = said.asked.slot_of("time")
    several = slot is not None and isinstance(said.asked.known.get(slot.name), tuple)
    doubted = said.asked.wanted is Wanted.CHOICE and (bool(said.asked.among) or several)
    among = said.asked.options if doubted else said.every
    fitting = [option for option in among if all(allows(value, option) for value in values)]
    if len(hours) != 1 or not values or len(fitting) != 1 or len(among) == 1:
        return None
    clause = said.message.clause_at(hours[0].start)
    alone = says_only(said.message, range(clause.first, clause.after), places_of(said.message, hours[0]))
    if not doubted and not (alone and clause.mood is Mood.SAY and said.chooses()):
        return None
    return Picking(of_options(fitting, hours[0].words, why="hours: the only one that fits"), tuple(hours))


def by_price(said: Said) -> Picking:
    """Pick the options whose price was named, on this page or else among all that were found."""
    if all(_price(option) is None for option in said.asked.options):
        return Picking(())
    named = _last_said(said.message, list(_amounts(said)))
    for given in named:
        bound = money.bound_before(said.message.text, given.start, said.context)
        fitting = [option for option in said.asked.options if _costs(option, given, bound)]
        if bound is not money.Bound.EXACT or not fitting:
            fitting += [option for option in said.asked.further if _costs(option, given, bound)]
        if fitting:
            used = tuple(other for other in said.givens if other.overlaps(given))
            return Picking(of_options(fitting, given.words, why="price: of an option"), used)
    return Picking(())


def _price(option: Option) -> Decimal | None:
    price = measure(option, Order.PRICE)
    return None if price is None else Decimal(str(price))


def _costs(option: Option, given: Given, bound: money.Bound) -> bool:
    price, amount = _price(option), amount_of(given)
    if price is None or amount is None:
        return False
    match bound:
        case money.Bound.MOST:
            return price <= amount
        case money.Bound.LEAST:
            return price >= amount
        case money.Bound.EXACT:
            return price == amount


def amount_of(given: Given) -> Decimal | None:
    """Return the amount of money that a value may be."""
    match given.value:
        case Money(amount, _):
            return amount
        case bool():
            return None
        case int() | Decimal() as number:
            return Decimal(number)
        case _:
            return None


def _amounts(said: Said) -> Iterator[Given]:
    """Give the amounts that are wanted. A bare number within the list is a place in it, unless it is a bound."""
    message = said.message
    read = money.read(message.text, said.context)
    found = [Given("money", each.value, each.words, each.start, each.end) for each in read]
    numbers = [given for given in said.givens if given.kind == "number"]
    numbers += [
        replace(given, kind="number", value=int(given.words))
        for given in said.givens
        if given.kind == "time" and given.words.isdecimal() and given.value not in starts(said.every)
    ]
    numbers = [given for given in apart(numbers, found) if not is_pronoun(message, given) and is_alone(message, given)]
    for given in with_stances(message, sorted([*found, *numbers], key=lambda given: given.start), said.beliefs):
        amount = amount_of(given)
        bound = money.bound_before(message.text, given.start, said.context)
        # The no of "no more than 50" rules nothing out.
        meant = given.stance is Stance.WANTED or (given.stance is Stance.EXCLUDED and bound is not money.Bound.EXACT)
        longest = _LONG if _is_all_said(message, given) else len(said.asked.options)
        listed = given.kind != "money" and bound is money.Bound.EXACT
        if amount is not None and meant and not (listed and 1 <= amount <= longest):
            yield given


def _is_all_said(message: Message, given: Given) -> bool:
    """Tell a mere "7", or "7 please", from "the 7 one" and "the one for 7"."""
    light = word_set(message.language, "common", "light") - word_set(message.language, "triggers", "articles")
    places = places_of(message, given)
    return all(place in places or word in light or not word[0].isalnum() for place, word in enumerate(message.bare))


def is_alone(message: Message, given: Given) -> bool:
    """Tell "the 15 one" from "15 minutes", "9 cars" and "bay 9": a number of something else is no price."""
    plain = _around_prices(message.language)
    clause = message.clause_at(given.start)
    before, after = message.place_at(given.start) - 1, message.place_at(given.end - 1) + 1
    beside = [message.bare[place] for place in (before, after) if clause.first <= place < clause.after]
    return all(word in plain or not word[0].isalpha() for word in beside)


@cache
def _around_prices(language: str) -> frozenset[str]:
    """Return the words that may stand beside a number that is a price."""
    return word_set(language, "common", "around_choice").union(
        *(word_set(language, "money", key) for key in ("after", "roughly", "called")),
        *(phrase.split() for key in ("most", "least") for phrase in word_set(language, "money", key)),
    )
