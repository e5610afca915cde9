"""Rooms for a stay: what the ERP last had, less what is taken here; what a stay takes of them, and how it is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal

from frontdesk.desk.shadow import Freshness, NotKnown, Shadow, shadow_of
from frontdesk.dialogue.values import Money, to_json
from frontdesk.scheduling.booking import Share
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.nights import Night, Nights, Quote, Stay, nights_by_key
from frontdesk.storage.nights import NightRow
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.unit import Unit

DAY = timedelta(days=1)


def room_pool(room_type: str) -> str:
    """Return under which name the rooms of a type are counted."""
    return f"room:{room_type}"


@dataclass(frozen=True, slots=True)
class RoomSearch:
    """Who looks for rooms, and when: what a booking or a conversation has itself is not in its way."""

    unit: Unit
    business: Business
    now: datetime  # in the zone of the business
    booking: int = 0
    conversation: str = ""

    @property
    def today(self) -> date:
        """The day that it is in the business."""
        return self.now.date()


@dataclass(frozen=True, slots=True)
class RoomNights:
    """The nights of a range: the rooms left in each, and those that can be sold in all."""

    left: Nights
    totals: Mapping[tuple[str, date], int]
    shadow: Shadow

    @property
    def freshness(self) -> Freshness:
        """How fresh all this is."""
        return self.shadow.freshness

    def why_unknown(self, room_type: str, nights: tuple[date, ...]) -> NotKnown:
        """Say why nothing is known of some of these nights."""
        found = (self.shadow.night(room_type, night) for night in nights)
        return next((each for each in found if isinstance(each, NotKnown)), NotKnown.NOT_IN_INVENTORY)

    def shares(self, room_type: str, stay: Stay) -> tuple[Share, ...] | None:
        """Return what one room takes for a stay; None if a night is unknown."""
        totals = {night: self.totals.get((room_type, night)) for night in stay.nights}
        pool = room_pool(room_type)
        taken = tuple(Share(pool, night.isoformat(), 1, total) for night, total in totals.items() if total is not None)
        return taken if len(taken) == len(totals) else None

    def full(self, room_type: str, stay: Stay) -> tuple[date, ...]:
        """Return the nights of a stay in which no such room is left, or none is known of."""
        return tuple(night for night in stay.nights if not self._rooms(room_type, night))

    def _rooms(self, room_type: str, night: date) -> int:
        known = self.left.get((room_type, night))
        return 0 if known is None else known.rooms


def room_nights(search: RoomSearch, first: date, end: date) -> RoomNights:
    """Return what is known of the nights from `first` up to but not including `end`."""
    business = search.business
    shadow = shadow_of(search.unit, business, first, end, search.now)
    totals = {key: _total(business, row) for key, row in shadow.nights.items() if key[0] in business.room_types}
    pools = tuple(room_pool(name) for name in business.room_types)
    window = PoolWindow(business.id, pools, first.isoformat(), (end - DAY).isoformat())
    taken = search.unit.pools.taken(window, search.now, search.booking, search.conversation)
    left = (
        _left(shadow.nights[name, day], total - taken.get((room_pool(name), day.isoformat()), 0))
        for (name, day), total in totals.items()
    )
    return RoomNights(nights_by_key(left), totals, shadow)


def _total(business: Business, row: NightRow) -> int:
    declared = business.room_types[row.room_type].rooms
    return row.rooms if declared is None else min(declared, row.rooms)


def _left(row: NightRow, rooms: int) -> Night:
    return Night(row.room_type, row.night, max(0, rooms), row.rate, row.currency, row.min_stay or 1)


def stay_of(row: BookingRow, business: Business) -> Stay:
    """Return the stay that a booking is for."""
    check_in, check_out = (each.astimezone(business.zone).date() for each in (row.starts_at, row.ends_at))
    return Stay(check_in, check_out, row.party or 1)


def total_of(row: BookingRow) -> Money | None:
    """Return what was agreed for a stay; None if it is forgotten."""
    match json.loads(row.details).get("total"):
        case {"amount": str(amount), "currency": str(currency)}:
            return Money(Decimal(amount), currency)
        case _:
            return None


def moments_of(business: Business, stay: Stay) -> tuple[datetime, datetime]:
    """Return from when until when a stay has its room."""
    begins = datetime.combine(stay.check_in, business.stays.check_in, business.zone)
    return begins, datetime.combine(stay.check_out, business.stays.check_out, business.zone)


def with_stay(row: BookingRow, business: Business, quote: Quote) -> BookingRow:
    """Return a booking that is for a stay at the price that was quoted."""
    starts_at, ends_at = moments_of(business, quote.stay)
    details = {
        "room_type": quote.room_type,
        "check_in": quote.stay.check_in.isoformat(),
        "check_out": quote.stay.check_out.isoformat(),
        "guests": quote.stay.guests,
        "total": to_json(Money(quote.total, quote.currency)),
    }
    return replace(
        row,
        service=quote.room_type,
        starts_at=starts_at,
        ends_at=ends_at,
        party=quote.stay.guests,
        details=json.dumps(details),
    )
