"""Reads a pick by its place in an order: "the cheapest", "the second latest", "the first one after 4"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import Choose, Extreme
from frontdesk.dialogue.values import Item, Soonest, Times
from frontdesk.language.readers import number
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.described import described
from frontdesk.language.resolve.options.ends import CHEAPEST, DEAREST, EARLIEST, LATEST, OF_ALL, OF_SHOWN, ORDERS, RANKS
from frontdesk.language.resolve.options.picking import (
    Picking,
    Said,
    is_asked,
    is_turned_down,
    of_options,
    without,
)
from frontdesk.language.resolve.options.positions import positions
from frontdesk.language.resolve.places import Limit, Order, Place, allows, at_place, in_order, is_at, measure
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_ANY_CHEAPER = "clauses.cheaper_one"
_EXTREMES = {
    EARLIEST: Extreme.EARLIEST,
    LATEST: Extreme.LATEST,
    CHEAPEST: Extreme.CHEAPEST,
    DEAREST: Extreme.DEAREST,
}
_OF_ALL_EXTREMES = {EARLIEST: Extreme.FIRST, LATEST: Extreme.LAST}
_NEXT = 2  # the rank of "the next cheapest"


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A place in an order that a message names, its words, and among which options it is one."""

    place: Place
    given: Given
    label: str


def by_order(said: Said) -> Picking:
    """Pick the one at a place in an order, among those that are as a message says besides."""
    named = list(_named(said))
    wanted = [each for each in named if each.given.stance is Stance.WANTED]
    if wanted:
        return _picked(said, max(wanted, key=lambda each: (each.given.end, -each.given.start)))
    for each in named:
        option = at_place(said.asked.options, each.place)
        if option is not None and len(said.asked.options) > 1:
            reads = without([option], each.given.words, said.asked)
            soonest = tuple(given for given in said.givens if isinstance(given.value, Soonest))
            return Picking(reads, soonest, said.message.clause_at(each.given.start))
    return Picking(())


def limit_of(given: Given) -> Limit | None:
    """Return what a value says of the one that is picked, where it is no single time, which picks by itself."""
    if given.stance is not Stance.WANTED or given.problem is not None:
        return None
    match given.value:
        case Times(start=None, end=None) | datetime():
            return None
        case Times() | Item() | date() as limit:
            return limit
        case _:
            return None


def _named(said: Said) -> Iterator[_Ranked]:
    """Give the places in an order that a message names."""
    message = said.message
    for label, place in ORDERS.items():
        for cue in message.found(label):
            if not is_asked(message, cue) and not _is_only_said(said, cue, label):
                ranked = _with_rank(said, cue, place, label)
                if ranked is not None and _has_order(said, ranked.place):
                    yield ranked
    cues = [cue for label in ORDERS for cue in message.found(label)]
    for given in said.givens if len(said.asked.options) > 1 else ():
        free = not any(cue.start < given.end and given.start < cue.end for cue in cues)
        if free and isinstance(given.value, Soonest) and given.stance is Stance.WANTED:
            yield _Ranked(EARLIEST, given, "clauses.earliest")
    limits = [given for given in said.givens if limit_of(given) is not None]
    for each in positions(said) if limits else ():
        one = each.given.kind == "ordinal" and each.sure and not all(map(each.given.overlaps, limits))
        if one and isinstance(each.given.value, int):
            yield _Ranked(Place(Order.START, each.given.value), each.given, "")


def _is_only_said(said: Said, cue: Cue, label: str) -> bool:
    """Tell "5 at the latest" and "it was the latest you had", which pick nothing, and "anything cheaper?"."""
    message, clause = said.message, said.message.clause_at(cue.start)
    if label in OF_ALL and (clause.mood not in {Mood.SAY, Mood.REQUEST} or message.within("clauses.past", clause)):
        return True
    if any(given.start < cue.start and cue.end <= given.end for given in said.givens):
        return True
    some = word_set(message.language, "common", "some")
    wider = [other for other in message.found(_ANY_CHEAPER) if other.first <= cue.first < other.after]
    return not said.asked.chosen_from and any(message.bare[other.first] in some for other in wider)


