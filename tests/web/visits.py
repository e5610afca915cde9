"""A booking of the med spa and a browser that holds the link to it, on Tuesday, 18 November 2025, 10 AM in New York."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from html import unescape
from urllib.parse import parse_qs, urlsplit

import httpx
from icalendar import Calendar, Event

from frontdesk.channels.web.app import web_app
from frontdesk.desk import passes
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.house import House
from frontdesk.storage.rows import BookingChange, BookingRow, Message
from frontdesk.storage.store import Store
from tests.faults.desks import MED_SPA, NOW, med_spa, talk

SERVER = "http://desk.example"
OWN = {"Origin": SERVER, "Sec-Fetch-Site": "same-origin"}
BOOKED = ("botox tomorrow at 4pm", "Ann Miller", "212 555 0142", "skip", "yes")


@dataclass(slots=True)
class Visit:
    """One booking, its link, and a browser."""

    desk: Desk
    browser: httpx.AsyncClient
    clock: list[datetime]
    booking: int = 0
    address: str = ""
    conversation: str = "c1"
    seen: list[str] = field(default_factory=list)

    def at(self, moment: datetime) -> None:
        """Let it be later."""
        self.clock[0] = moment

    async def row(self) -> BookingRow:
        """Return the booking as it is now."""
        row = await self.desk.store.run(lambda unit: unit.bookings.by_id(self.booking))
        assert row is not None
        return row

    async def changes(self) -> tuple[BookingChange, ...]:
        """Return the audit log of the booking."""
        return await self.desk.store.run(lambda unit: unit.bookings.changes(self.booking))

    async def messages(self) -> tuple[Message, ...]:
        """Return what was said in the conversation of the booking."""
        return await self.desk.store.run(lambda unit: unit.messages.of(self.conversation))

    async def open(self, query: str = "") -> str:
        """Open the page and return it."""
        answer = await self.browser.get(self.address + query)
        assert answer.status_code == 200
        return answer.text

    async def pick(self, day: date, text: str) -> dict[str, str]:
        """Walk from the page to the form that moves the booking to a time of a day; return its fields."""
        times = await self.open(f"?show=move&day={day.isoformat()}")
        chosen = next(path for path in links(times) if "pick=" in path and words_of(times, path) == text)
        page = await self.browser.get(chosen)
        return fields_of(page.text)

    async def post(self, what: str, form: dict[str, str], headers: dict[str, str] | None = None) -> httpx.Response:
        """Send a form, as a browser does from our own page."""
        return await self.browser.post(f"{self.address}/{what}", data=form, headers=OWN if headers is None else headers)

    async def move(self, day: date, text: str) -> httpx.Response:
        """Move the booking as a guest does."""
        return await self.post("move", await self.pick(day, text))

    async def cancel(self) -> httpx.Response:
        """Cancel the booking as a guest does."""
        return await self.post("cancel", fields_of(await self.open("?show=cancel")))

    async def event(self) -> Event:
        """Return the one event of the calendar file."""
        answer = await self.browser.get(f"{self.address}/calendar.ics")
        assert answer.status_code == 200
        (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
        assert isinstance(event, Event)
        return event


def links(page: str) -> list[str]:
    """Return the addresses that a page leads to."""
    return [unescape(each) for each in re.findall(r'<a [^>]*href="([^"]+)"', page)]


def words_of(page: str, path: str) -> str:
    """Return the words of a link."""
    for href, inside in re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', page, re.DOTALL):
        if unescape(href) == path:
            return " ".join(re.sub(r"<[^>]+>", " ", inside).split())
    return ""


def fields_of(page: str) -> dict[str, str]:
    """Return the hidden fields of the form of a page."""
    return {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)}


def query_of(path: str) -> dict[str, str]:
    """Return what stands behind the question mark of an address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}


@asynccontextmanager
async def browsing(url: str, house: House | None = None) -> AsyncIterator[Visit]:
    """Serve a business and open a browser."""
    clock = [NOW]
    store = await Store.open(url)
    try:
        desk = Desk(house or med_spa(), store, lambda: clock[0])
        host = DeskHost(desk, MED_SPA)
        app = web_app({desk.house.business.id: host})
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=SERVER) as browser:
            yield Visit(desk, browser, clock)
    finally:
        store.close()


@asynccontextmanager
async def visiting(url: str, house: House | None = None, *lines: str) -> AsyncIterator[Visit]:
    """Book botox tomorrow at 4 PM, or what these lines say, and hold the link to it."""
    async with browsing(url, house) as visit:
        await talk(visit.desk, visit.conversation, *(lines or BOOKED))
        await hold_link(visit)
        yield visit


async def hold_link(visit: Visit) -> None:
    """Let the browser have the link to the booking of the conversation."""
    rows = await visit.desk.store.run(lambda unit: unit.bookings.of_conversation(visit.conversation))
    visit.booking = rows[-1].id
    link = await visit.desk.store.run(lambda unit: passes.link_to(unit, rows[-1]))
    visit.address = f"/b/{visit.desk.house.business.id}/manage/{link}"
