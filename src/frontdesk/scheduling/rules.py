"""The rules of cancelling and moving: what it costs, and when it is too late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.spans import in_utc


@dataclass(frozen=True, slots=True)
class NoFee:
    """It costs nothing."""


@dataclass(frozen=True, slots=True)
class Fee:
    """Part of the price is due: `share` of it, `low` to `high`, or None where the business names no price."""

    share: Decimal
    low: Decimal | None
    high: Decimal | None


@dataclass(frozen=True, slots=True)
class TooLate:
    """It has begun, so there is nothing left to cancel or move."""

    start: datetime


Charge: TypeAlias = NoFee | Fee | TooLate


def cancelling(business: Business, service: str, start: datetime, now: datetime) -> Charge:
    """Say what it costs to cancel a booking of `service` at `start`; notice given to the minute is in time."""
    begins, asked = in_utc(start), in_utc(now)
    if begins <= asked:
        return TooLate(start)
    if begins - asked >= business.rules.notice:
        return NoFee()
    return _fee(business, service)


def moving(business: Business, service: str, start: datetime, now: datetime) -> Charge:
    """Say what it costs to move a booking of `service` away from `start`: the same as cancelling it."""
    return cancelling(business, service, start, now)


def _fee(business: Business, service: str) -> NoFee | Fee:
    share = business.rules.fee
    # A service that is no longer in the catalogue is still owed for; its price is for staff to say.
    known = business.services.get(service)
    if share == 0:
        return NoFee()
    if known is None or known.price is None:
        return Fee(share, None, None)
    if known.price.high == 0:
        return NoFee()
    return Fee(share, known.price.low * share, known.price.high * share)
