"""Draws references that guests can type back: each is one that our own reader takes for a reference."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from frontdesk.language.readers import reference
from frontdesk.language.readers.reading import Context
from frontdesk.scheduling.business import Business
from frontdesk.storage.references import fresh_reference


def readable_references(business: Business, now: datetime) -> Callable[[], str]:
    """Return how to draw references for bookings of a business."""
    context = Context(now, business.region, business.language)

    def draw() -> str:
        drawn = fresh_reference()
        # Eight letters with at most one digit may be a word as well; about half of all draws are.
        while [found.value for found in reference.read(drawn, context)] != [drawn]:
            drawn = fresh_reference()
        return drawn

    return draw
