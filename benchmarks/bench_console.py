"""The console: its pages on a full database against the bare queries, and fifty people who look on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from conversation import NOW, SPA
from fastapi import FastAPI
from measuring import RUNS, percentile, seconds, show, show_ratio, title

from frontdesk.channels.web.app import web_app
from frontdesk.console.access.accounts import new_owner
from frontdesk.console.app import add_console
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.serving import Opened

BOOKINGS, CONVERSATIONS = 100_000, 10_000
MESSAGES = 8  # of each conversation
LOOKERS = 50
VISITS = 15  # of each page in a run
CHANGES = 20
PASSWORD = "pear lamp river nine"  # noqa: S105 - of a database that lives for a minute
PAGES = ("today", "diary", "conversations", "conversations?q=Miller", "requests", "guests", "numbers", "not-understood")
MICROSECONDS = 1_000_000


@dataclass(slots=True)
class Browser:
    """Asks the application itself, with no network between."""

    app: FastAPI
    cookie: str = ""

    async def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the headers and the body of an answer."""
        place, _, query = path.partition("?")
        body = urlencode(form).encode() if form is not None else b""
        kind = b"application/x-www-form-urlencoded"
        headers = [
            (b"host", b"here"),
            (b"accept", b"text/html"),
            (b"content-type", kind),
            (b"cookie", self.cookie.encode()),
        ]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": "GET" if form is None else "POST",
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "root_path": "",
            "server": ("here", 80),
            "client": ("192.0.2.1", 4000),
        }
        sent: list[dict[str, object]] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)  # type: ignore[arg-type]  # as the standard has them
        answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}  # type: ignore[attr-defined]  # as above
        return int(str(sent[0]["status"])), answered, b"".join(bytes(each.get("body", b"")) for each in sent[1:])  # type: ignore[arg-type]  # as above

    async def page(self, name: str) -> None:
        """Open a page; anything but the page is an error."""
        status, _, _ = await self.ask(f"/staff/medspa/{name}")
        if status != 200:
            raise SystemExit(f"{name} answered {status}")


def moment(at: datetime) -> int:
    """Return a moment as SQLite keeps it."""
    return int(at.timestamp()) * MICROSECONDS


