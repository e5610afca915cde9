"""The demo has a day behind it: guests who booked, guests who wait, and somebody who can log in and look."""

import asyncio
import logging
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from frontdesk.console.access.doors import Try, log_in
from frontdesk.console.demo import LOGIN, PASSWORD, fill, visits
from frontdesk.desk.blocking import frozen
from frontdesk.desk.desk import Desk


@pytest.mark.parametrize("name", ["medspa", "flights", "harbour", "hotel", "meetings"])
def test_an_example_has_a_day_to_look_at(name: str, tmp_path: Path) -> None:
    folder = Path("examples") / name

    async def look() -> None:
        async with Desk.open(folder, f"sqlite:///{tmp_path / 'demo.db'}") as desk:
            await fill(desk, folder)
            held = [f"demo-{name}-{number}" for number, _ in enumerate(visits(folder))]
            booked = await desk.store.run(lambda unit: [unit.bookings.of_conversation(each) for each in held])
            waiting = await desk.store.run(lambda unit: unit.requests.open(name))
            assert any(booked)
            assert len(waiting) >= 2 or name == "meetings"  # whose owner is the only person there is
            assert await log_in(desk, Try(LOGIN, PASSWORD, "", "here"))
            lines = await desk.store.run(lambda unit: unit.messages.newest())
            await fill(desk, folder)  # a second start adds nothing
            assert await desk.store.run(lambda unit: unit.messages.newest()) == lines

    asyncio.run(look())


def test_today_is_full_in_the_evening_too_and_the_log_stays_empty(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = Path("examples") / "medspa"
    evening = datetime.fromisoformat("2026-03-04T20:45:00-05:00")  # a Wednesday
    morning = evening.replace(hour=0, minute=0)
    caplog.set_level(logging.INFO, "frontdesk")

    async def look() -> None:
        async with Desk.open(folder, f"sqlite:///{tmp_path / 'demo.db'}") as desk:
            desk.clock = frozen(evening)
            await fill(desk, folder)
            today = await desk.store.run(
                lambda unit: unit.bookings.starting("medspa", morning, morning + timedelta(days=1))
            )
            assert len(today) > 5
            assert {each.starts_at < evening for each in today} == {True}
            assert {each.created_at < morning for each in today} == {True}

    asyncio.run(look())
    assert [each for each in caplog.records if each.name == "frontdesk"] == []
    assert logging.getLogger("frontdesk").level == logging.INFO
