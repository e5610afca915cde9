"""Reads a pick by its price: "the $15 one", "the 22 one", "something under 20"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose, Inform
from frontdesk.dialogue.values import Money, Value
from frontdesk.language.readers import money
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.options.numbers import is_pronoun
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.times import starts
from frontdesk.language.resolve.slots.filling import is_taken_back
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.results import Read
from frontdesk.language.words import listed, word_set

_HOURS = 24  # "before 9" may be a time; what is more than that is none
_LONG = 20  # a list may be that long: up to there a mere number is a place in it, whether there is one or not


@dataclass(frozen=True, slots=True)
class _Wish:
    """An amount that a message names, and whether it is a price, the most, or the least that it may be."""

    given: Given
    amount: Decimal
    bound: money.Bound

    def fits(self, price: Decimal) -> bool:
        match self.bound:
            case money.Bound.MOST:
                return price <= self.amount
            case money.Bound.LEAST:
                return price >= self.amount
            case money.Bound.EXACT:
                return price == self.amount


def by_price(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick the options whose price was named, on this page or else among all that were found."""
    wishes = list(_wishes(message, givens, asked, context))
    if not wishes or not are_priced(asked, context):
        return Picking(())
    while len(wishes) > 1 and is_taken_back(message, wishes[-2].given, wishes[-1].given):
        wishes = wishes[-1:]
    for wish in wishes:
        fitting = _fitting(asked.options, wish, context)
        if wish.bound is not money.Bound.EXACT or not fitting:
            fitting += _fitting(asked.further, wish, context)
        if fitting:
            picks = [ByValue(IDENTITY, option.id) for option in fitting]
            reads = tuple(Read(Choose(pick, wish.given.words), why="price: of an option") for pick in picks)
            return Picking(reads, tuple(given for given in givens if given.overlaps(wish.given)))
    return Picking(())


def are_priced(asked: Asked, context: Context) -> bool:
    """Tell whether anything shown has a price of its own."""
    return any(True for option in asked.options for _ in _prices(option, context))


def price_of(option: Option, context: Context) -> Decimal | None:
    """Return what an option costs, whatever the field is called."""
    return next(_prices(option, context), None)


def limit(message: Message, givens: Sequence[Given], target: Sheet, context: Context) -> Read | None:
    """Read "something under 150", said where a price is known or nothing is yet, as the most that it may cost."""
    slots = target.of_kind("money")
    priced = not target.known or any(isinstance(value, Money) for value in target.known.values())
    if len(slots) != 1 or slots[0].ask is not None or not priced:
        return None
    for given in givens:
        amount = _amount(given.value) if given.kind == "number" else None
        if amount is None or amount < _HOURS or not _is_alone(message, given):
            continue
        if money.is_bound(message.text, given.words, context) and not _is_least(message, given, context):
            value = Money(amount, money.own_currency(context))
            return Read(Inform(slots[0].name, value, given.words), why="price: the most that it may be")
    return None


def _is_least(message: Message, given: Given, context: Context) -> bool:
    return money.bound_before(message.text, given.start, context) is money.Bound.LEAST


def _wishes(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Iterator[_Wish]:
    """Give the amounts that are wanted. A bare number within the list is a place in it, unless it is a bound."""
    found = [Given("money", each.value, each.words, each.start, each.end) for each in money.read(message.text, context)]
    numbers = apart((given for given in givens if given.kind == "number"), found)
    numbers = [given for given in (*numbers, *_no_hours(givens, asked)) if _is_alone(message, given)]
    numbers = [given for given in numbers if not is_pronoun(message, given)]
    for given in with_stances(message, sorted([*found, *numbers], key=lambda given: given.start)):
        amount = _amount(given.value)
        bound = money.bound_before(message.text, given.start, context)
        # The no of "no more than 50" rules nothing out.
        meant = given.stance is Stance.WANTED or (given.stance is Stance.EXCLUDED and bound is not money.Bound.EXACT)
        if amount is None or not meant:
            continue
        longest = _LONG if _is_all_said(message, given) else len(asked.options)
        if given.kind == "money" or bound is not money.Bound.EXACT or not 1 <= amount <= longest:
            yield _Wish(given, amount, bound)


def _no_hours(givens: Sequence[Given], asked: Asked) -> Iterator[Given]:
    """Give the "118" of "the 118 one" as a number, where nothing begins at 1:18."""
    hours = [given for given in givens if given.kind == "time" and given.words.isdecimal()]
    shown = starts((*asked.options, *asked.further)) if hours else set()
    for given in hours:
        if given.value not in shown:
            yield replace(given, kind="number", value=int(given.words))


def _is_all_said(message: Message, given: Given) -> bool:
    """Tell a mere "7", or "7 please", from "the 7 one" and "the one for 7"."""
    light = word_set(message.language, "common", "light") - word_set(message.language, "triggers", "articles")
    return all(
        piece.plain in light or not piece.text[0].isalnum() or given.start <= piece.start < given.end
        for piece in message.pieces
    )


def _is_alone(message: Message, given: Given) -> bool:
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
        *(phrase.split() for key in ("most", "least") for phrase in listed(language, "money", key)),
    )


def _fitting(options: Sequence[Option], wish: _Wish, context: Context) -> list[Option]:
    return [option for option in options if any(wish.fits(price) for price in _prices(option, context))]


def _prices(option: Option, context: Context) -> Iterator[Decimal]:
    """Give what an option costs: an amount of money, or a number in a field that is called by a price."""
    names = word_set(context.language, "money", "called")
    for name, value in option.fields.items():
        amount = _amount(value)
        if amount is not None and (isinstance(value, Money) or not names.isdisjoint(name.split("_"))):
            yield amount


def _amount(value: Value | None) -> Decimal | None:
    match value:
        case Money(amount, _):
            return amount
        case bool():
            return None
        case int() | Decimal():
            return Decimal(value)
        case _:
            return None
