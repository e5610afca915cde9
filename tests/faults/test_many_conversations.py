"""A thousand conversations in a row leave nothing behind in the process: no connection, no task, no generator."""

import asyncio

from frontdesk.desk.desk import Desk
from tests.desk.lotus import lotus_on
from tests.faults.leftovers import open_things

MANY = 1000
SAID = ("any rooms from 2026-02-07 to 2026-02-10 for 2 guests?", "status of LOTUS-0001", "book a suite", "hello")


def test_a_thousand_conversations_leave_nothing_open(sqlite_database: str) -> None:
    async def main() -> None:
        async with lotus_on(sqlite_database) as desk:
            await _talk(desk, range(20))
            before = await open_things()
            await _talk(desk, range(20, MANY + 20))
            after = await open_things()
        assert all(now <= then + 2 for now, then in zip(after, before, strict=True)), (before, after)

    asyncio.run(main())


async def _talk(desk: Desk, numbers: range) -> None:
    for number in numbers:
        answer = await desk.say(SAID[number % len(SAID)], conversation=f"guest-{number}")
        assert answer["reply"]
