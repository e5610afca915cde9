"""Tells what is the cheapest of all that is offered, and what the most expensive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.values import Item
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.understanding.questions.subjects import About
from frontdesk.scheduling.business import Business

_SERVICE = "service"
_CHEAPEST, _DEAREST = "clauses.least_price", "clauses.most_price"
EXTREMES = frozenset({_CHEAPEST, _DEAREST})


@dataclass(frozen=True, slots=True)
class Ends:
    """What is offered for least, with what is free before it, and what for most."""

    least: tuple[Item, ...]
    most: tuple[Item, ...]


def ends_of(business: Business) -> Ends:
    """Return both ends of the prices of a business; nothing where it names no prices."""
    priced = [(each.price, Item(_SERVICE, each.id)) for each in business.services.values() if each.price is not None]
    paid = [(price, item) for price, item in priced if price.high]
    if not paid:
        return Ends((), ())
    least, most = min(price.low for price, _ in paid), max(price.high for price, _ in paid)
    free = tuple(item for price, item in priced if not price.high)
    return Ends(
        (*free, *(item for price, item in paid if price.low == least)),
        tuple(item for price, item in paid if price.high == most),
    )


def extreme(message: Message, clause: Clause, givens: Sequence[Given], asked: Asked, ends: Ends) -> About:
    """Return what "what's the cheapest thing you do?" is about; of what is offered just now a guest picks instead."""
    if clause.mood is not Mood.ASK or asked.wanted is Wanted.CHOICE:
        return ()
    least, most = message.within(_CHEAPEST, clause), message.within(_DEAREST, clause)
    if not (least or most) or any(given.kind == _SERVICE for given in givens):
        return ()
    return tuple((_SERVICE, item) for item in (ends.least if least else ends.most))
