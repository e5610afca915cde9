"""Settles what was left open while a desk is open: at once, and then every minute."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from frontdesk.desk.house import House
from frontdesk.storage.unusable import DatabaseUnusable

EVERY = 60.0  # seconds


@asynccontextmanager
async def settling(settle: Callable[[], Awaitable[int]], house: House) -> AsyncIterator[None]:
    """Settle again and again while the desk is open, if the business has actions that can be left open."""
    if all(action.outside is None for action in house.actions.values()):
        yield
        return
    worker = asyncio.create_task(_again_and_again(settle))
    try:
        yield
    finally:
        worker.cancel()  # what it was at is still in the outbox
        with suppress(asyncio.CancelledError):
            await worker


async def _again_and_again(settle: Callable[[], Awaitable[int]]) -> None:
    while True:
        with suppress(DatabaseUnusable):  # whoever talks to a guest says so; here there is nobody to tell
            await settle()
        await asyncio.sleep(EVERY)
