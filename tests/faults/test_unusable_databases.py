"""A database that cannot be used is refused when the desk opens, with a sentence, and nothing is written to it."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from frontdesk.desk.desk import Desk
from frontdesk.storage import DatabaseUnusable, Reason
from frontdesk.storage.schema import inbox, messages
from tests.faults.desks import MED_SPA, WANTED, desk_on, now, row_counts, talk
from tests.prepared import run_program


def refusal(url: str) -> DatabaseUnusable:
    """Open a desk on a database that is not to be opened, and return why."""

    async def open_and_greet() -> None:
        async with Desk.open(MED_SPA, url, now) as desk:
            await desk.say("hello")

    with pytest.raises(DatabaseUnusable) as refused:
        asyncio.run(open_and_greet())
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "Error" not in sentence
    return refused.value


def execute(url: str, statement: str) -> None:
    """Run a statement past our own code."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.execute(statement)
        connection.commit()
        connection.close()
    else:
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as server:
            server.execute(statement.encode())


def test_a_folder_that_is_missing_is_named_and_not_made(tmp_path: Path) -> None:
    refused = refusal(f"sqlite:///{tmp_path}/missing/desk.db")
    assert refused.reason is Reason.NO_FOLDER
    assert str(tmp_path / "missing") in str(refused)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("bread, oranges, a lamp for the hall\n" * 300)
    before = file.read_bytes()
    assert refusal(f"sqlite:///{file}").reason is Reason.NOT_A_DATABASE
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_database_of_a_newer_version_stays_as_it_is(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", "hello", WANTED)

    asyncio.run(converse())
    before = row_counts(database_url, (inbox, messages))
    execute(database_url, "UPDATE frontdesk_version SET version_num = '9999'")
    refused = refusal(database_url)
    assert refused.reason is Reason.NEWER
    assert "9999" in str(refused)
    assert row_counts(database_url, (inbox, messages)) == before == {"inbox": 2, "messages": 4}


def test_a_database_of_something_else_stays_as_it_is(new_database_url: str, tmp_path: Path) -> None:
    execute(new_database_url, "CREATE TABLE recipes (id INTEGER)")
    assert refusal(new_database_url).reason is Reason.FOREIGN
    execute(new_database_url, "CREATE TABLE inbox (id INTEGER)")  # would fail if ours had been made
    assert [file.name for file in tmp_path.iterdir() if file.suffix != ".db"] == []


OPEN_WITHOUT_RIGHTS = """
import asyncio, os, sys
from frontdesk.desk.desk import Desk
from frontdesk.storage import DatabaseUnusable

async def greet(url):
    async with Desk.open(sys.argv[1], url) as desk:
        await desk.say("hello")

asyncio.run(greet("sqlite://"))  # loads all that is needed while it may still be read
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    asyncio.run(greet(sys.argv[2] or None))
except DatabaseUnusable as refused:
    print(refused.reason.value, refused)
"""


def open_without_rights(url: str = "") -> str:
    """Open a desk in a process that may not write what we wrote; root may write anything."""
    # Nobody may not enter our checkout, perhaps, but may read a copy of the business.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        # Without the database that somebody may have made there by a chat.
        shutil.copytree(MED_SPA, folder / MED_SPA.name, ignore=shutil.ignore_patterns("frontdesk.db*"))
        (folder / "opens.py").write_text(OPEN_WITHOUT_RIGHTS, encoding="utf-8")
        around = {**os.environ, "DATABASE_URL": ""}
        ended = run_program(folder / "opens.py", folder / MED_SPA.name, url, around=around)
    return ended.stdout.strip() or ended.stderr


def test_a_file_that_may_not_be_written_is_said_to_be_read_only() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "desk.db"
        file.touch()
        file.chmod(0o444)
        folder.chmod(0o555)
        assert open_without_rights(f"sqlite:///{file}").startswith(Reason.READ_ONLY.value)
        assert file.read_bytes() == b""
        folder.chmod(0o755)


def test_a_business_in_a_folder_that_may_not_be_written_is_told_to_name_a_database() -> None:
    told = open_without_rights()
    assert told.startswith(Reason.READ_ONLY.value)
    assert "medspa/frontdesk.db cannot be written" in told
    assert "--database" in told


def test_a_server_that_may_not_be_written_is_said_to_be_read_only(postgresql_database: str) -> None:
    name = postgresql_database.rpartition("/")[2]
    execute(postgresql_database, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    assert refusal(postgresql_database).reason is Reason.READ_ONLY


LOCK_SQLITE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1].removeprefix("sqlite:///"), isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""
LOCK_POSTGRESQL = """
import psycopg, sys
connection = psycopg.connect(sys.argv[1].replace("+psycopg", ""))
connection.execute("LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE")
print("locked", flush=True)
sys.stdin.read()
"""


def while_locked(url: str, use: Callable[[], None]) -> None:
    """Do something while another process keeps the database locked."""
    program = LOCK_SQLITE if url.startswith("sqlite") else LOCK_POSTGRESQL
    with subprocess.Popen(
        [sys.executable, "-c", program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        try:
            use()
        finally:
            other.stdin.close()


def test_a_database_locked_by_another_process_is_said_to_be_locked_and_works_again_after(database_url: str) -> None:
    async def greet() -> None:
        async with desk_on(database_url) as desk:
            assert (await talk(desk, "c1", "hello"))["reply"]

    def refused() -> None:
        assert refusal(database_url).reason is Reason.LOCKED

    asyncio.run(greet())
    while_locked(database_url, refused)
    assert row_counts(database_url, (inbox,)) == {"inbox": 1}
    asyncio.run(greet())
    assert row_counts(database_url, (inbox,)) == {"inbox": 2}
