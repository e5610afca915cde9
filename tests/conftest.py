"""What every test shares: a time zone that is not UTC, and databases of both kinds with nothing in them."""

import gc
import logging
import os
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import structlog
from hypothesis import HealthCheck, settings

from frontdesk.desk.structured import OURS, Structured
from frontdesk.storage import open_store
from tests.databases import Databases
from tests.postgres import running_postgres

# Set before any test is imported: code that takes the machine's zone for the business's must not pass by luck.
os.environ["TZ"] = "Pacific/Auckland"
time.tzset()
# Files of tests lie in memory where there is room: they outlive programs that are killed, and nobody waits for a disk.
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own in it
ROOM = 4 * 2**30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None  # asked for anew
# Programs that tests start are compiled once, also where the machine keeps nothing: it takes as long as to run them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# These walk or talk through whole businesses. Begun first, they are done when the last short one is.
LENGTHY = frozenset(
    {
        "test_the_examples_break_no_promise",
        "test_noise_keeps_the_booking",
        "test_a_desk_killed_at_any_statement_of_a_turn_loses_nothing_and_books_once",
    }
)

# This one takes over what was reached by conversations that were run before it, and runs the others.
LAST = "test_conversations_reach_everything"

MORE_TRIES = 2  # of a test with a browser; the end of a run names those that needed them

# A build is the same each time it is run; chance is for those who look for mistakes at their own desk.
# How long an example takes says something of the machine only.
settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a test with a browser again when it fails, as a stall says nothing of the desk; put them in order."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker(pytest.mark.flaky(reruns=MORE_TRIES))
    names = {item: getattr(item, "originalname", item.name) for item in items}
    items.sort(key=lambda item: (names[item] not in LENGTHY, names[item] == LAST))


def pytest_collection_finish() -> None:
    """Keep thousands of tests out of the garbage that is looked through, which also takes its time less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Give the address of this session's server, without a database; started when first asked for."""
    # Each xdist worker runs its own: a second costs a second, while a shared one would need an owner that outlives all.
    with running_postgres() as url:
        yield url


@pytest.fixture(scope="session")
def made_ready(postgres_url: str) -> str:
    """Name a database that has our tables: to copy it takes half as long as to make them each time."""
    open_store(f"{postgres_url}/made_ready").close()
    return "made_ready"


@pytest.fixture(scope="session")
def databases(postgres_url: str, made_ready: str) -> Databases:
    """Give databases that have our tables, and none of those that tests have changed otherwise than by rows."""
    return Databases(postgres_url.replace("+psycopg", ""), made_ready)


@pytest.fixture
def postgresql_database(postgres_url: str, databases: Databases) -> Iterator[str]:
    """Give the URL of a PostgreSQL database with nothing in our tables."""
    with databases.lent() as name:
        yield f"{postgres_url}/{name}"


@pytest.fixture
def new_postgresql_database(postgres_url: str) -> Iterator[str]:
    """Give the URL of a PostgreSQL database without any table."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(f"{postgres_url.replace('+psycopg', '')}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield f"{postgres_url}/{name}"
        # By force: a test that failed may have left connections open.
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """Give the URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'frontdesk.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Give the URL of a database in which nothing is kept, once of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_database")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database_url(request: pytest.FixtureRequest) -> str:
    """Give the URL of a database that has not been opened yet, once of each kind."""
    names = {"sqlite": "sqlite_database", "postgresql": "new_postgresql_database"}
    url: str = request.getfixturevalue(names[request.param])
    return url


@pytest.fixture
def reports_put_back() -> Iterator[None]:
    """Put back how things are reported: whatever serves in this process writes to the stream of its own test."""
    configured = structlog.get_config() if structlog.is_configured() else None
    root, ours = logging.getLogger(), logging.getLogger(OURS)
    levels = root.level, ours.level
    yield
    structlog.reset_defaults()
    if configured is not None:
        structlog.configure(**configured)
    # Not those of before: pytest hangs its own in and out between.
    root.handlers[:] = [handler for handler in root.handlers if not isinstance(handler, Structured)]
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
    logging.captureWarnings(capture=False)
