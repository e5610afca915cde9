"""What a process has open: for tests of what must leave nothing behind."""

import asyncio
import gc
import threading
from pathlib import Path
from types import AsyncGeneratorType


async def open_things() -> tuple[int, int, int, int]:
    """Count open files, threads, tasks and generators that were begun and not ended, after a moment of rest."""
    await asyncio.sleep(0.1)
    return _counts()


def _counts() -> tuple[int, int, int, int]:
    gc.collect()
    waiting = [each for each in gc.get_objects() if isinstance(each, AsyncGeneratorType) and each.ag_frame is not None]
    files = len(list(Path("/proc/self/fd").iterdir()))
    return files, threading.active_count(), len(asyncio.all_tasks()), len(waiting)
