"""Runs the web server: opens a desk for every business, and lets turns end before it stops."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import httpx
import uvicorn
from fastapi import FastAPI

from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.host import Host
from frontdesk.desk.copying import working_copy
from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.following import following
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.seeding import seed
from frontdesk.desk.structured import log_structured
from frontdesk.desk.work import DeskWork, working

STOPPING = 30  # seconds for turns that are under way
HANGING_UP = 0.2  # seconds for what was said last to reach everybody
LARGEST_MESSAGE = 128 * 1024  # bytes over a socket; a page that sends more is hung up on
# Seconds: a page that has gone without a word is noticed after both.
PING, PONG = 20.0, 20.0
BACKLOG = 2048  # connections that wait to be taken
# Beside the package when it is installed, at the top of the tree when it is worked on.
EXAMPLES = (Path(__file__).parents[1] / "examples", Path(__file__).parents[3] / "examples")
DEMO = Path(".demo")  # where the demo keeps its database and its copies of the examples


class NoExamples(Exception):  # noqa: N818 - what is the case with the folder
    """There are no example businesses here."""


class NoPort(Exception):  # noqa: N818 - what is the case with the address
    """Nothing can listen there."""


class SameId(Exception):  # noqa: N818 - what is the case with two businesses
    """Two businesses have the same id."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server listens, and which proxy it believes."""

    host: str = "127.0.0.1"
    port: int = 8000
    trusted_proxy: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A business that is served: its desk, the folder it was opened from, and what is done in the background."""

    desk: Desk
    folder: Path
    work: DeskWork | None = None


# Adds more to a server than the web for guests; returns what is to be closed before it stops.
Adding: TypeAlias = Callable[[FastAPI, Mapping[str, Opened]], Callable[[], Awaitable[None]]]


@dataclass(frozen=True, slots=True)
class Show:
    """What the examples have and no other business has: a day behind them, lines to print, and an ERP of their own."""

    ready: Callable[[Desk, Path], Awaitable[None]]
    lines: Sequence[str] = ()  # printed below the addresses
    erp: httpx.AsyncBaseTransport | None = None  # which answers within this process


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served, from which database, and what more than the web for guests."""

    folders: Sequence[Path]
    database: str | None
    adding: Adding
    show: Show | None = None  # of the demo alone

    @property
    def is_demo(self) -> bool:
        """Whether the examples are shown."""
        return self.show is not None


def serve_businesses(folders: Sequence[Path], database: str | None, listening: Listening, adding: Adding) -> None:
    """Serve the businesses in these folders until told to stop."""
    _serve_until_stopped(Serving(folders, database, adding), listening)


def serve_demo(database: str | None, listening: Listening, adding: Adding, show: Show) -> None:
    """Serve the examples that come with this program, with something in their diaries."""
    folders = sorted(path.parent for place in EXAMPLES for path in place.glob("*/business.yaml"))
    if not folders:
        raise NoExamples("The example businesses are not there: they come with the source and with the package.")
    DEMO.mkdir(exist_ok=True)
    copies = [working_copy(folder, DEMO) for folder in folders]
    database = database or f"sqlite:///{DEMO / 'frontdesk.db'}"
    _serve_until_stopped(Serving(copies, database, adding, show), listening)


def _serve_until_stopped(serving: Serving, listening: Listening) -> None:
    log_structured()
    with bound_socket(listening) as taken:
        asyncio.run(_serve(serving, taken, listening))


async def seed_diary(desk: Desk) -> None:
    """Put something into the diary of a business that has none yet."""
    await desk.store.run(lambda unit: seed(desk.house, unit, desk.clock()))


async def _serve(serving: Serving, taken: socket.socket, listening: Listening) -> None:
    async with AsyncExitStack() as open_desks:
        opened: dict[str, Opened] = {}
        for folder in serving.folders:
            desk = await open_desks.enter_async_context(Desk.open(folder, serving.database))
            if desk.house.business.id in opened:
                raise SameId(f"Two businesses have the id {desk.house.business.id}.")
            if serving.show is not None:
                await serving.show.ready(desk, folder)
            await open_desks.enter_async_context(following(desk, folder))
            work = await open_desks.enter_async_context(working(desk, serving.show.erp if serving.show else None))
            opened[desk.house.business.id] = Opened(desk, folder, work)
        await _run(serving, opened, taken, listening)


async def _run(serving: Serving, opened: Mapping[str, Opened], taken: socket.socket, listening: Listening) -> None:
    hosts: dict[str, Host] = {name: DeskHost(each.desk, each.folder, serving.is_demo) for name, each in opened.items()}
    app = web_app(hosts)
    close_added = serving.adding(app, opened)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=listening.trusted_proxy is not None,
        forwarded_allow_ips=listening.trusted_proxy,
        timeout_graceful_shutdown=STOPPING,
    )
    address = socket_address(taken)
    urls = [f"{host.business.name}: {address}/b/{name}" for name, host in hosts.items()]

    async def stop() -> None:
        await close_added()
        await app.state.web.close()

    lines = [
        f"Frontdesk is at {address}",
        *urls,
        f"Staff: {address}/staff",
        *(serving.show.lines if serving.show else ()),
    ]
    server = _Server(config, lines, stop)
    # What told the server to stop has been obeyed when it returns; it must not end the desks before they are closed.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    await server.serve([taken])


class _Server(uvicorn.Server):
    """Says where it is once it listens, and lets turns end before it hangs up."""

    def __init__(self, config: uvicorn.Config, lines: Sequence[str], stop: Callable[[], Awaitable[None]]) -> None:
        """Print these lines, and stop what is under way in this manner."""
        super().__init__(config)
        self.lines = lines
        self.stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for line in self.lines:
            print(line, flush=True)  # noqa: T201 - whoever started it waits for this

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for each in self.servers:
            each.close()  # nobody new; those who are here are not hung up on in the middle of a turn
        stopping = asyncio.ensure_future(self.stop())
        until = asyncio.get_running_loop().time() + STOPPING
        while not stopping.done() and not self.force_exit and asyncio.get_running_loop().time() < until:
            await asyncio.wait({stopping}, timeout=0.1)
        stopping.cancel()
        await asyncio.sleep(HANGING_UP)
        await super().shutdown(sockets)


def bound_socket(listening: Listening) -> socket.socket:
    """Take the port before anything is opened: another program may have it."""
    try:
        found = socket.getaddrinfo(listening.host, listening.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        taken = socket.socket(*found[0][:3])
    except OSError as error:
        raise NoPort(f"There is no address {listening.host} to listen at.") from error
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(found[0][4])
        taken.listen(BACKLOG)
    except OSError as error:
        taken.close()
        raise NoPort(f"Port {listening.port} of {listening.host} cannot be used: {_why(error)}.") from error
    return taken


def _why(error: OSError) -> str:
    known = {errno.EADDRINUSE: "another program uses it", errno.EACCES: "this account may not"}
    return known.get(error.errno or 0, error.strerror or "it is refused")


def socket_address(taken: socket.socket) -> str:
    """Return the address of a socket as a browser takes it."""
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
