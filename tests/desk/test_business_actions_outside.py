"""Outside actions: intended first, called with no transaction open, ended in a second one; never done twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from frontdesk.desk import outside, settling
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import open_house
from frontdesk.desk.testing import rehearse_action
from frontdesk.storage import Store
from frontdesk.storage.rows import Side
from tests.desk.shop_child import NOW, YES
from tests.desk.shops import FLOW, shop
from tests.prepared import run_program

Answer: TypeAlias = dict[str, Any]
CHILD = Path(__file__).with_name("shop_child.py")

# The other side: a folder with one file per sale, named by its key, and a line per call in `calls`.
OTHER_SIDE = """
import os
import signal
import time


def sales(away: Away) -> Path:
    place = away.folder / "sales"
    place.mkdir(exist_ok=True)
    return place


def called(away: Away) -> int:
    with (away.folder / "calls").open("a+") as calls:
        calls.write("call\\n")
        calls.seek(0)
        return len(calls.readlines())


def sold(away: Away) -> Path:
    return sales(away) / away.key.replace("/", "_")


def die_if(away: Away, when: str) -> None:
    order = away.folder / "die"
    if order.exists() and order.read_text() == when:
        order.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


async def find_sale(away: Away) -> Sold | None:
    return Sold("T1") if sold(away).exists() else None
"""


def selling(body: str, marks: str = "") -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    head = f"@action(guarded=True, timeout=timedelta(milliseconds=400){marks})\n"
    return f"{OTHER_SIDE}\n\n{head}async def sell_ticket(away: Away, show: Show) -> Sold | Taken:\n{lines}"


SELLS = """\
called(away)
die_if(away, "before")
await asyncio.sleep(0)
sold(away).touch()
die_if(away, "after")
return Sold("T1")"""


def held_up(marks: str = "") -> str:
    """Return actions that sell, but not before they are let go."""
    wait = 'while not (away.folder / "go").exists():\n    await asyncio.sleep(0.01)'
    return selling(SELLS.replace("await asyncio.sleep(0)", wait), marks).replace("milliseconds=400", "seconds=60")


async def is_called(folder: Path) -> None:
    """Wait until the other side is called."""
    while not calls(folder):  # noqa: ASYNC110 - it is told by a file, as another program would
        await asyncio.sleep(0.01)


def let_go(folder: Path) -> None:
    (folder / "go").touch()


@asynccontextmanager
async def desk_of(folder: Path, url: str) -> AsyncIterator[Desk]:
    """Open a desk that settles what is left open only when it is told to."""
    store = await Store.open(url)
    try:
        yield Desk(open_house(folder), store, lambda: NOW)
    finally:
        store.close()


async def talk(folder: Path, url: str, *lines: str) -> tuple[Answer, Desk]:
    """Say these lines in one conversation; return the last answer, and the closed desk for its log."""
    answer: Answer = {}
    async with desk_of(folder, url) as desk:
        for number, line in enumerate(lines):
            answer = await desk.say(line, conversation="c1", message_id=f"m{number}")
        return answer, desk


def sell(folder: Path, url: str) -> tuple[Answer, Desk]:
    return asyncio.run(talk(folder, url, "buy a ticket for the opera", "yes"))


def outcomes(answer: Answer) -> list[str]:
    return [did["outcome"] for did in answer["did"]]


def calls(folder: Path) -> int:
    record = folder / "calls"
    return len(record.read_text(encoding="utf-8").splitlines()) if record.exists() else 0


def test_an_outside_action_sells_once_and_its_turn_is_one_turn(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", selling(SELLS))
    answer, _ = sell(folder, database_url)
    assert (answer["reply"], outcomes(answer), calls(folder)) == ("Your ticket is T1.", ["sold"], 1)

    async def kept() -> tuple[list[Side], int, int]:
        async with desk_of(folder, database_url) as desk:
            again = await desk.say("yes", conversation="c1", message_id="m1")
            assert again == answer
            said = await desk.store.run(lambda unit: unit.messages.of("c1"))
            turns = await desk.store.run(lambda unit: unit.messages.turns("c1"))
            waiting = await desk.store.run(lambda unit: unit.outbox.waiting())
            return [message.side for message in said], len(turns), waiting

    assert asyncio.run(kept()) == ([Side.GUEST, Side.DESK] * 2, 2, 0)


# The action asks the database from another connection: it would wait forever for a transaction that is open.
LOOKS = """\
import sqlalchemy
engine = sqlalchemy.create_engine((away.folder / "url").read_text())
with engine.begin() as connection:
    row = connection.execute(sqlalchemy.text("SELECT action, outcome FROM actions WHERE key = :key"), {"key": away.key})
    intended = list(row.one())
    connection.execute(sqlalchemy.text("UPDATE conversations SET updated_at = updated_at"))
    stands = connection.execute(sqlalchemy.text("SELECT position FROM conversations")).scalar_one()
