"""The Black Lotus on a database of the test's choice, on Saturday, 31 January 2026, 9 AM in Chicago, freshly synced."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.given_rooms import keep_rooms
from frontdesk.desk.rehearsals.scripts import GivenRooms, ScarceNight
from frontdesk.desk.staff_bookings import Hand
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit

Answer: TypeAlias = dict[str, Any]

HOTEL = Path(__file__).parents[2] / "examples" / "hotel"
NOW = datetime(2026, 1, 31, 9, tzinfo=ZoneInfo("America/Chicago"))
FIRST_NIGHT = date(2026, 2, 7)
STAY = {"check_in": "2026-02-07", "check_out": "2026-02-10", "guests": 2}
GUEST = "+13125550143"
WANTED = {**STAY, "room_type": "suite", "guest_name": "John Doe", "phone_number": GUEST}
ROOMS = GivenRooms(
    0,
    timedelta(minutes=20),
    {name: Decimal(rate) for name, rate in (("standard", 129), ("deluxe", 189), ("suite", 299))},
)


@cache
def lotus() -> House:
    """Load the hotel once for all tests: it never changes."""
    return open_house(HOTEL)


@asynccontextmanager
async def lotus_on(url: str, rooms: GivenRooms | None = ROOMS) -> AsyncIterator[Desk]:
    """Open its desk, with what its ERP has said; None: it was never asked."""
    store = await Store.open(url)
    desk = Desk(lotus(), store, lambda: NOW)
    try:
        if rooms is not None:
            await synced(desk, rooms)
        yield desk
    finally:
        desk.ears.close()
        store.close()


async def synced(desk: Desk, rooms: GivenRooms, now: datetime = NOW) -> None:
    """Let the ERP answer."""
    await desk.store.run(lambda unit: keep_rooms(unit, desk.house.business, rooms, now))


def scarce(rooms: int, *room_types: str, nights: Iterable[date] = (FIRST_NIGHT,)) -> GivenRooms:
    """Return rooms of which few are left in some nights."""
    few = tuple(ScarceNight(night, rooms, each) for night in nights for each in room_types)
    return replace(ROOMS, scarce=few)


def hand(desk: Desk, unit: Unit, by: str = "ana", now: datetime = NOW) -> Hand:
    """Return somebody of staff at work."""
    return Hand(desk.house, unit, now, by)


async def made(desk: Desk, **changes: object) -> str:
    """Make a ticket through the tools, and return its reference."""
    answer: Answer = await desk.call("create_reservation_ticket", {**WANTED, **changes})
    assert answer["outcome"] == "pending", answer
    return str(answer["ticket_id"])


async def rows(desk: Desk) -> tuple[BookingRow, ...]:
    """Return every booking there is."""
    business = desk.house.business.id
    return await desk.store.run(lambda unit: unit.bookings.starting(business, NOW, NOW + timedelta(days=400)))
