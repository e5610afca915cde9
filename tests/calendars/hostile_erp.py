"""A real HTTP server that misbehaves on purpose, a proper answer to begin with, and a patient client."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

from frontdesk.calendars.erp import Erp, WantedNights
from frontdesk.calendars.patience import Breaker, Budget, Patience, Restraint

NOW = datetime(2026, 1, 31, 15, tzinfo=UTC)
FIRST = date(2026, 1, 31)
DAYS = 3
TYPES = ("standard", "deluxe", "suite")
WANTED = WantedNights(FIRST, FIRST + timedelta(DAYS), "USD", NOW)
QUICK = Patience(deadline=5, attempt=2, tries=3, first_pause=0.001, longest_pause=0.002, largest=100_000)

Row: TypeAlias = dict[str, object]


def row(room_type: str = "deluxe", day: int = 0, **changed: object) -> Row:
    """Return a night as an ERP writes it, with something changed."""
    night = (FIRST + timedelta(day)).isoformat()
    return {"room_type": room_type, "night": night, "rooms": 4, "rate": "189.00", "currency": "USD"} | changed


def rows() -> list[Row]:
    """Return all nights of the range."""
    return [row(name, day) for name in TYPES for day in range(DAYS)]


def document(nights: object = None, **changed: object) -> bytes:
    """Return an inventory as an ERP sends it, with something changed."""
    whole = {"generated_at": "2026-01-31T14:59:00+00:00", "nights": rows() if nights is None else nights}
    return json.dumps(whole | changed).encode()


def answer(body: bytes, status: int = 200, headers: str = "Content-Type: application/json\r\n") -> bytes:
    """Return a whole HTTP answer."""
    return f"HTTP/1.1 {status} X\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body


@dataclass(frozen=True, slots=True)
class Request:
    """A request as the server received it: which one, and what it said."""

    number: int
    head: str
    body: bytes


Behaviour: TypeAlias = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


def replies(*answers: bytes) -> Behaviour:
    """Answer with these in turn, and with the last one for ever."""

    async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answers[min(request.number, len(answers)) - 1])
        await writer.drain()

    return behave


def _length(head: str) -> int:
    return next((int(line[15:]) for line in head.splitlines() if line.lower().startswith("content-length:")), 0)


@dataclass(slots=True)
class HostileErp:
    """A server that was started, and what it was asked."""

    url: str
    requests: list[Request] = field(default_factory=list)
    server: asyncio.Server | None = None

    def stop_listening(self) -> None:
        """Let nobody in any more."""
        if self.server is not None:
            self.server.close()


@asynccontextmanager
async def hostile_erp(behave: Behaviour) -> AsyncIterator[HostileErp]:
    """Run a server for the length of the block."""
    served = HostileErp("")
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while not writer.is_closing():
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                request = Request(len(served.requests) + 1, head, await reader.readexactly(_length(head)))
                served.requests.append(request)
                await behave(request, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # they have hung up
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(talk(reader, writer))
        talks.add(task)
        task.add_done_callback(talks.discard)
        task.add_done_callback(lambda _: writer.close())  # also if it was cancelled before it began

    served.server = server = await asyncio.start_server(begin, "127.0.0.1", 0)
    served.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield served
    finally:
        server.close()
        for task in talks:
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        await asyncio.sleep(0)  # for what was closed to be gone
        await server.wait_closed()


def erp_at(url: str, patience: Patience = QUICK) -> Erp:
    """Return a client that loses no time."""
    return Erp(url, "s3cret", patience, Restraint(Budget(), Breaker(threshold=100)))
