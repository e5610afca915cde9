"""Plans over HTTP and over the socket are one thing: the same form, the same refusals, and they happen once."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from fastapi import FastAPI

from frontdesk.channels.web import hub
from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.frames import RunUpdated
from frontdesk.channels.web.shapes import PlanPage, StateShape
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.house import House, open_house
from tests.desk.offices import desk_at, office
from tests.web.clients import HERE, Talk, eventually, is_problem
from tests.web.servers import Frame
from tests.web.wires import Wire, wire_of

ALL = {
    "meeting_title": "Standup",
    "start_time": "2025-11-28T14:00",
    "length": 60,
    "attendee_email": ["jane@example.com"],
}
PARTY = {"day": "2025-12-02", "people": 4, "floor": "roof"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return office(tmp_path_factory.mktemp("offices") / "office")


@pytest.fixture(scope="module")
def house(folder: Path) -> House:
    return open_house(folder)


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest of the office: a conversation, over HTTP and over sockets."""

    app: FastAPI
    http: httpx.AsyncClient
    desk: Desk
    talk: Talk

    @property
    def run(self) -> str:
        return f"{self.talk.id}.1"

    async def say(self, text: str) -> dict[str, Any]:
        answer = await self.http.post(f"{self.talk.path}/messages", json={"content": text}, headers=self.talk.headers)
        assert answer.status_code == 200, answer.text
        turn: dict[str, Any] = answer.json()
        return turn

    async def plan(self, run: str | None = None, **headers: str) -> httpx.Response:
        return await self.http.get(f"/b/office/runs/{run or self.run}", headers=headers or self.talk.headers)

    async def execute(self, body: object, key: str = "k", run: str | None = None) -> httpx.Response:
        headers = {**self.talk.headers, "Idempotency-Key": key}
        return await self.http.post(f"/b/office/runs/{run or self.run}/execute", json=body, headers=headers)

    async def bookings(self) -> int:
        return len(await self.desk.store.run(lambda unit: unit.bookings.of_conversation(self.talk.id)))


Story: TypeAlias = Callable[[Guest], Coroutine[None, None, None]]


@asynccontextmanager
async def guest_of(url: str, house: House) -> AsyncIterator[Guest]:
    async with desk_at(url, house) as desk:
        app = web_app({"office": DeskHost(desk, Path())})
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as http:
            begun = (await http.post("/b/office/conversations")).json()
            yield Guest(app, http, desk, Talk(begun["id"], begun["token"], "office"))
        await app.state.web.close()


def play(url: str, house: House, story: Story) -> None:
    async def played() -> None:
        async with guest_of(url, house) as guest, asyncio.timeout(60):
            await story(guest)

    asyncio.run(played())


def sent(wire: Wire, **frame: object) -> None:
    wire.inward.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})


def frames(wire: Wire, kind: str) -> list[Frame]:
    return [frame for frame in wire.frames if frame["type"] == kind]


def plans(wire: Wire) -> list[Frame]:
    return [frame for frame in frames(wire, "run_updated") if frame["toolExecutionPlan"]]


def states(wire: Wire) -> list[Frame]:
    return [frame["state"] for frame in frames(wire, "run_updated") if frame["state"] is not None]


def titles(wire: Wire) -> list[object]:
    return [state["form"]["fields"][0]["value"] if state["form"] else None for state in states(wire)]


def test_a_plan_is_read_filled_in_and_executed_once(database_url: str, house: House) -> None:
    async def story(guest: Guest) -> None:
        turn = await guest.say("set a meeting")
        assert turn["form"]["run"] == guest.run == turn["state"]["form"]["run"]
        plan = PlanPage.model_validate((await guest.plan()).json())
        assert (plan.status, plan.form is not None, plan.turn) == ("pending", True, turn["state"]["turn"])
        body = {"values": ALL, "turn": plan.turn}
        ends = await asyncio.gather(*(guest.execute(body, key) for key in ("one", "one", "two")))
        done = [each.json() for each in ends if each.status_code == 200]
        assert {each["run"]["status"] for each in done} == {"completed"}
        assert all(is_problem(each, 409) for each in ends if each.status_code != 200)
        assert await guest.bookings() == 1
        after = (await guest.plan()).json()
        assert (after["status"], after["form"]) == ("completed", None)
        assert after["toolExecutionPlan"][0]["result"]["outcome"] == "created"

    play(database_url, house, story)


