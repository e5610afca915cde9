"""Guests of a web application that runs in the test itself."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import httpx
from fastapi import FastAPI

from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.host import Host
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.house import House
from tests.faults.desks import MED_SPA, desk_on, med_spa

HERE = "http://desk.example"
MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation and what opens it."""

    id: str
    token: str
    business: str = "medspa"

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/b/{self.business}/conversations/{self.id}"

    @property
    def headers(self) -> dict[str, str]:
        """What opens it."""
        return {"Authorization": f"Bearer {self.token}"}


@dataclass(frozen=True, slots=True)
class Site:
    """The med spa, and the same under another name, behind one application."""

    app: FastAPI
    http: httpx.AsyncClient
    desk: Desk
    twin: Desk
    hosts: Mapping[str, Host]

    async def begin(self, business: str = "medspa", key: str | None = None) -> Talk:
        """Begin a conversation."""
        headers = {} if key is None else {"Idempotency-Key": key}
        answer = await self.http.post(f"/b/{business}/conversations", headers=headers)
        assert answer.status_code == 201, answer.text
        begun = answer.json()
        return Talk(begun["id"], begun["token"], business)

    async def say(self, talk: Talk, text: str, key: str | None = None) -> dict[str, Any]:
        """Say something, and return what the turn came to."""
        headers = {**talk.headers, "Idempotency-Key": key or uuid4().hex}
        body = {"content": text}
        answer = await self.http.post(f"{talk.path}/messages", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        turn: dict[str, Any] = answer.json()
        return turn


@asynccontextmanager
async def site_on(url: str, house: House | None = None, address: str = "192.0.2.7") -> AsyncIterator[Site]:
    """Open the med spa and its twin on a database, behind an application that never limits anybody by chance."""
    async with desk_on(url, house) as desk:
        twin_house = replace(desk.house, business=replace(desk.house.business, id="twin"))
        twin = Desk(twin_house, desk.store, desk.clock)
        hosts = {"medspa": DeskHost(desk, MED_SPA), "twin": DeskHost(twin, MED_SPA)}
        app = web_app(hosts)
        transport = httpx.ASGITransport(app, raise_app_exceptions=True, client=(address, 4000))
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as http:
            try:
                yield Site(app, http, desk, twin, hosts)
            finally:
                await app.state.web.close()
                for each in (desk, twin):
                    each.ears.close()


def house_with_origins(*origins: str) -> House:
    """Return the med spa as one that lets these pages call it."""
    house = med_spa()
    return replace(house, business=replace(house.business, origins=origins))


async def eventually(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not is_so():  # noqa: ASYNC110 - another process, or a task of ours that tells nobody, makes it so
        await asyncio.sleep(0.01)


def is_problem(answer: httpx.Response, status: int) -> bool:
    """Say whether an answer is a problem of this status, as the documents have it."""
    body = answer.json() if answer.headers["content-type"] == MEDIA_TYPE else {}
    return answer.status_code == status == body.get("status") and {"type", "title", "detail"} <= body.keys()
