"""Reads what something may cost: "something under 150", and "anything cheaper?" of what is put forward."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time
from decimal import Decimal

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Anytime, Money
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import money, number
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.instead import is_all_said
from frontdesk.language.resolve.options.named import amount_of, is_alone
from frontdesk.language.resolve.options.picking import is_turned_down
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read

_CHEAPER, _CHEAP = "clauses.cheaper_one", "clauses.cheap_one"
CHEAPER = frozenset({_CHEAPER, _CHEAP, "clauses.cheapest"})
_HOURS = 24  # "before 9" may be a time; what is more than that is none
_UNIT = Decimal(1)  # of the currency: what costs that much less is cheaper


def cheaper(heard: Heard) -> list[Read]:
    """Return less than the price shown as the most that it may cost; the time that it has gives way, hours stay."""
    cue = _wished(heard) if heard.message.has(CHEAPER) else None
    slot = heard.asked.slot_of("money") if cue is not None else None
    if cue is None or slot is None or slot.ask is not None or heard.asked.chosen_from:
        return []
    known = {name: value for name, value in heard.asked.known.items() if name != slot.name}
    prices = [value for value in known.values() if isinstance(value, Money)]
    if len(prices) != 1:
        return []
    words = heard.message.text[cue.start : cue.end]
    less = replace(prices[0], amount=prices[0].amount - _UNIT)
    reads = [Read(Inform(slot.name, less, words), why="price: less than the one shown")]
    timed = heard.asked.slot_of("time")
    if timed is not None and isinstance(heard.asked.known.get(timed.name), time):
        reads.append(Read(Inform(timed.name, Anytime(), words), why="price: at whatever time"))
    return reads


def _wished(heard: Heard) -> Cue | None:
    """Return what asks for something cheaper; "is that the cheapest?" only asks, and the second cheapest is another."""
    message = heard.message
    bare = [cue for cue in message.found("clauses.cheapest") if not is_turned_down(heard.message, cue.first)]
    asks = any(clause.mood is Mood.ASK for clause in message.clauses)  # "is that the cheapest?"
    ranked = bool(bare) and bool(number.read_ordinal(message.text, heard.context))
    if bare and not asks and not ranked and is_all_said(message, bare, heard.context):
        return bare[0]  # "cheaper?"
    other_days = message.found("clauses.other_days")  # "is there a cheaper day?"
    for label in (_CHEAPER, _CHEAP):
        for cue in message.found(label):
            asks = label == _CHEAP and message.clause_at(cue.start).mood is Mood.ASK
            asks = asks or any(day.start < cue.end and cue.start < day.end for day in other_days)
            ranks = number.read_ordinal(message.text[: cue.start], heard.context)
            ranked = bool(ranks) and message.place_at(ranks[-1].end - 1) + 1 == cue.first
            if not asks and not ranked and not is_turned_down(heard.message, cue.first):
                return cue
    return None


def limit(message: Message, givens: Sequence[Given], target: Sheet, context: Context) -> Read | None:
    """Read "something under 150", said where a price is known or nothing is yet, as the most that it may cost."""
    slots = target.of_kind("money")
    priced = not target.known or any(isinstance(value, Money) for value in target.known.values())
    if len(slots) != 1 or slots[0].ask is not None or not priced:
        return None
    for given in givens:
        amount = amount_of(given) if given.kind == "number" else None
        if amount is None or amount < _HOURS or not is_alone(message, given):
            continue
        if money.is_bound(message.text, given.words, context):
            value = Money(amount, money.own_currency(context))
            return Read(Inform(slots[0].name, value, given.words), why="price: the most that it may be")
    return None
