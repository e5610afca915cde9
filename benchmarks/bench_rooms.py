"""Rooms of a hotel: 30 nights of 50 types, and ten people who click on one ticket, as ratios to the bare queries."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

import psycopg
from durable_postgres import running_durable_postgres
from measuring import RUNS, percentile, show, show_ratio, title

from frontdesk.desk import tickets
from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.given_rooms import keep_rooms, keep_ticket
from frontdesk.desk.rehearsals.scripts import GivenRooms, GivenTicket
from frontdesk.desk.staff_bookings import Hand
from frontdesk.desk.stays import RoomSearch, room_nights
from frontdesk.desk.tickets import AlreadyDecided, Decided
from frontdesk.scheduling.nights import RoomType
from frontdesk.storage.rows import Facts
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit

HOTEL = Path(__file__).parents[1] / "examples" / "hotel"
TYPES, NIGHTS, AHEAD = 50, 30, 400
QUERIES = 100  # in a run
PEOPLE, CLICKED = 10, 20  # who click on each, and tickets
NOW = datetime(2026, 1, 31, 9, tzinfo=UTC)
FIRST = date(2026, 2, 7)
END = FIRST + timedelta(NIGHTS)
ROOMS_SQL = (
    "SELECT room_type, night, rooms, rate, currency, min_stay, sync_id FROM nights"
    " WHERE business = {m} AND night >= {m} AND night < {m}"
)
TAKEN_SQL = "SELECT pool, at, units FROM counted_claims WHERE business = {m} AND at >= {m} AND at <= {m}"
TABLE = "CREATE TABLE bare (name TEXT PRIMARY KEY, status TEXT NOT NULL)"
SETTLE = "UPDATE bare SET status = 'approved' WHERE name = {m} AND status = 'pending' RETURNING name"


class DecidedWrong(Exception):  # noqa: N818 - what happened
    """A ticket was approved twice, or by nobody."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A hotel with fifty room types on a store, with as many tickets as will be clicked on."""

    house: House
    store: Store
    references: tuple[str, ...]


def large_hotel() -> House:
    """Return the Black Lotus with fifty room types."""
    house = open_house(HOTEL)
    types = {f"type_{n:02}": RoomType(f"type_{n:02}", f"Type {n}", sleeps=2, rooms=20) for n in range(TYPES)}
    return replace(house, business=replace(house.business, room_types=types))


async def kept_on(url: str, house: House) -> Kept:
    """Fill a store."""
    store, business = await Store.open(url), house.business
    rates = {name: Decimal(129) for name in business.room_types}
    rooms = GivenRooms(0, timedelta(minutes=5), rates, nights=AHEAD)
    await store.run(lambda unit: keep_rooms(unit, business, rooms, NOW))

    def make(unit: Unit) -> tuple[str, ...]:
        guest = unit.guests.add(business.id, Facts("Ann Bell", "+13125550143"), NOW)
        wanted = [
            GivenTicket(0, f"type_{n % TYPES:02}", FIRST, FIRST + timedelta(3), 2, None) for n in range(CLICKED * RUNS)
        ]
        made = [keep_ticket(unit, business, each, guest, NOW) for each in wanted]
        return tuple(row.reference for row in made if row is not None)

    return Kept(house, store, await store.run(make))


async def availability(kept: Kept) -> list[float]:
    """Ask for everything that is free, again and again, and return how long each took."""
    spent = []
    for _ in range(QUERIES):
        begun = time.perf_counter()
        await kept.store.run(lambda unit: room_nights(RoomSearch(unit, kept.house.business, NOW), FIRST, END))
        spent.append(time.perf_counter() - begun)
    return spent


async def clicking(kept: Kept, references: tuple[str, ...]) -> float:
    """Let ten people approve each ticket at once, and return how long that took."""
    begun = time.perf_counter()
    for reference in references:
        ends = await asyncio.gather(*(kept.store.run(_approving(kept, reference, n)) for n in range(PEOPLE)))
        kinds = [type(end) for end in ends]
        if (kinds.count(Decided), kinds.count(AlreadyDecided)) != (1, PEOPLE - 1):
            raise DecidedWrong(kinds)
    return time.perf_counter() - begun


