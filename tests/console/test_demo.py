"""The demo has a day behind it: guests who booked, guests who wait, and somebody who can log in and look."""

import asyncio
from pathlib import Path

import pytest

from frontdesk.console.access.doors import Try, log_in
from frontdesk.console.demo import LOGIN, PASSWORD, fill, visits
from frontdesk.desk.desk import Desk


@pytest.mark.parametrize("name", ["medspa", "flights", "harbour", "meetings"])
def test_an_example_has_a_day_to_look_at(name: str, tmp_path: Path) -> None:
    folder = Path("examples") / name

    async def look() -> None:
        async with Desk.open(folder, f"sqlite:///{tmp_path / 'demo.db'}") as desk:
            await fill(desk, folder)
            held = [f"demo-{name}-{number}" for number, _ in enumerate(visits(folder))]
            booked = await desk.store.run(lambda unit: [unit.bookings.of_conversation(each) for each in held])
            waiting = await desk.store.run(lambda unit: unit.requests.open(name))
            assert any(booked)
            assert len(waiting) >= 2
            assert await log_in(desk, Try(LOGIN, PASSWORD, "", "here"))
            lines = await desk.store.run(lambda unit: unit.messages.newest())
            await fill(desk, folder)  # a second start adds nothing
            assert await desk.store.run(lambda unit: unit.messages.newest()) == lines

    asyncio.run(look())
