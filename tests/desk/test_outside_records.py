"""Turns over outside actions replay to the letter, whatever was said and lost while they waited."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from frontdesk.desk import outside
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import open_house
from frontdesk.desk.records.recording import Record
from frontdesk.storage import Store
from tests.desk.shop_child import NOW, YES
from tests.desk.shops import shop
from tests.desk.test_business_actions_outside import (
    LOOKED_UP,
    SELLS,
    desk_of,
    held_up,
    is_called,
    killed,
    let_go,
    outcomes,
    selling,
)
from tests.faults.test_replayed import assert_replays, recorded


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "GRACE", timedelta(milliseconds=300))


async def record_of(desk: Desk, conversation: str = "c1") -> Record:
    return await desk.store.run(lambda unit: recorded(unit, conversation))


def test_messages_that_come_while_an_action_is_under_way_replay_in_their_place(
    tmp_path: Path, database_url: str
) -> None:
    folder = shop(tmp_path / "shop", held_up())

    async def converse() -> Record:
        async with desk_of(folder, database_url) as one, desk_of(folder, database_url) as two:
            await one.say("buy a ticket for the opera", conversation="c1")
            buying = asyncio.create_task(one.say("yes", conversation="c1"))
            await is_called(folder)
            between = [await two.say(text, conversation="c1") for text in ("is it done?", "x" * 20_000)]
            between.append(await two.hear_nothing(conversation="c1"))
            assert [each["position"] for each in between] == ["acting"] * 3
            let_go(folder)
            assert outcomes(await buying) == ["sold"]
            await one.say("thanks", conversation="c1")
            return await record_of(one)

    kept = asyncio.run(converse())
    assert [len(turn.parts) for turn in kept.turns] == [1, 2, 1, 1, 1, 1]
    assert_replays(kept, open_house(folder))


def test_an_action_that_is_settled_alone_and_told_later_replays(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "c1", selling(SELLS, LOOKED_UP))
    killed(database_url, (folder, "after"))

    async def converse() -> Record:
        async with desk_of(folder, database_url) as desk:
            await asyncio.sleep(1)
            assert await desk.settle() == 1
            told = [str((await desk.say("hello", conversation="c1"))["reply"]) for _ in range(2)]
            assert ["Your ticket is T1." in text for text in told] == [True, False]
            return await record_of(desk)

    kept = asyncio.run(converse())
    assert [part.alone for part in kept.turns[1].parts] == [False, True]
    assert_replays(kept, open_house(folder))


def test_an_action_that_the_next_message_takes_up_replays(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "c1", selling(SELLS, LOOKED_UP))
    killed(database_url, (folder, "after"))

    async def converse() -> Record:
        async with desk_of(folder, database_url) as desk:
            await asyncio.sleep(1)
            told = await desk.say("hello?", conversation="c1")
            assert (told["reply"], outcomes(told)) == ("Your ticket is T1.", ["sold"])
            assert await desk.say("yes", conversation="c1", message_id=YES) == told
            await desk.say("buy a ticket for the ballet", conversation="c1")
            return await record_of(desk)

    assert_replays(asyncio.run(converse()), open_house(folder))


def test_an_apology_in_the_middle_of_an_action_replays(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", selling(SELLS))

    async def converse() -> Record:
        async with desk_of(folder, database_url) as desk:
            await desk.say("buy a ticket for the opera", conversation="c1")
            whole, phrases = desk.house, desk.house.phrases
            texts = {name: text for name, text in phrases.wordings.items() if "done" not in name}
            desk.house = replace(whole, phrases=replace(phrases, wordings=texts))  # so the reply has no words
            sorry = await desk.say("yes", conversation="c1")
            assert (sorry["position"], desk.log.counters["turn_broke"]) == ("acting", 1)
            desk.house = whole
            told = await desk.say("did that work?", conversation="c1")
            assert told["reply"] == "Your ticket is T1."
            return await record_of(desk)

    assert_replays(asyncio.run(converse()), open_house(folder))


def moments() -> Iterator[timedelta]:
    """Give clocks that go back with every look."""
    for hours in range(1000):
        yield timedelta(hours=-hours)


def test_a_clock_that_goes_back_while_an_action_is_under_way_changes_nothing(tmp_path: Path, database_url: str) -> None:
    folder, back = shop(tmp_path / "shop", held_up()), moments()

    async def converse() -> Record:
        store = await Store.open(database_url)
        desk, other = (Desk(open_house(folder), store, lambda: NOW + next(back)) for _ in range(2))
        await desk.say("buy a ticket for the opera", conversation="c1")
        buying = asyncio.create_task(desk.say("yes", conversation="c1"))
        await is_called(folder)
        await other.say("hello?", conversation="c1")
        let_go(folder)
        await buying
        await other.say("thanks", conversation="c1")
        kept = await record_of(desk)
        store.close()
        return kept

    assert_replays(asyncio.run(converse()), open_house(folder))
