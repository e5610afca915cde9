"""Whatever the moment at which a process is killed, what was committed is there and nothing else is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select, text

from frontdesk.storage import open_store
from frontdesk.storage.schema import actions, bookings, claims, inbox, messages, metadata, outbox, turns

CHILD = Path(__file__).with_name("storage_child.py")
TURNS = 4
# Rows that each turn leaves.
PER_TURN = {inbox: 1, bookings: 1, claims: 2, actions: 1, messages: 2, turns: 1, outbox: 1}


def killed_at(url: str, statement: int) -> tuple[int, bool]:
    """Run the child; return how many turns it said were committed, and whether it was killed."""
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": ""}
    ended = subprocess.run(
        [sys.executable, str(CHILD), url, str(statement)], capture_output=True, text=True, check=False, env=environment
    )
    assert ended.returncode in {0, -9}, ended.stderr
    return len(ended.stdout.split()), ended.returncode == -9


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


def check(url: str, statement: int) -> bool:
    """Kill a child at a statement and look at what it left; return whether it got that far."""
    said, killed = killed_at(url, statement)
    counts = rows(url)
    done = counts["version"]
    # One more than it could say: killed between the commit and the word.
    assert done in {said, said + 1}
    assert {table.name: counts[table.name] for table in PER_TURN} == {
        table.name: done * each for table, each in PER_TURN.items()
    }
    assert killed or done == TURNS
    return killed


# Opening takes about 60 statements, migrations included, and each turn about 20.
@pytest.mark.parametrize("statement", [1, 6, 20, 45, *range(57, 150, 6), 1000])
def test_a_kill_at_any_statement_leaves_whole_turns_in_the_file(sqlite_database: str, statement: int) -> None:
    check(sqlite_database, statement)


@pytest.mark.parametrize("statement", [1, 6, 20, 45, *range(57, 128, 7), 1000])
def test_a_kill_at_any_statement_leaves_whole_turns_on_the_server(postgresql_database: str, statement: int) -> None:
    check(postgresql_database, statement)
