"""The meetings example on a calendar of the test's choice, on Thursday, 27 November 2025, 9 AM in London."""

import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.storage.store import Store
from tests.calendars.radicale_server import USER

Answer: TypeAlias = dict[str, Any]

EXAMPLE = Path(__file__).parents[2] / "examples" / "meetings"
LONDON = ZoneInfo("Europe/London")
NOW = datetime(2025, 11, 27, 9, tzinfo=LONDON)
HERE = "calendar: {person: alex, length: 1 hour}"
VARIABLE = "FRONTDESK_TEST_CALENDAR"


def calendar_folder(place: Path, url: str | None, changes: Mapping[str, str] | None = None) -> Path:
    """Copy the example, with its calendar here or at an address, and with other lines changed."""
    shutil.copytree(EXAMPLE, place, ignore=shutil.ignore_patterns("conversations", "*.db*"))
    file = place / "business.yaml"
    text = file.read_text()
    assert HERE in text
    if url is not None:
        text = text.replace(
            HERE, f"calendar: {{person: alex, caldav: {{url: '{url}', user: {USER}, secret: {VARIABLE}}}}}"
        )
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    return place


@cache
def house_at(folder: Path) -> House:
    """Load a business once for all tests of it: it never changes."""
    return open_house(folder)


@asynccontextmanager
async def desk_of(folder: Path, database: str) -> AsyncIterator[Desk]:
    """Open a desk that settles what is left open only when it is told to."""
    store = await Store.open(database)
    desk = Desk(house_at(folder), store, lambda: NOW)
    try:
        yield desk
    finally:
        desk.ears.close()
        store.close()


async def talk(desk: Desk, *lines: str, conversation: str = "c1") -> Answer:
    """Say these lines one after the other and return the last answer."""
    answer: Answer = {}
    for line in lines:
        answer = await desk.say(line, conversation=conversation)
    return answer


def outcomes(answer: Answer) -> list[tuple[str, str]]:
    """Return what a turn did, and how that ended."""
    return [(did["action"], did["outcome"]) for did in answer["did"]]
