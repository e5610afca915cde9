"""Who is logged in as an owner talks to their own calendar over the web; nobody else does, and not for longer."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from frontdesk.channels.web.app import web_app
from frontdesk.console.app import add_console
from frontdesk.desk import passes
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.serving import Opened
from frontdesk.storage.rows import Role
from tests.calendars.calendars import EXAMPLE, NOW, desk_of, outcomes
from tests.console.consoles import HTML, Worker, add_account
from tests.web.clients import HERE, Talk, eventually, is_problem
from tests.web.wires import wire_of

OPENED = re.compile(r'<script type="application/json" id="opened">(.*?)</script>')
AGENDA = "what meetings do i have tomorrow?"
MEETING = {"title": "Budget", "start_time": "2025-11-28T14:00", "attendees": ["jane@example.com"]}
ENDED = 1008


@dataclass(slots=True)
class Office:
    """The calendar of the example with its console; `owen` is an owner, `stella` is staff."""

    app: FastAPI
    desk: Desk
    now: datetime = NOW

    def stranger(self) -> Worker:
        """Give a browser of its own."""
        return Worker(httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE), "meetings")

    async def worker(self, login: str) -> Worker:
        """Give the browser of somebody who is logged in."""
        worker = self.stranger()
        assert (await worker.log_in(login)).status_code == 303
        return worker

    async def own_chat(self) -> Talk:
        """Open the chat as the owner does."""
        answer = await (await self.worker("owen")).post("own-chat")
        assert answer.status_code == 200, answer.text
        return talk_in(answer)

    async def say(self, talk: Talk, text: str) -> httpx.Response:
        """Say something with what opens a conversation."""
        http = self.stranger().http
        return await http.post(f"{talk.path}/messages", json={"content": text}, headers=talk.headers)

    async def guest(self, key: str | None = None) -> Talk:
        """Begin a conversation as anybody may."""
        headers = {} if key is None else {"Idempotency-Key": key}
        begun = (await self.stranger().http.post("/b/meetings/conversations", headers=headers)).json()
        return Talk(begun["id"], begun["token"], "meetings")


def talk_in(answer: httpx.Response) -> Talk:
    """Return the conversation that the page hands to the chat."""
    found = OPENED.search(answer.text)
    assert found is not None
    opened = json.loads(found[1])
    return Talk(opened["id"], opened["token"], "meetings")


@asynccontextmanager
async def office_on(url: str) -> AsyncIterator[Office]:
    """Open the example with a meeting tomorrow, and its console."""
    async with desk_of(EXAMPLE, url) as desk:
        app = web_app({"meetings": DeskHost(desk, EXAMPLE)})
        close = add_console(app, {"meetings": Opened(desk, EXAMPLE)})
        office = Office(app, desk)
        desk.clock = lambda: office.now
        for login, role in (("owen", Role.OWNER), ("stella", Role.STAFF)):
            await add_account(desk, login, role)
        assert (await desk.call("create_calendar_event", MEETING, in_person=True))["outcome"] == "booked"
        yield office
        await close()
        await app.state.web.close()


def play(url: str, story: Callable[[Office], Awaitable[None]]) -> None:
    """Do something in the office."""

    async def played() -> None:
        async with office_on(url) as office, asyncio.timeout(60):
            await story(office)

    asyncio.run(played())


async def sees(office: Office, talk: Talk) -> bool:
    """Say whether the calendar is shown in a conversation, and that nothing of it is where it is not."""
    turn: dict[str, Any] = (await office.say(talk, AGENDA)).json()
    is_shown = outcomes(turn) == [("fetch_calendar_events", "found")]
    assert is_shown or outcomes(turn) == [("fetch_calendar_events", "refused")]
    assert ("Budget" in json.dumps(turn)) is is_shown
    return is_shown


def test_an_owner_sees_and_changes_their_calendar_over_http(database_url: str) -> None:
    async def story(office: Office) -> None:
        talk = await office.own_chat()
        assert await sees(office, talk)
        await office.say(talk, "Schedule a meeting with joe@example.com tomorrow at 4pm for 1 hour")
        turn = (await office.say(talk, "yes")).json()
        assert outcomes(turn) == [("create_calendar_event", "booked")]

    play(database_url, story)


def test_a_form_of_the_owner_is_carried_out_by_execute() -> None:
    async def story(office: Office) -> None:
        talk = await office.own_chat()
        turn = (await office.say(talk, "please make an example meeting in my calendar")).json()
        form = turn["state"]["form"]
        values = {"meeting_title": "Plan", "start_time": "2025-11-28T16:00", "attendee_email": ["joe@example.com"]}
        url, headers = f"/b/meetings/runs/{form['run']}/execute", {**talk.headers, "Idempotency-Key": "k"}
        answer = await office.stranger().http.post(url, json={"values": values}, headers=headers)
        assert outcomes(answer.json())[-1] == ("create_calendar_event", "booked"), answer.text

    play("sqlite://", story)


def test_the_socket_is_the_owners() -> None:
    async def story(office: Office) -> None:
        async with wire_of(office.app, await office.own_chat()) as wire:
            said = {"type": "content", "id": "m1", "text": AGENDA}
            wire.inward.put_nowait({"type": "websocket.receive", "text": json.dumps(said)})
            await eventually(lambda: any(each["type"] == "action_status" for each in wire.frames))
        did = [(each["action"], each["status"]) for each in wire.frames if each["type"] == "action_status"]
        assert did == [("fetch_calendar_events", "found")]

    play("sqlite://", story)


def test_a_socket_that_is_open_when_its_token_ends_is_closed() -> None:
    async def story(office: Office) -> None:
        talk = await office.own_chat()
        office.now += passes.OWNERS_STAY_OPEN - timedelta(seconds=0.1)
        async with wire_of(office.app, talk) as wire:
            await eventually(lambda: wire.closed_with is not None)
        assert wire.closed_with == ENDED
        assert wire.frames  # it was let in before

    play("sqlite://", story)


def test_the_token_ends_after_eight_hours_and_opens_nothing_else() -> None:
    async def story(office: Office) -> None:
        talk, guest = await office.own_chat(), await office.guest()
        for other in (replace(guest, token=talk.token), replace(talk, token=guest.token)):
            assert is_problem(await office.say(other, AGENDA), 404)
        office.now += timedelta(hours=8)
        office.app.state.web.tokens.good.clear()  # what is believed for a moment
        assert is_problem(await office.say(talk, AGENDA), 404)
        assert not await sees(office, guest)

    play("sqlite://", story)


def test_no_token_of_a_guest_becomes_one_of_the_owner() -> None:
    async def story(office: Office) -> None:
        talk = await office.own_chat()
        drawn, _, proof = talk.token.partition(".")
        guest = await office.guest(key="owner.owner.owner.owner")
        assert not await sees(office, guest)
        for forged in (f"{guest.token}.{proof}", f"{drawn}.{guest.token}", f"{guest.token}.", drawn, f".{proof}"):
            for each in (guest, talk):
                assert is_problem(await office.say(replace(each, token=forged), AGENDA), 404)

    play("sqlite://", story)


def test_a_token_whose_proof_does_not_hold_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(office: Office) -> None:
        talk = await office.own_chat()
        monkeypatch.setenv(passes.VARIABLE, "another secret")
        assert is_problem(await office.say(talk, AGENDA), 404)
        monkeypatch.delenv(passes.VARIABLE)
        assert await sees(office, talk)

    play("sqlite://", story)


def test_staff_strangers_and_forged_forms_are_turned_away() -> None:
    async def story(office: Office) -> None:
        owen, stella = await office.worker("owen"), await office.worker("stella")
        assert (await stella.post("own-chat")).status_code == 403
        assert "Talk to your calendar" not in (await stella.get("today")).text
        assert (await office.stranger().post("own-chat")).status_code == 401
        talk = talk_in(await owen.post("own-chat"))
        bearer = {"authorization": f"Bearer {talk.token}", "origin": HERE}
        assert (await office.stranger().http.post(owen.at("own-chat"), headers=bearer)).status_code == 403
        assert (await owen.http.post(owen.at("own-chat"), headers={**HTML, "origin": HERE})).status_code == 403
        assert (await owen.get("own-chat")).status_code == 404  # nothing but a form of ours opens it

    play("sqlite://", story)


def test_a_business_without_an_owner_has_no_such_chat() -> None:
    async def story(office: Office) -> None:
        talk, owen = await office.own_chat(), await office.worker("owen")
        office.desk.house = replace(office.desk.house, business=replace(office.desk.house.business, owner=False))
        assert (await owen.post("own-chat")).status_code == 404
        assert "Talk to your calendar" not in (await owen.get("today")).text
        assert is_problem(await office.say(talk, AGENDA), 404)

    play("sqlite://", story)


def test_it_is_logged_who_opened_it_and_the_token_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def story(office: Office) -> None:
        owen = await office.worker("owen")
        answer = await owen.post("own-chat")
        talk = talk_in(answer)
        assert answer.headers["cache-control"] == "no-store"
        assert talk.token not in str(answer.headers)
        assert await sees(office, talk)
        assert talk.token not in caplog.text
        row = (await office.desk.store.run(lambda unit: unit.audit.page("meetings")))[0]
        assert (row.by, row.what, row.about) == ("owen", "conversation_opened_as_owner", talk.id)

    play("sqlite://", story)
