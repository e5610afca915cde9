"""Real servers for tests: `frontdesk serve` in a process of its own, and guests on real sockets."""

import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from tests.prepared import OURS, Program, Words, program
from tests.web.clients import Talk

SOURCE = Path(__file__).parents[2] / "src"
WHERE = re.compile(r"^Frontdesk is at (http://\S+:(\d+))", re.MULTILINE)
Frame: TypeAlias = dict[str, Any]


def command(*arguments: str | Path) -> list[str]:
    """Return the command line of a command of ours."""
    return [sys.executable, "-c", "from frontdesk.cli import main; main()", *map(str, arguments)]


def surroundings(**more: str) -> dict[str, str]:
    """Return the environment of a command of ours."""
    without = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "FRONTDESK_SECRET"}}
    return {**without, "PYTHONPATH": str(SOURCE), **more}


def from_somewhere() -> dict[str, str]:
    """Return what a proxy adds for a guest whom nobody has seen before."""
    return {"X-Forwarded-For": str(IPv6Address(uuid4().int))}


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    url: str
    process: Program
    log: Path
    first_lines: tuple[str, ...]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, and return its exit status."""
        self.process.send_signal(how)
        return self.process.wait(60)

    def logged(self) -> str:
        """Return all that it has written to standard error."""
        return self.log.read_text(encoding="utf-8")

    def begin(self, business: str) -> Talk:
        """Begin a conversation."""
        answer = httpx.post(f"{self.url}/b/{business}/conversations", headers=from_somewhere())
        assert answer.status_code == 201, answer.text
        return Talk(answer.json()["id"], answer.json()["token"], business)

    def say(self, talk: Talk, text: str, key: str | None = None) -> dict[str, Any]:
        """Say something, and return what the turn came to."""
        headers = {**talk.headers, **from_somewhere(), "Idempotency-Key": key or uuid4().hex}
        answer = httpx.post(f"{self.url}{talk.path}/messages", json={"content": text}, headers=headers, timeout=60)
        assert answer.status_code == 200, answer.text
        turn: dict[str, Any] = answer.json()
        return turn

    def lines(self, talk: Talk) -> list[tuple[str, str]]:
        """Return what was said so far: by whom, and what."""
        headers = {**talk.headers, **from_somewhere()}
        answer = httpx.get(f"{self.url}{talk.path}", headers=headers, params={"limit": 200})
        return [(line["side"], line["text"]) for line in answer.json()["messages"]]


@contextmanager
def serving(
    *folders: Path, database: str, logs: Path, around: Mapping[str, str], by: str | Path = OURS
) -> Iterator[Server]:
    """Run `frontdesk serve` until the block ends; `by` names another program that does."""
    log = logs / f"server-{uuid4().hex}.log"
    words: Words = (by, "serve", *folders, "--database", database, "--port", "0", "--trust-proxy", "127.0.0.1")
    with (
        log.open("w", encoding="utf-8") as errors,
        program(*words, around=surroundings(**around), folder=logs, errors=errors) as process,
    ):
        first = [process.stdout.readline() for _ in range(1 + len(folders))]
        found = WHERE.search("".join(first))
        assert found, log.read_text(encoding="utf-8")
        yield Server(found[1], process, log, tuple(first))
        process.terminate()
        process.wait(60)


@dataclass(slots=True)
class Page:
    """An open page of a conversation: what it has sent and what has reached it."""

    wire: ClientConnection
    frames: list[Frame]

    async def say(self, text: str, key: str | None = None) -> str:
        """Send something that the guest says, and return its id."""
        key = key or uuid4().hex
        await self.wire.send(json.dumps({"type": "content", "id": key, "text": text}))
        return key

    async def next(self) -> Frame:
        """Return the next frame."""
        frame: Frame = json.loads(await self.wire.recv())
        self.frames.append(frame)
        return frame

    async def until(self, kind: str, **fields: str) -> Frame:
        """Read until a frame of this kind with these fields comes."""
        while True:
            frame = await self.next()
            if frame["type"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def until_closed(self) -> int | None:
        """Read until the server hangs up, and return the code that it does so with."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    async def until_answered(self) -> Frame:
        """Read until the desk has said something and it is known where the conversation stands."""
        await self.until("conversational_text_segment", side="desk", phase="END_STREAM")
        return await self.state()

    async def state(self) -> Frame:
        """Read until it is known where the conversation stands, and return that."""
        while True:
            frame = await self.until("run_updated", status="completed")
            if frame["state"] is not None:
                state: Frame = frame["state"]
                return state

    def lines(self) -> list[tuple[int, str, str]]:
        """Return the lines that have come in whole, put together from their pieces: number, side, text."""
        return lines_of(self.frames)


def lines_of(frames: list[Frame]) -> list[tuple[int, str, str]]:
    """Put lines together from the pieces of their streams; pieces out of order are a mistake."""
    whole: list[tuple[int, str, str]] = []
    open_line: tuple[int, str, str] | None = None
    for frame in frames:
        if frame["type"] != "conversational_text_segment":
            continue
        match frame["phase"]:
            case "START_STREAM":
                assert open_line is None
                open_line = (frame["id"], frame["side"], "")
            case "STREAMING":
                assert open_line is not None
                assert open_line[0] == frame["id"]
                open_line = (open_line[0], open_line[1], open_line[2] + frame["text"])
            case _:
                assert open_line is not None
                whole.append(open_line)
                open_line = None
    return whole


@asynccontextmanager
async def page_of(
    server: Server,
    talk: Talk,
    after: int | str = 0,
    origin: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> AsyncIterator[Page]:
    """Open a page of a conversation."""
    url = f"{server.url.replace('http', 'ws', 1)}{talk.path}/socket?after={after}"
    protocols = [Subprotocol("frontdesk.v1"), Subprotocol(f"token.{talk.token}")]
    from_page = Origin(origin) if origin else None
    more = {**from_somewhere(), **(headers or {})}
    async with connect(url, subprotocols=protocols, origin=from_page, additional_headers=more, proxy=None) as wire:
        yield Page(wire, [])
