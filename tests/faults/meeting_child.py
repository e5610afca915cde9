"""Puts a meeting into a calendar on a server that kills this very process; run by a test."""

import asyncio
import os
import sys
from pathlib import Path

from tests.calendars.calendars import desk_of, talk


async def schedule(folder: Path, database: str) -> None:
    """Agree to a meeting; the yes is never answered."""
    async with desk_of(folder, database) as desk:
        await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm")
        await talk(desk, "yes")


if __name__ == "__main__":
    (Path(sys.argv[1]) / "pid").write_text(str(os.getpid()))
    asyncio.run(schedule(Path(sys.argv[1]), sys.argv[2]))
