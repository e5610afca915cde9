"""How many people something is for: as it was said, as it is kept with a booking, or nobody said."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import Final, Literal, TypeAlias

from frontdesk.desk.actions.calls import Call


class _NoParty(Enum):
    """Of how many people something cannot be: none, or parts of one."""

    NO_PARTY = "no party"


NO_PARTY: Final = _NoParty.NO_PARTY
Party: TypeAlias = int | Literal[_NoParty.NO_PARTY] | None


def party_of(call: Call, moving: int = 0) -> Party:
    """Return how many people come; those of the booking that is moved, where nothing else was said."""
    match call.arguments.get("party"):
        case int() | Decimal() as said:
            whole = int(said)
            return whole if whole == said and whole >= 1 else NO_PARTY
        case _ if moving and call.business.asks_how_many:
            booking = call.unit.bookings.by_id(moving)
            return booking.party if booking is not None else None
        case _:
            return None
