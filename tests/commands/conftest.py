"""What tests of commands share: the example spa, a way to run a command, and one to write a conversation file."""

import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from frontdesk.cli import main

SPA = Path(__file__).parents[2] / "examples" / "medspa"
NOW = "2025-11-18T10:00"


class Run(Protocol):
    """Runs a command."""

    def __call__(self, *arguments: str | Path, said: str | bytes = "") -> Result:
        """Return how it ended; `said` goes to its standard input."""


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    reports_put_back: None,  # noqa: ARG001 - wanted for what it does: commands that serve report elsewhere from then on
) -> Run:
    """Run commands in an empty folder, on a database there: the examples are for all tests."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{here / 'frontdesk.db'}")

    def invoke(*arguments: str | Path, said: str | bytes = "") -> Result:
        return CliRunner(catch_exceptions=False).invoke(main, [str(each) for each in arguments], input=said)

    return invoke


@pytest.fixture
def spa(tmp_path: Path) -> Path:
    """Give a copy of the example spa without its conversations."""
    return Path(shutil.copytree(SPA, tmp_path / "spa", ignore=shutil.ignore_patterns("conversations", "*.db*")))


@pytest.fixture
def conversation(spa: Path) -> Callable[..., Path]:
    """Give a way to write a conversation file into the copy of the spa."""

    def write(text: str, name: str = "claim") -> Path:
        path = spa / "conversations" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    return write
