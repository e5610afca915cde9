"""The conversation in README.md is one that the program has."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from frontdesk.desk.desk import Desk

ROOT = Path(__file__).parents[2]
NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))


def _turns() -> list[tuple[str, str]]:
    """Return what the guest says and what the desk answers, lines joined."""
    block = re.search(r"```\n(you .*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None, "README.md shows no conversation"
    joined = re.sub(r"\n {5}", " ", block.group(1).strip())
    said = [line.split("  ", 1) for line in joined.splitlines()]
    assert [who for who, _ in said] == ["you", "Ava"] * (len(said) // 2)
    return [(guest, desk) for (_, guest), (_, desk) in zip(said[::2], said[1::2], strict=True)]


def _without_reference(text: str) -> str:
    return re.sub(r"reference is \w+", "reference is", " ".join(text.split()))


async def _replies(folder: Path, database: str, said: list[str]) -> list[str]:
    async with Desk.open(folder, database, clock=lambda: NOW) as desk:
        return [str((await desk.say(text, conversation="readme"))["reply"]) for text in said]


def test_the_readme_shows_a_conversation_that_happens(sqlite_database: str) -> None:
    turns = _turns()
    replies = asyncio.run(_replies(ROOT / "examples" / "medspa", sqlite_database, [guest for guest, _ in turns]))
    assert [_without_reference(reply) for reply in replies] == [_without_reference(desk) for _, desk in turns]
