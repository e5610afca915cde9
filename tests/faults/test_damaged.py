"""What was kept and cannot be read back costs nobody more than an apology, and staff get what is left of it."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Table, create_engine, select, update

from frontdesk.cli import main
from frontdesk.desk import outside
from frontdesk.desk.desk import Desk
from frontdesk.storage.rows import StaffRequest
from frontdesk.storage.schema import actions, conversations, outbox, turns
from tests.desk.shops import shop
from tests.desk.test_business_actions_outside import SELLS, calls, desk_of, selling
from tests.faults.desks import MED_SPA, WANTED, booked, desk_on, outcomes, said, talk
from tests.faults.test_replayed import assert_replays, recorded

GUEST = "212 555 0142"

DAMAGE: dict[str, Callable[[str], str]] = {
    "no JSON": lambda _: "botox",
    "empty": lambda _: "",
    "a list": lambda _: "[]",
    "nothing in it": lambda _: "{}",
    "a number": lambda _: "7",
    "cut off": lambda body: body[: len(body) // 2],
    "a text for a number": lambda body: changed(body, version="seven"),
    "a number for a text": lambda body: changed(body, business=7),
    "a text for a position": lambda body: changed(body, position="idle"),
    "no position": lambda body: changed(body, position=None),
    "an unknown position": lambda body: changed(body, position={"$": "Dreaming"}),
    "a position without a tag": lambda body: changed(body, position={}),
    "a text for a list": lambda body: changed(body, suspended="none"),
    "a text for a mapping": lambda body: changed(body, memory="Ann"),
    "a value of another kind": lambda body: changed(body, memory={"name": {"value": True, "source": "wish"}}),
    "another's": lambda body: changed(body, id="c2"),
    "another version": lambda body: changed(body, version=70),
    "nested too deep": lambda _: "[" * 50_000,
}


def changed(body: str, **fields: object) -> str:
    return json.dumps({**json.loads(body), **fields})


def damage(url: str, table: Table, column: str, how: Callable[[str], str]) -> list[str]:
    """Damage what is kept in a column, past our own code, and return what it is now."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for (text,) in connection.execute(select(table.c[column])).all():
            connection.execute(update(table).where(table.c[column] == text).values({column: how(text)}))
        kept = [text for (text,) in connection.execute(select(table.c[column]))]
    engine.dispose()
    return kept


async def requests_of(desk: Desk) -> list[tuple[str, dict[str, Any]]]:
    rows: tuple[StaffRequest, ...] = await desk.store.run(lambda unit: unit.requests.open(desk.house.business.id))
    return [(row.reason, json.loads(row.known)) for row in rows]


