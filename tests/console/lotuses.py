"""The Black Lotus with its console, in the test itself: `owen` is an owner, `stella` and `sven` are staff."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from frontdesk.channels.web.app import web_app
from frontdesk.console.access.doors import digest
from frontdesk.console.access.guard import COOKIE
from frontdesk.console.app import add_console
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.rehearsals.scripts import GivenRooms
from frontdesk.desk.serving import Opened
from frontdesk.desk.work import DeskWork, work_of
from frontdesk.storage.rows import Role, Session
from frontdesk.storage.unit import Unit
from tests.console.consoles import Worker, add_account
from tests.desk.lotus import HOTEL, ROOMS, lotus_on
from tests.web.clients import HERE

PEOPLE = {"owen": Role.OWNER, "stella": Role.STAFF, "sven": Role.STAFF}


@dataclass(frozen=True, slots=True)
class Lobby:
    """The hotel seen from behind its desk."""

    desk: Desk
    work: DeskWork
    transport: httpx.ASGITransport

    def stranger(self) -> Worker:
        """Give a browser of its own."""
        return Worker(httpx.AsyncClient(transport=self.transport, base_url=HERE), "hotel")

    async def worker(self, login: str = "stella") -> Worker:
        """Give the browser of somebody who has logged in: a password takes a while, and is tried elsewhere."""
        worker, token, now = self.stranger(), f"session-of-{login}", self.desk.clock()

        def begin(unit: Unit) -> None:
            account = unit.accounts.by_login("hotel", login)
            assert account is not None
            unit.accounts.begin(Session(digest(token), account.id, f"page of {login}", now, now))

        await self.desk.store.run(begin)
        worker.http.cookies.set(COOKIE, token)
        worker.csrf = f"page of {login}"
        return worker

    async def audit(self) -> list[tuple[str, str, str]]:
        """Return what people changed."""
        rows = await self.desk.store.run(lambda unit: unit.audit.page("hotel"))
        return [(each.by, each.what, each.about) for each in reversed(rows) if each.what != "logged_in"]


@asynccontextmanager
async def lobby_on(
    url: str, rooms: GivenRooms | None = ROOMS, erp: httpx.AsyncBaseTransport | None = None
) -> AsyncIterator[Lobby]:
    """Open the hotel and its console; an ERP may be given, that answers within the test."""
    async with lotus_on(url, rooms) as desk:
        app = web_app({"hotel": DeskHost(desk, HOTEL)})
        work = work_of(desk, erp)
        close = add_console(app, {"hotel": Opened(desk, HOTEL, work)})
        for login, role in PEOPLE.items():
            await add_account(desk, login, role)
        try:
            yield Lobby(desk, work, httpx.ASGITransport(app))
        finally:
            await close()
            await app.state.web.close()
