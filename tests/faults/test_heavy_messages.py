"""One guest cannot hold up a desk: understanding holds no transaction and ends in time; long messages are refused."""

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from frontdesk.desk import hearing
from frontdesk.desk.house import House
from frontdesk.desk.scene import KEPT_OF_TOO_LONG, LONGEST_MESSAGE
from frontdesk.dialogue.asked import Asked
from frontdesk.language.understand import Read, Understanding
from tests.faults.desks import WANTED, booked, desk_on, med_spa, outcomes, said, talk

HEAVY = "please think"


@dataclass(frozen=True)
class SlowUnderstanding:
    """Understands as the desk does, but thinks about one message for as long as a test wants."""

    real: Understanding
    thinks: Callable[[], object]

    def understand(self, text: str, asked: Asked, now: datetime, said: str | None = None) -> tuple[Read, ...]:
        if HEAVY in text:
            self.thinks()
        return self.real.understand(text, asked, now, said)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the real one has
        return getattr(self.real, name)


def thinking(thinks: Callable[[], object]) -> House:
    house = med_spa()
    slow: Any = SlowUnderstanding(house.understanding, thinks)
    return replace(house, understanding=slow)


def test_others_are_answered_while_a_message_is_being_understood(database_url: str) -> None:
    begun, let_go = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        assert let_go.wait(60)

    async def both() -> None:
        async with desk_on(database_url, thinking(wait)) as desk, desk_on(database_url) as another:
            heavy = asyncio.create_task(desk.say(HEAVY, conversation="heavy"))
            await asyncio.to_thread(begun.wait, 60)
            for each in (desk, another):  # in the same process, and as another one would
                done = await talk(each, f"light {id(each)}", "book botox", "start over", "hello")
                assert done["reply"]
            assert not heavy.done()
            let_go.set()
            assert (await heavy)["reply"]

    asyncio.run(both())


def test_a_conversation_that_moved_on_has_its_message_understood_again(database_url: str) -> None:
    begun, let_go = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        assert let_go.wait(60)

    async def both() -> None:
        async with desk_on(database_url, thinking(wait)) as desk, desk_on(database_url) as another:
            asked = await talk(desk, "c1", WANTED)
            assert asked["asking"] == "confirmation"
            slow = asyncio.create_task(desk.say(f"yes, {HEAVY}", conversation="c1"))
            await asyncio.to_thread(begun.wait, 60)
            other = await another.say("no, forget it", conversation="c1")  # by another worker
            assert other["asking"] != "confirmation"
            let_go.set()
            answer = await slow
            assert outcomes(answer) == []
            assert await booked(desk) == ()

    asyncio.run(both())


def test_what_takes_too_long_is_ended_and_not_understood(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "LONGEST_THOUGHT", 0.1)

    def forever() -> None:
        while True:
            sum(range(100))

    async def converse() -> None:
        async with desk_on(database_url, thinking(forever)) as desk:
            asked = await talk(desk, "c1", WANTED)
            answer = await desk.say(f"yes, {HEAVY}", conversation="c1")
            assert desk.log.counters["understanding_ended"] == 1
            assert desk.log.counters["turn_broke"] == 0
            assert answer["reply"] != asked["reply"]
            assert (answer["asking"], outcomes(answer)) == ("confirmation", [])
            assert outcomes(await talk(desk, "c1", "yes")) == [("book_appointment", "booked")]
            for number in range(2 * hearing.THREADS):  # no thread is lost
                await desk.say(HEAVY, conversation=f"another {number}")
            assert (await talk(desk, "c2", "hello"))["reply"]

    asyncio.run(converse())


@pytest.mark.parametrize("length", [LONGEST_MESSAGE + 1, 5_000_000])
def test_a_message_that_is_too_long_is_refused_and_not_stored_whole(database_url: str, length: int) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            asked = await talk(desk, "c1", WANTED)
            refused = await desk.say("yes " * (length // 4 + 1), conversation="c1", message_id="m1")
            assert "longer than I can read" in str(refused["reply"])
            assert (refused["position"], refused["step"]) == (asked["position"], asked["step"])
            assert refused == await desk.say("yes " * (length // 4 + 1), conversation="c1", message_id="m1")
            assert len(json.dumps(refused)) < LONGEST_MESSAGE
            assert [len(each.text) for each in await said(desk, "c1")][2] == KEPT_OF_TOO_LONG
            assert outcomes(await talk(desk, "c1", "yes")) == [("book_appointment", "booked")]

    asyncio.run(converse())


def test_long_messages_do_not_fill_the_disk(sqlite_database: str) -> None:
    async def flood() -> None:
        async with desk_on(sqlite_database) as desk:
            for number in range(30):
                await desk.say("x" * 4_000_000, conversation=f"c{number}")

    asyncio.run(flood())
    file = Path(make_url(sqlite_database).database or "")
    assert sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*")) < 2_000_000


def test_what_nobody_waits_for_any_more_is_not_thought_about_further(sqlite_database: str) -> None:
    begun, ended = threading.Event(), threading.Event()

    def forever() -> None:
        begun.set()
        try:
            while True:
                sum(range(100))
        finally:
            ended.set()

    async def leave() -> None:
        async with desk_on(sqlite_database, thinking(forever)) as desk:
            saying = asyncio.create_task(desk.say(HEAVY, conversation="c1"))
            await asyncio.to_thread(begun.wait, 60)
            saying.cancel()
            with pytest.raises(asyncio.CancelledError):
                await saying
            assert await asyncio.to_thread(ended.wait, 60)

    asyncio.run(leave())
