"""Sells a ticket in each of several shops, each in a process that its own action kills; run by a test."""

import asyncio
import os
import signal
import sys
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path

from frontdesk.desk import outside
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import open_house

NOW = datetime(2029, 12, 1, 12, tzinfo=UTC)
YES = "second"
outside.GRACE = timedelta(milliseconds=300)  # whoever restarts is not to wait long for one that was killed


async def sell(url: str, folder: Path) -> None:
    async with Desk.open(folder, url, lambda: NOW) as desk:
        await desk.say("buy a ticket for the opera", conversation=folder.name, message_id="first")
        await desk.say("yes", conversation=folder.name, message_id=YES)


def is_killed(url: str, folder: Path) -> bool:
    """Sell a ticket in a copy of this process, and say whether that was killed."""
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(sell(url, folder))
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
        os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == -signal.SIGKILL


if __name__ == "__main__":
    open_house(Path(sys.argv[2]))  # so that the copies have all loaded
    if not all(is_killed(sys.argv[1], Path(folder)) for folder in sys.argv[2:]):
        raise SystemExit("somebody was not killed")
