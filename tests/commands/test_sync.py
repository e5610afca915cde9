"""`frontdesk sync` and the simulated ERP, as programs: what they say, and how they end."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import httpx
import pytest

from frontdesk.desk.background import wall
from frontdesk.desk.syncing import KIND, LONGEST, NAME
from frontdesk.storage import open_store
from frontdesk.storage.syncs import Sync, SyncOutcome
from tests.commands.conftest import Run
from tests.commands.served import served
from tests.prepared import OURS, program

HOTEL = """\
id: lotus
name: Black Lotus
zone: America/Chicago
hours: {daily: 0-24}
erp: {url: "URL", horizon: 30 days}
"""
FLOW = """\
flows:
  pool:
    description: learn about the pool
    trigger: [tell me about the pool]
    steps:
      - {step: greet, type: say, message: "It is open from seven to nine."}
"""
LOOK = 0.1  # seconds between two looks at the database
TRY_LATER = 75


@contextmanager
def simulator(*options: str, **environment: str) -> Iterator[str]:
    """Run the simulated ERP and give its address."""
    words = (OURS, "erp-simulator", "--port", "0", *options)
    with program(*words, around={**os.environ, **environment}) as running:
        try:
            yield running.stdout.readline().split()[-1]
        finally:
            running.terminate()
            assert running.wait() == 0


@pytest.fixture
def hotel(tmp_path: Path) -> Path:
    """Give the folder of a hotel without an address for its ERP yet."""
    folder = tmp_path / "hotel"
    (folder / "flows").mkdir(parents=True)
    (folder / "flows" / "hello.yaml").write_text(FLOW, encoding="utf-8")
    at(folder, "http://127.0.0.1:1")
    return folder


def at(folder: Path, url: str) -> None:
    """Let the ERP of a hotel be at an address."""
    (folder / "business.yaml").write_text(HOTEL.replace("URL", url), encoding="utf-8")


def history(folder: Path) -> tuple[Sync, ...]:
    with open_store(f"sqlite:///{folder / 'frontdesk.db'}") as store:
        return store.run_sync(lambda unit: unit.syncs.page("lotus"))


def test_a_sync_says_what_it_brought(run: Run, hotel: Path) -> None:
    with simulator("--now", "2026-01-31T15:00:00+00:00") as url:
        at(hotel, url)
        ended = run("sync", hotel, "--now", "2026-01-31T09:00")
    assert ended.exit_code == 0, ended.output
    assert ended.output == "90 nights from 2026-01-31 to 2026-03-01 in 0.0 seconds.\n"


def test_a_sync_that_came_to_nothing_says_why_and_fails(run: Run, hotel: Path) -> None:
    nobody = run("sync", hotel)
    assert nobody.exit_code == 1
    assert "cannot be reached" in nobody.stderr
    with simulator("--empty") as url:
        at(hotel, url)
        empty = run("sync", hotel)
    assert empty.exit_code == 1
    assert "without a single night" in empty.stderr


def test_a_sync_while_another_runs_is_to_be_tried_later(run: Run, hotel: Path) -> None:
    assert run("sync", hotel).exit_code == 1
    with open_store(os.environ["DATABASE_URL"]) as store:
        key = f"{KIND}/lotus/{NAME}"
        assert store.run_sync(lambda unit: unit.jobs.take_named(key, wall(), LONGEST)) is not None
    second = run("sync", hotel)
    assert second.exit_code == TRY_LATER
    assert "Another sync is running" in second.stderr


def test_a_business_without_an_erp_is_told_so(run: Run, spa: Path) -> None:
    ended = run("sync", spa)
    assert ended.exit_code == 1
    assert "no ERP" in ended.stderr


def test_the_secret_comes_from_the_environment(run: Run, hotel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with simulator("--secret", "OF_THE_ERP", OF_THE_ERP="s3cret") as url:
        at(hotel, url)
        assert "does not let us in" in run("sync", hotel).stderr
        text = (hotel / "business.yaml").read_text(encoding="utf-8").replace("horizon", "secret: LOTUS_SECRET, horizon")
        (hotel / "business.yaml").write_text(text, encoding="utf-8")
        assert "LOTUS_SECRET" in run("sync", hotel).stderr
        monkeypatch.setenv("LOTUS_SECRET", "s3cret")
        assert run("sync", hotel).exit_code == 0


def test_the_simulator_takes_its_hotel_from_its_options() -> None:
    options = ["--room-type", "cabin:2:80", "--currency", "EUR", "--sold-out", "2026-02-01", "--seed", "7"]
    with simulator(*options) as url:
        answer = httpx.get(f"{url}/inventory", params={"from": "2026-01-31", "to": "2026-02-02"}).json()
        assert httpx.get(f"{url}/inventory", params={"from": "2026-01-31", "to": "2026-01-31"}).status_code == 422
    nights = [(each["room_type"], each["night"], each["currency"]) for each in answer["nights"]]
    assert nights == [("cabin", "2026-01-31", "EUR"), ("cabin", "2026-02-01", "EUR")]
    assert answer["nights"][1]["rooms"] == 0


@pytest.mark.parametrize(
    "options",
    [
        ("--room-type", "cabin"),
        ("--room-type", "cabin:0:80"),
        ("--room-type", ":1:x"),
        ("--secret", "NOT_SET_ANYWHERE"),
    ],
)
def test_the_simulator_refuses_what_makes_no_sense(run: Run, options: tuple[str, str]) -> None:
    assert run("erp-simulator", *options).exit_code == 2


def test_a_server_syncs_by_itself_and_once(hotel: Path, tmp_path: Path) -> None:
    with simulator() as url:
        at(hotel, url)
        with served("serve", hotel, cwd=tmp_path):
            while not history(hotel):
                sleep(LOOK)
        with served("serve", hotel, cwd=tmp_path):  # within the hour, another start asks for nothing
            pass
    (sync,) = history(hotel)
    assert (sync.outcome, sync.records) == (SyncOutcome.SUCCESS, 90)


def test_every_option_of_the_simulator_is_documented(run: Run) -> None:
    page = (Path(__file__).parents[2] / "docs" / "erp.md").read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z-]+", run("erp-simulator", "--help").output)) - {"--help"}
    assert options - set(re.findall(r"--[a-z-]+", page)) == set()
    assert "--seed" in options