engine.dispose()
return Sold(f"{intended} {stands}")"""


def test_it_is_intended_before_it_is_called_and_no_transaction_is_open_then(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", selling(LOOKS))
    (folder / "url").write_text(database_url, encoding="utf-8")
    answer, desk = sell(folder, database_url)
    assert answer["reply"] == "Your ticket is ['sell_ticket', None] acting."
    assert desk.log.counters["action_intended"] == 1


@pytest.mark.parametrize(
    ("body", "outcome", "reply"),
    [
        ("raise ValueError('Ann Miller')", "failed", "That did not work."),
        ("return None", "unknown", "I've left this with our team."),
        ("return Failed()", "unknown", "I've left this with our team."),
        ("await asyncio.sleep(60)", "unknown", "team"),
        ("time.sleep(0.5); return Sold('T9')", "unknown", "team"),  # nothing can stop it
        ("time.sleep(0.5); raise ValueError", "unknown", "team"),
        ("raise ConnectionResetError", "unknown", "team"),
        ("return Taken()", "taken", "It is sold out."),
    ],
)
def test_whatever_it_does_the_guest_gets_the_truth(tmp_path: Path, body: str, outcome: str, reply: str) -> None:
    answer, desk = sell(shop(tmp_path / "shop", selling(body)), f"sqlite:///{tmp_path}/shop.db")
    assert outcomes(answer) == [outcome]
    assert reply in answer["reply"]
    assert "ticket is" not in answer["reply"]
    assert (answer["position"], desk.log.counters["turn_broke"]) == ("idle", 0)


UNANSWERED = FLOW.replace(", failed: sorry", "").replace(
    '      - {step: sorry, type: say, message: "That did not work.", next: end}\n', ""
)


@pytest.mark.parametrize("body", ["sold(away).touch(); raise KeyError('receipt')", "raise ValueError", "1 / 0"])
def test_what_breaks_halfway_is_not_called_undone(tmp_path: Path, body: str) -> None:
    folder = shop(tmp_path / "shop", selling(body), UNANSWERED)
    answer, _ = sell(folder, f"sqlite:///{tmp_path}/shop.db")
    assert outcomes(answer) == ["failed"]
    assert "I can't tell whether it was done. I've left it with our team." in answer["reply"]
    assert "Nothing was booked" not in answer["reply"]


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("raise ValueError('Ann Miller')", "failed"),
        ("await asyncio.sleep(60)", "unknown"),
        ("raise ConnectionResetError", "unknown"),
        ("return Sold('T9')", "sold"),
    ],
)
def test_a_rehearsed_action_ends_as_it_would_at_the_desk(tmp_path: Path, body: str, outcome: str) -> None:
    assert rehearse_action(shop(tmp_path / "shop", selling(body)), "sell_ticket", show="opera").outcome == outcome


def test_what_a_test_has_misspelt_is_said(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", selling("return Sold('T9')"))
    with pytest.raises(LookupError, match="no action 'sell_tickets'; did you mean 'sell_ticket'"):
        rehearse_action(folder, "sell_tickets", show="opera")
    with pytest.raises(TypeError, match="sell_ticket takes no 'shows'; did you mean 'show'"):
        rehearse_action(folder, "sell_ticket", shows="opera")


RETRIED = FLOW.replace("call: sell_ticket\n", "call: sell_ticket\n        retry: 2\n        timeout: 1 second\n")
THIRD_TIME = """\
if called(away) < 3:
    raise ValueError
