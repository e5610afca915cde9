"""Where what is booked is kept unless somebody says otherwise: in the folder of the business."""

import shutil
from pathlib import Path

import pytest

from tests.commands.conftest import NOW, SPA, Run
from tests.commands.served import ask, served

FILE = "frontdesk.db"


@pytest.fixture
def bare(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run commands without a database in the environment."""
    monkeypatch.delenv("DATABASE_URL")
    return run


def test_the_database_lies_in_the_folder_of_the_business(bare: Run, spa: Path) -> None:
    assert bare("chat", spa, "--now", NOW, said="hi\n").exit_code == 0
    assert (spa / FILE).is_file()
    assert not Path(FILE).exists()


def test_the_same_bookings_are_found_from_wherever_one_stands(
    bare: Run, spa: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bare("block", spa, "lisa", "2025-11-20", "2025-11-21", "--now", NOW).exit_code == 0
    monkeypatch.chdir(spa)
    assert "was there before" in bare("block", "lisa", "2025-11-20", "2025-11-21", "--now", NOW).stdout


def test_any_folder_can_hold_its_database(bare: Run, spa: Path) -> None:
    odd = spa.rename(spa.parent / "wh?t 100% &c")
    assert bare("diary", odd, "--now", NOW).exit_code == 0
    assert (odd / FILE).is_file()


def test_businesses_served_together_keep_to_their_own_files(spa: Path, tmp_path: Path) -> None:
    flights = shutil.copytree(SPA.parent / "flights", tmp_path / "flights", ignore=shutil.ignore_patterns("*.db*"))
    with served("serve", spa, flights, cwd=tmp_path) as address:
        assert ask(address, "/readyz")
    assert (spa / FILE).is_file()
    assert (flights / FILE).is_file()
    assert not (tmp_path / FILE).exists()


def test_what_is_wrong_with_one_of_several_is_said_of_that_one(bare: Run, spa: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "business.yaml").write_text("nmae: Other\n", encoding="utf-8")
    ended = bare("serve", spa, other, "--port", "0")
    assert ended.exit_code == 1
    assert str(other / "business.yaml") in ended.stderr


def test_help_says_where_it_is(bare: Run) -> None:
    told = " ".join(bare("chat", "--help").stdout.split())
    assert "Default: DATABASE_URL, then frontdesk.db in the folder of the business." in told
