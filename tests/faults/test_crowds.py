"""Several programs on one database: all are answered, and none gives up or is passed over while others are busy."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

from frontdesk.storage import DatabaseUnusable, Reason, Store, open_store, turnstile
from frontdesk.storage.schema import bookings, inbox, outbox, turns
from frontdesk.storage.sqlite import TOGETHER, OneWriter
from frontdesk.storage.turnstile import NUMBERS, FileTurnstile, NoTurn, OpenTurnstile, turnstile_beside
from tests.contracts.storage_examples import delivery
from tests.faults.crowd_child import lines
from tests.faults.desks import booked, desk_on, row_counts
from tests.prepared import Program, program

CHILD = Path(__file__).with_name("crowd_child.py")
PROGRAMS = 4
GUESTS = 15  # of each
OPENINGS = 25  # of each
ROUNDS = 30
MORE_THAN_ENOUGH = 30_000  # writes, for all rounds


@contextmanager
def running(task: str, url: str, number: int, count: int) -> Iterator[tuple[Program, IO[str]]]:
    """Start a program; give it and its errors, and kill it in the end."""
    with (
        TemporaryFile("w+", encoding="utf-8") as errors,
        program(CHILD, task, url, number, count, errors=errors) as child,
    ):
        yield child, errors


def begin(children: list[Program]) -> None:
    """Let programs begin at the same moment, once all are ready."""
    for child in children:
        assert child.stdout.readline() == "ready\n"
    for child in children:
        child.stdin.write("\n")
        child.stdin.flush()


def complaints(task: str, url: str, count: int) -> list[str]:
    """Let all programs begin at once, and return the errors of those that did not come through."""
    with ExitStack() as stack:
        started = [stack.enter_context(running(task, url, number, count)) for number in range(PROGRAMS)]
        begin([child for child, _ in started])
        told = [(child.wait(), errors.seek(0), errors.read()) for child, errors in started]
        return [error for code, _, error in told if error or code]


async def conversations_with_bookings(url: str) -> list[str]:
    async with desk_on(url) as desk:
        return sorted(str(row.conversation_id) for row in await booked(desk))


def test_60_guests_of_four_programs_that_open_a_new_database_at_once_all_book(new_database_url: str) -> None:
    assert complaints("serve_guests", new_database_url, GUESTS) == []
    everybody = [f"guest-{number}" for number in range(PROGRAMS * GUESTS)]
    assert asyncio.run(conversations_with_bookings(new_database_url)) == sorted(everybody)
    said = len(everybody) * len(lines(0))
    counts = row_counts(new_database_url, (bookings, inbox, turns))
    assert counts == {"bookings": len(everybody), "inbox": said, "turns": said}


def test_programs_that_open_and_close_all_the_time_are_never_in_each_others_way(database_url: str) -> None:
    assert complaints("open_often", database_url, OPENINGS) == []
    assert row_counts(database_url, (outbox,)) == {"outbox": PROGRAMS * OPENINGS}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a database of ours."""
    path = tmp_path / "desk.db"
    open_store(f"sqlite:///{path}").close()
    return path


def line_at(path: Path) -> FileTurnstile:
    line = turnstile_beside(path)
    assert isinstance(line, FileTurnstile)
    return line


def rows_of_others(connection: sqlite3.Connection) -> int:
    count: int = connection.execute("SELECT count(*) FROM outbox").fetchone()[0]
    return count


def rows_written_while_we_wait(line: FileTurnstile, connection: sqlite3.Connection) -> int:
    """Ask for the database, and return how many rows others write until we have it."""
    asked = line.ask(patience=20)
    before = rows_of_others(connection)
    line.wait(asked, patience=20)
    connection.execute("BEGIN IMMEDIATE")
    between = rows_of_others(connection) - before
    connection.execute("ROLLBACK")
    line.leave()
    return between


def test_who_asks_waits_for_one_batch_of_each_other_program_at_most(path: Path) -> None:
    line = line_at(path)
    with ExitStack() as stack:
        connection = stack.enter_context(closing(sqlite3.connect(path, timeout=20, isolation_level=None)))
        others = [
            stack.enter_context(running("write_on", f"sqlite:///{path}", number, MORE_THAN_ENOUGH))[0]
            for number in range(PROGRAMS - 1)
        ]
        begin(others)
        while rows_of_others(connection) < len(others):
            pass
        written = [rows_written_while_we_wait(line, connection) for _ in range(ROUNDS)]
        assert [other.poll() for other in others] == [None] * len(others)  # so all were busy all the time
    assert max(written) <= len(others) * TOGETHER
    assert sum(rows > TOGETHER for rows in written) > ROUNDS / 2  # mostly more than one was ahead
    line.close()


