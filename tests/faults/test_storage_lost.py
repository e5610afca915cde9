"""A full disk, a lost connection, a stopped server: told by name, nothing counts by halves, and work goes on."""

import os
import socket
import threading
from collections.abc import Callable
from functools import partial

import psycopg
import pytest

from frontdesk.storage import DatabaseUnusable, Reason, Store, Unit, open_store
from frontdesk.storage.rows import Message, Side
from frontdesk.storage.wire import Wire
from tests.contracts.storage_examples import NOW, delivery
from tests.postgres import running_postgres

LOSE_COMMIT = """
CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER lose AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION lose();
"""

PUT = """
INSERT INTO outbox (kind, key, payload, due_at, attempts) VALUES ('x', $1, '', now(), 0) ON CONFLICT DO NOTHING
"""


def reason_of(store: Store, work: Callable[[Unit], object]) -> Reason:
    with pytest.raises(DatabaseUnusable) as lost:
        store.run_sync(work)
    return lost.value.reason


def write_much(unit: Unit) -> None:
    for number in range(200):
        unit.messages.add(Message("big", number, Side.GUEST, "sms", "x" * 4000, NOW))


def write_little(unit: Unit) -> bool:
    return unit.outbox.put(delivery())


def put(unit: Unit, number: int) -> bool:
    return unit.outbox.put(delivery(f"d{number}"))


def limit(store: Store, pages: int) -> None:
    store.run_sync(lambda unit: unit.sql.cursor.execute(f"PRAGMA max_page_count = {pages}"))


def test_a_full_disk_is_told_and_work_goes_on_when_there_is_room(sqlite_database: str) -> None:
    with open_store(sqlite_database) as store:
        limit(store, 1)  # no more than there are
        assert reason_of(store, write_much) is Reason.FULL
        assert store.run_sync(lambda unit: unit.messages.of("big")) == ()
        limit(store, 1_000_000)
        store.run_sync(write_much)
        assert len(store.run_sync(lambda unit: unit.messages.of("big"))) == 200


def test_a_disk_that_fills_up_for_one_keeps_what_others_were_told(sqlite_database: str) -> None:
    with open_store(sqlite_database) as store:
        limit(store, 1)
        gate = threading.Event()
        store.workers.submit(lambda _: gate.wait(20))  # so that the others wait together
        works: list[Callable[[Unit], object]] = [partial(put, number=number) for number in range(10)]
        works[5] = write_much
        futures = [store.workers.submit(work) for work in works]
        gate.set()
        told = [number for number, future in enumerate(futures) if future.exception() is None]
        assert 5 not in told
        limit(store, 1_000_000)
        taken = store.run_sync(lambda unit: unit.outbox.take_due(NOW, 100, NOW - NOW))
        assert sorted(each.key for each in taken) == [f"d{number}" for number in told]
        assert store.run_sync(lambda unit: unit.messages.of("big")) == ()


def server_of(url: str) -> str:
    return url.replace("+psycopg", "")


