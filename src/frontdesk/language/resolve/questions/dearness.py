"""Tells what costs least and most of all that is offered, or of what was talked of together."""

from __future__ import annotations

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard

_SERVICE = "service"
_CHEAPER = "clauses.cheapest"
_LEAST, _MOST = ("clauses.least_price", _CHEAPER), ("clauses.most_price",)


def extremes(heard: Heard) -> tuple[Item, ...]:
    """Return what "what's the cheapest thing you do?" is about, with what is free before what is paid for.

    Of what is offered just now a guest picks instead, and of what is named is asked about just that.
    """
    least = any(map(heard.message.found, _LEAST))
    named = any(given.kind == _SERVICE for given in heard.givens)
    if heard.asked.wanted is Wanted.CHOICE or named or not (least or any(map(heard.message.found, _MOST))):
        return ()
    before = heard.asked.topics.get(_SERVICE)
    compared = before if isinstance(before, tuple) and heard.message.found(_CHEAPER) else ()
    among = [item.id for item in compared if isinstance(item, Item)]
    services = [each for each in heard.ear.business.services.values() if not among or each.id in among]
    prices = {each.id: each.price for each in services if each.price is not None}
    paid = {name: price.low if least else -price.high for name, price in prices.items() if price.high}
    free = [name for name, price in prices.items() if not price.high] if least else []
    ends = [name for name, price in paid.items() if price == min(paid.values())]
    return tuple(Item(_SERVICE, name) for name in (*free, *ends))


def cheaper_of_two(heard: Heard) -> tuple[Item, ...]:
    """Return what "the cheaper one" means, said of what was just compared."""
    compared = isinstance(heard.asked.topics.get(_SERVICE), tuple)
    idle = heard.asked.wanted is Wanted.NOTHING
    return extremes(heard) if compared and idle and heard.message.found(_CHEAPER) else ()
