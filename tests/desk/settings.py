"""A salon whose settings are changed while its desk is open."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TypeVar

from frontdesk.desk.beginning import begin
from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.edits import Edit, SetHours
from frontdesk.desk.editing.files import read_files
from frontdesk.desk.editing.outcomes import Outcome, Saved
from frontdesk.desk.editing.saving import Editing
from frontdesk.desk.editing.settings import Settings, read_settings
from frontdesk.scheduling.business import Shift

T = TypeVar("T")

NOW = datetime(2026, 3, 2, 14, tzinfo=UTC)  # a Monday morning in New York
EXAMPLES = Path(__file__).parents[2] / "examples"
TUESDAY = 1


def salon(folder: Path) -> Path:
    """Begin a salon."""
    begin(folder)
    return folder


def med_spa(folder: Path) -> Path:
    """Copy the example."""
    return Path(shutil.copytree(EXAMPLES / "medspa", folder, ignore=shutil.ignore_patterns("*.db*")))


def business_text(folder: Path) -> str:
    return (folder / "business.yaml").read_bytes().decode()


def settings_of(folder: Path) -> Settings:
    return read_settings(read_files(folder))


def span(start: int, end: int) -> tuple[Shift, ...]:
    return (Shift(time(start), time(end % 24)),)


def tuesday(settings: Settings, start: int = 10, end: int = 20) -> SetHours:
    """Open at other hours on Tuesdays."""
    return SetHours(None, {**settings.business.hours.week, TUESDAY: span(start, end)})


def at_desk(folder: Path, url: str, work: Callable[[Editing], Awaitable[T]]) -> T:
    """Do something with the settings of a desk that is opened for it."""

    async def run() -> T:
        async with Desk.open(folder, url, lambda: NOW) as desk:
            return await work(Editing(desk, folder))

    return asyncio.run(run())


async def make(editing: Editing, edit: Callable[[Settings], Edit], by: str = "emily") -> Outcome:
    """Make an edit to the settings as they are now."""
    shown = await editing.shown()
    return await editing.save(edit(shown.settings), shown.fingerprint, by)


async def made(editing: Editing, edit: Callable[[Settings], Edit], by: str = "emily") -> Saved:
    """Make an edit that must be possible."""
    outcome = await make(editing, edit, by)
    assert isinstance(outcome, Saved), outcome
    return outcome
