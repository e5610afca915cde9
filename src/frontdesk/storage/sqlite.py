"""SQLite: one connection, one thread that writes, and one commit for all turns that wait."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any, TypeVar, cast

from sqlalchemy import URL, Engine, PoolProxiedConnection, QueuePool, create_engine, event

from frontdesk.storage.migrating import migrate
from frontdesk.storage.onlookers import Onlooker
from frontdesk.storage.sql import Sql
from frontdesk.storage.turnstile import NoTurn, OpenTurnstile, Turnstile, turnstile_beside
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable, Reason, StatementRefused

T = TypeVar("T")

MEMORY = (None, "", ":memory:")
OLDEST = (3, 35, 0)  # the first with RETURNING
# Turns that share a commit: all of them wait for the last, and more would save little of what a commit costs each.
TOGETHER = 16
NOTHING: Mapping[str, Any] = {}
# Statements that the driver keeps compiled; we have fewer.
KEPT_STATEMENTS = 256
WIPE_DUE = 1  # the version that the file has for its user while something forgotten is still in it
# How much longer than a turn an opening waits for others of ours: one of them may be migrating a large database.
OPENING = 12
_PRIMARY = 0xFF  # the bits of an error code that say its kind
_PAUSE = 0.02  # seconds between two tries

MEANINGS = {
    sqlite3.SQLITE_NOTADB: (Reason.NOT_A_DATABASE, "{place} is not a SQLite database."),
    sqlite3.SQLITE_CORRUPT: (Reason.DAMAGED, "{place} is damaged; restore it from a backup."),
    sqlite3.SQLITE_READONLY: (Reason.READ_ONLY, "{place} can be read but not written."),
    sqlite3.SQLITE_PERM: (Reason.READ_ONLY, "{place} may not be written by this account."),
    sqlite3.SQLITE_CANTOPEN: (Reason.READ_ONLY, "{place} can not be opened or made by this account."),
    sqlite3.SQLITE_BUSY: (Reason.LOCKED, "{place} is locked by another program."),
    sqlite3.SQLITE_LOCKED: (Reason.LOCKED, "{place} is locked by another program."),
    sqlite3.SQLITE_FULL: (Reason.FULL, "There is no room left on the disk of {place}."),
    sqlite3.SQLITE_IOERR: (Reason.UNREACHABLE, "The disk of {place} does not answer as it should."),
}


def open_sqlite(url: URL, patience: float) -> OneWriter:
    """Open or make the file, bring it up to date, and start the thread. `patience` is for locks, in seconds."""
    place = _place(url)
    if sqlite3.sqlite_version_info < OLDEST:
        raise DatabaseUnusable(Reason.TOO_OLD, f"SQLite {sqlite3.sqlite_version} is too old; 3.35 is needed.")
    engine = _engine(url, patience)
    turnstile = turnstile_beside(Path(place)) if _is_file(place) else OpenTurnstile()
    try:
        with _explained(place):
            turnstile.enter(OPENING * patience)
            held = _made_ready(engine, place, patience)
            turnstile.passed()
    except BaseException as error:
        engine.dispose()
        # A database that is refused is left as it was; one that is in use has a line, perhaps.
        in_use = isinstance(error, DatabaseUnusable) and error.reason is Reason.LOCKED
        if in_use:
            turnstile.close()
        else:
            turnstile.remove()
        raise
    turnstile.leave()
    return OneWriter(engine, held, place, Waiting(turnstile, patience))


def _made_ready(engine: Engine, place: str, patience: float) -> PoolProxiedConnection:
    with engine.begin() as connection:
        migrate(connection, place)
    held = engine.raw_connection()
    # Only now, when the file is known to be ours: this is written into it.
    _write_ahead(held, patience)
    return held


def _write_ahead(held: PoolProxiedConnection, patience: float) -> None:
    """Turn on the write-ahead log. SQLite gives up at once while another program does the same, so we wait."""
    until = monotonic() + patience
    while True:
        try:
            held.cursor().execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_PAUSE)
        else:
            return


def _place(url: URL) -> str:
    """Return the file, as it is named in messages, if there can be a database."""
    if url.database in MEMORY or not _is_file(url.database):
        return url.database or ":memory:"
    if url.query or "\0" in url.database:
        raise DatabaseUnusable(Reason.UNKNOWN_KIND, "A SQLite URL is sqlite:/// and the name of a file, no more.")
    path = Path(url.database)
    if not path.parent.is_dir():
        raise DatabaseUnusable(Reason.NO_FOLDER, f"There is no folder {path.parent} for the database {path.name}.")
    if path.is_dir():
        raise DatabaseUnusable(Reason.NOT_A_DATABASE, f"{path} is a folder, not a database.")
    return str(path)


def _is_file(place: str) -> bool:
    return place != ":memory:" and not place.startswith("file:")


def _engine(url: URL, patience: float) -> Engine:
    options = {"timeout": patience, "check_same_thread": False, "cached_statements": KEPT_STATEMENTS}
    engine = create_engine(
        url.set(drivername="sqlite+pysqlite"),
        paramstyle="named",
        connect_args=options,
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is not to be found in the file


@contextmanager
def _explained(place: str) -> Iterator[None]:
    """Raise errors of SQLite as what they mean for whoever runs the desk."""
    try:
        yield
    except sqlite3.Error as error:
        raise _meaning(error, place) from None
    except NoTurn:
        raise _locked(place) from None
    except Exception as error:
        cause = getattr(error, "orig", None)  # as SQLAlchemy wraps it
        if isinstance(cause, sqlite3.Error):
            raise _meaning(cause, place) from None
        raise


def _locked(place: str) -> DatabaseUnusable:
    reason, sentence = MEANINGS[sqlite3.SQLITE_BUSY]
    return DatabaseUnusable(reason, sentence.format(place=place))


def _meaning(error: sqlite3.Error, place: str) -> Exception:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    known = MEANINGS.get(code & 0xFF)  # the low byte is the kind, the rest its detail
    if known is not None:
        return DatabaseUnusable(known[0], known[1].format(place=place))
    return StatementRefused(f"SQLite refused a statement: {getattr(error, 'sqlite_errorname', 'misuse')}.")


class AtOnce(sqlite3.Cursor):
    """A cursor for which later is now: there is nobody to wait for."""

    def later(self, sql: str, parameters: Mapping[str, Any] = NOTHING, otherwise: Exception | None = None) -> None:
        """Run a statement; `otherwise` is raised if it changes nothing."""
        self.execute(sql, parameters)
        if otherwise is not None and self.rowcount == 0:
            raise otherwise

    def ahead(self, sql: str, parameters: Mapping[str, Any] = NOTHING) -> None:
        """Do nothing yet."""


@dataclass(frozen=True, slots=True)
class Job:
    """Work that waits for its turn, and where its result goes."""

    work: Callable[[Unit], Any]
    future: Future[Any]


@dataclass(frozen=True, slots=True)
class Ended:
    """A job whose work is done, and how."""

    job: Job
    value: object = None
    error: BaseException | None = None

    def tell(self) -> None:
        """Hand the result to whoever waits for it."""
        if self.error is None:
            self.job.future.set_result(self.value)
        else:
            self.job.future.set_exception(self.error)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Where we line up to write, and for how many seconds we wait while nobody else gets anything done."""

    turnstile: Turnstile
    patience: float


