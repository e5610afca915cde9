"""Counts every statement that a process has its database run, and kills the process at one of them."""

import os
import signal
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg
from psycopg import pq
from sqlalchemy import event
from sqlalchemy.pool import Pool

from frontdesk.storage import postgresql
from frontdesk.storage.encoded import Bytes
from frontdesk.storage.wire import Wire

NEVER = 0
SENT = "sent"  # the step after all statements of an exchange have gone to PostgreSQL, before any answer is read


class Countdown:
    """Kills this process at the n-th step from when it was set, having told of the step."""

    def __init__(self, tell: Callable[[object], object] = id) -> None:
        self.tell = tell
        self.left = NEVER
        self.steps: list[str] = []

    def set(self, last: int) -> None:
        """Begin to count; the process dies at step `last`, the first being 1."""
        self.left, self.steps = last, []

    def step(self, statement: str) -> None:
        """Count a statement, by its first words: what it is about is another value each time."""
        self.steps.append(" ".join(statement.split()[:3]))
        self.left -= 1
        if self.left == 0:
            self.tell(self.steps[-1])
            os.kill(os.getpid(), signal.SIGKILL)


class CountedServer:
    """The library's connection to PostgreSQL, as the wire uses it, with a step before each statement is sent."""

    def __init__(self, server: pq.abc.PGconn, countdown: Countdown) -> None:
        self.server = server
        self.countdown = countdown
        self.texts: dict[bytes, str] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the library has
        return getattr(self.server, name)

    def send_prepare(self, name: bytes, text: bytes) -> None:
        self.texts[name] = text.decode()
        self.server.send_prepare(name, text)

    def send_query_prepared(self, name: bytes, parameters: Sequence[Bytes], formats: None, result: int) -> None:
        if self.countdown.left == 1:
            self.server.flush()  # so that the server runs all up to here
        self.countdown.step(self.texts[name])
        self.server.send_query_prepared(name, parameters, formats, result)

    def pipeline_sync(self) -> None:
        self.server.pipeline_sync()
        if self.countdown.left == 1:
            self.server.flush()
        self.countdown.step(SENT)


def watch(countdown: Countdown) -> None:
    """Count from now on, on every connection that is made: what turns run, and what is run to open the database."""

    class CountedWire(Wire):
        def __init__(self, connection: psycopg.Connection) -> None:
            super().__init__(connection)
            self.server = CountedServer(self.server, countdown)  # type: ignore[assignment]  # it has what the wire uses

    class CountedCursor(psycopg.Cursor[tuple[object, ...]]):
        def execute(self, query: str, params: Mapping[str, object] | None = None) -> object:  # type: ignore[override]  # as SQLAlchemy calls it
            countdown.step(query)
            return super().execute(query, params)

    postgresql.Wire = CountedWire  # type: ignore[attr-defined]  # turns have no other way to the server

    @event.listens_for(Pool, "connect")
    def connected(connection: sqlite3.Connection | psycopg.Connection, _: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(countdown.step)
        else:
            connection.cursor_factory = CountedCursor  # opening and migrating go this way