def booking_rows() -> Iterator[tuple[object, ...]]:
    """Give bookings of two years, half before now."""
    for number in range(BOOKINGS):
        start = NOW + timedelta(minutes=30 * (number % 20) + 5, days=number // 137 - 365)
        yield (
            *("medspa", f"R{number:07}", "appointment", "booked", "botox", ("smith", "johnson", "lee")[number % 3]),
            *(moment(start), moment(start + timedelta(minutes=30)), number % 5_000 + 1, f"c{number % CONVERSATIONS}"),
            *(
                f"Guest Miller {number % 5_000}",
                f"+1212{number % 10_000_000:07}",
                "{}",
                moment(NOW - timedelta(days=400)),
            ),
        )


def fill(file: Path) -> None:
    """Fill the tables straight: what is measured is reading."""
    reply = json.dumps({"reply": "What name shall I book it under?", "did": [], "known": {}, "position": "collecting"})
    event = json.dumps({"text": "hi", "channel": "web", "phone": None, "parts": []})
    with sqlite3.connect(file) as connection:
        connection.executemany(
            "INSERT INTO guests (id, business, name, phone, created_at) VALUES (?, 'medspa', ?, ?, ?)",
            [(n + 1, f"Guest Miller {n}", f"+1212{n:07}", moment(NOW)) for n in range(5_000)],
        )
        connection.executemany(
            "INSERT INTO bookings (business, reference, kind, status, service, provider, starts_at, ends_at, guest_id, "
            "conversation_id, name, phone, details, created_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            booking_rows(),
        )
        times = [moment(NOW - timedelta(minutes=7 * n)) for n in range(CONVERSATIONS)]
        connection.executemany(
            "INSERT INTO conversations (id, business, guest_id, version, position, body, started_at, updated_at) "
            "VALUES (?, 'medspa', ?, 4, 'idle', '{}', ?, ?)",
            [(f"c{n}", n % 5_000 + 1, times[n], times[n]) for n in range(CONVERSATIONS)],
        )
        connection.executemany(
            "INSERT INTO messages (conversation_id, turn, side, channel, text, at) VALUES (?, ?, ?, 'web', ?, ?)",
            [
                (f"c{n}", line // 2 + 1, ("guest", "desk")[line % 2], f"line {line} of many, Miller said", times[n])
                for n in range(CONVERSATIONS)
                for line in range(MESSAGES)
            ],
        )
        connection.executemany(
            "INSERT INTO turns (conversation_id, turn, at, event, actions, reply, trouble) "
            "VALUES (?, ?, ?, ?, '[]', ?, ?)",
            [
                (f"c{n}", turn, times[n], event, reply, "asked_again" if n % 10 == 0 and turn == 2 else None)
                for n in range(CONVERSATIONS)
                for turn in range(1, MESSAGES // 2 + 1)
            ],
        )
        connection.executemany(
            "INSERT INTO requests (business, conversation_id, guest_id, kind, reason, known, at, closed_by, closed_at) "
            "VALUES ('medspa', ?, ?, 'handoff', 'person', '{}', ?, ?, ?)",
            [
                (f"c{n}", n + 1, times[n], *(("a", times[n]) if n > 40 else (None, None)))
                for n in range(0, CONVERSATIONS, 10)
            ],
        )
        connection.execute("ANALYZE")


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[tuple[Desk, Browser]]:
    """Open the spa with its console on a full database, and log in."""
    async with Desk.open(SPA, f"sqlite:///{file}", lambda: NOW) as desk:
        owner = new_owner("medspa", "bench", "Bench", PASSWORD, NOW)
        await desk.store.run(lambda unit: unit.accounts.by_login("medspa", "bench") or unit.accounts.add(owner))
        app = web_app({"medspa": DeskHost(desk, SPA)})
        close = add_console(app, {"medspa": Opened(desk, SPA)})
        browser = Browser(app)
        _, headers, _ = await browser.ask("/staff/medspa/login", {"login": "bench", "password": PASSWORD})
        browser.cookie = headers["set-cookie"].partition(";")[0]
        yield desk, browser
        await close()
        await app.state.web.close()


async def queries_of(desk: Desk, browser: Browser, page: str) -> list[str]:
    """Return the statements that a page asks of the database, with their values."""
    asked: list[str] = []
    both = [await way(lambda unit: unit.sql.cursor.connection) for way in (desk.store.run, desk.store.look)]
    for each in both:
        each.set_trace_callback(asked.append)
    await browser.page(page)
    for each in both:
        each.set_trace_callback(None)
    return [each for each in asked if each.lstrip().upper().startswith(("SELECT", "WITH"))]


async def measure_page(desk: Desk, browser: Browser, page: str, file: Path) -> tuple[float, float]:
    """Return the median milliseconds of a page and of its queries alone."""
    queries = await queries_of(desk, browser, page)
    took = []
    for _ in range(VISITS):
        began = time.perf_counter()
        await browser.page(page)
        took.append((time.perf_counter() - began) * 1000)
    with sqlite3.connect(file) as bare:
        floor = [1000 * seconds(lambda: [bare.execute(each).fetchall() for each in queries]) for _ in range(VISITS)]
    return percentile(took, 50), percentile(floor, 50)


async def measure_lookers(desk: Desk, app: FastAPI, lookers: int) -> float:
    """Return the median milliseconds from a change to the last of those who look on hearing of it."""
    live = app.state.console.rooms["medspa"].live
    heard: asyncio.Queue[float] = asyncio.Queue()

    async def look(number: int) -> None:
        async for event in live.listen(f"looker {number}"):
            if event.startswith("event: changed"):
                heard.put_nowait(time.perf_counter())

    tasks = [asyncio.create_task(look(number)) for number in range(lookers)]
    await asyncio.sleep(1.5)
    took = []
    for _ in range(CHANGES):
        await desk.say("what are your opening hours?", conversation="live")
        began = time.perf_counter()
        live.poke()
        arrivals = [await heard.get() for _ in range(lookers)]
        took.append((max(arrivals) - began) * 1000)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return percentile(took, 50)


async def measure(file: Path, pages: dict[str, tuple[list[float], list[float]]], live: dict[int, list[float]]) -> None:
    """Measure everything once."""
    async with opened(file) as (desk, browser):
        for page in PAGES:
            ours, bare = await measure_page(desk, browser, page, file)
            pages[page][0].append(ours)
            pages[page][1].append(bare)
        for lookers, took in live.items():
            took.append(await measure_lookers(desk, browser.app, lookers))


def main() -> None:
    title(f"The console: {BOOKINGS:,} bookings, {CONVERSATIONS:,} conversations, SQLite on disk")
    pages: dict[str, tuple[list[float], list[float]]] = {page: ([], []) for page in PAGES}
    live: dict[int, list[float]] = {1: [], LOOKERS: []}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"

        async def make() -> None:
            async with Desk.open(SPA, f"sqlite:///{file}", lambda: NOW):
                pass

        asyncio.run(make())
        fill(file)
        for _ in range(RUNS):
            asyncio.run(measure(file, pages, live))
    for page, (ours, bare) in pages.items():
        show(f"{page}, median", ours, "ms")
        show_ratio(f"{page}, to its queries alone", ours, bare)
    show("a change, until one who looks on hears of it", live[1], "ms")
    show(f"a change, until {LOOKERS} who look on have heard of it", live[LOOKERS], "ms")
    show_ratio(f"{LOOKERS} who look on, to one", live[LOOKERS], live[1])


if __name__ == "__main__":
    main()
