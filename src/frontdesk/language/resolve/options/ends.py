"""The ends of the orders that options can be put in, by the lists of phrases that name them."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.language.resolve.places import Order, Place

EARLIEST, LATEST = Place(Order.START, 1), Place(Order.START, -1)
CHEAPEST, DEAREST = Place(Order.PRICE, 1), Place(Order.PRICE, -1)
OF_SHOWN: Mapping[str, Place] = {"clauses.earliest": EARLIEST, "clauses.latest": LATEST}
OF_ALL: Mapping[str, Place] = {"clauses.first_of_all": EARLIEST, "clauses.last_of_all": LATEST}
OF_FOUND: Mapping[str, Place] = {
    "clauses.cheapest": CHEAPEST,
    "clauses.dearest": DEAREST,
    "clauses.shortest": Place(Order.LENGTH, 1),
    "clauses.longest": Place(Order.LENGTH, -1),
    "clauses.leaves_first": EARLIEST,
    "clauses.leaves_last": LATEST,
    "clauses.lands_first": Place(Order.END, 1),
    "clauses.lands_last": Place(Order.END, -1),
}
RANKS: Mapping[str, Place] = {
    "clauses.least_price": CHEAPEST,
    "clauses.most_price": DEAREST,
    "clauses.least_late": EARLIEST,
    "clauses.most_late": LATEST,
}  # which pick only with a rank: "the second cheapest"
ORDERS: Mapping[str, Place] = {**OF_SHOWN, **OF_ALL, **OF_FOUND, **RANKS}
