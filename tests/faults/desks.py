"""A desk of the med spa on a database of the test's choice, on Tuesday, 18 November 2025, 10 AM in New York."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from sqlalchemy import Table, create_engine, func, select

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.scheduling.booking import Status
from frontdesk.storage.rows import BookingRow, Message
from frontdesk.storage.store import Store

Answer: TypeAlias = dict[str, Any]

MED_SPA = Path(__file__).parents[2] / "examples" / "medspa"
NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
# Only one provider does it, so each of its openings is there once.
WANTED = (
    "book a hydrafacial tomorrow at 10am, my name is Ann Miller, my phone number is 212 555 0142, email a@example.com"
)
HOURS = range(10, 17)  # open on every day but Sunday


def own_opening(number: int) -> str:
    """Return an opening that only the guest of this number asks for."""
    day = NOW + timedelta(days=7 * (1 + number // (5 * len(HOURS))) + number // len(HOURS) % 5)
    return f"{day:%B} {day.day} at {HOURS[number % len(HOURS)]}:00"


def now() -> datetime:
    return NOW


@cache
def med_spa() -> House:
    """Load the business once for all tests: it never changes."""
    return open_house(MED_SPA)


@asynccontextmanager
async def desk_on(url: str, house: House | None = None) -> AsyncIterator[Desk]:
    """Open a desk as `Desk.open` does, without loading the business again."""
    store = await Store.open(url)
    desk = Desk(house or med_spa(), store, now)
    try:
        yield desk
    finally:
        desk.ears.close()
        store.close()


async def talk(desk: Desk, conversation: str, *lines: str, guest: str | None = None) -> Answer:
    """Say these lines one after the other and return the last answer."""
    answer: Answer = {}
    for line in lines:
        answer = await desk.say(line, conversation=conversation, guest=guest)
    return answer


def outcomes(answer: Answer) -> list[tuple[str, str]]:
    """Return what was done in a turn, and how each action ended."""
    return [(done["action"], done["outcome"]) for done in answer["did"]]


async def booked(desk: Desk) -> tuple[BookingRow, ...]:
    """Return every booking that stands, whoever has it."""
    span = NOW - timedelta(days=400), NOW + timedelta(days=400)
    rows = await desk.store.run(lambda unit: unit.bookings.starting(desk.house.business.id, *span))
    return tuple(row for row in rows if row.status is Status.BOOKED)


async def said(desk: Desk, conversation: str) -> tuple[Message, ...]:
    """Return what was said in a conversation, on both sides."""
    return await desk.store.run(lambda unit: unit.messages.of(conversation))


def row_counts(url: str, tables: Sequence[Table]) -> dict[str, int]:
    """Count the rows of each table, past our own code."""
    engine = create_engine(url)
    with engine.connect() as connection:
        counts = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables
        }
    engine.dispose()
    return counts
