"""A real Radicale with one user and a calendar, on a port of its own, gone with the tests that started it."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from time import sleep
from typing import ParamSpec
from uuid import uuid4

import httpx

USER, SECRET = "alex", "wide open sea"
MAKE = """<?xml version="1.0" encoding="utf-8"?>
<mkcol xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop>
<resourcetype><collection/><C:calendar/></resourcetype></prop></set></mkcol>"""

P = ParamSpec("P")


def in_a_loop(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run an `async` test in a loop of its own."""

    @wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        async def whole() -> None:
            await test(*arguments, **named)

        asyncio.run(whole())

    return run


@contextmanager
def radicale(folder: Path) -> Iterator[str]:
    """Serve from `folder`; gives the address of the server."""
    people = folder / "people"
    people.write_text(f"{USER}:{SECRET}\n")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = {
        "server-hosts": f"127.0.0.1:{port}",
        "auth-type": "htpasswd",
        "auth-htpasswd-filename": str(people),
        "auth-htpasswd-encryption": "plain",
        "auth-delay": "0",
        "storage-filesystem-folder": str(folder / "collections"),
        "logging-level": "critical",
    }
    told = [part for name, value in options.items() for part in (f"--{name}", value)]
    server = subprocess.Popen([sys.executable, "-m", "radicale", "--config", "", *told])
    try:
        url = f"http://127.0.0.1:{port}"
        _await(server, url)
        yield url
    finally:
        server.kill()
        server.wait()


def _await(server: subprocess.Popen[bytes], url: str) -> None:
    while server.poll() is None:
        try:
            httpx.get(f"{url}/.web/", timeout=5)
        except httpx.TransportError:
            sleep(0.02)
        else:
            return
    raise RuntimeError("Radicale did not start")


def new_calendar(server: str) -> str:
    """Make an empty calendar; returns its address."""
    url = f"{server}/{USER}/{uuid4().hex}"
    httpx.request("MKCOL", url, content=MAKE, auth=(USER, SECRET)).raise_for_status()
    return url


def put(url: str, name: str, text: str) -> None:
    """Write a file into a calendar, as another program does."""
    headers = {"Content-Type": "text/calendar"}
    httpx.put(f"{url}/{name}", content=text.encode(), auth=(USER, SECRET), headers=headers).raise_for_status()


def text_of(url: str, name: str) -> str:
    """Return a file of a calendar, as it is kept there."""
    return httpx.get(f"{url}/{name}", auth=(USER, SECRET)).raise_for_status().text.replace("\r\n ", "")
