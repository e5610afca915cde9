"""What is told of the bookings that a guest has: what they are, what a change would cost, what they lie over."""

from __future__ import annotations

import json
from datetime import datetime

from frontdesk.desk.actions.calls import Call
from frontdesk.dialogue.values import Item, Money, Record, Value
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.rules import Fee, cancelling
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.tickets import KIND as TICKET

STANDING = (Status.BOOKED, Status.PENDING, Status.APPROVED)


def own_bookings(call: Call) -> tuple[BookingRow, ...]:
    """Return the bookings of the guest at hand that are still to come; stays are asked for and changed as tickets."""
    return upcoming(call, call.unit.bookings.of_guest(call.visitor.guest))


def upcoming(call: Call, rows: tuple[BookingRow, ...]) -> tuple[BookingRow, ...]:
    """Return those that stand and are still to come, the next one first."""
    standing = (row for row in rows if row.kind != TICKET and row.status in STANDING and row.starts_at > call.now)
    return tuple(sorted(standing, key=lambda row: row.starts_at))


def booking_record(call: Call, row: BookingRow) -> Record:
    """Return a booking as a guest is told of it."""
    fields = booking_fields(call, row)
    return Record("booking", tuple((name, fields[name]) for name in fields if name not in ("kind", "fee")))


def booking_fields(call: Call, row: BookingRow) -> dict[str, Value]:
    """Return what is known of a booking, by field, in the wall clock of the business."""
    start = locally(row.starts_at, call.business.zone)
    fields: dict[str, Value] = {
        "kind": "booking",
        "service": Item("service", row.service),
        "start": start,
        "end": locally(row.ends_at, call.business.zone),
        "day": start.date(),
        "time": start.time(),
        "reference": row.reference,
    }
    if row.provider is not None:
        fields["provider"] = Item("provider", row.provider)
    if row.party is not None:
        fields["party"] = row.party
    fields |= _place(row)
    fee = _fee(call, row)
    return fields if fee is None else {**fields, "fee": fee}


def _place(row: BookingRow) -> dict[str, Value]:
    """Return where a booking is, if that was kept with it."""
    kept = json.loads(row.details) if row.details != "{}" else {}
    return {name: Item(name, kept[name]) for name in ("location", "area") if isinstance(kept.get(name), str)}


def _fee(call: Call, row: BookingRow) -> Value | None:
    match cancelling(call.business, row.service, row.starts_at, call.now):
        case Fee(low=low, high=high) if low is not None and high is not None:
            least, most = Money(low, call.business.currency), Money(high, call.business.currency)
            return least if least == most else Record("money_range", (("low", least), ("high", most)))
        case _:
            return None


def lies_over(row: BookingRow, start: datetime, end: datetime) -> bool:
    """Say whether a booking takes some of a span of time."""
    return row.starts_at < end and start < row.ends_at
