"""What newcomers do first, in a checkout: `make demo`, and then `./frontdesk`."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAUNCHER = ROOT / "frontdesk"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give what `make` needs of a checkout in which nothing is installed."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def would_do(checkout: Path, target: str) -> str:
    ended = subprocess.run(["make", "-n", target], cwd=checkout, check=True, capture_output=True, text=True)
    return ended.stdout


@pytest.mark.parametrize("target", ["demo", "chat"])
def test_to_look_at_it_only_what_it_runs_with_is_installed(checkout: Path, target: str) -> None:
    told = would_do(checkout, target)
    assert "requirements/runtime.txt" in told
    assert "requirements/dev.txt" not in told
    assert "fetching what it needs to run" in told
    assert f"./frontdesk {target}" in told


def test_who_has_set_up_everything_installs_nothing_more_to_run_it(checkout: Path) -> None:
    assert "touch .venv/.runs .venv/.ready" in would_do(checkout, "setup")


def test_the_program_is_called_from_any_folder_and_names_itself_so(tmp_path: Path) -> None:
    link = tmp_path / "desk"
    link.symlink_to(LAUNCHER)
    ended = subprocess.run([str(link), "new", "salon"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert f"Next: {link} check salon" in ended.stdout
    assert (tmp_path / "salon" / "business.yaml").is_file()


def test_what_lies_in_the_current_folder_is_not_taken_for_the_program(tmp_path: Path) -> None:
    (tmp_path / "frontdesk.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    ended = subprocess.run([str(LAUNCHER), "--version"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ended.stdout.startswith("frontdesk, version ")
