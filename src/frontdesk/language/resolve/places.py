"""Which of the options found are meant: all that was said of them holds, and then one by its place among those.

Nothing here looks at words. Readers have found times, days, people and prices; what is related says where among
what fits the one that is meant stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias, assert_never

from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Days, Item, Money, Times, Value

Limit: TypeAlias = time | Times | date | Days | Item


class Order(StrEnum):
    """What options can be put in order by."""

    SHOWN = "shown"
    START = "start"
    END = "end"
    LENGTH = "length"
    PRICE = "price"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an order, the first being 1; below zero it is counted from the end."""

    order: Order
    rank: int


def narrowed(options: Iterable[Option], limits: Sequence[Limit]) -> tuple[Option, ...]:
    """Return the options that all limits allow."""
    return tuple(option for option in options if all(allows(limit, option) for limit in limits))


def allows(limit: Limit, option: Option) -> bool:
    """Tell whether an option is as it was said to be."""
    start = option.value("start")
    match limit:
        case Item():
            return any(held == limit or (isinstance(held, tuple) and limit in held) for held in option.fields.values())
        case time() | Times():
            return isinstance(start, datetime) and is_at(start.time(), limit)
        case Days():
            return isinstance(start, datetime) and limit.holds(start.date())
        case date():
            return isinstance(start, datetime) and start.date() == limit
        case _:
            assert_never(limit)


def is_at(clock: time, limit: time | Times) -> bool:
    """Tell whether a time of day is the one that is meant, or lies within the hours."""
    if isinstance(limit, Times):
        return (limit.start is None or limit.start <= clock) and (limit.end is None or clock < limit.end)
    return clock == limit


def at_place(options: Sequence[Option], place: Place) -> Option | None:
    """Return the option at a place; the first of those that share it, and none where the order has no such place."""
    ordered = in_order(options, place.order)
    index = place.rank - 1 if place.rank > 0 else len(ordered) + place.rank
    return ordered[index] if 0 <= index < len(ordered) else None


def in_order(options: Sequence[Option], order: Order) -> list[Option]:
    """Return options in an order; what has no place in it is left out."""
    if order is Order.SHOWN:
        return list(options)
    keyed = [(key, option) for option in options if (key := measure(option, order)) is not None]
    return [option for _, option in sorted(keyed, key=lambda pair: pair[0])]


def measure(option: Option, order: Order) -> float | None:
    """Return where an option stands in an order; None where it has no place in it."""
    match order:
        case Order.START | Order.END:
            return _moment(option.value(order.value))
        case Order.LENGTH if isinstance(length := option.value("length"), timedelta):
            return length.total_seconds()
        case Order.LENGTH:
            start, end = _moment(option.value("start")), _moment(option.value("end"))
            return None if start is None or end is None else end - start
        case Order.PRICE:
            return _amount(option)
        case Order.SHOWN:
            return None
        case _:
            assert_never(order)


def _moment(value: Value | None) -> float | None:
    return value.timestamp() if isinstance(value, datetime) else None


def _amount(option: Option) -> float | None:
    price = option.value("price") or next((each for each in option.fields.values() if isinstance(each, Money)), None)
    if isinstance(price, Money):
        return float(price.amount)
    return float(price) if isinstance(price, Decimal | int) and not isinstance(price, bool) else None