def _approving(kept: Kept, reference: str, person: int) -> Callable[[Unit], object]:
    return lambda unit: tickets.approve(Hand(kept.house, unit, NOW, f"person{person}"), reference)


def bare_availability(run: Callable[[str, tuple[object, ...]], object], mark: str) -> list[float]:
    """Run the two queries by themselves."""
    spent, days = [], (FIRST.isoformat(), END.isoformat())
    for _ in range(QUERIES):
        begun = time.perf_counter()
        run(ROOMS_SQL.format(m=mark), ("hotel", *days))
        run(TAKEN_SQL.format(m=mark), ("hotel", *days))
        spent.append(time.perf_counter() - begun)
    return spent


def bare_clicking(run: Callable[[str, tuple[object, ...]], object], mark: str) -> float:
    """Run as many conditional updates, each durable in a transaction of its own: the first of ten changes something."""
    run("DELETE FROM bare", ())
    for number in range(CLICKED):
        run(f"INSERT INTO bare VALUES ({mark}, 'pending')", (f"BARE-{number:04}",))  # noqa: S608 - the mark is ours
    begun = time.perf_counter()
    for number in range(CLICKED):
        for _ in range(PEOPLE):
            run(SETTLE.format(m=mark), (f"BARE-{number:04}",))
    return time.perf_counter() - begun


def measure(
    name: str, kept: Kept, run: Callable[[str, tuple[object, ...]], object], mark: str, loop: asyncio.Runner
) -> None:
    """Print ours beside the bare queries."""
    asked, bare, clicks, bare_clicks = list[float](), list[float](), list[float](), list[float]()
    for number in range(RUNS):
        asked.append(1000 * percentile(loop.run(availability(kept)), 95))
        bare.append(1000 * percentile(bare_availability(run, mark), 95))
        clicks.append(loop.run(clicking(kept, kept.references[number * CLICKED : (number + 1) * CLICKED])))
        bare_clicks.append(bare_clicking(run, mark))
    show(f"{name}: {NIGHTS} nights x {TYPES} types, p95", asked, "ms")
    show_ratio(f"{name}: the same to its two bare queries", asked, bare)
    show(
        f"{name}: {PEOPLE} people click on a ticket, until all have an answer",
        [1000 * each / CLICKED for each in clicks],
        "ms",
    )
    show_ratio(f"{name}: the same to {PEOPLE} bare conditional updates", clicks, bare_clicks)


def on_sqlite(house: House, folder: Path, loop: asyncio.Runner) -> None:
    """Measure on a file."""
    kept = loop.run(kept_on(f"sqlite:///{folder / 'hotel.db'}", house))
    connection = sqlite3.connect(folder / "hotel.db", isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(TABLE)
    measure("SQLite", kept, lambda sql, given: connection.execute(sql, given).fetchall(), "?", loop)
    connection.close()
    kept.store.close()


def on_postgresql(house: House, loop: asyncio.Runner) -> None:
    """Measure on a server."""
    with running_durable_postgres() as server:
        kept = loop.run(kept_on(f"{server}/hotel", house))
        with psycopg.connect(f"{server}/hotel", autocommit=True) as connection:
            connection.execute(TABLE.encode())
            measure("PostgreSQL", kept, partial(_rows, connection), "%s", loop)
        kept.store.close()


def _rows(connection: psycopg.Connection, sql: str, given: tuple[object, ...]) -> object:
    cursor = connection.execute(sql.encode(), given)
    return cursor.fetchall() if cursor.description else None


def main() -> None:
    """Measure on both databases."""
    title(f"Rooms: {NIGHTS} nights x {TYPES} types of {AHEAD} days, and {PEOPLE} people on one ticket")
    house = large_hotel()
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as loop:
        on_sqlite(house, Path(folder), loop)
        on_postgresql(house, loop)


if __name__ == "__main__":
    main()
