"""What staff see of syncs: the last success and its age, whether one is running, and how each ended, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from frontdesk.desk.background import AtItAlready, wall
from frontdesk.desk.shadow import Freshness, freshness_of
from frontdesk.desk.syncing import KIND, NAME, NoErp, SyncEnd
from frontdesk.scheduling.business import Business
from frontdesk.storage.syncs import Sync, SyncOutcome
from frontdesk.storage.unit import Unit


@dataclass(frozen=True, slots=True)
class SyncStatus:
    """How the shadow of the inventory stands."""

    freshness: Freshness
    last_success: Sync | None
    history: tuple[Sync, ...]  # the latest first
    is_running: bool


def sync_status(unit: Unit, business: Business, now: datetime, limit: int = 20) -> SyncStatus:
    """Return how the shadow of the inventory stands."""
    success = unit.syncs.last_success(business.id)
    return SyncStatus(
        freshness_of(business, success.ended_at if success else None, now),
        success,
        unit.syncs.page(business.id, limit=limit),
        unit.jobs.is_held(f"{KIND}/{business.id}/{NAME}", wall()),
    )


def sync_sentence(end: SyncEnd) -> str:
    """Say how a sync ended."""
    match end:
        case NoErp():
            return "This business has no ERP: business.yaml has no `erp`."
        case AtItAlready():
            return "Another sync is running; its result counts for this one too."
        case Sync(outcome=SyncOutcome.SUCCESS) as sync:
            return f"{sync.records} nights from {sync.first_night} to {sync.last_night} in {_length(sync)}."
        case Sync(outcome=SyncOutcome.PARTIAL) as sync:
            return f"The answer was refused, and what was known is kept. {sync.error}"
        case Sync() as sync:
            return f"There was no answer to use, and what was known is kept. {sync.error}"


def _length(sync: Sync) -> str:
    return f"{max(timedelta(), sync.ended_at - sync.started_at).total_seconds():.1f} seconds"