return Sold("T3")"""


def test_a_step_may_try_again_what_can_be_repeated(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", selling(THIRD_TIME, ", repeatable=True"), RETRIED)
    answer, _ = sell(folder, f"sqlite:///{tmp_path}/shop.db")
    assert (answer["reply"], outcomes(answer), calls(folder)) == ("Your ticket is T3.", ["sold"], 3)


def test_without_retry_it_is_called_once(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", selling(THIRD_TIME, ", repeatable=True"))
    answer, _ = sell(folder, f"sqlite:///{tmp_path}/shop.db")
    assert (outcomes(answer), calls(folder)) == (["failed"], 1)


def killed(url: str, *shops: tuple[Path, str]) -> None:
    """Sell a ticket in each shop in a process that is killed before or after the other side has sold it."""
    for folder, when in shops:
        (folder / "die").write_text(when, encoding="utf-8")
    ended = run_program(CHILD, url, *(folder for folder, _ in shops))
    assert ended.returncode == 0, ended.stderr


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "GRACE", timedelta(milliseconds=300))


LOOKED_UP, REPEATABLE = ", look_up=find_sale", ", repeatable=True"
# marks, when it is killed -> outcome, calls in all, sales in all
KILLS = {
    ("", "before"): ("unknown", 1, 0),
    ("", "after"): ("unknown", 1, 1),
    (LOOKED_UP, "before"): ("sold", 2, 1),  # the other side had never heard of it
    (LOOKED_UP, "after"): ("sold", 1, 1),
    (REPEATABLE, "after"): ("sold", 2, 1),  # under the same key, so that it is one sale
}


async def said_again(folder: Path, url: str) -> tuple[Answer, int]:
    """Deliver the message again after the kill, twice; return the answer and how much is left to staff."""
    async with desk_of(folder, url) as desk:
        first, second = [await desk.say("yes", conversation=folder.name, message_id=YES) for _ in range(2)]
        assert first == second
        return first, len(await desk.store.run(lambda unit: unit.requests.open(desk.house.business.id)))


def test_after_a_kill_the_same_message_finds_out_what_became_of_it(tmp_path: Path, database_url: str) -> None:
    shops = [(shop(tmp_path / f"s{n}", selling(SELLS, kill[0])), kill) for n, kill in enumerate(KILLS)]
    killed(database_url, *((folder, when) for folder, (_, when) in shops))
    for folder, kill in shops:
        answer, requests = asyncio.run(said_again(folder, database_url))
        sales = len(list((folder / "sales").glob("*"))) if (folder / "sales").exists() else 0
        assert (outcomes(answer), calls(folder), sales) == ([KILLS[kill][0]], *KILLS[kill][1:]), kill
        told, left_to_staff = (True, 0) if KILLS[kill][0] == "sold" else (False, 1)
        assert ("Your ticket is T1." in answer["reply"], requests) == (told, left_to_staff), kill


async def settled_alone(folder: Path, url: str) -> tuple[Answer, str, int]:
    """Let two desks settle after the kill; return the answer, the position and what is left to staff."""
    async with desk_of(folder, url) as desk, desk_of(folder, url) as other:
        await asyncio.sleep(0.5)
        assert sum(await asyncio.gather(desk.settle(), other.settle())) == 1
        assert await desk.settle() == 0
        kept = await desk.store.run(lambda unit: unit.conversations.by_id(folder.name))
        left = await desk.store.run(lambda unit: unit.requests.open(desk.house.business.id))
        answer = await desk.say("yes", conversation=folder.name, message_id=YES)
        later = [await desk.say("hello", conversation=folder.name) for _ in range(2)]
        told = [str(each["reply"]).startswith(str(answer["reply"])) for each in later]
        assert told == [True, False]  # whoever comes back hears it, once
        return answer, type(kept.position).__name__ if kept else "", len(left)


def test_after_a_kill_it_is_settled_although_the_guest_never_writes_again(tmp_path: Path, database_url: str) -> None:
    kills = [("", "after"), (LOOKED_UP, "before"), (LOOKED_UP, "after")]
    shops = [(shop(tmp_path / f"s{n}", selling(SELLS, kill[0])), kill) for n, kill in enumerate(kills)]
    killed(database_url, *((folder, when) for folder, (_, when) in shops))
    for folder, kill in shops:
        answer, position, requests = asyncio.run(settled_alone(folder, database_url))
        sales = len(list((folder / "sales").glob("*"))) if (folder / "sales").exists() else 0
        assert (outcomes(answer), calls(folder), sales) == ([KILLS[kill][0]], *KILLS[kill][1:]), kill
        assert (position, requests) == ("Idle", 0 if KILLS[kill][0] == "sold" else 1), kill


def test_an_open_desk_settles_by_itself(tmp_path: Path, sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "EVERY", 0.1)
    folder = shop(tmp_path / "c1", selling(SELLS, LOOKED_UP))

    async def look() -> int:
        async with Desk.open(folder, sqlite_database, lambda: NOW) as desk:
            # Only now: what was left before the desk opened is settled when it does.
            await asyncio.to_thread(killed, sqlite_database, (folder, "after"))
            for _ in range(200):
                if desk.log.counters["action_taken_up"]:
                    break
                await asyncio.sleep(0.1)
            return desk.log.counters["action_taken_up"]

    assert asyncio.run(look()) == 1
    assert calls(folder) == 1


def test_a_desk_leaves_the_actions_of_another_business_alone(tmp_path: Path, database_url: str) -> None:
    folder, other = shop(tmp_path / "s1", selling(SELLS, LOOKED_UP)), shop(tmp_path / "s2", selling(SELLS, LOOKED_UP))
    killed(database_url, (folder, "after"))

    async def settle() -> int:
        async with desk_of(other, database_url) as desk:
            await asyncio.sleep(0.5)
            return await desk.settle()

    assert asyncio.run(settle()) == 0


def test_after_a_kill_another_message_is_told_and_is_not_taken_for_an_answer(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "c1", selling(SELLS, LOOKED_UP))
    killed(database_url, (folder, "after"))

    async def go_on() -> list[Answer]:
        async with desk_of(folder, database_url) as desk:
            await asyncio.sleep(1)
            told = await desk.say("hello?", conversation="c1", message_id="third")
            repeated = await desk.say("yes", conversation="c1", message_id=YES)
            return [told, repeated]

    told, repeated = asyncio.run(go_on())
    assert (told["reply"], outcomes(told), told["position"]) == ("Your ticket is T1.", ["sold"], "idle")
    assert repeated == told
    assert calls(folder) == 1


def test_while_one_worker_calls_another_with_the_same_message_waits_for_the_answer(
    tmp_path: Path, database_url: str
) -> None:
    folder = shop(tmp_path / "shop", held_up())

    async def both() -> list[Answer]:
        async with desk_of(folder, database_url) as one, desk_of(folder, database_url) as two:
            await one.say("buy a ticket for the opera", conversation="c1")
            first = asyncio.create_task(one.say("yes", conversation="c1", message_id=YES))
            await is_called(folder)
            other = await two.say("is it done?", conversation="c1")
            second = asyncio.create_task(two.say("yes", conversation="c1", message_id=YES))
            await asyncio.sleep(0.2)
            assert not second.done()
            let_go(folder)
            return [await first, await second, other]

    first, second, other = asyncio.run(both())
    assert first == second
    assert (outcomes(first), calls(folder)) == (["sold"], 1)
    assert (other["position"], outcomes(other)) == ("acting", [])


def test_a_turn_that_breaks_after_the_sale_is_ended_by_the_next_message(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", selling(SELLS))

    async def broken() -> tuple[Answer, Answer, Answer]:
        async with desk_of(folder, database_url) as desk:
            await desk.say("buy a ticket for the opera", conversation="c1", message_id="m0")
            whole, phrases = desk.house, desk.house.phrases
            texts = {name: text for name, text in phrases.wordings.items() if "done" not in name}
            desk.house = replace(whole, phrases=replace(phrases, wordings=texts))  # so the reply has no words
            sorry = await desk.say("yes", conversation="c1", message_id="m1")
            desk.house = whole
            told = await desk.say("did that work?", conversation="c1", message_id="m2")
            after = await desk.say("thanks", conversation="c1", message_id="m3")
            assert await desk.store.run(lambda unit: unit.outbox.waiting()) == 0
            return sorry, told, after

    sorry, told, after = asyncio.run(broken())
    assert sorry["position"] == "acting"
    assert (told["reply"], outcomes(told), told["position"]) == ("Your ticket is T1.", ["sold"], "idle")
    assert after["position"] == "idle"
    assert calls(folder) == 1
