"""Reads a SQLite file beside the one who writes: long looks at many rows hold up no guest.

A look sees the file as it was when it began, whatever is written meanwhile. Its thread and connection are made at the
first one, as most programs never need them.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Dialect

from frontdesk.storage.sql import Cursor, Sql
from frontdesk.storage.unit import Unit

T = TypeVar("T")


class Onlooker:
    """One thread that reads a file, and cannot write it."""

    def __init__(
        self, file: Path, patience: float, dialect: Dialect, cursor: Callable[[sqlite3.Connection], Cursor]
    ) -> None:
        """Read `file` when asked to."""
        self.file = file
        self.patience = patience
        self.dialect = dialect
        self.cursor_on = cursor
        self.thread = ThreadPoolExecutor(1, "frontdesk-onlooker")
        self.making = threading.Lock()
        self.connection: sqlite3.Connection | None = None

    def submit(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue a look."""
        return self.thread.submit(self._look, work)

    def _look(self, work: Callable[[Unit], T]) -> T:
        connection = self._connection()
        connection.execute("BEGIN")
        try:
            return work(Unit(Sql(self.cursor_on(connection), self.dialect)))
        finally:
            connection.execute("ROLLBACK")

    def _connection(self) -> sqlite3.Connection:
        with self.making:
            if self.connection is None:
                place = f"{self.file.absolute().as_uri()}?mode=ro"
                self.connection = sqlite3.connect(
                    place, uri=True, timeout=self.patience, isolation_level=None, check_same_thread=False
                )
            return self.connection

    def close(self) -> None:
        """Finish what is queued and let go of the file."""
        self.thread.shutdown()
        if self.connection is not None:
            self.connection.close()
