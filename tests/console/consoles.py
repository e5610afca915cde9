"""A console that runs in the test itself, and people who log in to it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from frontdesk.console.app import add_console
from frontdesk.desk.desk import Desk
from frontdesk.desk.serving import Opened
from frontdesk.storage.rows import Account, Role
from tests.faults.desks import MED_SPA
from tests.passwords import KEPT, PASSWORD
from tests.web.clients import HERE, Site, site_on

CSRF = re.compile(r'name="csrf" content="([^"]+)"')
HTML = {"accept": "text/html"}


@dataclass(slots=True)
class Worker:
    """Somebody at a browser."""

    http: httpx.AsyncClient
    business: str = "medspa"
    csrf: str = field(default="")

    def at(self, path: str) -> str:
        """Return an address of the console."""
        return f"/staff/{self.business}/{path}"

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Open a page."""
        return await self.http.get(self.at(path), headers={**HTML, **headers})

    async def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form of a page of ours."""
        data = {"csrf": self.csrf, **fields}
        return await self.http.post(self.at(path), data=data, headers={**HTML, "origin": HERE})

    async def log_in(self, login: str, password: str = PASSWORD, code: str = "", then: str = "") -> httpx.Response:
        """Log in; what pages of ours know is known afterwards."""
        data = {"login": login, "password": password, "code": code, "then": then}
        answer = await self.http.post(self.at("login"), data=data, headers={**HTML, "origin": HERE})
        if answer.status_code == 303:
            found = CSRF.search((await self.get("account")).text)
            assert found is not None
            self.csrf = found.group(1)
        return answer


@dataclass(frozen=True, slots=True)
class Backroom:
    """The med spa with its console; `owen` is an owner, `stella` is staff."""

    site: Site

    @property
    def desk(self) -> Desk:
        """The desk of the med spa."""
        return self.site.desk

    def stranger(self, business: str = "medspa") -> Worker:
        """Give a browser of its own."""
        transport = self.site.http._transport  # noqa: SLF001 - another client of the same application
        return Worker(httpx.AsyncClient(transport=transport, base_url=HERE), business)

    async def worker(self, login: str) -> Worker:
        """Give the browser of somebody who is logged in."""
        worker = self.stranger()
        answer = await worker.log_in(login)
        assert answer.status_code == 303, answer.text
        return worker


@asynccontextmanager
async def backroom_on(url: str) -> AsyncIterator[Backroom]:
    """Open the med spa and its console on a database."""
    async with site_on(url) as site:
        folder = Path(MED_SPA)
        close = add_console(site.app, {"medspa": Opened(site.desk, folder), "twin": Opened(site.twin, folder)})
        for login, role in (("owen", Role.OWNER), ("stella", Role.STAFF)):
            await add_account(site.desk, login, role)
        yield Backroom(site)
        await close()


async def add_account(desk: Desk, login: str, role: Role) -> Account:
    """Let somebody in, in the quickest way there is."""
    account = Account(desk.house.business.id, login, login.title(), role, KEPT, desk.clock())
    return await desk.store.run(lambda unit: unit.accounts.add(account))
