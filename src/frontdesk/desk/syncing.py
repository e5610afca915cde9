"""Brings the shadow of an ERP's inventory up to date: a generation swapped in whole, or nothing and a line of why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from frontdesk.calendars.erp import (
    ErpNight,
    Flaw,
    Inventory,
    InventoryOutcome,
    RefusedAnswer,
    Unreachable,
    WantedNights,
)
from frontdesk.desk.background import AtItAlready, Background, DoneUntil, HeldJob, JobKind, RunEnd, TryAgain
from frontdesk.desk.erp_link import ErpLink
from frontdesk.desk.log import Log
from frontdesk.scheduling.business import Business, ErpSettings
from frontdesk.storage.nights import NightRow, PreparedNights, prepared
from frontdesk.storage.store import Store
from frontdesk.storage.syncs import Sync, SyncOutcome
from frontdesk.storage.unit import Unit

KIND = "sync"
NAME = "inventory"
LONGEST = timedelta(seconds=90)  # an ERP has 45 seconds to answer, and a swap takes less than one
KEPT_PAST = timedelta(days=2)  # nights that are over, for guests in time zones behind ours
KEPT_FAILURES = timedelta(days=90)
# There was no answer to read. With any other flaw there was one, and it was no whole inventory.
FAILED = frozenset({Flaw.DENIED, Flaw.UNREADABLE, Flaw.TOO_LARGE})


class LeaseLost(Exception):  # noqa: N818 - what is the case with the job
    """Another worker has taken the sync over: nothing of this one may be kept."""


@dataclass(frozen=True, slots=True)
class NoErp:
    """The business has no ERP to sync with."""


SyncEnd: TypeAlias = Sync | AtItAlready | NoErp


@dataclass(slots=True)
class Syncing:
    """Syncs one business with its ERP."""

    store: Store
    link: ErpLink
    clock: Callable[[], datetime]
    log: Log
    last: Sync | None = None  # of this process

    def business(self) -> Business:
        """Return the business, as it is now."""
        return self.link.business()

    def kind(self) -> JobKind:
        """Return the job that syncs; after a failure it is tried again soon, but not more often than usual."""
        return JobKind(KIND, self.run, LONGEST, first_pause=timedelta(minutes=1), longest_pause=timedelta(minutes=30))

    async def run(self, held: HeldJob) -> RunEnd:
        """Sync once, as a job."""
        settings = self.business().erp
        if settings is None:  # it was taken out of the file
            return DoneUntil(timedelta(days=1))
        try:
            self.last = sync = await self._sync(settings, held)
        except LeaseLost:
            return TryAgain("Another worker has taken over.")
        self.log.event("sync_ended", outcome=sync.outcome.value, records=sync.records)
        if sync.outcome is SyncOutcome.SUCCESS:
            return DoneUntil(settings.every)
        return TryAgain(sync.error or "")

    async def _sync(self, settings: ErpSettings, held: HeldJob) -> Sync:
        business, started = self.business(), self._now()
        known = await self.store.run(lambda unit: unit.syncs.last_success(business.id))
        first = started.date()
        wanted = WantedNights(
            first=first,
            end=first + settings.horizon,
            currency=business.currency,
            now=started,
            room_types=room_types_of(business),
            newest_known=known.generated_at if known else None,
        )
        found = await self._ask(settings, wanted)
        sync = _written_down(found, business.id, wanted, self._now())
        # Not on the loop that answers guests, and not while others wait for the database.
        nights = await asyncio.to_thread(kept_nights, found)
        number = await self.store.run(lambda unit: _keep(unit, held, wanted, sync, nights))
        return replace(sync, id=number)

    async def _ask(self, settings: ErpSettings, wanted: WantedNights) -> InventoryOutcome:
        erp = self.link.client(settings)
        return erp if isinstance(erp, Unreachable) else await erp.inventory(wanted)

    def _now(self) -> datetime:
        return self.clock().astimezone(self.business().zone)


async def sync_now(background: Background, syncing: Syncing) -> SyncEnd:
    """Sync at once, unless somebody is at it, here or in another process; return how that ended."""
    if syncing.business().erp is None:
        return NoErp()
    syncing.last = None
    end = await background.run_now(KIND, NAME)
    if isinstance(end, AtItAlready) or syncing.last is None:
        return AtItAlready()
    return syncing.last


def room_types_of(business: Business) -> frozenset[str]:
    """Return the room types that the business names; none: whichever the ERP has."""
    return frozenset(business.room_types)


def _written_down(found: InventoryOutcome, business: str, wanted: WantedNights, now: datetime) -> Sync:
    blank = Sync(business, wanted.now, now, SyncOutcome.FAILED, 0, wanted.first, wanted.end - timedelta(days=1))
    match found:
        case Inventory(generated_at=made, nights=nights):
            return replace(blank, outcome=SyncOutcome.SUCCESS, records=len(nights), generated_at=made)
        case RefusedAnswer(flaw=flaw, why=why):
            outcome = SyncOutcome.FAILED if flaw in FAILED else SyncOutcome.PARTIAL
            return replace(blank, outcome=outcome, error=why)
        case Unreachable(why):
            return replace(blank, error=why)


def kept_nights(found: InventoryOutcome) -> PreparedNights:
    """Return the nights of an answer, ready to be kept; none if there are none to be used."""
    return prepared(map(_night, found.nights) if isinstance(found, Inventory) else ())


def _night(each: ErpNight) -> NightRow:
    return NightRow(each.room_type, each.night, each.rooms, each.rate, each.currency, each.min_stay)


def _keep(unit: Unit, held: HeldJob, wanted: WantedNights, sync: Sync, nights: PreparedNights) -> int:
    """Write a sync down and swap its nights in: both or neither, and neither if somebody has taken over."""
    if not held.is_ours(unit):
        raise LeaseLost
    number = unit.syncs.add(sync)
    unit.syncs.prune(sync.business, sync.ended_at - KEPT_FAILURES)
    if sync.outcome is SyncOutcome.SUCCESS:
        unit.nights.replace(sync.business, wanted.first, wanted.end, nights, number)
        unit.nights.drop_before(sync.business, wanted.first - KEPT_PAST)
    return number
