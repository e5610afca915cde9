"""A diary with something in it, and somebody who works with it: Tuesday, 18 November 2025, 10 AM in New York."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import unquote

import httpx

from frontdesk.console.app import add_console
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House
from frontdesk.desk.serving import Opened
from frontdesk.storage.rows import AuditRow, BookingChange, BookingRow, Message, Role
from tests.console.consoles import Backroom, Worker, add_account
from tests.faults.desks import MED_SPA, NOW, booked, talk
from tests.web.clients import HERE, site_on

CHAT = "chat"
ANN = {"name": "Ann Miller", "phone": "212 555 0142"}
BY_HAND = {"service": "botox", "provider": "sarah_smith", "day": "2025-11-19", "time": "14:00", **ANN}


@dataclass(frozen=True, slots=True)
class Diary:
    """The diary of the med spa, with stella at work."""

    room: Backroom
    stella: Worker

    @property
    def desk(self) -> Desk:
        """The desk behind it."""
        return self.room.desk

    async def book_in_chat(self, when: str = "tomorrow at 4pm", what: str = "botox", chat: str = CHAT) -> BookingRow:
        """Let a guest book in the chat."""
        await talk(self.desk, chat, f"{what} {when} with sarah", "Ann Miller", "212 555 0142", "skip", "yes")
        rows = [row for row in await booked(self.desk) if row.conversation_id == chat]
        assert rows, await self.said(chat)
        return rows[-1]

    async def row(self, reference: str) -> BookingRow:
        """Return a booking as it is now."""
        row = await self.desk.store.run(lambda unit: unit.bookings.by_reference("medspa", reference))
        assert row is not None
        return row

    async def changes(self, row: BookingRow) -> tuple[BookingChange, ...]:
        """Return the history of a booking."""
        return await self.desk.store.run(lambda unit: unit.bookings.changes(row.id))

    async def said(self, chat: str = CHAT) -> tuple[Message, ...]:
        """Return what was said in a conversation."""
        return await self.desk.store.run(lambda unit: unit.messages.of(chat))

    async def audit(self) -> tuple[AuditRow, ...]:
        """Return what people changed, the latest first; that they came is not of interest here."""
        rows = await self.desk.store.run(lambda unit: unit.audit.page("medspa"))
        return tuple(row for row in rows if row.what != "logged_in")

    async def move(self, row: BookingRow, day: str, time: str, version: int = 1, **more: str) -> httpx.Response:
        """Send the form that moves a booking."""
        fields = {"day": day, "time": time, "version": str(version), **more}
        return await self.stella.post(f"diary/bookings/{row.reference}/move?day={day}", **fields)


@asynccontextmanager
async def diary_on(url: str, house: House | None = None) -> AsyncIterator[Diary]:
    """Open the med spa, or another business, with its console."""
    async with site_on(url, house) as site:
        name = site.desk.house.business.id
        web = site.app.state.web
        web.hubs[name] = web.hubs["medspa"]  # a business of another name is served at its own address in the console
        close = add_console(site.app, {name: Opened(site.desk, MED_SPA), "twin": Opened(site.twin, MED_SPA)})
        for login, role in (("owen", Role.OWNER), ("stella", Role.STAFF)):
            await add_account(site.desk, login, role)
        room = Backroom(site)
        worker = room.stranger(name)
        assert (await worker.log_in("stella")).status_code == 303
        yield Diary(room, worker)
        await close()


def run(url: str, story: Callable[[Diary], Awaitable[None]], house: House | None = None) -> None:
    async def whole() -> None:
        async with diary_on(url, house) as diary:
            await story(diary)

    asyncio.run(whole())


async def fragment(worker: Worker, path: str, **fields: str) -> httpx.Response:
    """Send a form as a script of the page does."""
    headers = {"origin": HERE, "x-csrf-token": worker.csrf, "x-fragment": "1", "accept": "application/json"}
    return await worker.http.post(worker.at(path), data=fields, headers=headers)


async def targets(diary: Diary, row: BookingRow, query: str) -> dict[str, Any]:
    """Return where a booking could go on a page."""
    found: dict[str, Any] = (await diary.stella.get(f"diary/targets/{row.reference}?{query}")).json()
    return found


def wall(moment: datetime) -> str:
    """Return a moment as the clock of the med spa shows it."""
    return f"{moment.astimezone(NOW.tzinfo):%Y-%m-%d %H:%M}"


def flash(answer: httpx.Response) -> dict[str, str]:
    """Read what is said on the next page."""
    kept: dict[str, str] = json.loads(unquote(unquote(answer.cookies["frontdesk_said"]).strip('"')))
    return kept


def words(page: str) -> str:
    """Return the text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def panel(page: str) -> str:
    """Return the text of what is open beside the diary."""
    return words(page[page.index('<aside class="panel"') : page.index("</aside>")])


def column(page: str, provider: str) -> str:
    """Return the part of a page that shows one person."""
    found = re.search(rf'<section class="column[^>]*data-provider="{provider}".*?</section>', page, re.DOTALL)
    assert found is not None
    return found.group(0)
