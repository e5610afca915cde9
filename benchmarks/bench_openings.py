"""Openings for a week: fifty providers, with ten thousand bookings in the database and with ten times as many."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path

import yaml
from conversation import NOW, SPA
from durable_postgres import running_durable_postgres
from measuring import RUNS, percentile, seconds, show, show_ratio, title, under
from sqlalchemy import NullPool, create_engine, insert

from frontdesk.desk.actions.availability import check_availability
from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.desk import Desk
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Days, Item, Value
from frontdesk.storage.schema import bookings, claims
from frontdesk.storage.sql import Statement, given
from frontdesk.storage.unit import Unit

PROVIDERS = 50
FEW, MANY = 10_000, 100_000
STARTS = (0, 1, 2, 4, 5, 7, 8, 10, 11, 13, 16, 19)  # half hours after opening that are taken on every working day
HALF_HOUR = timedelta(minutes=30)
WORKING_DAYS = 5
QUERIES = 20
BATCH = 5_000
SETTLE = {"sqlite": "PRAGMA wal_checkpoint(TRUNCATE)", "postgresql": "VACUUM ANALYZE"}
ADD_BOOKING = Statement(
    insert(bookings).values(
        given(
            *("id", "business", "reference", "kind", "status", "service", "provider"),
            *("starts_at", "ends_at", "details", "created_at"),
        )
    )
)
ADD_CLAIM = Statement(insert(claims).values(given("resource", "kind", "starts_at", "ends_at", "booking_id")))


@dataclass(frozen=True, slots=True)
class Booked:
    """Half an hour of a provider that is taken."""

    number: int
    provider: str
    start: datetime

    def booking(self, business: str) -> dict[str, object]:
        """Return the row of the booking."""
        return {
            "id": self.number,
            "business": business,
            "reference": f"R{self.number}",
            "kind": "appointment",
            "status": "booked",
            "service": "consultation",
            "provider": self.provider,
            "starts_at": self.start,
            "ends_at": self.start + HALF_HOUR,
            "details": "{}",
            "created_at": NOW,
        }

    def claim(self, resource: int) -> dict[str, object]:
        """Return the row of the time it takes."""
        span = {"starts_at": self.start, "ends_at": self.start + HALF_HOUR}
        return {"resource": resource, "kind": "booking", "booking_id": self.number, **span}


def write_business(folder: Path) -> None:
    """Write a business like the example spa, with fifty providers for consultations."""
    shutil.copytree(SPA, folder)
    file = folder / "business.yaml"
    declared = yaml.load(file.read_text(), yaml.BaseLoader)  # noqa: S506 - it makes nothing but texts
    for number in range(PROVIDERS - len(declared["providers"])):
        declared["providers"][f"provider_{number}"] = {"name": f"Provider {number}", "does": ["consultation"]}
    file.write_text(yaml.safe_dump(declared, sort_keys=False))


def taken(count: int) -> Iterator[tuple[int, datetime]]:
    """Walk `count` bookings, as the place of a provider and a start: half in the past, half ahead."""
    days = count // (PROVIDERS * len(STARTS)) + 1
    first = NOW.replace(hour=9, minute=0) - timedelta(days=days // 2 * 7 // WORKING_DAYS // 7 * 7)
    working = (
        day for day in (first + timedelta(days=each) for each in range(days * 2)) if day.weekday() < WORKING_DAYS
    )
    every = ((who, day + start * HALF_HOUR) for day in working for who in range(PROVIDERS) for start in STARTS)
    return islice(every, count)


def fill(unit: Unit, business: str, providers: tuple[str, ...], count: int) -> None:
    """Put the bookings into the database, and let it count them."""
    numbers = unit.claims.numbers(business, set(providers))
    made = enumerate(taken(count), 1)
    while batch := list(islice(made, BATCH)):
        rows = [Booked(number, providers[who], start) for number, (who, start) in batch]
        unit.sql.run_each(ADD_BOOKING, [row.booking(business) for row in rows])
        unit.sql.run_each(ADD_CLAIM, [row.claim(numbers[row.provider]) for row in rows])
    unit.sql.cursor.execute("ANALYZE")


def ask(desk: Desk, unit: Unit) -> Ended:
    """Ask for a week as a flow does."""
    monday = NOW.date() + timedelta(days=7)
    week: dict[str, Value] = {
        "service_type": Item("service", "consultation"),
        "date": Days(monday, monday + timedelta(days=7)),
    }
    visitor = Visitor(guest=1, channel="web", vouched=False)
    return check_availability(Call(unit, desk.house.business, NOW, visitor, "measured", 1, week))


def prepare(desk: Desk, count: int) -> Callable[[], object]:
    """Fill the database of a desk, let it come to rest, and return the question to be measured."""
    business = desk.house.business
    desk.store.run_sync(lambda unit: fill(unit, business.id, tuple(business.resources), count))
    engine = create_engine(desk.store.workers.engine.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        # A table that has grown was tidied on the way; one that was just filled is still being written out.
        connection.exec_driver_sql(SETTLE[engine.dialect.name])
    found = desk.store.run_sync(partial(ask, desk))
    if found.offer is None:
        raise LookupError("a week with openings has none")
    print(f"  {count:,} bookings: {len(found.offer.options)} openings in the answer", flush=True)
    return partial(desk.store.run_sync, partial(ask, desk))


async def measure(folder: Path, databases: tuple[str, str]) -> list[tuple[list[float], list[float]]]:
    """Return the milliseconds of each question to either database, run by run; they take turns."""
    async with (
        Desk.open(folder, databases[0], lambda: NOW) as small,
        Desk.open(folder, databases[1], lambda: NOW) as big,
    ):
        few, many = prepare(small, FEW), prepare(big, MANY)
        runs = [[(seconds(few), seconds(many)) for _ in range(QUERIES)] for _ in range(RUNS)]
    return [([1000 * each for each, _ in run], [1000 * each for _, each in run]) for run in runs]


def compare(name: str, folder: Path, databases: tuple[str, str]) -> None:
    """Print both sizes of a database, and what the greater one costs more."""
    runs = asyncio.run(measure(folder, databases))
    slow = []
    for count, taken_by in ((FEW, [few for few, _ in runs]), (MANY, [many for _, many in runs])):
        slow.append([percentile(run, 95) for run in taken_by])
        show(f"{name}, {count:,} bookings, p50", [percentile(run, 50) for run in taken_by], "ms")
        show(f"{name}, {count:,} bookings, p95", slow[-1], "ms", under(10))
    show_ratio(f"{name}, p95 of {MANY:,} to {FEW:,}", slow[1], slow[0], under(1.5))


def main() -> None:
    title(f"Openings for a week, {PROVIDERS} providers: check_availability with its reading, in one transaction")
    with tempfile.TemporaryDirectory() as temporary, running_durable_postgres() as server:
        folder = Path(temporary) / "spa"
        write_business(folder)
        compare("SQLite", folder, (f"sqlite:///{temporary}/few.db", f"sqlite:///{temporary}/many.db"))
        compare("PostgreSQL", folder, (f"{server}/few", f"{server}/many"))


if __name__ == "__main__":
    main()
