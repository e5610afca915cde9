"""Reads a pick by its rank in an order: "the second cheapest", "the third latest", "the fastest"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose
from frontdesk.dialogue.values import Money
from frontdesk.language import number
from frontdesk.language.reading import Context
from frontdesk.language.understanding.choosing.picking import Picking
from frontdesk.language.understanding.message.clauses import Message, Mood
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values.given import Given

_Key: TypeAlias = Callable[[Option], float | None]


def by_rank(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick the option that has a rank among all that were found: one in words, or the first where length counts."""
    for label, key in _ORDERS.items():
        for cue in message.found(label):
            ordinals = number.read_ordinal(message.text[: cue.start], context)
            named = [each for each in ordinals if message.place_at(each.end - 1) + 1 == cue.first]
            rank = named[-1].value if named else 1 if label in _LENGTHS else 0
            option = _ranked((*asked.options, *asked.further), key, rank)
            if option is None or message.clause_at(cue.start).mood is Mood.ASK:
                continue
            begin = named[-1].start if named else cue.start
            used = tuple(given for given in givens if begin < given.end and given.start < cue.end)
            read = Read(Choose(ByValue(IDENTITY, option.id), message.text[begin : cue.end]), why="rank: of all found")
            return Picking((read,), used)
    return Picking(())


def _ranked(options: Sequence[Option], key: _Key, rank: int) -> Option | None:
    """Return the option of a rank, the first being 1; none where two share it or all are alike."""
    keyed = [(value, option) for option in options if (value := key(option)) is not None]
    keyed.sort(key=lambda pair: pair[0])
    if not 1 <= rank <= len(keyed):
        return None
    value, option = keyed[rank - 1]
    return option if sum(other == value for other, _ in keyed) == 1 else None


def _price(option: Option) -> float | None:
    price = option.value("price")
    if isinstance(price, Money):
        return float(price.amount)
    return float(price) if isinstance(price, Decimal | int) else None


def _start(option: Option) -> float | None:
    start = option.value("start")
    return start.timestamp() if isinstance(start, datetime) else None


def _length(option: Option) -> float | None:
    start, end = option.value("start"), option.value("end")
    return (end - start).total_seconds() if isinstance(start, datetime) and isinstance(end, datetime) else None


def _falling(key: _Key) -> _Key:
    def negative(option: Option) -> float | None:
        value = key(option)
        return None if value is None else -value

    return negative


_LENGTHS: Mapping[str, _Key] = {"clauses.shortest": _length, "clauses.longest": _falling(_length)}
_ORDERS: Mapping[str, _Key] = {
    "clauses.least_price": _price,
    "clauses.most_price": _falling(_price),
    "clauses.least_late": _start,
    "clauses.most_late": _falling(_start),
    **_LENGTHS,
}
