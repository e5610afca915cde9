"""Reads what a conversation file takes as given of a hotel, and puts it there: a sync, and tickets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from frontdesk.desk.rehearsals import room_fields as keys
from frontdesk.desk.rehearsals.scripts import GivenRooms, GivenTicket, ScarceNight
from frontdesk.desk.stays import RoomSearch, room_nights, with_stay
from frontdesk.flows.reading.schema import At, Record
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.nights import Quote, Stay, answer_for
from frontdesk.storage.nights import NightRow, prepared
from frontdesk.storage.rows import BookingRow, Guest
from frontdesk.storage.syncs import Sync, SyncOutcome
from frontdesk.storage.tickets import KIND
from frontdesk.storage.unit import Unit

DAY = timedelta(days=1)
USUAL = 90  # nights ahead
ENOUGH = 10  # rooms of a type that does not say how many it has
WEEKEND = (4, 5)  # the nights of Friday and Saturday
STAFF = "staff"


def read_rooms(record: Record, room_type: Callable[[At[str]], str]) -> GivenRooms:
    """Return what the ERP has said; `room_type` reports a type that is not there."""
    rates, weekend = record.need(keys.RATES), record.of(keys.WEEKEND) or {}
    for name, placed in (*rates.items(), *weekend.items()):
        room_type(At(name, placed.line))
    return GivenRooms(
        line=record.line,
        synced=record.need(keys.SYNCED),
        rates={name: placed.value for name, placed in rates.items()},
        weekend={name: placed.value for name, placed in weekend.items()},
        nights=record.of(keys.AHEAD),
        scarce=tuple(_scarce(each, room_type) for each in record.of(keys.SCARCE) or () if each.whole),
        min_stay=record.of(keys.MIN_STAY) or {},
    )


def _scarce(record: Record, room_type: Callable[[At[str]], str]) -> ScarceNight:
    named = record.of(keys.SCARCE_TYPE)
    which = None if named is None else room_type(named)
    return ScarceNight(record.need(keys.SCARCE_NIGHT), record.of(keys.SCARCE_ROOMS) or 0, which)


def read_ticket(record: Record, phone: str | None, room_type: Callable[[At[str]], str]) -> GivenTicket:
    """Return a ticket that is there before."""
    return GivenTicket(
        line=record.line,
        room_type=room_type(record.need(keys.TICKET_TYPE)),
        check_in=record.need(keys.TICKET_IN),
        check_out=record.need(keys.TICKET_OUT),
        guests=record.of(keys.TICKET_GUESTS) or 1,
        phone=phone,
        name=record.of(keys.TICKET_NAME),
        status=record.of(keys.TICKET_STATUS) or Status.PENDING.value,
        reason=record.of(keys.TICKET_REASON),
    )


def keep_rooms(unit: Unit, business: Business, given: GivenRooms, now: datetime) -> None:
    """Let the ERP have said this, so long before `now`."""
    at, first = now - given.synced, now.date()
    count = given.nights or (business.erp.horizon // DAY if business.erp else USUAL)
    rows = prepared(_nights(business, given, first, count))
    last = first + (count - 1) * DAY
    number = unit.syncs.add(
        Sync(business.id, at, at, SyncOutcome.SUCCESS, len(rows.columns), first, last, generated_at=at)
    )
    unit.nights.replace(business.id, first, first + count * DAY, rows, number)


def _nights(business: Business, given: GivenRooms, first: date, count: int) -> Iterator[NightRow]:
    for night in (first + distance * DAY for distance in range(count)):
        for name, rate in given.rates.items():
            cost = given.weekend.get(name, rate) if night.weekday() in WEEKEND else rate
            rooms = _rooms(business, given, name, night)
            yield NightRow(name, night, rooms, cost, business.currency, given.min_stay.get(night))


def _rooms(business: Business, given: GivenRooms, room_type: str, night: date) -> int:
    scarce = (each for each in given.scarce if each.night == night and each.room_type in (None, room_type))
    left = next((each.rooms for each in scarce), None)
    entry = business.room_types.get(room_type)
    return left if left is not None else (entry.rooms if entry and entry.rooms else ENOUGH)


def keep_ticket(unit: Unit, business: Business, given: GivenTicket, guest: Guest, now: datetime) -> BookingRow | None:
    """Make a ticket, and decide on it as it is given; None if its room is not free."""
    stay, room = Stay(given.check_in, given.check_out, given.guests), business.room_types[given.room_type]
    rooms = room_nights(RoomSearch(unit, business, now), stay.check_in, max(stay.check_out, stay.check_in + DAY))
    quote, shares = answer_for(stay, room, rooms.left) if stay.nights else None, rooms.shares(room.id, stay)
    if not isinstance(quote, Quote) or shares is None:
        return None
    contact = guest.facts
    blank = BookingRow(
        business=business.id,
        kind=KIND,
        status=Status.PENDING,
        service=room.id,
        provider=None,
        starts_at=now,
        ends_at=now,
        created_at=now,
        guest_id=guest.id,
        name=given.name or contact.name,
        phone=contact.phone,
    )

    def draw() -> str:
        return f"{business.reference}-{unit.tickets.next_number(business.id):04}"

    made = unit.bookings.add(with_stay(blank, business, quote), (), STAFF, draw, shares)
    if not isinstance(made, BookingRow):
        return None
    status = Status(given.status)
    if status is not Status.PENDING:
        settled = unit.bookings.settle(made.id, status, STAFF, now, given.reason)
        return settled if isinstance(settled, BookingRow) else None
    return made