class OneWriter:
    """Does all work in one thread. What waits meanwhile is committed together, each piece in its own savepoint."""

    def __init__(self, engine: Engine, held: PoolProxiedConnection, place: str, waiting: Waiting) -> None:
        """Start the thread on the connection `held`."""
        self.engine = engine
        self.held = held
        self.place = place
        self.turnstile = waiting.turnstile
        self.patience = waiting.patience
        self.timeout = waiting.patience  # SQLite's own, as it is set now
        self.driver = cast("sqlite3.Connection", held.driver_connection)
        self.cursor = self.driver.cursor(AtOnce)
        self.wipe_due = self._is_wipe_due()
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.closing = threading.Lock()
        self.closed = False
        self.onlooker = self._onlooker()
        self.thread = threading.Thread(target=self._serve, name="frontdesk-sqlite", daemon=True)
        self.thread.start()

    def submit(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue work; its result is there once it is committed."""
        if threading.current_thread() is self.thread:
            raise RuntimeError("work that waits for other work would wait forever")
        future: Future[T] = Future()
        with self.closing:
            if self.closed:
                raise DatabaseUnusable(Reason.CLOSED, f"{self.place} has been closed.")
            self.jobs.put(Job(work, future))
        return future

    def submit_look(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue work that only reads: beside the writer where there is a file."""
        if self.onlooker is None:
            return self.submit(work)
        with self.closing:
            if self.closed:
                raise DatabaseUnusable(Reason.CLOSED, f"{self.place} has been closed.")
            return self.onlooker.submit(lambda unit: self._looked(work, unit))

    def _looked(self, work: Callable[[Unit], T], unit: Unit) -> T:
        try:
            return work(unit)
        except sqlite3.Error as error:
            raise _meaning(error, self.place) from None

    def _onlooker(self) -> Onlooker | None:
        name = self.engine.url.database
        if name is None or name in MEMORY or not _is_file(name):
            return None
        return Onlooker(Path(name), self.patience, self.engine.dialect, lambda connection: connection.cursor(AtOnce))

    def close(self) -> None:
        """Finish what is queued and close the file."""
        with self.closing:
            if self.closed:
                return
            self.closed = True
            self.jobs.put(None)
        self.thread.join()
        if self.onlooker is not None:
            self.onlooker.close()
        # The last one to close tidies up, and nobody can open meanwhile. Out of turn it is done all the same.
        with suppress(NoTurn):
            self.turnstile.enter(self.patience)
        self.held.close()
        self.engine.dispose()
        self.turnstile.close()

    def _serve(self) -> None:
        while True:
            first = self.jobs.get()
            if first is None:
                return
            batch, last = self._waiting(first)
            self._commit([job for job in batch if job.future.set_running_or_notify_cancel()])
            if last:
                return

    def _waiting(self, first: Job) -> tuple[list[Job], bool]:
        """Return `first` and what waits behind it, and whether that was the last."""
        batch = [first]
        while len(batch) < TOGETHER and not self.jobs.empty():
            job = self.jobs.get()  # there is one: nobody else takes any
            if job is None:
                return batch, True
            batch.append(job)
        return batch, False

    def _commit(self, jobs: list[Job]) -> None:
        unit = Unit(Sql(self.cursor, self.engine.dialect))
        try:
            ended = self._together(unit, jobs) if len(jobs) > 1 else self._alone(unit, jobs)
        except BaseException as error:  # noqa: BLE001 - the thread must go on, and somebody waits for each job
            ended = [Ended(job, error=self._explained(error)) for job in jobs]
        if self.driver.in_transaction:
            self.cursor.execute("ROLLBACK")
        self.wipe_due = self.wipe_due or unit.forgot or self._is_wipe_due()
        if self.wipe_due:
            self._wipe()
        self.turnstile.leave()
        for each in ended:
            each.tell()

    def _is_wipe_due(self) -> bool:
        """Say whether the file holds something forgotten: also another program's, which may be gone by now."""
        try:
            found: int = self.cursor.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error:
            return False  # it is looked for again after the next piece of work
        return found == WIPE_DUE

    def _wipe(self) -> None:
        """Take what was forgotten out of the files, if nobody is reading them; else it stays due.

        The log still has it, and the file itself until the log is carried over. That it is due is kept in the file,
        so that whoever opens it next goes on.
        """
        with suppress(sqlite3.Error):  # a lock, or a full disk: it stays due
            self.cursor.execute("PRAGMA busy_timeout = 0")
            try:
                busy, *_ = self.cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                self.cursor.execute(f"PRAGMA busy_timeout = {round(self.timeout * 1000)}")
            if not busy:
                self.cursor.execute("PRAGMA user_version = 0")
                self.wipe_due = False

    def _begin(self) -> None:
        """Begin when it is our turn. The patience that a line took which did not move is not had once more."""
        stood = self.turnstile.enter(self.patience)
        timeout = self.patience if stood < self.patience / 2 else self.patience / 10
        if timeout != self.timeout:
            self.timeout = timeout
            self.cursor.execute(f"PRAGMA busy_timeout = {round(timeout * 1000)}")
        self.cursor.execute("BEGIN IMMEDIATE")
        self.turnstile.passed()

    def _alone(self, unit: Unit, jobs: list[Job]) -> list[Ended]:
        """Do at most one job, which needs no savepoint: what it raises undoes all there is."""
        ended = []
        for job in jobs:
            self._begin()
            ended.append(Ended(job, job.work(unit)))
            self._end(unit)
        return ended

    def _together(self, unit: Unit, jobs: list[Job]) -> list[Ended]:
        """Do several jobs and commit those that did not raise."""
        self._begin()
        ended = [self._among(unit, job) for job in jobs]
        self._end(unit)
        return ended

    def _end(self, unit: Unit) -> None:
        if unit.forgot:
            self.cursor.execute(f"PRAGMA user_version = {WIPE_DUE}")
        self.cursor.execute("COMMIT")

    def _among(self, unit: Unit, job: Job) -> Ended:
        try:
            with unit.sql.savepoint():
                return Ended(job, job.work(unit))
        except BaseException as error:
            if not self.driver.in_transaction:
                raise  # a full disk, say, undoes all jobs at once
            return Ended(job, error=self._explained(error))

    def _explained(self, error: BaseException) -> BaseException:
        if isinstance(error, NoTurn):
            return _locked(self.place)
        return _meaning(error, self.place) if isinstance(error, sqlite3.Error) else error