@pytest.mark.parametrize("guest", [None, GUEST], ids=["unvouched", "vouched"])
@pytest.mark.parametrize("how", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_conversation_that_cannot_be_read_begins_anew(
    database_url: str, how: Callable[[str], str], guest: str | None
) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            first = await talk(desk, "c1", WANTED, "yes", "book botox", guest=guest)
            (kept,) = damage(database_url, conversations, "body", how)
            sorry = await desk.say("tomorrow at 3pm", conversation="c1", guest=guest, message_id="m1")
            assert "something went wrong on our end" in str(sorry["reply"])
            assert sorry["conversation"] == first["conversation"]
            ((reason, known),) = await requests_of(desk)
            assert (reason, known["unreadable"], known["said"]) == ("error", kept[:10_000], "tomorrow at 3pm")
            assert sorry == await desk.say("tomorrow at 3pm", conversation="c1", guest=guest, message_id="m1")
            again = await talk(desk, "c1", WANTED.replace("10am", "2pm"), "yes", guest=guest)
            assert outcomes(again) == [("book_appointment", "booked")]
            assert len(await booked(desk)) == 2
            assert len(await said(desk, str(first["conversation"]))) == 12
            assert len(await requests_of(desk)) == 1
            assert desk.log.counters["turn_broke"] == 1

    asyncio.run(converse())


def test_what_is_booked_again_in_a_conversation_begun_anew_is_booked(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", WANTED, "yes", "cancel my appointment", "yes")
            assert await booked(desk) == ()
            damage(database_url, conversations, "body", lambda _: "{}")
            again = await talk(desk, "c1", "hello", WANTED, "yes")
            assert outcomes(again) == [("book_appointment", "booked")]
            assert len(await booked(desk)) == 1  # and not just found under the key of the first

    asyncio.run(converse())


def test_what_is_booked_again_after_one_was_forgotten_is_booked(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            first = await desk.say(WANTED)
            name = str(first["conversation"])
            await talk(desk, name, "yes", "cancel my appointment", "yes")
            whose = await desk.store.run(lambda unit: unit.conversations.with_guest(name))
            assert whose is not None
            guest = whose.guest_id
            assert guest is not None
            assert await desk.store.run(lambda unit: unit.forget(guest, desk.clock()))
            again = await talk(desk, name, WANTED, "yes")
            assert outcomes(again) == [("book_appointment", "booked")]
            assert len(await booked(desk)) == 1

    asyncio.run(converse())


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "GRACE", timedelta(milliseconds=300))


SLEEPS = selling("called(away)\nawait asyncio.sleep(60)")


async def lose_sale(desk: Desk, folder: Path, conversation: str) -> None:
    """Leave a sale open, as a program that ends in the middle of it does."""
    await desk.say("buy a ticket for the opera", conversation=conversation)
    before = calls(folder)
    buying = asyncio.create_task(desk.say("yes", conversation=conversation))
    while calls(folder) == before:  # noqa: ASYNC110 - it is told by a file, as another program would
        await asyncio.sleep(0.01)
    buying.cancel()
    with suppress(asyncio.CancelledError):
        await buying


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize("how", ["no JSON", "a list", "nothing in it", "cut off"])
def test_an_open_turn_that_cannot_be_read_is_left_to_staff_and_the_others_are_settled(
    tmp_path: Path, database_url: str, how: str
) -> None:
    folder = shop(tmp_path / "shop", SLEEPS)

    async def settle() -> None:
        async with desk_of(folder, database_url) as desk:
            await lose_sale(desk, folder, "c1")
            (kept,) = damage(database_url, outbox, "payload", DAMAGE[how])
            await lose_sale(desk, folder, "c2")
            await asyncio.sleep(1)
            assert await desk.settle() == 1
            assert await desk.store.run(lambda unit: unit.outbox.waiting()) == 0
            ((reason, known),) = [each for each in await requests_of(desk) if "unreadable" in each[1]]
            assert (reason, known["unreadable"], known["action"]) == ("error", kept, "sell_ticket")
            for conversation in ("c1", "c2"):
                told = await desk.say("hello?", conversation=conversation)
                assert (told["position"], "left this with our team" in str(told["reply"])) == ("idle", True)
                asked = await desk.say("buy a ticket for the ballet", conversation=conversation)
                assert asked["position"] == "confirming"
            assert await desk.settle() == 0
            assert sum("unreadable" in known for _, known in await requests_of(desk)) == 1
            assert (calls(folder), desk.log.counters["turn_broke"]) == (2, 0)
            for conversation in ("c1", "c2"):
                assert_replays(await desk.store.run(partial(recorded, conversation=conversation)), desk.house)

    asyncio.run(settle())


@pytest.mark.usefixtures("_soon")
def test_an_open_turn_that_cannot_be_read_is_left_to_staff_by_the_next_message_too(
    tmp_path: Path, database_url: str
) -> None:
    folder = shop(tmp_path / "shop", SLEEPS)

    async def come_back() -> None:
        async with desk_of(folder, database_url) as desk:
            await lose_sale(desk, folder, "c1")
            damage(database_url, outbox, "payload", lambda _: "[]")
            early = await desk.say("hello?", conversation="c1")
            assert early["position"] == "acting"  # somebody may still be at it
            await asyncio.sleep(1)
            told = await desk.say("hello?", conversation="c1")
            assert (told["position"], calls(folder)) == ("idle", 1)
            assert [known["unreadable"] for reason, known in await requests_of(desk) if reason == "error"] == ["[]"]
            assert await desk.settle() == 0
            kept = await desk.store.run(lambda unit: unit.actions.of("c1"))
            assert [each.outcome for each in kept] == ["unknown"]

    asyncio.run(come_back())


@pytest.mark.usefixtures("_soon")
def test_an_end_whose_values_cannot_be_read_is_unknown_and_left_to_staff(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", selling(SELLS))

    async def converse() -> None:
        async with desk_of(folder, database_url) as desk:
            await desk.say("buy a ticket for the opera", conversation="c1")
            whole, phrases = desk.house, desk.house.phrases
            texts = {name: text for name, text in phrases.wordings.items() if "done" not in name}
            desk.house = replace(whole, phrases=replace(phrases, wordings=texts))  # so the turn breaks after the sale
            sorry = await desk.say("yes", conversation="c1")
            assert sorry["position"] == "acting"
            desk.house = whole
            damage(database_url, actions, "fields", lambda _: '{"of": 7}')
            told = await desk.say("did that work?", conversation="c1")
            assert (outcomes(told), told["position"], calls(folder)) == ([("sell_ticket", "unknown")], "idle", 1)
            assert len(await requests_of(desk)) == 2  # the apology, and that nobody can tell what became of it
            assert (await desk.say("buy a ticket for the ballet", conversation="c1"))["position"] == "confirming"
            assert await desk.settle() == 0
            assert_replays(await desk.store.run(partial(recorded, conversation="c1")), whole)

    asyncio.run(converse())


def test_an_inside_action_whose_values_cannot_be_read_is_not_run_again(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", WANTED)
            (asked,) = damage(database_url, conversations, "body", lambda body: body)
            await talk(desk, "c1", "yes")
            # As a backup that was put back in part.
            damage(
                database_url, conversations, "body", lambda body: changed(asked, version=json.loads(body)["version"])
            )
            damage(database_url, actions, "fields", lambda _: "[")
            told = await talk(desk, "c1", "yes")
            assert outcomes(told) == [("book_appointment", "unknown")]
            assert len(await requests_of(desk)) == 1
            assert (await talk(desk, "c1", "hello"))["reply"]
            assert len(await booked(desk)) == 1
            assert desk.log.counters["turn_broke"] == 0

    asyncio.run(converse())


@pytest.mark.parametrize("how", ["no JSON", "a list", "nothing in it", "cut off", "no parts"])
@pytest.mark.parametrize("column", ["event", "reply"])
def test_a_turn_that_cannot_be_read_is_named_where_it_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, how: str
) -> None:
    url = f"sqlite:///{tmp_path}/desk.db"
    monkeypatch.setenv("DATABASE_URL", url)

    async def converse() -> None:
        async with desk_on(url) as desk:
            await talk(desk, "c1", WANTED, "yes")

    asyncio.run(converse())
    with_bad_parts = partial(changed, parts=7)
    damage(url, turns, column, with_bad_parts if how == "no parts" else DAMAGE[how])
    ended = CliRunner(catch_exceptions=False).invoke(main, ["record", "c1", "--business", str(MED_SPA)])
    if (column, how) == ("reply", "no parts"):
        assert ended.exit_code == 0  # it is no part of the reply
    elif (column, how) == ("event", "nothing in it"):
        assert "its guest was forgotten" in ended.stderr  # so forgetting leaves it
    else:
        assert (ended.exit_code, ended.stderr) == (1, "What is kept of turn 1 of c1 cannot be read.\n")


def test_a_conversation_that_cannot_be_read_is_named_where_it_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/desk.db"
    monkeypatch.setenv("DATABASE_URL", url)

    async def converse() -> None:
        async with desk_on(url) as desk:
            await talk(desk, "c1", WANTED)

    asyncio.run(converse())
    damage(url, conversations, "body", lambda _: "[]")
    ended = CliRunner(catch_exceptions=False).invoke(main, ["record", "c1", "--business", str(MED_SPA)])
    assert (ended.exit_code, ended.stderr) == (1, "What is kept of conversation c1 cannot be read.\n")
