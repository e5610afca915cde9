"""Reads a pick of what is first or last in an order: "the cheapest", "the later one", "the cheapest with breakfast"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose, Extreme, Pick
from frontdesk.dialogue.values import Soonest, Times
from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.described import by_description
from frontdesk.language.resolve.options.numbers import others, ruled_out
from frontdesk.language.resolve.options.picking import Picking, is_asked
from frontdesk.language.resolve.options.prices import are_priced, price_of
from frontdesk.language.resolve.places import Order, Place, at_place, is_at
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

EXTREMES = {
    "clauses.earliest": Extreme.EARLIEST,
    "clauses.latest": Extreme.LATEST,
    "clauses.cheapest": Extreme.CHEAPEST,
    "clauses.dearest": Extreme.DEAREST,
    "clauses.other": Extreme.OTHER,
}
_BY_PRICE = frozenset({Extreme.CHEAPEST, Extreme.DEAREST})
_LAST = frozenset({Extreme.LATEST, Extreme.DEAREST})
_ANY_CHEAPER = "clauses.cheaper_one"
_PRICE = "price"  # the field by which a choice itself finds the cheapest
_TWO = 2


def by_extreme(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick what is first or last in an order; one that is turned down leaves the others."""
    soonest = tuple(given for given in givens if isinstance(given.value, Soonest))
    said = _said(message, asked, context)
    found = [(cue, extreme) for cue, extreme in said if not _is_turned_down(message, cue, context)]
    if found:
        cue, extreme = max(found, key=lambda pair: (pair[0].end, pair[0].after - pair[0].first))
        words = message.text[cue.start : cue.end]
        pick = _meant(message, extreme, asked, givens, context)
        read = Read(Choose(pick, words), why="extreme: of the options shown")
        used = tuple(given for given in givens if given in soonest or cue.start <= given.start < cue.end)
        return Picking((read,), used, message.clause_at(cue.start))
    if said:
        return _without(message, said, soonest, asked, context)
    wanted = [given for given in soonest if given.stance is Stance.WANTED]
    if not wanted or len(asked.options) == 1:
        return Picking(())
    first = Read(Choose(Extreme.EARLIEST, wanted[0].words), why="extreme: the first of the options shown")
    return Picking((first,), soonest)


def extreme_of(options: Sequence[Option], extreme: Extreme, context: Context) -> Option | None:
    """Return the option that is first or last in an order; none where nothing has a place in it."""
    rank = -1 if extreme in _LAST else 1
    if extreme not in _BY_PRICE:
        return at_place(options, Place(Order.START, rank))
    priced = [(price, option) for option in options if (price := price_of(option, context)) is not None]
    ordered = sorted(priced, key=lambda pair: pair[0], reverse=rank < 0)
    return ordered[0][1] if ordered else None


def _said(message: Message, asked: Asked, context: Context) -> list[tuple[Cue, Extreme]]:
    """Return the ends of an order that a message names, where the options have such an order."""
    found = [(cue, extreme) for label, extreme in EXTREMES.items() for cue in message.found(label)]
    found = [(cue, extreme) for cue, extreme in found if not is_asked(message, cue)]
    if any(extreme in _BY_PRICE for _, extreme in found) and not are_priced(asked, context):
        found = [(cue, extreme) for cue, extreme in found if extreme not in _BY_PRICE]
    if len(asked.options) != _TWO:  # "the other" of five says nothing
        found = [(cue, extreme) for cue, extreme in found if extreme is not Extreme.OTHER]
    if asked.wanted is Wanted.CHOICE and message.found(_ANY_CHEAPER):
        found = [(cue, extreme) for cue, extreme in found if not _is_any_cheaper(message, cue)]
    return found


def _is_any_cheaper(message: Message, cue: Cue) -> bool:
    """Tell "anything cheaper?", which looks for more than is shown, from "the cheaper one"."""
    some = word_set(message.language, "common", "some")
    wider = message.found(_ANY_CHEAPER)
    return any(other.first <= cue.first < other.after and message.bare[other.first] in some for other in wider)


def _meant(message: Message, extreme: Extreme, asked: Asked, givens: Sequence[Given], context: Context) -> Pick:
    """Return the end of an order among what is described besides, and by whatever the options call their price."""
    described = [read.meaning.pick for read in by_description(message, asked).reads if isinstance(read.meaning, Choose)]
    whole = (*asked.options, *asked.further)
    every = [option for option in whole if not _is_ruled_out(option, givens)]
    among = [option for option in every if ByValue(IDENTITY, option.id) in described]
    unnamed = extreme in _BY_PRICE and not any(_PRICE in option.fields for option in every)
    narrowed = bool(among) or unnamed or len(every) < len(whole)
    option = extreme_of(among or every, extreme, context) if narrowed else None
    return ByValue(IDENTITY, option.id) if option is not None else extreme


def _is_ruled_out(option: Option, givens: Sequence[Given]) -> bool:
    """Tell whether an option is at a time that does not suit: "the cheapest, but not at night"."""
    start = option.value("start")
    refused = [given.value for given in givens if given.kind == "time" and given.stance is Stance.EXCLUDED]
    clock = start.time() if isinstance(start, datetime) else None
    return clock is not None and any(isinstance(value, time | Times) and is_at(clock, value) for value in refused)


def _without(
    message: Message, said: Sequence[tuple[Cue, Extreme]], soonest: tuple[Given, ...], asked: Asked, context: Context
) -> Picking:
    """Read "not the early one" as ruling it out: it picks nothing, and rules out no day either."""
    for cue, extreme in said:
        option = extreme_of(asked.options, extreme, context) if _is_refused(message, cue) else None
        if option is not None and len(asked.options) > 1:
            words = message.text[cue.start : cue.end]
            reads = tuple(ruled_out(option, words, asked)) or tuple(others([option], words, asked))
            return Picking(reads, soonest, message.clause_at(cue.start))
    return Picking(())


def _is_turned_down(message: Message, cue: Cue, context: Context) -> bool:
    """Tell "not the cheapest" and "the second cheapest" from "the cheapest"."""
    ordinals = number.read_ordinal(message.text[: cue.start], context)
    follows = bool(ordinals) and message.place_at(ordinals[-1].end - 1) + 1 == cue.first
    return follows or _is_refused(message, cue)


def _is_refused(message: Message, cue: Cue) -> bool:
    nothing = word_set(message.language, "common", "nothing")
    refusals = [
        other for other in message.found("clauses.excluding_before") if message.bare[other.first] not in nothing
    ]
    return any(abs(cue.first - other.after) <= 1 and other.first < cue.first for other in refusals)
