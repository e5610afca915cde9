"""Reads a pick that is limited besides: "the later one with Emily", "the first one after 4"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose, Inform
from frontdesk.dialogue.values import Item, Soonest, Times, Value
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.options.fields import ones
from frontdesk.language.resolve.options.numbers import ordinals_of
from frontdesk.language.resolve.options.picking import Picking, is_asked, is_turned_down
from frontdesk.language.resolve.places import Limit, Order, Place, allows, at_place, narrowed
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_FIRST, _LAST = Place(Order.START, 1), Place(Order.START, -1)
_SHOWN = {
    "clauses.earliest": _FIRST,
    "clauses.latest": _LAST,
    "clauses.cheapest": Place(Order.PRICE, 1),
    "clauses.dearest": Place(Order.PRICE, -1),
}
_OF_ALL = {"clauses.first_of_all": _FIRST, "clauses.last_of_all": _LAST}


@dataclass(frozen=True, slots=True)
class _Named:
    """A place that a message names, and whether it is one among all there are rather than among those shown."""

    place: Place
    given: Given
    of_all: bool


def by_limits(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick the one at a place among those that are as a message says besides."""
    if all(_limit(given) is None for given in givens):
        return Picking(())
    named = next(_places(message, givens, context), None)
    if named is None and _are_in_doubt(asked):
        return _one_in_doubt(givens, asked)
    limits = [given for given in givens if _limit(given) is not None and not (named and named.given.overlaps(given))]
    if named is None or not limits:
        return Picking(())
    every = (*asked.options, *asked.further)
    carried = [given for given in limits if _is_carried(given, every)]
    values = [value for given in carried if (value := _limit(given)) is not None]
    option = at_place(narrowed(every, values), named.place)
    if option is None or (named.of_all and named.place == _LAST and len(carried) == len(limits)):
        return Picking(())  # the last of all there are may be one that was not found yet
    used = tuple(given for given in givens if given in carried or given.overlaps(named.given))
    if len(carried) < len(limits):
        return Picking(tuple(_wished(asked, named, values)), used)
    pick = Choose(ByValue(IDENTITY, option.id), named.given.words)
    return Picking((Read(pick, why="place: among what fits"),), used)


def _are_in_doubt(asked: Asked) -> bool:
    """Tell whether the options shown are all that a guest may have meant: both readings of "at 8"."""
    slot = asked.slot_of("time")
    several = slot is not None and isinstance(asked.known.get(slot.name), tuple)
    return asked.wanted is Wanted.CHOICE and (bool(asked.among) or several)


def _one_in_doubt(givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick the only one of those in doubt that is as a message says: asked "8 AM or 8 PM?", "in the evening" is one."""
    limits = [given for given in givens if isinstance(_limit(given), Times)]
    values = [value for given in limits if (value := _limit(given)) is not None]
    fitting = narrowed(asked.options, values)
    if not limits or len(fitting) != 1:
        return Picking(())
    pick = Choose(ByValue(IDENTITY, fitting[0].id), limits[-1].words)
    return Picking((Read(pick, why="limit: the only one in doubt that fits"),), tuple(limits))


def _limit(given: Given) -> Limit | None:
    """Return what a value says of the one that is picked, where it is no single time, which picks by itself."""
    if given.stance is not Stance.WANTED or given.problem is not None:
        return None
    match given.value:
        case Times(start=None, end=None):
            return None
        case Times() | Item() as limit:
            return limit
        case datetime():
            return None
        case date() as day:
            return day
        case _:
            return None


def _is_carried(given: Given, options: Sequence[Option]) -> bool:
    """Tell what the options say of themselves from a person or a thing that must be looked for anew."""
    limit = _limit(given)
    return limit is not None and (not isinstance(limit, Item) or any(allows(limit, option) for option in options))


def _places(message: Message, givens: Sequence[Given], context: Context) -> Iterator[_Named]:
    """Give the places that a message names."""
    for label, place in (*_OF_ALL.items(), *_SHOWN.items()):
        for cue in message.found(label):
            if not is_asked(message, cue) and not is_turned_down(message, cue.first):
                words = Given("place", None, message.text[cue.start : cue.end], cue.start, cue.end)
                yield _Named(place, words, of_all=label in _OF_ALL)
    soonest = [given for given in givens if isinstance(given.value, Soonest) and given.stance is Stance.WANTED]
    yield from (_Named(_FIRST, given, of_all=True) for given in soonest)
    for ordinal in ordinals_of(message, context):
        after = message.place_at(ordinal.end - 1) + 1
        pointed = after < len(message.bare) and message.bare[after] in ones(message)
        if pointed and ordinal.stance is Stance.WANTED and isinstance(ordinal.value, int):
            yield _Named(Place(Order.START, ordinal.value), ordinal, of_all=False)


def _wished(asked: Asked, named: _Named, limits: Sequence[Limit]) -> Iterator[Read]:
    """Give the time that is to be looked for, with somebody or something that the options do not name."""
    slot, place = asked.slot_of("time"), named.place
    shown = at_place(narrowed(asked.options, limits) or narrowed(asked.further, limits), place)
    start = shown.value("start") if shown else None
    if slot is None or place.order is not Order.START or not isinstance(start, datetime):
        return
    ends: dict[int, Value] = {1: Soonest(), -1: Times(None, None, latest=True)}
    value = ends.get(place.rank) if named.of_all and not limits else start.time()
    if value is not None:
        yield Read(Inform(slot.name, value, named.given.words), why="place: of what is looked for")
