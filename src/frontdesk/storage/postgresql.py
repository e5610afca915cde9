"""PostgreSQL: a pool of connections and as many threads; what fails for others' sake is tried again."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar, cast

import psycopg
from sqlalchemy import URL, Connection, Engine, NullPool, PoolProxiedConnection, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError

from frontdesk.storage.migrating import migrate
from frontdesk.storage.refusals import without_code
from frontdesk.storage.sql import Sql
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable, Reason, StatementRefused
from frontdesk.storage.wire import CLASHES, CommitUnsure, Wire

T = TypeVar("T")

THREADS = 8
OPENING = 12  # how much longer than a turn an opening waits for others of ours
ATTEMPTS = 6
FIRST_PAUSE = 0.01  # seconds; doubled each time, and a random part of it is waited
# Whoever migrates holds this lock, so that two programs that start together do not both do it.
MIGRATION_LOCK = 7_102_733_001

# By the first letters of the SQLSTATE, the longer ones first.
MEANINGS = (
    ("40", Reason.BUSY, "{place} was too busy: others were in the way each time."),
    ("25006", Reason.READ_ONLY, "{place} can be read but not written."),
    ("55P03", Reason.LOCKED, "{place} is locked by another program."),
    ("42501", Reason.REFUSED, "{place} does not give this account the rights it needs."),
    ("28", Reason.REFUSED, "{place} refuses this account or its password."),
    ("53100", Reason.FULL, "There is no room left on the disk of {place}."),
    ("53", Reason.UNREACHABLE, "{place} has no room for another connection."),
    ("57", Reason.UNREACHABLE, "{place} is stopping or starting."),
    ("58", Reason.UNREACHABLE, "The disk of {place} does not answer as it should."),
    ("08", Reason.UNREACHABLE, "{place} does not answer."),
    ("XX001", Reason.DAMAGED, "{place} is damaged; restore it from a backup."),
    ("XX002", Reason.DAMAGED, "{place} is damaged; restore it from a backup."),
)


def open_postgresql(url: URL, patience: float) -> ManyWorkers:
    """Open or make the database, bring it up to date, and start the threads. `patience` is in seconds."""
    url = url.set(drivername="postgresql+psycopg")
    place = url.set(query={}).render_as_string(hide_password=True).replace("+psycopg", "")
    engine = _engine(url, patience)
    try:
        with _explained(place):
            _make_if_missing(engine, patience)
            with engine.begin() as connection:
                _check(connection.execute(text("SHOW transaction_read_only")).scalar_one(), place)
                # Whoever is before us may be migrating a large database: that is waited for longer than a turn would.
                connection.execute(text(f"SET LOCAL lock_timeout = {round(OPENING * patience * 1000)}"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                migrate(connection, place)
    except BaseException:
        engine.dispose()
        raise
    return ManyWorkers(engine, place)


def _engine(url: URL, patience: float) -> Engine:
    # A lock that is not had in time is an error, not a hang. Every statement is found by its indexes whatever is
    # asked for, so a plan is made once, not again for each set of values.
    options = f"-c timezone=UTC -c lock_timeout={round(patience * 1000)} -c plan_cache_mode=force_generic_plan"
    return create_engine(
        url,
        connect_args={"options": options, "connect_timeout": _seconds(patience)},
        pool_size=THREADS,
        pool_reset_on_return=None,  # whatever is done over a connection ends with a commit or is rolled back there
        max_overflow=0,
    )


def _seconds(patience: float) -> int:
    return max(2, round(patience))  # the driver takes whole seconds, and one as two


def _make_if_missing(engine: Engine, patience: float) -> None:
    """Create the database if the server is there and has none of that name."""
    try:
        engine.connect().close()
    except OperationalError:
        server = create_engine(
            engine.url.set(database="postgres"),
            connect_args={"connect_timeout": _seconds(patience)},
            isolation_level="AUTOCOMMIT",
            poolclass=NullPool,
        )
        try:
            connection = server.connect()
        except OperationalError:
            connection = None
        if connection is None:
            raise  # the server itself does not let us in; the first refusal says so
        with connection:
            if not _create(connection, engine.url.database or ""):
                raise  # it is there: the refusal had another reason


def _create(connection: Connection, name: str) -> bool:
    """Create a database; False if it is there and was before."""
    if connection.execute(text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": name}).first():
        return False
    quoted = connection.dialect.identifier_preparer.quote_identifier(name)
    try:
        connection.exec_driver_sql(f"CREATE DATABASE {quoted}")
    except DBAPIError as error:
        # Another program may have made it a moment ago.
        if not isinstance(error.orig, psycopg.errors.DuplicateDatabase | psycopg.errors.UniqueViolation):
            raise
    return True


def _check(read_only: str, place: str) -> None:
    if read_only == "on":
        raise DatabaseUnusable(Reason.READ_ONLY, f"{place} can be read but not written.")


@contextmanager
def _explained(place: str) -> Iterator[None]:
    """Raise errors of PostgreSQL as what they mean for whoever runs the desk."""
    try:
        yield
    except psycopg.Error as error:
        raise _meaning(error, place) from None
    except Exception as error:
        cause = getattr(error, "orig", None)  # as SQLAlchemy wraps it
        if isinstance(cause, psycopg.Error):
            raise _meaning(cause, place) from None
        raise


def _meaning(error: psycopg.Error, place: str) -> Exception:
    state = error.sqlstate
    if state is None:
        return without_code(str(error), place)
    for start, reason, sentence in MEANINGS:
        if state.startswith(start):
            return DatabaseUnusable(reason, sentence.format(place=place))
    constraint = error.diag.constraint_name
    return StatementRefused(f"PostgreSQL refused a statement: {state}{f' ({constraint})' if constraint else ''}.")


class ManyWorkers:
    """Does each piece of work in one of several threads, in a transaction of its own."""

    wipe_due = False  # the server keeps the files

    def __init__(self, engine: Engine, place: str) -> None:
        """Start on the pool of `engine`."""
        self.engine = engine
        self.place = place
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="frontdesk-postgresql")
        self.inside = threading.local()

    def submit(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue work; its result is there once it is committed."""
        if getattr(self.inside, "busy", False):
            raise RuntimeError("work that waits for other work could wait forever")
        try:
            return self.threads.submit(self._run, work)
        except RuntimeError:
            raise DatabaseUnusable(Reason.CLOSED, f"{self.place} has been closed.") from None

    def submit_look(self, work: Callable[[Unit], T]) -> Future[T]:
        """Queue work that only reads: here nobody who reads is in the way of those who write."""
        return self.submit(work)

    def close(self) -> None:
        """Finish what is queued and close the connections."""
        self.threads.shutdown()
        self.engine.dispose()

    def _run(self, work: Callable[[Unit], T]) -> T:
        self.inside.busy = True
        try:
            return self._insist(work)
        except psycopg.Error as error:
            raise _meaning(error, self.place) from None
        finally:
            self.inside.busy = False

    def _insist(self, work: Callable[[Unit], T]) -> T:
        """Do the work, again if a deadlock, a conflict or a lost connection undid it: nothing of it counted then."""
        for attempt in range(ATTEMPTS - 1):
            try:
                return self._once(work)
            except psycopg.Error as error:
                if not _undone(error):
                    raise
            time.sleep(FIRST_PAUSE * 2**attempt * secrets.SystemRandom().random())
        return self._once(work)

    def _once(self, work: Callable[[Unit], T]) -> T:
        connection = self.engine.raw_connection()
        try:
            wire = _wire(connection)
            wire.begin()
            value = work(Unit(Sql(wire, self.engine.dialect)))
            wire.commit()
        except CommitUnsure:
            # Not tried again: it may have counted.
            self._give_up(connection)
            raise DatabaseUnusable(
                Reason.UNREACHABLE, f"{self.place} was lost during a commit, which may or may not have counted."
            ) from None
        except BaseException:
            self._give_up(connection)
            raise
        finally:
            connection.close()
        return value

    def _give_up(self, connection: PoolProxiedConnection) -> None:
        if _rolled_back(connection):
            return
        connection.invalidate()
        # What cut this one has most likely cut them all: begin with a new pool rather than find out one by one.
        self.engine.dispose()


def _wire(connection: PoolProxiedConnection) -> Wire:
    """Return the wire over a connection; it knows what has been prepared there."""
    known = connection.info.get("wire")
    if known is None:
        known = connection.info["wire"] = Wire(cast("psycopg.Connection", connection.driver_connection))
    wire: Wire = known
    return wire


def _rolled_back(connection: PoolProxiedConnection) -> bool:
    """Undo what was done over a connection; False if it is gone."""
    driver = cast("psycopg.Connection", connection.driver_connection)
    if driver.closed:
        return False
    try:
        _wire(connection).roll_back()
    except psycopg.Error:
        return False
    return True


def _undone(error: psycopg.Error) -> bool:
    """Say whether the transaction was undone through no fault of its own, so that it can be tried again."""
    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError)
    return state in CLASHES or state.startswith(("08", "57P"))
