"""A spa that is open from six to ten: an hour that may be of the morning or of the evening is looked for at both."""

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import open_house
from frontdesk.storage.store import Store

SPA = Path(__file__).parents[2] / "examples" / "medspa"
NOW = datetime(2025, 11, 17, 14, tzinfo=UTC)


async def talk(folder: Path, *lines: str) -> list[str]:
    store = await Store.open(f"sqlite:///{folder / 'late.db'}")
    try:
        desk = Desk(open_house(folder), store, lambda: NOW)
        return [str((await desk.say(line, conversation="late"))["reply"]) for line in lines]
    finally:
        store.close()


def test_both_halves_are_named_and_one_is_taken(tmp_path: Path) -> None:
    folder = shutil.copytree(SPA, tmp_path / "late", ignore=shutil.ignore_patterns("*.db*", "conversations"))
    file = folder / "business.yaml"
    text = file.read_text(encoding="utf-8")
    assert "mon-fri: 9-19" in text
    file.write_text(text.replace("mon-fri: 9-19", "mon-fri: 6-22", 1), encoding="utf-8")
    offered, taken = asyncio.run(talk(folder, "botox friday at 8", "in the evening"))
    assert "1. 8:00 AM\n2. 8:00 PM" in offered
    assert "3." not in offered
    assert "8 PM" in taken