def _with_rank(said: Said, cue: Cue, place: Place, label: str) -> _Ranked | None:
    """Return a place with the rank that stands before it: "the third cheapest", "the next cheapest"."""
    message = said.message
    ordinals = number.read_ordinal(message.text[: cue.start], said.context)
    ranks = [each for each in ordinals if message.place_at(each.end - 1) + 1 == cue.first]
    begin, rank = cue.start, 1 if label not in RANKS else 0
    if ranks:
        begin, rank, label = ranks[-1].start, ranks[-1].value, ""
    elif cue.first and message.bare[cue.first - 1] in word_set(message.language, "clauses", "next_in_order"):
        rank = _NEXT
    if rank < 1:
        return None
    down = is_turned_down(message, message.place_at(begin))
    words = message.text[begin : cue.end]
    stance = Stance.EXCLUDED if down else Stance.WANTED
    given = Given("order", rank, words, begin, cue.end, stance=stance)
    return _Ranked(Place(place.order, place.rank * rank), given, label)


def _has_order(said: Said, place: Place) -> bool:
    return any(measure(option, place.order) is not None for option in said.every)


def _picked(said: Said, named: _Ranked) -> Picking:
    """Return what is at a place, among what fits all that was said besides."""
    over = [given for given in said.givens if given.overlaps(named.given)]
    limits = {given: value for given in said.givens if given not in over and (value := limit_of(given)) is not None}
    if any(
        isinstance(value, Item) and not any(allows(value, each) for each in said.every) for value in limits.values()
    ):
        return Picking(())  # another person is to be looked for
    if named.label in OF_ALL and limits and named.place == LATEST:
        return Picking(())  # the last of all there are may be one that was not found yet
    few = [each.options for each in positions(said) if each.given.kind == "ordinal" and len(each.options) > 1]
    traits = described(said)
    scope = said.asked.options if named.label in OF_SHOWN and not limits and not traits else said.every
    among = [option for option in scope if all(allows(value, option) for value in limits.values())]
    among = [option for option in among if not _is_ruled_out(option, said.givens)]
    among = [option for option in among if all(option in several for several in few)]
    among = [option for option in among if not traits or option.id in traits]
    option = _alone_at(among, named.place)
    if option is None:
        return Picking(())
    used = tuple(given for given in said.givens if given in over or given in limits)
    soonest = tuple(given for given in said.givens if isinstance(given.value, Soonest))
    reads = of_options([option], named.given.words, why="order: a place among what fits")
    extremes = _OF_ALL_EXTREMES if named.label in OF_ALL else _EXTREMES
    by_clock = named.label in OF_SHOWN or named.label in OF_ALL
    by_price = named.place.order is Order.PRICE and "price" in option.fields
    if len(among) == len(scope) and named.place in extremes and (by_clock or by_price):
        reads = (Read(Choose(extremes[named.place], named.given.words), why="order: the first or last of it"),)
    return Picking(reads, (*used, *soonest), said.message.clause_at(named.given.start))


def _alone_at(options: Sequence[Option], place: Place) -> Option | None:
    """Return the option at a place; none where others of another rank share it."""
    option = at_place(options, place)
    if option is None or (abs(place.rank) == 1 and place.order in {Order.START, Order.PRICE}):
        return option
    ordered = in_order(options, place.order)
    same = [each for each in ordered if measure(each, place.order) == measure(option, place.order)]
    return option if len(same) == 1 else None


def _is_ruled_out(option: Option, givens: Sequence[Given]) -> bool:
    """Tell whether an option is at a time that does not suit: "the cheapest, but not at night"."""
    start = option.value("start")
    refused = [given.value for given in givens if given.kind == "time" and given.stance is Stance.EXCLUDED]
    clock = start.time() if isinstance(start, datetime) else None
    return clock is not None and any(isinstance(value, time | Times) and is_at(clock, value) for value in refused)