def cut_all(url: str) -> None:
    """End every connection to the database but this one."""
    with psycopg.connect(server_of(url), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_connections_cut_while_idle_are_replaced_unnoticed(postgresql_database: str) -> None:
    with open_store(postgresql_database) as store:
        futures = [store.workers.submit(lambda unit: unit.outbox.waiting()) for _ in range(40)]
        assert {future.result() for future in futures} == {0}
        cut_all(postgresql_database)
        assert store.run_sync(write_little)
        futures = [store.workers.submit(lambda unit: unit.outbox.waiting()) for _ in range(40)]
        assert {future.result() for future in futures} == {1}


def test_work_whose_connection_is_cut_is_done_again_from_the_start(postgresql_database: str) -> None:
    attempts = []

    def work(unit: Unit) -> None:
        attempts.append(1)
        unit.messages.add(Message("c1", 1, Side.GUEST, "sms", "hi", NOW))
        if len(attempts) < 3:
            cut_all(postgresql_database)
        unit.outbox.put(delivery())

    with open_store(postgresql_database) as store:
        store.run_sync(work)
        assert len(attempts) == 3
        assert len(store.run_sync(lambda unit: unit.messages.of("c1"))) == 1


def test_work_whose_connection_breaks_without_a_word_is_done_again(postgresql_database: str) -> None:
    """A server that is asked to end a connection says so first; a broken cable does not."""
    attempts = []

    def work(unit: Unit) -> None:
        attempts.append(1)
        unit.messages.add(Message("c1", 1, Side.GUEST, "sms", "hi", NOW))
        if len(attempts) < 3:
            assert isinstance(unit.sql.cursor, Wire)
            with socket.socket(fileno=os.dup(unit.sql.cursor.server.socket)) as cable:
                cable.shutdown(socket.SHUT_RDWR)
        unit.outbox.put(delivery())

    with open_store(postgresql_database) as store:
        store.run_sync(work)
        assert len(attempts) == 3
        assert len(store.run_sync(lambda unit: unit.messages.of("c1"))) == 1


def test_work_cut_every_time_is_given_up(postgresql_database: str) -> None:
    def work(unit: Unit) -> None:
        cut_all(postgresql_database)
        unit.outbox.waiting()

    with open_store(postgresql_database) as store:
        assert reason_of(store, work) is Reason.UNREACHABLE
        assert store.run_sync(write_little)


def test_a_commit_that_is_cut_is_not_done_again(postgresql_database: str) -> None:
    attempts = []

    def work(unit: Unit) -> None:
        attempts.append(1)
        unit.outbox.put(delivery())

    with open_store(postgresql_database) as store:
        with psycopg.connect(server_of(postgresql_database), autocommit=True) as connection:
            connection.execute(LOSE_COMMIT)
        assert reason_of(store, work) is Reason.UNREACHABLE
        assert len(attempts) == 1
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0


def test_work_cut_at_what_is_sent_with_the_commit_is_done_again(postgresql_database: str) -> None:
    """Before the commit itself was reached, nothing of it can have counted."""
    attempts = []

    def work(unit: Unit) -> None:
        attempts.append(1)
        unit.sql.cursor.later("SELECT 1")
        if len(attempts) < 3:
            unit.sql.cursor.later("SELECT pg_terminate_backend(pg_backend_pid())")
        unit.messages.add(Message("c1", 1, Side.GUEST, "sms", "hi", NOW))

    with open_store(postgresql_database) as store:
        store.run_sync(work)
        assert len(attempts) == 3
        assert len(store.run_sync(lambda unit: unit.messages.of("c1"))) == 1


def test_a_deadlock_at_what_is_sent_with_the_commit_is_resolved(postgresql_database: str) -> None:
    """Two put the same in opposite order at once: one of them is undone and done again, and both come through."""
    meet = threading.Barrier(2)
    met = threading.local()

    def work(unit: Unit, first: str, second: str) -> None:
        unit.outbox.put(delivery(first))
        if not getattr(met, "once", False):
            met.once = True
            meet.wait(20)
        unit.sql.cursor.later(PUT, [second.encode()])

    with open_store(postgresql_database) as store:
        futures = [store.workers.submit(partial(work, first=one, second=other)) for one, other in ("ab", "ba")]
        assert [future.result(30) for future in futures] == [None, None]
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 2


def test_a_table_locked_by_another_program_is_told_and_freed(postgresql_database: str) -> None:
    with open_store(postgresql_database, patience=0.3) as store:
        with psycopg.connect(server_of(postgresql_database)) as other:
            other.execute("LOCK TABLE outbox")
            assert reason_of(store, write_little) is Reason.LOCKED
        assert store.run_sync(write_little)


def test_a_server_that_has_stopped_is_unreachable() -> None:
    with running_postgres() as server:
        store = open_store(f"{server}/desk", patience=1)
        assert store.run_sync(write_little)
    assert reason_of(store, write_little) is Reason.UNREACHABLE
    store.close()
