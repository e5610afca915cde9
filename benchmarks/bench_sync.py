"""A sync of 400 days and 50 room types, as a ratio to the bare executemany of the same rows in one transaction."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import psycopg
from durable_postgres import running_durable_postgres
from measuring import RUNS, seconds, show, show_ratio, title

from frontdesk.calendars.erp import Inventory, WantedNights
from frontdesk.calendars.erp.reading import read_inventory
from frontdesk.desk.syncing import kept_nights
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.nights import PreparedNights
from frontdesk.storage.syncs import Sync, SyncOutcome

DAYS, TYPES = 400, 50
NOW = datetime(2026, 1, 31, 9, tzinfo=UTC)
FIRST = date(2026, 1, 31)
END = FIRST + timedelta(DAYS)
HOTEL = "lotus"
SYNCS = 4  # in each run; the first of all fills an empty table
COLUMNS = "business, night, room_type, rooms, rate, currency, min_stay, sync_id"


def document() -> bytes:
    """Return what an ERP answers."""
    nights = [
        {
            "room_type": f"type_{number:02}",
            "night": (FIRST + timedelta(day)).isoformat(),
            "rooms": (day * 7 + number) % 12,
            "rate": f"{129 + (day * 13 + number * 11) % 200}.50",
            "currency": "USD",
        }
        for number in range(TYPES)
        for day in range(DAYS)
    ]
    return json.dumps({"generated_at": NOW.isoformat(), "nights": nights}).encode()


def swapped(nights: PreparedNights, unit: Unit) -> None:
    """Swap an inventory in, as a sync does."""
    sync = Sync(HOTEL, NOW, NOW, SyncOutcome.SUCCESS, len(nights.columns), FIRST, END, NOW)
    unit.nights.replace(HOTEL, FIRST, END, nights, unit.syncs.add(sync))


def plain_rows(inventory: Inventory) -> list[tuple[object, ...]]:
    """Return the same rows as a driver takes them."""
    return [
        (HOTEL, each.night.isoformat(), each.room_type, each.rooms, str(each.rate), each.currency, None, 1)
        for each in inventory.nights
    ]


def bare_sqlite(path: Path, rows: list[tuple[object, ...]]) -> Callable[[], object]:
    """Return the bare loop on a file, as durable as ours."""
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in ("synchronous = FULL", "secure_delete = ON"):
        connection.execute(f"PRAGMA {setting}")

    def swap() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM nights WHERE business = 'lotus'")
        connection.executemany(f"INSERT INTO nights ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)  # noqa: S608 - the columns are ours
        connection.execute("COMMIT")

    return swap


def bare_postgresql(url: str, rows: list[tuple[object, ...]]) -> Callable[[], object]:
    """Return the bare loop on a server."""
    connection = psycopg.connect(url)

    def swap() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM nights WHERE business = 'lotus'")
            cursor.executemany(f"INSERT INTO nights ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)", rows)  # noqa: S608 - the columns are ours
        connection.commit()

    return swap


def measure(name: str, store: Store, bare: Callable[[], object], inventory: Inventory) -> None:
    """Print the swap beside the bare loop, and what a guest waits behind it."""
    ours, theirs = [], []
    nights = kept_nights(inventory)
    store.run_sync(lambda unit: swapped(nights, unit))
    for _ in range(RUNS):
        for _ in range(SYNCS):
            theirs.append(seconds(bare))
            ours.append(seconds(lambda: store.run_sync(lambda unit: swapped(nights, unit))))
    show(f"{name}: swapping {len(inventory.nights):,} nights in", ours, "s")
    show_ratio(f"{name}: the same to a bare executemany", ours, theirs)


def main() -> None:
    """Measure reading an answer, and swapping it in on both databases."""
    title(f"A sync of {DAYS} days x {TYPES} room types")
    body, wanted = document(), WantedNights(FIRST, END, "USD", NOW)
    inventory = read_inventory(body, wanted)
    if not isinstance(inventory, Inventory):
        raise TypeError(inventory)
    parsing = [seconds(lambda: json.loads(body, parse_float=Decimal)) for _ in range(RUNS)]
    reading = [seconds(lambda: read_inventory(body, wanted)) for _ in range(RUNS)]
    show_ratio("reading and checking an answer, to json.loads of it", reading, parsing)
    rows = plain_rows(inventory)
    with tempfile.TemporaryDirectory() as folder:
        file, floor = Path(folder) / "hotel.db", Path(folder) / "bare.db"
        open_store(f"sqlite:///{floor}").close()
        with open_store(f"sqlite:///{file}") as store:
            measure("SQLite", store, bare_sqlite(floor, rows), inventory)
    with running_durable_postgres() as server:
        open_store(f"{server}/bare").close()
        with open_store(f"{server}/hotel") as store:
            measure("PostgreSQL", store, bare_postgresql(f"{server}/bare", rows), inventory)


if __name__ == "__main__":
    main()
