"""Finds what a guest picked in exactly what was offered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time
from decimal import Decimal
from typing import assert_never

from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Extreme, Number, Pick
from frontdesk.dialogue.values import Item, Money, Times, Value

TOGETHER = "+"  # between the ids of options that are taken at once


def named(offer: Offer, identity: str) -> Option:
    """Return an option by its id; several at once by all of theirs."""
    ids = identity.split(TOGETHER) if offer.several else [identity]
    return together([option for option in offer.options if option.id in ids])


def together(options: Iterable[Option]) -> Option:
    """Make one option of several: each field holds what it holds in each of them."""
    first, *rest = every = list(options)
    if not rest:
        return first
    fields: dict[str, Value] = {}
    for name in dict.fromkeys(name for option in every for name in option.fields):
        fields[name] = tuple(option.fields[name] for option in every if name in option.fields)
    return Option(TOGETHER.join(option.id for option in every), fields)


def picked(offer: Offer, pick: Pick) -> tuple[Option, ...]:
    """Return the options that `pick` can mean: one is a choice, several a doubt, none a miss."""
    match pick:
        case Number(position):
            return _numbered(offer, position)
        case AtTime(at):
            return _at(offer.visible(), at) or _at(offer.options, at)
        case ByValue(field, value):
            return _having(offer.visible(), field, value) or _having(offer.options, field, value)
        case Extreme.CHEAPEST | Extreme.DEAREST:
            return _extreme(offer.options, pick)  # of all there are, whatever page they are on
        case Extreme.FIRST | Extreme.LAST:
            return _extreme(_on_days_shown(offer), pick)
        case Extreme():
            return _extreme(offer.options if pick is Extreme.ALL else offer.visible(), pick)
        case _:
            assert_never(pick)


def _numbered(offer: Offer, position: int) -> tuple[Option, ...]:
    shown = offer.visible()
    if position == -1:
        return shown[-1:]
    return shown[position - 1 : position] if position >= 1 else ()


def _at(options: tuple[Option, ...], at: time | Times) -> tuple[Option, ...]:
    return tuple(option for option in options if _starts(option, at))


def _starts(option: Option, at: time | Times) -> bool:
    start = option.fields.get("start")
    if not isinstance(start, datetime):
        return False
    clock = start.time()
    if isinstance(at, Times):
        return (at.start is None or at.start <= clock) and (at.end is None or clock < at.end)
    return clock == at


def _having(options: tuple[Option, ...], field: str, value: Value) -> tuple[Option, ...]:
    return tuple(option for option in options if _has(option.value(field), value))


def _has(held: Value | None, value: Value) -> bool:
    return held == value or (isinstance(held, tuple) and value in held)


def _extreme(options: tuple[Option, ...], extreme: Extreme) -> tuple[Option, ...]:
    match extreme:
        case Extreme.EARLIEST | Extreme.FIRST:
            return _ordered(options, "start")[:1]
        case Extreme.LATEST | Extreme.LAST:
            return _ordered(options, "start")[-1:]
        case Extreme.CHEAPEST:
            return _ordered(options, "price")[:1]
        case Extreme.DEAREST:
            return _ordered(options, "price")[-1:]
        case Extreme.OTHER:
            return options[1:2] if len(options) == 2 else ()
        case Extreme.ALL:
            return options
        case _:
            assert_never(extreme)


def _on_days_shown(offer: Offer) -> tuple[Option, ...]:
    """Return all that was found on the days of the page: "the last slot" is one of the day that is talked about."""
    days = {start.date() for option in offer.visible() if isinstance(start := option.value("start"), datetime)}
    starts = [(option, option.value("start")) for option in offer.options]
    return tuple(option for option, start in starts if isinstance(start, datetime) and start.date() in days)


def _ordered(options: tuple[Option, ...], field: str) -> tuple[Option, ...]:
    """Sort by a field that has an order; options without it are left out."""
    keyed = [(key, option) for option in options if (key := _order(option.value(field))) is not None]
    return tuple(option for _, option in sorted(keyed, key=lambda pair: pair[0]))


def _order(value: Value | None) -> float | None:
    match value:
        case datetime():
            return value.timestamp()
        case Money(amount, _):
            return float(amount)
        case Decimal() | int():
            return float(value)
        case Item() | _:
            return None
