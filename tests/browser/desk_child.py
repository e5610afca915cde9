"""Serves businesses to the browser tests, on Tuesday, 18 November 2025, 10 AM in New York, for as long as it lives."""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import uvicorn

from frontdesk.calendars.erp.simulator import Simulation, simulated_erp
from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.host import Host
from frontdesk.console.app import add_console
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.serving import Opened
from frontdesk.desk.work import DeskWork, work_of
from frontdesk.storage.rows import Account, Role
from tests.passwords import KEPT

NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
# Those who work behind the desk, all with one password.
PEOPLE = {"owen": Role.OWNER, "olga": Role.OWNER, "stella": Role.STAFF, "sven": Role.STAFF}


async def serve(port: int, database: str, folders: Sequence[Path]) -> None:
    async with AsyncExitStack() as desks:
        opened: dict[str, Opened] = {}
        for folder in folders:
            desk = await desks.enter_async_context(Desk.open(folder, database, lambda: NOW))
            opened[desk.house.business.id] = Opened(desk, folder, await worked(desk))
            for login, role in PEOPLE.items():
                await let_in(desk, login, role)
        hosts: dict[str, Host] = {name: DeskHost(each.desk, each.folder) for name, each in opened.items()}
        app = web_app(hosts)
        add_console(app, opened)
        config = uvicorn.Config(app, port=port, ws="websockets-sansio", log_level="error")
        await uvicorn.Server(config).serve()


async def worked(desk: Desk) -> DeskWork | None:
    """Give a hotel an ERP within this process, and rooms from it."""
    if desk.house.business.erp is None:
        return None
    work = work_of(desk, httpx.ASGITransport(simulated_erp(Simulation(), lambda: NOW)))
    await work.sync_now()
    return work


async def let_in(desk: Desk, login: str, role: Role) -> None:
    """Let somebody into the console, unless they are."""
    business = desk.house.business.id
    if not await desk.store.run(lambda unit: unit.accounts.by_login(business, login)):
        account = Account(business, login, login.title(), role, KEPT, NOW)
        await desk.store.run(lambda unit: unit.accounts.add(account))


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2], [Path(name) for name in sys.argv[3:]]))
