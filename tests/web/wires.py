"""Sockets of an application that runs in the test itself, whose other end reads only when the test says so."""

import asyncio
import json
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from tests.web.clients import Talk
from tests.web.servers import Frame


@dataclass(slots=True)
class Wire:
    """One socket: what goes in, what has come out, and whether the other end reads."""

    inward: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    frames: list[Frame] = field(default_factory=list)
    reads: asyncio.Event = field(default_factory=asyncio.Event)
    closed_with: int | None = None

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Take what the application sends, once the other end reads."""
        await self.reads.wait()
        if message["type"] == "websocket.close":
            self.closed_with = message["code"]
        elif message["type"] == "websocket.send":
            self.frames.append(json.loads(message["text"]))


@asynccontextmanager
async def wire_of(app: FastAPI, talk: Talk, after: int = 0) -> AsyncIterator[Wire]:
    """Open a socket of a conversation; its other end reads until it is told not to."""
    wire = Wire()
    wire.reads.set()
    wire.inward.put_nowait({"type": "websocket.connect"})
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "scheme": "ws",
        "path": f"{talk.path}/socket",
        "raw_path": f"{talk.path}/socket".encode(),
        "root_path": "",
        "query_string": f"after={after}".encode(),
        "headers": [],
        "client": ("192.0.2.9", 4000),
        "server": ("desk.example", 80),
        "subprotocols": ["frontdesk.v1", f"token.{talk.token}"],
    }
    serving = asyncio.create_task(app(scope, wire.inward.get, wire.send))
    try:
        yield wire
    finally:
        wire.reads.set()
        wire.inward.put_nowait({"type": "websocket.disconnect", "code": 1005})
        await serving
