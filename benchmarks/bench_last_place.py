"""Sixty-four want the last place of a session: our counter, against the bare statement, and against seats that exclude.

Everything is durable. The bare statement is one conditional UPDATE in a transaction of its own, on the driver; seats
are twelve resources of which no two claims overlap, tried one after the other, as places could be kept otherwise.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from durable_postgres import running_durable_postgres
from measuring import RUNS, show, show_ratio, title

from frontdesk.scheduling.booking import Claim, Share, moment_key
from frontdesk.storage.rows import Holder
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit

TAKERS = 64
SESSIONS = 20  # whose last place is wanted, one after the other
CAPACITY = 12
NOW = datetime(2026, 5, 6, 9, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
TABLE = "CREATE TABLE bare (name TEXT PRIMARY KEY, total INTEGER NOT NULL, taken INTEGER NOT NULL)"
TAKE = "UPDATE bare SET taken = taken + 1 WHERE name = {mark} AND taken + 1 <= total RETURNING taken"
CLIENTS = 8  # as many threads as the store has on PostgreSQL


class SoldWrong(Exception):  # noqa: N818 - what happened
    """The last place was sold twice, or to nobody."""


def start(session: int) -> datetime:
    """Return when a session starts."""
    return NOW + timedelta(days=1 + session)


async def contend(url: str, take: Callable[[Unit, int, int], bool], fill: Callable[[Unit, int], None]) -> float:
    """Leave one place in every session, let everybody want each, and return how long that takes."""
    store = await Store.open(url)
    for session in range(SESSIONS):
        await store.run(lambda unit, session=session: fill(unit, session))  # type: ignore[misc]  # bound now
    begun = time.perf_counter()
    for session in range(SESSIONS):
        won = await asyncio.gather(
            *(store.run(lambda unit, n=n, session=session: take(unit, session, n)) for n in range(TAKERS))  # type: ignore[misc]  # bound now
        )
        if sum(won) != 1:
            raise SoldWrong(f"{sum(won)} have the last place of session {session}")
    spent = time.perf_counter() - begun
    store.close()
    return spent


def take_place(unit: Unit, session: int, taker: int, units: int = 1) -> bool:
    share = Share("session:tour", moment_key(start(session)), units, CAPACITY)
    return unit.pools.hold(Holder("bench", f"c{taker}", 1), (share,), LATER, NOW)


def fill_places(unit: Unit, session: int) -> None:
    take_place(unit, session, -1, CAPACITY - 1)


def take_seat(unit: Unit, session: int, taker: int, seats: int = CAPACITY) -> bool:
    holder, begin = Holder("bench", f"c{taker}", 1), start(session)
    claims = (Claim(f"seat{seat}", begin, begin + timedelta(hours=1)) for seat in range(seats))
    return any(unit.claims.hold(holder, (claim,), LATER, NOW) is not None for claim in claims)


def fill_seats(unit: Unit, session: int) -> None:
    for taker in range(CAPACITY - 1):
        take_seat(unit, session, -1 - taker)


def bare_sqlite(path: Path) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(TABLE)
    for session in range(SESSIONS):
        connection.execute("INSERT INTO bare VALUES (?, ?, ?)", (str(session), CAPACITY, CAPACITY - 1))
    begun = time.perf_counter()
    for session in range(SESSIONS):
        for _ in range(TAKERS):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(TAKE.format(mark="?"), (str(session),)).fetchone()
            connection.execute("COMMIT")
    spent = time.perf_counter() - begun
    connection.close()
    return spent


def bare_postgresql(url: str) -> float:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLE.encode())
        for session in range(SESSIONS):
            connection.execute("INSERT INTO bare VALUES (%s, %s, %s)", (str(session), CAPACITY, CAPACITY - 1))
    connections = [psycopg.connect(url, autocommit=True) for _ in range(CLIENTS)]

    def take(client: int, session: int) -> None:
        for _ in range(TAKERS // CLIENTS):
            connections[client].execute(TAKE.format(mark="%s").encode(), (str(session),)).fetchone()

    begun = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as threads:
        for session in range(SESSIONS):
            list(threads.map(take, range(CLIENTS), [session] * CLIENTS))
    spent = time.perf_counter() - begun
    for each in connections:
        each.close()
    return spent


def print_all(name: str, counted: list[float], bare: list[float], seats: list[float]) -> None:
    """Print how long it took, for all who wanted a place."""
    for what, runs in (("counter", counted), ("bare statement", bare), ("seats that exclude", seats)):
        show(f"{name}: {what}, each of {TAKERS}", [1000 * run / SESSIONS / TAKERS for run in runs], "ms")
    show_ratio(f"{name}: counter over the bare statement", counted, bare)
    show_ratio(f"{name}: seats that exclude over the counter", seats, counted)


def main() -> None:
    title(f"{TAKERS} at once want the last of {CAPACITY} places; durable on both databases")
    counted, bare, seats = list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        for run in range(RUNS):
            url = f"sqlite:///{Path(folder) / f'run{run}.db'}"
            counted.append(asyncio.run(contend(url, take_place, fill_places)))
            bare.append(bare_sqlite(Path(folder) / f"bare{run}.db"))
            seats.append(asyncio.run(contend(url, take_seat, fill_seats)))
    print_all("SQLite", counted, bare, seats)
    counted, bare, seats = [], [], []
    with running_durable_postgres() as server:
        for run in range(RUNS):
            with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE run{run}".encode())
            url = f"{server}/run{run}"
            counted.append(asyncio.run(contend(url, take_place, fill_places)))
            bare.append(bare_postgresql(url))
            seats.append(asyncio.run(contend(url, take_seat, fill_seats)))
    print_all("PostgreSQL", counted, bare, seats)


if __name__ == "__main__":
    main()
