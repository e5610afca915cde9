"""The conversation that is measured: a guest of the spa books a consultation in eight turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from uuid import uuid4
from zoneinfo import ZoneInfo

from frontdesk.desk.desk import Desk

SPA = Path(__file__).parents[1] / "examples" / "medspa"
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=ZoneInfo("America/New_York"))  # a Monday
FIRST_DAY = date(2026, 3, 4)
DAYS = 60  # over which the guests spread, so that each finds an opening
SUNDAY = 6
TURNS = 8
AT_ONCE = 8


class ConversationWentWrong(Exception):  # noqa: N818 - it says what happened
    """The conversation did not end in a booking, so its time would mean nothing."""


def messages(guest: int) -> tuple[str, ...]:
    """Return what the guest of this number says, turn by turn."""
    day = _days()[guest % len(_days())]
    return (
        "hi there",
        "I'd like to book a consultation",
        f"{day:%B} {day.day}",
        "the second one",
        "Jane Miller",
        f"212 555 01{guest % 100:02}",
        f"guest{guest}@example.com",
        "yes please",
    )


@cache
def _days() -> tuple[date, ...]:
    days = (FIRST_DAY + timedelta(days=each) for each in range(DAYS))
    return tuple(day for day in days if day.weekday() != SUNDAY)


@asynccontextmanager
async def open_spa(database: str) -> AsyncIterator[Desk]:
    """Open the desk of the spa with a clock that stands still; like the desk's own, it gives the time in UTC."""
    now = NOW.astimezone(UTC)
    async with Desk.open(SPA, database, lambda: now) as desk:
        yield desk


async def talk(desk: Desk, guest: int) -> list[float]:
    """Hold the conversation, and return what each turn took, in seconds."""
    conversation = uuid4().hex
    taken: list[float] = []
    answer: dict[str, object] = {}
    for number, text in enumerate(messages(guest)):
        start = time.perf_counter()
        answer = await desk.say(text, conversation=conversation, message_id=f"{conversation}-{number}")
        taken.append(time.perf_counter() - start)
    if not _booked(answer):
        raise ConversationWentWrong(str(answer))
    return taken


def _booked(answer: dict[str, object]) -> bool:
    did = answer["did"]
    return isinstance(did, list) and any(each["outcome"] == "booked" for each in did)


async def talk_in_turn(desk: Desk, guests: Sequence[int]) -> list[float]:
    """Let one guest after another talk."""
    return [each for guest in guests for each in await talk(desk, guest)]


async def talk_at_once(desk: Desk, guests: Sequence[int]) -> list[float]:
    """Let eight guests talk at a time."""

    async def one_after_another(own: Sequence[int]) -> list[float]:
        return await talk_in_turn(desk, own)

    lanes = [guests[lane::AT_ONCE] for lane in range(AT_ONCE)]
    taken = await asyncio.gather(*(one_after_another(own) for own in lanes))
    return [each for lane in taken for each in lane]
