"""Reads a pick by its rank in an order: "the second cheapest", "the third latest", "the fastest"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import TypeAlias

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose
from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.numbers import ruled_out
from frontdesk.language.resolve.options.picking import Picking, is_asked, is_turned_down
from frontdesk.language.resolve.places import Order, measure
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_NEXT = 2  # the rank of "the next cheapest"
_Key: TypeAlias = Callable[[Option], float | None]


def by_rank(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick the option that has a rank among all that were found: one in words, or the first where size counts."""
    if not message.has(_RANKING):
        return Picking(())
    every = (*asked.options, *asked.further)
    cues = [(cue, label) for label in (*_ORDERS, *_SIZES) for cue in message.found(label)]
    for cue, label in sorted(cues, key=lambda pair: -pair[0].start):  # the last word wins
        ordinals = number.read_ordinal(message.text[: cue.start], context)
        named = [each for each in ordinals if message.place_at(each.end - 1) + 1 == cue.first]
        rank = named[-1].value if named else 1 if label in _SURE else 0
        if cue.first and message.bare[cue.first - 1] in word_set(message.language, "clauses", "next_in_order"):
            rank = _NEXT
        key = _ORDERS.get(label) or _by_size(message, cue, every, _SIZES[label])
        option = _ranked(every, key, rank) if key else None
        begin = named[-1].start if named else cue.start
        if option is None or is_asked(message, cue):
            continue
        words = message.text[begin : cue.end]
        used = tuple(given for given in givens if begin < given.end and given.start < cue.end)
        reads: tuple[Read, ...] = (Read(Choose(ByValue(IDENTITY, option.id), words), why="rank: of all found"),)
        if is_turned_down(message, message.place_at(begin)):
            reads = tuple(ruled_out(option, words, asked))
        return Picking(reads, used, message.clause_at(cue.start))
    return Picking(())


def _ranked(options: Sequence[Option], key: _Key, rank: int) -> Option | None:
    """Return the option of a rank, the first being 1; none where two share it or all are alike."""
    keyed = [(value, option) for option in options if (value := key(option)) is not None]
    keyed.sort(key=lambda pair: pair[0])
    if not 1 <= rank <= len(keyed):
        return None
    value, option = keyed[rank - 1]
    return option if sum(other == value for other, _ in keyed) == 1 else None


def _rising(order: Order) -> _Key:
    return partial(measure, order=order)


def _falling(key: _Key) -> _Key:
    def negative(option: Option) -> float | None:
        value = key(option)
        return None if value is None else -value

    return negative


def _by_size(message: Message, cue: Cue, options: Sequence[Option], wanted: _Size) -> _Key | None:
    """Order by the number that is named after a phrase, "the most seats", or else by the only one there is."""
    names = dict.fromkeys(name for option in options for name in option.fields if _count(option, name) is not None)
    after = {word.removesuffix("s") for word in message.bare[cue.after :]}
    fields = [name for name in names if not after.isdisjoint(part.removesuffix("s") for part in name.split("_"))]
    fields = fields or ([] if wanted.named else [name for name in names if name != "price"])
    if len(fields) != 1:
        return None
    return _falling(partial(_count, name=fields[0])) if wanted.most else partial(_count, name=fields[0])


def _count(option: Option, name: str) -> float | None:
    value = option.value(name)
    return float(value) if isinstance(value, Decimal | int) and not isinstance(value, bool) else None


@dataclass(frozen=True, slots=True)
class _Size:
    """Which end of an order by number is wanted, and whether it must be named what is counted."""

    most: bool
    named: bool


_SIZES: Mapping[str, _Size] = {
    "clauses.biggest": _Size(most=True, named=False),
    "clauses.smallest": _Size(most=False, named=False),
    "clauses.most_of": _Size(most=True, named=True),
    "clauses.least_of": _Size(most=False, named=True),
}
_LENGTHS: Mapping[str, _Key] = {
    "clauses.shortest": _rising(Order.LENGTH),
    "clauses.longest": _falling(_rising(Order.LENGTH)),
}
_HOURS: Mapping[str, _Key] = {
    "clauses.leaves_first": _rising(Order.START),
    "clauses.leaves_last": _falling(_rising(Order.START)),
    "clauses.lands_first": _rising(Order.END),
    "clauses.lands_last": _falling(_rising(Order.END)),
}
_ORDERS: Mapping[str, _Key] = {
    "clauses.least_price": _rising(Order.PRICE),
    "clauses.most_price": _falling(_rising(Order.PRICE)),
    "clauses.least_late": _rising(Order.START),
    "clauses.most_late": _falling(_rising(Order.START)),
    **_LENGTHS,
    **_HOURS,
}
_RANKING = frozenset((*_ORDERS, *_SIZES))
_SURE = frozenset((*_LENGTHS, *_HOURS, *_SIZES))  # these are of all there are; "the cheapest" is looked for elsewhere
