"""A database is made, brought up to date, or refused with a reason; a refusal changes nothing in it."""

import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from frontdesk.storage import DatabaseUnusable, Reason, Unit, open_store
from frontdesk.storage.migrating import REVISIONS, SCRIPTS, VERSION_TABLE
from frontdesk.storage.schema import metadata
from tests.contracts import newest_schema
from tests.contracts.storage_examples import delivery
from tests.prepared import run_program


def refusal(url: str, patience: float = 0.2) -> DatabaseUnusable:
    """Open a database that is not to be opened, and return why."""
    with pytest.raises(DatabaseUnusable) as refused:
        open_store(url, patience)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "Traceback" not in sentence
    return refused.value


def change(url: str, statement: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def put(unit: Unit, number: int) -> bool:
    return unit.outbox.put(delivery(f"d{number}"))


def tables(url: str) -> set[str]:
    engine = create_engine(url)
    found = set(inspect(engine).get_table_names())
    engine.dispose()
    return found


def test_a_missing_database_is_made_and_an_existing_one_kept(new_database_url: str) -> None:
    with open_store(new_database_url) as store:
        store.run_sync(lambda unit: unit.outbox.put(delivery()))
    with open_store(new_database_url) as store:
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 1
    assert tables(new_database_url) == {*metadata.tables, VERSION_TABLE}


def test_a_missing_database_of_a_server_is_made(postgres_url: str) -> None:
    url = f'{postgres_url}/a "new" one'
    with open_store(url) as store:
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0
    with psycopg.connect(f"{postgres_url.replace('+psycopg', '')}/postgres", autocommit=True) as connection:
        connection.execute('DROP DATABASE "a ""new"" one"')


def test_the_migrations_make_the_tables_that_the_code_uses(new_database_url: str) -> None:
    open_store(new_database_url).close()
    engine = create_engine(new_database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        differences = compare_metadata(context, metadata)
    engine.dispose()
    assert differences == []


def test_the_revisions_named_in_the_code_are_those_in_the_folder() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    found = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(found)) == REVISIONS


def test_a_new_database_of_sqlite_is_what_the_migrations_make(tmp_path: Path) -> None:
    """If it is not: PYTHONPATH=src python -m tests.contracts.newest_schema."""
    url = f"sqlite:///{tmp_path / 'new.db'}"
    open_store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert newest_schema.statements(connection) == newest_schema.migrated()
    engine.dispose()


def test_several_programs_may_open_a_new_database_at_once(new_database_url: str) -> None:
    with ThreadPoolExecutor(6) as threads:
        stores = list(threads.map(lambda _: open_store(new_database_url, 20), range(6)))
    for number, store in enumerate(stores):
        assert store.run_sync(partial(put, number=number))
    assert stores[0].run_sync(lambda unit: unit.outbox.waiting()) == 6
    for store in stores:
        store.close()


def test_a_database_of_a_newer_version_is_left_alone(new_database_url: str) -> None:
    with open_store(new_database_url) as store:
        store.run_sync(lambda unit: unit.outbox.put(delivery()))
    change(new_database_url, "UPDATE frontdesk_version SET version_num = '9999'")
    refused = refusal(new_database_url)
    assert refused.reason is Reason.NEWER
    assert "9999" in str(refused)
    change(new_database_url, "UPDATE frontdesk_version SET version_num = '9999'".replace("9999", REVISIONS[-1]))
    with open_store(new_database_url) as store:
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 1


def test_a_database_of_something_else_is_left_alone(new_database_url: str) -> None:
    change(new_database_url, "CREATE TABLE holiday_photos (id INTEGER)")
    assert refusal(new_database_url).reason is Reason.FOREIGN
    assert tables(new_database_url) == {"holiday_photos"}


def test_a_foreign_file_is_not_touched_at_all(sqlite_database: str, tmp_path: Path) -> None:
    change(sqlite_database, "CREATE TABLE holiday_photos (id INTEGER)")
    file = tmp_path / "frontdesk.db"
    before = file.read_bytes()
    refusal(sqlite_database)
    assert file.read_bytes() == before


def test_a_read_only_server_is_said_to_be_one(new_postgresql_database: str) -> None:
    name = new_postgresql_database.rpartition("/")[2]
    change(new_postgresql_database, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    assert refusal(new_postgresql_database).reason is Reason.READ_ONLY


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Pat, this is not a database at all. " * 40)
    before = file.read_bytes()
    assert refusal(f"sqlite:///{file}").reason is Reason.NOT_A_DATABASE
    assert file.read_bytes() == before


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert refusal(f"sqlite:///{tmp_path}").reason is Reason.NOT_A_DATABASE


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    refused = refusal(f"sqlite:///{tmp_path}/nowhere/desk.db")
    assert refused.reason is Reason.NO_FOLDER
    assert f"{tmp_path}/nowhere" in str(refused)


def test_a_damaged_file_is_said_to_be_damaged(sqlite_database: str, tmp_path: Path) -> None:
    open_store(sqlite_database).close()
    file = tmp_path / "frontdesk.db"
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\x55" * 3996
    file.write_bytes(content)
    assert refusal(sqlite_database).reason is Reason.DAMAGED


def test_a_file_locked_by_another_program_is_said_to_be_locked(sqlite_database: str, tmp_path: Path) -> None:
    open_store(sqlite_database).close()
    other = sqlite3.connect(tmp_path / "frontdesk.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert refusal(sqlite_database).reason is Reason.LOCKED
    other.execute("ROLLBACK")
    with open_store(sqlite_database, 0.2) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnusable) as locked:
            store.run_sync(lambda unit: unit.outbox.put(delivery()))
        assert locked.value.reason is Reason.LOCKED
        other.execute("ROLLBACK")
        assert store.run_sync(lambda unit: unit.outbox.put(delivery()))
    other.close()


OPEN_AS_NOBODY = """
import os, sys
from frontdesk.storage import DatabaseUnusable, open_store
open_store("sqlite://").close()  # loads all that is needed while it may still be read
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    open_store(sys.argv[1], 0.2)
except DatabaseUnusable as refused:
    print(refused.reason.value)
"""


@pytest.mark.parametrize("made", ["made", "new"])
def test_a_file_or_folder_that_may_not_be_written_is_read_only(made: str, tmp_path: Path) -> None:
    program = tmp_path / "opens.py"
    program.write_text(OPEN_AS_NOBODY, encoding="utf-8")
    # Not in `tmp_path`, which only its owner may enter.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = f"sqlite:///{folder}/desk.db"
        if made == "made":
            open_store(url).close()
            (folder / "desk.db").chmod(0o444)
        folder.chmod(0o555)
        told = run_program(program, url)
        folder.chmod(0o755)
    assert told.stdout.strip() == Reason.READ_ONLY.value


def test_a_server_that_is_not_there_is_unreachable() -> None:
    refused = refusal("postgresql://pat:hush@127.0.0.1:9/desk")
    assert refused.reason is Reason.UNREACHABLE
    assert "hush" not in str(refused)


def test_an_account_that_the_server_does_not_know_is_refused(new_postgresql_database: str) -> None:
    stranger = new_postgresql_database.replace("postgres@", "stranger:hush@")
    refused = refusal(stranger)
    assert refused.reason is Reason.REFUSED
    assert "hush" not in str(refused)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "desk.db",
        "mysql://localhost/desk",
        "nonsense://x",
        "postgresql://127.0.0.1:port/desk",
        "postgresql://127.0.0.1:9/desk?sslmode=maybe",
        "sqlite:///desk.db?timeout=long",
        "sqlite:///desk%00.db",
    ],
)
def test_what_is_no_database_we_know_is_refused(url: str) -> None:
    assert refusal(url).reason is Reason.UNKNOWN_KIND


def test_a_database_in_memory_works() -> None:
    with open_store("sqlite://") as store:
        assert store.run_sync(lambda unit: unit.outbox.put(delivery()))
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 1


def pragma(unit: Unit, name: str) -> object:
    unit.sql.cursor.execute(f"PRAGMA {name}")
    row = unit.sql.cursor.fetchone()
    return None if row is None else row[0]


def test_the_file_is_written_through_a_log_and_to_the_disk(sqlite_database: str) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
    with open_store(sqlite_database) as store:
        set_to = store.run_sync(lambda unit: [pragma(unit, name) for name in names])
    assert set_to == ["wal", 2, 1, 1]
