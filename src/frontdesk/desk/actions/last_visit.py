"""What a guest came for last, and with whom: for those who want the same again."""

from __future__ import annotations

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.own_bookings import STANDING
from frontdesk.dialogue.values import Item, Value
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.roster import performs
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.tickets import KIND as TICKET


def recall_last_visit(call: Call) -> Ended:
    """Say what the guest came for last, of what can still be had; never to one whom the channel does not vouch for."""
    if not call.visitor.vouched:
        return Ended("none")
    visit = tuple(row for row in _last_visit(call) if row.service in call.business.services)
    services = tuple(dict.fromkeys(Item("service", row.service) for row in visit))
    if not services:
        return Ended("none")
    told: dict[str, Value] = {"service": services[0] if len(services) == 1 else services}
    provider = _provider(call, visit)
    return Ended("found", told if provider is None else {**told, "provider": provider})


def _last_visit(call: Call) -> tuple[BookingRow, ...]:
    """Return all that was booked, and not cancelled, for the last day on which the guest was here."""
    rows = [row for row in call.unit.bookings.of_guest(call.visitor.guest) if _was_kept(call, row)]
    last = max((_day(call, row) for row in rows), default=None)
    return tuple(row for row in rows if _day(call, row) == last)


def _was_kept(call: Call, row: BookingRow) -> bool:
    """Say whether a booking stood when its time came; of the services that are named, if any are."""
    asked = call.ids("service_type")
    is_visit = row.kind != TICKET and row.status in STANDING and row.starts_at <= call.now
    return is_visit and (not asked or row.service in asked)


def _day(call: Call, row: BookingRow) -> int:
    return locally(row.starts_at, call.business.zone).toordinal()


def _provider(call: Call, visit: tuple[BookingRow, ...]) -> Item | None:
    """Return whom all of a visit was with, if they are still here and still do all of it."""
    seen = {row.provider for row in visit}
    who = call.business.resources.get(seen.pop() or "") if len(seen) == 1 else None
    if who is None or not all(performs(who, call.business.services[row.service]) for row in visit):
        return None
    return Item("provider", who.id)
