"""What a desk does in the background while it is served; another kind of job is another line here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from frontdesk.desk import syncing
from frontdesk.desk.background import Background
from frontdesk.desk.desk import Desk
from frontdesk.desk.erp_link import ErpLink
from frontdesk.desk.reminders import Reminding
from frontdesk.desk.reserving import Reserving
from frontdesk.desk.syncing import SyncEnd, Syncing, sync_now
from frontdesk.desk.ticket_jobs import TicketJobs
from frontdesk.storage.unit import Unit


@dataclass(frozen=True, slots=True)
class DeskWork:
    """The background of one desk."""

    background: Background
    syncing: Syncing

    async def sync_now(self) -> SyncEnd:
        """Sync with the ERP at once, unless somebody is at it."""
        return await sync_now(self.background, self.syncing)

    def put_recurring(self, unit: Unit) -> None:
        """See to it that what is done again and again is on the list, once however many servers there are."""
        if self.syncing.business().erp is not None:
            self.background.put(unit, syncing.KIND, syncing.NAME)


def work_of(desk: Desk, transport: httpx.AsyncBaseTransport | None = None) -> DeskWork:
    """Return the background of a desk; nothing runs yet. A transport leads to an ERP within this process."""
    link = ErpLink(lambda: desk.house.business, transport=transport)
    syncs = Syncing(desk.store, link, desk.clock, desk.log)
    tickets = TicketJobs(desk.store, lambda: desk.house, desk.clock)
    reserving = Reserving(desk.store, link, tickets.tell_of_write)
    reminding = Reminding(desk.store, lambda: desk.house, desk.clock)
    kinds = {kind.name: kind for kind in (syncs.kind(), reserving.kind(), reminding.kind(), *tickets.kinds())}
    return DeskWork(Background(desk.store, desk.house.business.id, kinds, desk.log), syncs)


@asynccontextmanager
async def working(desk: Desk, transport: httpx.AsyncBaseTransport | None = None) -> AsyncIterator[DeskWork]:
    """Do what is due in the background while the block lasts."""
    work = work_of(desk, transport)
    await desk.store.run(work.put_recurring)
    async with work.background.running():
        yield work
