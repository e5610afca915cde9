"""Rooms and syncs: what is free in the next nights, how fresh that is, how syncs ended, and a sync now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date, timedelta

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.addresses import asked, view
from frontdesk.console.hotel import wording
from frontdesk.console.hotel.tickets import of_a_hotel
from frontdesk.console.pages import Flash, go, page
from frontdesk.desk.background import AtItAlready
from frontdesk.desk.shadow import NotKnown
from frontdesk.desk.stays import RoomNights, RoomSearch, room_nights
from frontdesk.desk.sync_report import SyncStatus, sync_sentence, sync_status
from frontdesk.desk.syncing import SyncEnd
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.nights import Night, RoomType
from frontdesk.storage.syncs import Sync, SyncOutcome
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

DAY = timedelta(days=1)
NIGHTS = 14  # side by side
FURTHEST = 800  # days ahead that can be looked at
FEW = 2  # rooms: so many or fewer are marked
PATIENCE = 4.0  # seconds that a page waits for a sync; longer ones are seen when they end
HISTORY = 20  # syncs

OUTCOMES = {
    SyncOutcome.SUCCESS: ("Success", "good"),
    SyncOutcome.PARTIAL: ("Refused", "warn"),
    SyncOutcome.FAILED: ("Failed", "bad"),
}
UNKNOWN = {
    NotKnown.NEVER_SYNCED: "never synced",
    NotKnown.BEYOND_HORIZON: "beyond what the ERP was asked for",
    NotKnown.NOT_IN_INVENTORY: "the ERP does not say",
}


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room type with its nights side by side: what is left in each, or why that is not known."""

    room: RoomType
    nights: tuple[tuple[date, Night | NotKnown], ...]


@dataclass(frozen=True, slots=True)
class SeenRooms:
    """What the page shows, at one moment."""

    rows: tuple[RoomRow, ...]
    status: SyncStatus


@router.get("/inventory")
async def inventory(at: Staff) -> Response:
    """Show what is free, and how fresh that is."""
    now = of_a_hotel(at).now()
    today = now.date()
    first = _first(asked(at, "from"), today)
    seen = await at.desk.store.look(lambda unit: _seen(at, unit, first))
    back, forth = first - NIGHTS * DAY, first + NIGHTS * DAY
    return page(
        at,
        "inventory.html",
        here="tickets",
        seen=seen,
        syncs=seen.status,
        nights=[first + number * DAY for number in range(NIGHTS)],
        today=today,
        back=view(at, "inventory", **{"from": back if back > today else ""}) if first > today else "",
        forth=view(at, "inventory", **{"from": forth}) if (forth - today).days < FURTHEST else "",
        few=FEW,
        outcomes=OUTCOMES,
        unknown=UNKNOWN,
        length=_length,
        wording=wording,
    )


def _first(typed: str, today: date) -> date:
    """Return the first night to show; what is no day, past or too far counts as today."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return today
    return day if today < day < today + FURTHEST * DAY else today


def _seen(at: At, unit: Unit, first: date) -> SeenRooms:
    now, business = at.now(), at.business
    rooms = room_nights(RoomSearch(unit, business, now), first, first + NIGHTS * DAY)
    return SeenRooms(_rows(rooms, business, first), sync_status(unit, business, now, HISTORY))


def _rows(rooms: RoomNights, business: Business, first: date) -> tuple[RoomRow, ...]:
    days = [first + number * DAY for number in range(NIGHTS)]
    return tuple(
        RoomRow(room, tuple((day, _cell(rooms, room.id, day)) for day in days)) for room in business.room_types.values()
    )


def _cell(rooms: RoomNights, room_type: str, day: date) -> Night | NotKnown:
    known = rooms.left.get((room_type, day))
    return known if known is not None else rooms.why_unknown(room_type, (day,))


def _length(sync: Sync) -> str:
    return f"{max(timedelta(), sync.ended_at - sync.started_at).total_seconds():.1f} s"


@router.get("/inventory/sync")
async def page_of_a_sync(at: Staff) -> Response:
    """Lead to the page: a browser asks here after logging in again."""
    return go(of_a_hotel(at), at.path("inventory"))


@router.post("/inventory/sync")
async def sync(at: Staff) -> Response:
    """Sync with the ERP now, unless somebody is at it; whoever asked waits a little, and not for a slow ERP."""
    business, now, by = of_a_hotel(at).business, at.now(), at.person.login
    await at.desk.store.run(lambda unit: unit.audit.add(business.id, now, by, "sync_asked", business.id))
    task = asyncio.create_task(at.room.work.sync_now())
    at.room.under_way.add(task)
    task.add_done_callback(lambda ended: _ended(at, ended))
    await asyncio.wait({task}, timeout=PATIENCE)
    said = _flash(task.result()) if task.done() else Flash("The sync is running. The page shows how it ends.", "warn")
    return go(at, at.path("inventory"), said)


def _ended(at: At, task: asyncio.Task[SyncEnd]) -> None:
    at.room.under_way.discard(task)
    at.room.live.poke()
    if not task.cancelled() and isinstance(broken := task.exception(), Exception):
        at.desk.log.broke(broken, "sync_broke")


def _flash(end: SyncEnd) -> Flash:
    if isinstance(end, AtItAlready):
        return Flash("A sync is running already; its result counts for this one too.", "warn")
    is_good = isinstance(end, Sync) and end.outcome is SyncOutcome.SUCCESS
    return Flash(
        f"Synced: {sync_sentence(end)}" if is_good else f"Not synced. {sync_sentence(end)}",
        "good" if is_good else "bad",
    )
