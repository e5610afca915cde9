"""Sixty-four guests want the last place of a tour at once: one has it, and the others are told."""

import asyncio
from contextlib import AsyncExitStack
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.store import Store
from tests.faults.desks import Answer, outcomes

GUESTS = 64
HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
EARLY = "a harbour tour for 11 people on saturday at 10am, my name is Ann Miller, my phone number is 207 555 0142"
WANTED = "a harbour tour for 1 person on saturday at 10am, my name is Ann Miller, my phone number is 207 555 {:04}"


@cache
def harbour() -> House:
    return open_house(HARBOUR)


def now() -> datetime:
    return datetime(2026, 5, 6, 9, tzinfo=harbour().business.zone)


async def desks_on(stack: AsyncExitStack, url: str, count: int) -> list[Desk]:
    opened = []
    for _ in range(count):
        store = await Store.open(url)
        desk = Desk(harbour(), store, now)
        stack.callback(store.close)
        stack.callback(desk.ears.close)
        opened.append(desk)
    return opened


async def counted(desk: Desk) -> list[int]:
    window = PoolWindow("harbour", ("session:harbour_tour",), "2026", "2027")
    return list((await desk.store.run(lambda unit: unit.pools.taken(window, now()))).values())


async def all_want_it(url: str, workers: int) -> tuple[list[Answer], list[Answer], list[int]]:
    """Sell all places but one; let everybody ask for it at once, and then everybody say yes at once."""
    async with AsyncExitStack() as stack:
        desks = await desks_on(stack, url, workers)
        await desks[0].say(EARLY, conversation="early")
        await desks[0].say("yes", conversation="early")
        assert await counted(desks[0]) == [11]
        asked = await asyncio.gather(
            *(desks[n % workers].say(WANTED.format(100 + n), conversation=f"guest-{n}") for n in range(GUESTS))
        )
        said_yes = await asyncio.gather(
            *(desks[n % workers].say("yes", conversation=f"guest-{n}") for n in range(GUESTS))
        )
        return list(asked), list(said_yes), await counted(desks[0])


@pytest.mark.parametrize("workers", [1, 2])
def test_of_64_who_want_the_last_place_one_has_it_and_63_are_told(database_url: str, workers: int) -> None:
    asked, said_yes, taken = asyncio.run(all_want_it(database_url, workers))
    held = [n for n, answer in enumerate(asked) if ("hold_opening", "held") in outcomes(answer)]
    assert len(held) == 1
    for n, answer in enumerate(asked):
        if n not in held:
            assert "no room" in answer["reply"] or "taken by someone else" in answer["reply"]
    booked = [n for n, answer in enumerate(said_yes) if ("book_appointment", "booked") in outcomes(answer)]
    assert booked == held
    assert taken == [12]
