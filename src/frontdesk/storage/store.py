"""The one way to the database: a piece of work goes in, runs in one transaction in the right thread, comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

from sqlalchemy import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError

from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable, Reason

T = TypeVar("T")

PATIENCE = 5.0  # seconds to wait for a lock, or a line of other desks that does not move, or a server


class Workers(Protocol):
    """Those who do the work."""

    engine: Engine

    @property
    def wipe_due(self) -> bool:
        """Whether something that was forgotten is still in the files, as somebody was reading them."""

    def submit(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue work; its result is there once it is committed."""

    def submit_look(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue work that only reads, so that it holds up nobody who writes."""

    def close(self) -> None:
        """Finish what is queued and let go of the database."""


class Store:
    """An open database."""

    def __init__(self, workers: Workers) -> None:
        """Work through `workers`."""
        self.workers = workers

    @classmethod
    async def open(cls, url: str | URL, patience: float = PATIENCE) -> Self:
        """Open a database without holding up the event loop; see `open_store`."""
        return cls(await asyncio.to_thread(_open, url, patience))

    async def run(self, work: Callable[[Unit], T]) -> T:
        """Do `work` in one transaction: committed when this returns, undone when it raises.

        After a deadlock or a lost connection the work is done again from the start, so it must do
        nothing but use its unit. Cancelled while it waits, it is not done; while it runs, it is.
        """
        return await _done(self.workers.submit(work))

    async def look(self, work: Callable[[Unit], T]) -> T:
        """Do `work` that only reads, on the database as it is now, beside those who write: it may take its time."""
        return await _done(self.workers.submit_look(work))

    def run_sync(self, work: Callable[[Unit], T]) -> T:
        """Do the same for callers without an event loop."""
        return self.workers.submit(work).result()

    async def has_forgotten(self) -> bool:
        """Say whether all that was forgotten is gone from the files too, after another try where it is not."""
        if self.workers.wipe_due:
            await self.run(lambda _: None)
        return not self.workers.wipe_due

    def close(self) -> None:
        """Finish what is queued and let go of the database."""
        self.workers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def _done(job: Future[T]) -> T:
    """Wait for a job: what `asyncio.wrap_future` does, at two thirds of its cost, as every turn goes this way."""
    loop = asyncio.get_running_loop()
    woken: asyncio.Future[None] = loop.create_future()
    job.add_done_callback(lambda _: _wake(loop, woken))
    try:
        await woken
    except asyncio.CancelledError:
        job.cancel()
        raise
    return job.result()


def _wake(loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[None]) -> None:
    """Let whoever waits in `loop` go on; called from the thread that did the work."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(_settle, waiting)


def _settle(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():  # it may have been cancelled meanwhile
        waiting.set_result(None)


def file_database(path: Path) -> URL:
    """Return the URL of a SQLite file, whatever characters its path has."""
    return URL.create("sqlite", database=str(path))


def open_store(url: str, patience: float = PATIENCE) -> Store:
    """Open a database, made if missing and brought up to date; raises `DatabaseUnusable` if it cannot be used."""
    return Store(_open(url, patience))


def _open(url: str | URL, patience: float) -> Workers:
    try:
        parsed = make_url(url)
        kind = parsed.get_backend_name()
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise DatabaseUnusable(Reason.UNKNOWN_KIND, "The database has no proper URL, like sqlite:///desk.db.") from None
    if kind == "sqlite":
        from frontdesk.storage.sqlite import open_sqlite  # noqa: PLC0415 - each kind is imported when it is used

        return open_sqlite(parsed, patience)
    if kind in {"postgresql", "postgres"}:
        try:
            from frontdesk.storage.postgresql import open_postgresql  # noqa: PLC0415 - its driver is optional
        except ModuleNotFoundError:
            raise DatabaseUnusable(
                Reason.UNKNOWN_KIND, "For PostgreSQL, install the extra package: frontdesk[postgresql]."
            ) from None
        return open_postgresql(parsed, patience)
    raise DatabaseUnusable(Reason.UNKNOWN_KIND, f"{kind} is not a database that Frontdesk knows: SQLite or PostgreSQL.")
