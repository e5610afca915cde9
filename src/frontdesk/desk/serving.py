"""Runs the web server: opens a desk for every business, and lets turns end before it stops."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import structlog
import uvicorn

from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.host import Host
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.seeding import seed

STOPPING = 30  # seconds for turns that are under way
# Beside the package when it is installed, at the top of the tree when it is worked on.
EXAMPLES = (Path(__file__).parents[1] / "examples", Path(__file__).parents[3] / "examples")
DEMO = Path(".demo")  # where the demo keeps its database


class NoExamples(Exception):  # noqa: N818 - what is the case with the folder
    """There are no example businesses here."""


class SameId(Exception):  # noqa: N818 - what is the case with two businesses
    """Two businesses have the same id."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where a server listens, and which proxy it believes."""

    host: str = "127.0.0.1"
    port: int = 8000
    trusted_proxy: str | None = None


def serve_businesses(folders: Sequence[Path], database: str | None, listening: Listening) -> None:
    """Serve the businesses in these folders until told to stop."""
    _log_structured()
    asyncio.run(_serve(folders, database, listening, ready=None))


def serve_demo(database: str | None, listening: Listening) -> None:
    """Serve the examples that come with this program, with something in their diaries."""
    folders = sorted(path.parent for place in EXAMPLES for path in place.glob("*/business.yaml"))
    if not folders:
        raise NoExamples("The example businesses are not there: they come with the source and with the package.")
    if database is None:
        DEMO.mkdir(exist_ok=True)
        database = f"sqlite:///{DEMO / 'frontdesk.db'}"
    _log_structured()
    asyncio.run(_serve(folders, database, listening, ready=_seed))


async def _seed(desk: Desk) -> None:
    await desk.store.run(lambda unit: seed(desk.house, unit, desk.clock()))


async def _serve(
    folders: Sequence[Path],
    database: str | None,
    listening: Listening,
    ready: Callable[[Desk], Awaitable[None]] | None,
) -> None:
    async with AsyncExitStack() as open_desks:
        hosts: dict[str, Host] = {}
        for folder in folders:
            desk = await open_desks.enter_async_context(Desk.open(folder, database))
            if desk.house.business.id in hosts:
                raise SameId(f"Two businesses have the id {desk.house.business.id}.")
            if ready is not None:
                await ready(desk)
            hosts[desk.house.business.id] = DeskHost(desk, folder)
        await _run(hosts, listening)


async def _run(hosts: Mapping[str, Host], listening: Listening) -> None:
    config = uvicorn.Config(
        web_app(hosts),
        host=listening.host,
        port=listening.port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=128 * 1024,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=listening.trusted_proxy is not None,
        forwarded_allow_ips=listening.trusted_proxy,
        timeout_graceful_shutdown=STOPPING,
    )
    await uvicorn.Server(config).serve()


def _log_structured() -> None:
    """Write one JSON object a line to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