def test_programs_killed_in_the_line_keep_nobody_waiting(path: Path) -> None:
    url = f"sqlite:///{path}"
    stuck = line_at(path)
    stuck.enter(patience=1)
    with running("write_on", url, 1, 10) as (child, _):
        begin([child])
        asked = stuck.number + 1
        while NUMBERS.unpack(path.with_name("desk.db-turnstile").read_bytes())[0] <= asked:
            pass
    # To the kernel, a file that is closed and a process that is killed are the same.
    stuck.close()
    with open_store(url, patience=0.5) as store:
        assert store.run_sync(lambda unit: unit.outbox.put(delivery()))


def reason_of_refusal(store: Store) -> Reason:
    with pytest.raises(DatabaseUnusable, match=r"desk\.db is locked by another program\.") as refused:
        store.run_sync(lambda unit: unit.outbox.waiting())
    return refused.value.reason


def test_a_line_that_does_not_move_is_told_as_a_lock_and_work_goes_on_after(path: Path) -> None:
    url = f"sqlite:///{path}"
    stuck = line_at(path)
    with open_store(url, patience=0.2) as store:
        stuck.enter(patience=1)
        assert reason_of_refusal(store) is Reason.LOCKED
        with pytest.raises(DatabaseUnusable) as refused:
            open_store(url, patience=0.02)
        assert refused.value.reason is Reason.LOCKED
        stuck.leave()
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0
    stuck.close()


class Stood(OpenTurnstile):
    """A line that did not move for a while."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def enter(self, patience: float) -> float:
        assert self.seconds <= patience
        return self.seconds


@pytest.mark.parametrize(("stood", "milliseconds"), [(0.0, 5000), (2.0, 5000), (4.0, 500)])
def test_the_patience_that_a_line_took_is_not_had_once_more(path: Path, stood: float, milliseconds: int) -> None:
    with open_store(f"sqlite:///{path}", patience=5) as store:
        writer = store.workers
        assert isinstance(writer, OneWriter)
        for line in (Stood(stood), Stood(0.0), Stood(stood)):
            writer.turnstile.close()
            writer.turnstile = line
            store.run_sync(lambda unit: unit.outbox.waiting())
        assert writer.driver.execute("PRAGMA busy_timeout").fetchone() == (milliseconds,)


@pytest.mark.parametrize("moves", [True, False])
def test_the_patience_begins_anew_whenever_the_line_moves(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, moves: bool
) -> None:
    ahead, behind, seconds = line_at(path), line_at(path), 0

    def look(_: float) -> None:
        nonlocal seconds
        seconds += 4
        if moves:
            ahead.number += 1
            ahead.passed()
        if seconds > 100:
            ahead.leave()

    monkeypatch.setattr(turnstile, "sleep", look)
    monkeypatch.setattr(turnstile, "monotonic", lambda: seconds)
    ahead.enter(patience=5)
    if moves:
        assert behind.enter(patience=5) == 0
        assert seconds == 104
    else:
        with pytest.raises(NoTurn):
            behind.enter(patience=5)
        assert seconds == 8
    ahead.close()
    behind.close()


def test_where_no_file_can_be_made_the_database_works_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    path.with_name("desk.db-turnstile").mkdir()
    assert isinstance(turnstile_beside(path), OpenTurnstile)
    with open_store(f"sqlite:///{path}") as store:
        assert store.run_sync(lambda unit: unit.outbox.put(delivery()))


def test_a_file_with_other_contents_is_taken_for_a_new_one(path: Path) -> None:
    for contents in (b"", b"\xff" * 400, b"notes"):
        path.with_name("desk.db-turnstile").write_bytes(contents)
        with open_store(f"sqlite:///{path}", patience=0.5) as store:
            assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0


def test_a_link_to_the_database_has_the_same_line(path: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    lines_at_both = [line_at(link), line_at(path)]
    assert [line.path for line in lines_at_both] == [path.with_name("desk.db-turnstile")] * 2
    for line in lines_at_both:
        line.close()


def test_whoever_may_write_the_database_may_line_up(path: Path) -> None:
    path.chmod(0o660)
    path.with_name("desk.db-turnstile").unlink()
    line_at(path).close()
    assert path.with_name("desk.db-turnstile").stat().st_mode == path.stat().st_mode


def test_a_database_in_memory_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite://", "sqlite:///:memory:"):
        with open_store(url) as store:
            assert store.run_sync(lambda unit: unit.outbox.put(delivery()))
    assert list(tmp_path.iterdir()) == []
