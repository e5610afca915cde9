"""Whatever the moment at which a process is killed, what was committed is there and nothing else is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, func, select, text

from frontdesk.storage import open_store
from frontdesk.storage.schema import actions, bookings, claims, inbox, messages, metadata, outbox, turns
from tests.faults.copies import Work, copying
from tests.faults.storage_child import TURNS

CHILD = Path(__file__).with_name("storage_child.py")
# Rows that each turn leaves.
PER_TURN = {inbox: 1, bookings: 1, claims: 2, actions: 1, messages: 2, turns: 1, outbox: 1}
THOROUGH = 3  # the turn that is interrupted most often
EVERY = 3  # so many statements, there


def rows(url: str) -> dict[str, int]:
    """Count the rows of each table, having opened the database as a desk would."""
    with open_store(url, 20) as store:
        kept = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    engine = create_engine(url)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
        counts = {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return counts | {"version": 0 if kept is None else kept.version}


def check(work: Work, url: str, phase: int, step: int, statements: list[str]) -> None:
    """Kill a process at a statement and look at what it left."""
    over, killed = work(url, phase, step)
    assert killed
    assert len(over) == phase  # so it was killed in this phase, not before or after
    counts = rows(url)
    done = counts["version"]
    assert {table.name: counts[table.name] for table in PER_TURN} == {
        table.name: done * each for table, each in PER_TURN.items()
    }
    said = max(0, phase - 1)
    if phase == 0 or step <= statements.index("COMMIT") + 1:
        assert done == said  # at the commit, it has not been sent yet
    elif step == len(statements):
        assert done == said + 1
    else:
        assert done in {said, said + 1}  # the commit was on its way


def points(phases: list[list[str]]) -> Iterator[tuple[int, int]]:
    """Return where to kill, as phases and steps: in all phases first and last, and in one of them all along."""
    for phase, statements in enumerate(phases):
        count = len(statements)
        if phase == 0:
            steps = {1, count // 4, count // 2, 3 * count // 4, count}
        elif phase == THOROUGH:
            commit = statements.index("COMMIT") + 1
            steps = {*range(1, count + 1, EVERY), commit, commit + 1, count}
        else:
            steps = {1, count}
        yield from ((phase, step) for step in sorted(steps))


def kill_everywhere(new_database: Callable[[], str]) -> None:
    """Listen to what is run when nothing disturbs it, and kill there, each time on a new database."""
    url = new_database()
    with copying(CHILD) as work:
        phases, killed = work(url, 0, 0)
        assert not killed
        assert rows(url)["version"] == TURNS == len(phases) - 1
        assert all(len(statements) > 10 for statements in phases)
        assert any("bookings" in statement for statement in phases[THOROUGH])
        for phase, step in points(phases):
            check(work, new_database(), phase, step, phases[phase])


def test_a_kill_at_any_statement_leaves_whole_turns_in_the_file(tmp_path: Path) -> None:
    kill_everywhere(lambda: f"sqlite:///{tmp_path / uuid4().hex}.db")


def test_a_kill_at_any_statement_leaves_whole_turns_on_the_server(postgres_url: str) -> None:
    kill_everywhere(lambda: f"{postgres_url}/killed_{uuid4().hex}")
