"""The server: a thousand open chats in one process, over real sockets, against a bare FastAPI echo on uvicorn."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from pathlib import Path
from typing import TypeAlias
from uuid import uuid4

from conversation import SPA
from measuring import RUNS, percentile, show, show_ratio, title, under
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from frontdesk.desk.desk import Desk

CHATS = 1_000
AT_ONCE = 16  # guests who wait for an answer at the same time
MESSAGES = 2  # of each chat; a guest may send twenty at once
ALONE = 200  # messages with nobody else about
QUESTION = "what are your opening hours?"
PAGE_BUDGET = 60.0  # KB of chat page and widget, with all they load
OURS = "from frontdesk.cli import main; main()"
ECHO = """
import socket
import uvicorn
from fastapi import FastAPI, WebSocket

app = FastAPI()


@app.websocket("/")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())


taken = socket.create_server(("127.0.0.1", 0))
print(f"Echo is at http://127.0.0.1:{taken.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="error")
uvicorn.Server(config).run([taken])
"""
LOADED = re.compile(r"""(?:src|href)="(/[^"]+\.(?:js|css|svg))"|(?:from|import) *\(?["']([^"']+\.js)["']""")


@dataclass(slots=True)
class Child:
    """A server in a process of its own."""

    url: str
    process: subprocess.Popen[str]

    def kilobytes(self) -> float:
        """Return how much memory it has."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024


@contextmanager
def child(*arguments: str) -> Iterator[Child]:
    """Run a server until the block ends."""
    around = {**os.environ, "PYTHONPATH": "src"}
    with subprocess.Popen(
        [sys.executable, "-c", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=around,
    ) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            yield Child(line.split()[-1], process)
        finally:
            process.terminate()
            process.wait(60)


@dataclass(slots=True)
class Times:
    """How long answers took to begin and to be whole, in milliseconds."""

    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)


def somewhere() -> dict[str, str]:
    """Return an address that nobody has called from before: one address may not begin a thousand chats."""
    return {"X-Forwarded-For": str(IPv6Address(uuid4().int))}


@asynccontextmanager
async def chat(url: str) -> AsyncIterator[ClientConnection]:
    """Open a chat of the spa, and read until it is known where it stands."""
    request = urllib.request.Request(f"{url}/b/medspa/conversations", method="POST", headers=somewhere())  # noqa: S310 - our own server
    with await asyncio.to_thread(urllib.request.urlopen, request) as answer:
        begun = json.load(answer)
    protocols = [Subprotocol("frontdesk.v1"), Subprotocol(f"token.{begun['token']}")]
    place = f"{url.replace('http', 'ws')}/b/medspa/conversations/{begun['id']}/socket"
    async with connect(place, subprotocols=protocols, additional_headers=somewhere(), compression=None) as wire:
        await wire.recv()
        yield wire


@asynccontextmanager
async def echo(url: str) -> AsyncIterator[ClientConnection]:
    """Open a socket of the echo."""
    async with connect(url.replace("http", "ws"), compression=None) as wire:
        yield wire


async def ask_desk(wire: ClientConnection, times: Times) -> None:
    """Say something, and wait until the answer is whole and it is known where the chat stands."""
    began, first = time.perf_counter(), 0.0
    await wire.send(json.dumps({"type": "content", "id": uuid4().hex, "text": QUESTION}))
    while True:
        frame = json.loads(await wire.recv())
        if frame.get("side") == "desk" and not first:
            first = time.perf_counter() - began
        if frame["type"] == "run_updated" and frame["state"] is not None and first:
            break
    times.first.append(first * 1000)
    times.whole.append((time.perf_counter() - began) * 1000)


async def ask_echo(wire: ClientConnection, times: Times) -> None:
    """Say something, and wait until it comes back."""
    began = time.perf_counter()
    await wire.send(json.dumps({"type": "content", "id": uuid4().hex, "text": QUESTION}))
    await wire.recv()
    times.first.append((time.perf_counter() - began) * 1000)
    times.whole.append(times.first[-1])


@dataclass(slots=True)
class Figures:
    """What was measured of one server, run by run."""

    kilobytes: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)
    loaded: list[Times] = field(default_factory=list)
    alone: list[Times] = field(default_factory=list)


Opened: TypeAlias = Callable[[str], AbstractAsyncContextManager[ClientConnection]]
Ask: TypeAlias = Callable[[ClientConnection, Times], Awaitable[None]]


async def measure(server: Child, opened: Opened, ask: Ask, figures: Figures) -> None:
    """Open a thousand chats, talk in one of them, then in all."""
    async with AsyncExitStack() as chats:
        before = server.kilobytes()
        wires = [await chats.enter_async_context(opened(server.url)) for _ in range(CHATS)]
        await asyncio.sleep(1)
        figures.kilobytes.append((server.kilobytes() - before) / CHATS)
        alone, loaded = Times(), Times()
        for number in range(ALONE):
            await ask(wires[number], alone)
        gate = asyncio.Semaphore(AT_ONCE)

        async def talk(wire: ClientConnection) -> None:
            for _ in range(MESSAGES):
                async with gate:
                    await ask(wire, loaded)

        began = time.perf_counter()
        await asyncio.gather(*map(talk, wires))
        figures.per_second.append(CHATS * MESSAGES / (time.perf_counter() - began))
        figures.alone.append(alone)
        figures.loaded.append(loaded)


async def without_server() -> float:
    """Return the median of the same turns taken by a desk in this process, in milliseconds."""
    taken = []
    with tempfile.TemporaryDirectory() as folder:
        async with Desk.open(SPA, f"sqlite:///{folder}/bench.db") as desk:
            for number in range(ALONE):
                began = time.perf_counter()
                await desk.say(QUESTION, conversation=f"chat {number}")
                taken.append((time.perf_counter() - began) * 1000)
    return percentile(taken, 50)


def loaded_by(url: str, path: str, known: dict[str, int]) -> None:
    """Add up what a page loads: its own bytes, and those of all that it names."""
    if path in known:
        return
    try:
        wanted = urllib.request.Request(url + path, headers={"Accept-Encoding": "gzip"})  # noqa: S310 - our own server
        with urllib.request.urlopen(wanted) as answer:  # noqa: S310 - as above
            sent = answer.read()
            text = gzip.decompress(sent) if answer.headers.get("Content-Encoding") == "gzip" else sent
    except urllib.error.HTTPError:
        known[path] = 0
        return
    known[path] = len(sent)
    for absolute, relative in LOADED.findall(text.decode("utf-8", "replace")):
        loaded_by(url, absolute or "/static/" + relative.rpartition("/")[2], known)


def shares(runs: Sequence[Times], share: int, part: str) -> list[float]:
    """Return a percentile of every run."""
    return [percentile(getattr(run, part), share) for run in runs]


def main() -> None:
    title(f"The server: {CHATS} open chats in one process, SQLite on disk, {AT_ONCE} guests waiting at once")
    desk, bare = Figures(), Figures()
    sizes: dict[str, int] = {}
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            words = ("serve", str(SPA), "--port", "0", "--trust-proxy", "127.0.0.1")
            with child(OURS, *words, "--database", f"sqlite:///{folder}/bench.db") as server:
                asyncio.run(measure(server, chat, ask_desk, desk))
                for page in ("/b/medspa", "/widget.js"):
                    loaded_by(server.url, page, sizes)
        with child(ECHO) as server:
            asyncio.run(measure(server, echo, ask_echo, bare))
    direct = [asyncio.run(without_server()) for _ in range(RUNS)]
    show("memory of an open chat", desk.kilobytes, "KB")
    show("memory of an open socket of the echo", bare.kilobytes, "KB")
    show("turns a second", desk.per_second, "turns/s")
    show_ratio("turns a second, to echoes a second", desk.per_second, bare.per_second)
    for name, figures in (("turn", desk), ("echo", bare)):
        show(f"{name}, alone, median", shares(figures.alone, 50, "whole"), "ms")
        show(f"{name}, alone, p99", shares(figures.alone, 99, "whole"), "ms")
        show(f"{name}, {AT_ONCE} at once, median", shares(figures.loaded, 50, "whole"), "ms")
        show(f"{name}, {AT_ONCE} at once, p99", shares(figures.loaded, 99, "whole"), "ms")
    show("turn of the desk itself, without a server, median", direct, "ms")
    show_ratio("turn over the socket, alone, to the desk itself", shares(desk.alone, 50, "whole"), direct)
    show("first byte of a reply, alone, median", shares(desk.alone, 50, "first"), "ms")
    show("first byte of a reply, alone, p99", shares(desk.alone, 99, "first"), "ms")
    missing = [path for path, size in sizes.items() if not size]
    if missing:
        print(f"  the size of the pages is not known: {', '.join(missing)} not there")
    else:
        show("chat page and widget, with all they load", [sum(sizes.values()) / 1000], "KB", under(PAGE_BUDGET))


if __name__ == "__main__":
    main()