@pytest.mark.parametrize(
    ("body", "status", "kind", "errors"),
    [
        (
            {"values": {"meeting_title": "Standup"}},
            422,
            "leftover-placeholder",
            {"start_time", "length", "attendee_email"},
        ),
        ({"values": {**ALL, "color": "red"}}, 422, "unknown-placeholder", set()),
        ({"values": {**ALL, "length": -5}}, 422, "bad-value", {"length"}),
        ({"values": {**ALL, "length": True}}, 422, "bad-value", {"length"}),
        (
            {"values": {**ALL, "attendee_email": [f"{n}@example.com" for n in range(51)]}},
            422,
            "bad-value",
            {"attendee_email"},
        ),
        ({"values": {**ALL, "meeting_title": "x" * 5001}}, 422, "invalid", None),
        ({"values": {**ALL, "meeting_title": {"a": 1}}}, 422, "invalid", None),
        ({"values": ALL, "more": 1}, 422, "invalid", None),
    ],
)
def test_what_cannot_be_executed_is_refused_and_loses_nothing(
    sqlite_database: str, house: House, body: object, status: int, kind: str, errors: set[str] | None
) -> None:
    async def story(guest: Guest) -> None:
        turn = await guest.say("set a meeting")
        answer = await guest.execute(body)
        assert is_problem(answer, status)
        assert answer.json()["type"].endswith(f"#{kind}")
        assert errors is None or set(answer.json()["errors"]) == errors
        assert (await guest.plan()).json()["turn"] == turn["state"]["turn"]
        assert (await guest.execute({"values": ALL})).status_code == 200

    play(sqlite_database, house, story)


def test_a_plan_is_for_whoever_holds_the_token(sqlite_database: str, house: House) -> None:
    async def story(guest: Guest) -> None:
        await guest.say("set a meeting")
        other = (await guest.http.post("/b/office/conversations")).json()
        theirs = {"Authorization": f"Bearer {other['token']}"}
        assert is_problem(await guest.plan(None, **theirs), 404)
        assert is_problem(await guest.plan(None, Accept="*/*"), 401)
        for run in (f"{guest.talk.id}.2", f"{guest.talk.id}.x", "nothing", f"{other['id']}.1"):
            assert is_problem(await guest.plan(run), 404)
            assert is_problem(await guest.execute({"values": ALL}, run=run), 404)
        assert await guest.bookings() == 0

    play(sqlite_database, house, story)


def test_every_page_sees_the_plan_move_and_a_new_one_sees_where_it_is(sqlite_database: str, house: House) -> None:
    async def story(guest: Guest) -> None:
        async with wire_of(guest.app, guest.talk) as one, wire_of(guest.app, guest.talk) as two:
            sent(one, type="content", id="m1", text="set a meeting")
            await eventually(lambda: bool(plans(two)))
            sent(two, type="update_parameter", id="m2", run=guest.run, placeholder="meeting_title", value="Standup")
            await eventually(lambda: titles(one)[-1] == "Standup")
            sent(one, type="update_parameter", run=guest.run, placeholder="attendee_email", value=["jane"])
            await eventually(lambda: bool(frames(one, "error")))
            (error,) = frames(one, "error")
            assert (error["kind"], list(error["errors"])) == ("bad-value", ["attendee_email"])
            assert frames(two, "error") == []
            async with wire_of(guest.app, guest.talk) as late:
                await eventually(lambda: bool(states(late)))
                state = StateShape.model_validate(states(late)[-1])
                assert state.form is not None
                assert state.form.fields[0].value == "Standup"
                assert plans(late)[-1]["id"] == guest.run
            sent(two, type="execute_action", id="m3", run=guest.run, values=ALL, turn=states(two)[-1]["turn"])
            await eventually(lambda: plans(one)[-1]["status"] == "completed")
            assert states(one)[-1]["form"] is None
            for frame in plans(one):
                RunUpdated.model_validate(frame)
            assert await guest.bookings() == 1

    play(sqlite_database, house, story)


def test_a_step_that_takes_long_is_seen_running(
    sqlite_database: str, house: House, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "ANOTHER_LOOK", 0.05)

    async def story(guest: Guest) -> None:
        await guest.say("give a party")
        found = await guest.execute({"values": PARTY}, "a")
        reserved = await guest.execute({"turn": found.json()["state"]["turn"]}, "b")
        body = {"values": {"invited_email": "slow@example.com"}, "turn": reserved.json()["state"]["turn"]}
        asked = (await guest.execute(body, "c")).json()
        assert asked["position"] == "confirming"  # the reference is shown before anybody is written to
        async with wire_of(guest.app, guest.talk) as wire:
            await eventually(lambda: bool(states(wire)))
            sent(wire, type="execute_action", run=guest.run, turn=states(wire)[-1]["turn"])
            await eventually(lambda: plans(wire)[-1]["status"] == "running")
            assert plans(wire)[-1]["toolExecutionPlan"][2]["status"] == "running"
            assert states(wire)[-1]["form"] is None
            (folder / "go").touch()
            await eventually(lambda: plans(wire)[-1]["status"] == "completed")

    play(sqlite_database, house, story)
