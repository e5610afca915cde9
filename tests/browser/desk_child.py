"""Serves businesses to the browser tests, on Tuesday, 18 November 2025, 10 AM in New York, for as long as it lives."""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import uvicorn

from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.host import Host
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost

NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))


async def serve(port: int, database: str, folders: Sequence[Path]) -> None:
    async with AsyncExitStack() as desks:
        hosts: dict[str, Host] = {}
        for folder in folders:
            desk = await desks.enter_async_context(Desk.open(folder, database, lambda: NOW))
            hosts[desk.house.business.id] = DeskHost(desk, folder)
        config = uvicorn.Config(web_app(hosts), port=port, ws="websockets-sansio", log_level="error")
        await uvicorn.Server(config).serve()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2], [Path(name) for name in sys.argv[3:]]))
