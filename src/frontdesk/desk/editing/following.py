"""Lets a desk follow what was changed by another process on the same folder and database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.replacing import only_one_changes
from frontdesk.desk.house import BusinessRefused, House, reopen_house
from frontdesk.storage.unusable import DatabaseUnusable

EVERY = 3.0  # seconds


@asynccontextmanager
async def following(desk: Desk, folder: Path, every: float = EVERY) -> AsyncIterator[None]:
    """Take over, while the desk is open, what people change elsewhere. Files edited by hand wait for the next start."""
    desk.edition = await _newest(desk)
    worker = asyncio.create_task(_again_and_again(desk, folder, every))
    try:
        yield
    finally:
        worker.cancel()
        with suppress(asyncio.CancelledError):
            await worker


async def _again_and_again(desk: Desk, folder: Path, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        with suppress(DatabaseUnusable):  # whoever talks to a guest says so
            await catch_up(desk, folder)


async def catch_up(desk: Desk, folder: Path) -> bool:
    """Move into the house that the files make, if somebody has changed them elsewhere; say whether it was so."""
    newest = await _newest(desk)
    if newest <= desk.edition:
        return False
    try:
        house = await asyncio.to_thread(_reopened, desk, folder)
    except BusinessRefused as refused:
        # Somebody broke the files by hand since. What is served now goes on.
        desk.log.event("settings_unreadable", mistakes=len(refused.refused.findings))
        desk.edition = newest
        return False
    if newest > desk.edition:  # a change made here meanwhile is later still
        desk.move_into(house, newest)
    return True


def _reopened(desk: Desk, folder: Path) -> House:
    with only_one_changes(folder):  # a version is kept before its file takes its place
        return reopen_house(folder, desk.house)


async def _newest(desk: Desk) -> int:
    return await desk.store.run(lambda unit: unit.versions.newest(desk.house.business.id))
