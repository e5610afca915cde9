"""The floor under SQLite: what a run executed, executed again by a bare loop with nothing around it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from frontdesk.desk.desk import Desk
from frontdesk.storage.sqlite import AtOnce, OneWriter
from frontdesk.storage.store import open_store

Parameters = Mapping[str, object]


class Fetch(StrEnum):
    """What was read after a statement."""

    NOTHING = "nothing"
    ONE = "one"
    ALL = "all"


@dataclass(slots=True)
class Executed:
    """A statement as the driver got it."""

    sql: str
    parameters: Sequence[Parameters]
    many: bool = False
    fetch: Fetch = Fetch.NOTHING


@dataclass(slots=True)
class RecordingCursor:
    """Passes everything on to a real cursor and remembers it."""

    real: sqlite3.Cursor
    executed: list[Executed] = field(default_factory=list)

    @property
    def rowcount(self) -> int:
        """How many rows the last statement changed."""
        return self.real.rowcount

    def execute(self, sql: str, parameters: Parameters | None = None) -> object:
        """Execute and remember."""
        given: Parameters = parameters or {}
        self.executed.append(Executed(sql, [given]))
        return self.real.execute(sql, given)

    def later(self, sql: str, parameters: Parameters | None = None, otherwise: Exception | None = None) -> None:
        """Execute and remember."""
        self.execute(sql, parameters)
        if otherwise is not None and self.rowcount == 0:
            raise otherwise

    def ahead(self, sql: str, parameters: Parameters | None = None) -> None:
        """Do nothing yet."""

    def executemany(self, sql: str, parameters: Sequence[Parameters]) -> object:
        """Execute and remember."""
        self.executed.append(Executed(sql, parameters, many=True))
        return self.real.executemany(sql, parameters)

    def fetchone(self) -> Any:  # noqa: ANN401 - as the driver has it
        """Read a row."""
        self.executed[-1].fetch = Fetch.ONE
        return self.real.fetchone()

    def fetchall(self) -> list[Any]:
        """Read all rows."""
        self.executed[-1].fetch = Fetch.ALL
        return self.real.fetchall()


def record(desk: Desk) -> list[Executed]:
    """Have everything remembered that the desk executes from now on; the list grows as it does."""
    writer = cast("OneWriter", desk.store.workers)
    recording = RecordingCursor(writer.cursor)
    writer.cursor = cast("AtOnce", recording)
    return recording.executed


def replay(before: Sequence[Executed], executed: Sequence[Executed], file: Path) -> float:
    """Execute it all on a fresh database with the same settings; return the seconds without what went `before`."""
    open_store(f"sqlite:///{file}").close()  # makes the tables
    connection = sqlite3.connect(file, isolation_level=None, cached_statements=256)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")
    cursor = connection.cursor()
    for each in before:
        _execute(cursor, each)
    start = time.perf_counter()
    for each in executed:
        _execute(cursor, each)
    taken = time.perf_counter() - start
    connection.close()
    return taken


def _execute(cursor: sqlite3.Cursor, each: Executed) -> None:
    if each.many:
        cursor.executemany(each.sql, each.parameters)
    else:
        cursor.execute(each.sql, each.parameters[0])
    if each.fetch is Fetch.ONE:
        cursor.fetchone()
    elif each.fetch is Fetch.ALL:
        cursor.fetchall()
