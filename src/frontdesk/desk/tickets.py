"""Tickets as staff see and decide them: a list, one with its history, approve, reject, cancel.

A ticket is a booking of kind `stay` that waits for staff (`pending`). Everything here runs in a transaction that the
caller opens (`store.run`), with a `Hand` that carries the login of whoever decides. `seen` is the version that the
person had before them: what has changed since is not decided on unseen. All refusals are returned.

    page = tickets.tickets(unit, business, now, WantedTickets(business.id, Status.PENDING, search="chen"))
    one = tickets.ticket(unit, business, now, "LOTUS-0004")           # TicketWithHistory | NoSuchTicket
    tickets.approve(hand, "LOTUS-0004", seen=one.version)             # Decided | NightsGone | TicketChanged | ...
    tickets.reject(hand, "LOTUS-0004", "No late arrivals.", seen=one.version)

What follows from a decision (the guest is told, the ERP is written to) is put as jobs in the same transaction; call
`DeskWork.background.wake()` after it, so that they are not waited for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TypeAlias

from frontdesk.calendars.erp import Reservation
from frontdesk.desk.reserving import put_reservation
from frontdesk.desk.scene import storable_text
from frontdesk.desk.staff_bookings import Hand
from frontdesk.desk.stays import RoomSearch, room_nights, stay_of, total_of
from frontdesk.desk.ticket_notices import close_reminders, put_news
from frontdesk.dialogue.values import Money
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.nights import Stay
from frontdesk.storage.rows import BookingChange, BookingRow, Refused
from frontdesk.storage.tickets import KIND, WantedTickets
from frontdesk.storage.unit import Unit

LONGEST_REASON = 500  # characters


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket as a line of a list."""

    id: int
    reference: str
    status: Status
    room_type: str
    room_name: str
    stay: Stay
    total: Money | None
    name: str | None
    phone: str | None
    special_requests: str | None
    created_at: datetime
    answer_by: datetime  # as the guest was told
    is_overdue: bool  # it waits, and longer than the guest was told
    conversation_id: str | None


@dataclass(frozen=True, slots=True)
class TicketPage:
    """A page of a list, and how many there are of each status that fit the search."""

    tickets: tuple[Ticket, ...]
    counts: dict[Status, int]
    overdue: int
    next_below: int | None  # for the next page; None if this is the last


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """What became of a ticket: when, by whom, from which status to which, and why. `before` None: it was made."""

    at: datetime
    by: str
    before: Status | None
    after: Status
    note: str | None


@dataclass(frozen=True, slots=True)
class TicketWithHistory:
    """One ticket, all that became of it, and the version to decide on."""

    ticket: Ticket
    history: tuple[HistoryLine, ...]
    version: int


@dataclass(frozen=True, slots=True)
class Decided:
    """It was done."""

    ticket: Ticket


@dataclass(frozen=True, slots=True)
class NightsGone:
    """The ERP has no such room left in these nights, or no longer says anything of them. Nothing was changed."""

    ticket: Ticket
    nights: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class TicketChanged:
    """The ticket is not what the person had before them: the guest has changed it, say. Nothing was changed."""

    ticket: Ticket
    version: int


@dataclass(frozen=True, slots=True)
class AlreadyDecided:
    """Somebody was quicker; `ticket` is as they left it. Nothing was changed."""

    ticket: Ticket
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NoSuchTicket:
    """There is none with that reference."""


@dataclass(frozen=True, slots=True)
class NoReason:
    """A rejection has a reason, of at most `LONGEST_REASON` characters."""


NotDecided: TypeAlias = TicketChanged | AlreadyDecided | NoSuchTicket


def tickets(unit: Unit, business: Business, now: datetime, wanted: WantedTickets) -> TicketPage:
    """Return a page of tickets, the newest first."""
    rows = unit.tickets.page(WantedTickets(business.id, wanted.status, wanted.search, wanted.below, wanted.limit + 1))
    shown = rows[: wanted.limit]
    return TicketPage(
        tickets=tuple(ticket_of(row, business, now) for row in shown),
        counts=unit.tickets.counts(business.id, wanted.search),
        overdue=unit.tickets.overdue(business.id, now - business.stays.answer_within, wanted.search),
        next_below=shown[-1].id if len(rows) > len(shown) else None,
    )


def ticket(unit: Unit, business: Business, now: datetime, reference: str) -> TicketWithHistory | NoSuchTicket:
    """Return one ticket with its history."""
    row = _row(unit, business, reference)
    if row is None:
        return NoSuchTicket()
    changes = unit.bookings.changes(row.id)
    return TicketWithHistory(ticket_of(row, business, now), history_of(changes), len(changes))


def approve(hand: Hand, reference: str, seen: int | None = None) -> Decided | NightsGone | NotDecided:
    """Approve a ticket: its nights are looked for again and taken, the ERP and the guest are told, all or nothing."""
    row = _waiting(hand, reference, seen)
    if not isinstance(row, BookingRow):
        return row
    stay = stay_of(row, hand.business)
    rooms = room_nights(_search(hand, row), stay.check_in, stay.check_out)
    shares = rooms.shares(row.service, stay)
    approved = None if shares is None else hand.unit.bookings.approve(row.id, shares, hand.by, hand.now)
    if not isinstance(approved, BookingRow):
        return NightsGone(_ticket(hand, row), rooms.full(row.service, stay))
    if hand.business.erp is not None:
        put_reservation(hand.unit, hand.business.id, reservation_of(approved, hand.business), row.conversation_id)
    return _decided(hand, approved, "ticket_approved")


def reject(hand: Hand, reference: str, reason: str, seen: int | None = None) -> Decided | NoReason | NotDecided:
    """Reject a ticket with a reason, which the guest is told; its nights are free again."""
    written = storable_text(reason).strip()
    if not written or len(written) > LONGEST_REASON:
        return NoReason()
    row = _waiting(hand, reference, seen)
    if not isinstance(row, BookingRow):
        return row
    settled = hand.unit.bookings.settle(row.id, Status.REJECTED, hand.by, hand.now, written)
    return _settled(hand, row, settled, "ticket_rejected")


def cancel(hand: Hand, reference: str, note: str = "", seen: int | None = None) -> Decided | NotDecided:
    """Cancel a ticket that waits, or a stay that was approved; its nights are free again, and the guest is told.

    The protocol of the ERP has no taking back: what it was told of an approved stay, staff cancel there.
    """
    row = _waiting(hand, reference, seen, (Status.PENDING, Status.APPROVED))
    if not isinstance(row, BookingRow):
        return row
    written = storable_text(note).strip()[:LONGEST_REASON] or None
    settled = hand.unit.bookings.settle(row.id, Status.CANCELLED, hand.by, hand.now, written)
    return _settled(hand, row, settled, "ticket_cancelled")


def _waiting(
    hand: Hand, reference: str, seen: int | None, standing: tuple[Status, ...] = (Status.PENDING,)
) -> BookingRow | NotDecided:
    """Return a ticket that can be decided on, and let nobody else change it before this transaction ends."""
    found = _row(hand.unit, hand.business, reference)
    if found is None:
        return NoSuchTicket()
    version = hand.unit.bookings.version(found.id)
    row = hand.unit.bookings.by_id(found.id) or found  # another may have decided while we waited
    if row.status not in standing:
        last = hand.unit.bookings.changes(row.id)[-1]
        return AlreadyDecided(_ticket(hand, row), last.by, last.at)
    if seen is not None and seen != version:
        return TicketChanged(_ticket(hand, row), version)
    return row


def _settled(hand: Hand, row: BookingRow, settled: BookingRow | Refused, what: str) -> Decided | NoSuchTicket:
    if not isinstance(settled, BookingRow):
        raise RuntimeError(f"ticket {row.id} was held still and changed all the same")
    return _decided(hand, settled, what)


def _decided(hand: Hand, row: BookingRow, what: str) -> Decided:
    put_news(hand.unit, row)
    close_reminders(hand.unit, row, hand.by, hand.now)
    hand.unit.audit.add(hand.business.id, hand.now, hand.by, what, row.reference)
    return Decided(_ticket(hand, row))


def _search(hand: Hand, row: BookingRow) -> RoomSearch:
    return RoomSearch(hand.unit, hand.business, hand.now, booking=row.id, conversation=row.conversation_id or "")


def _row(unit: Unit, business: Business, reference: str) -> BookingRow | None:
    row = unit.bookings.by_reference(business.id, reference.strip().upper())
    return row if row is not None and row.kind == KIND else None


def _ticket(hand: Hand, row: BookingRow) -> Ticket:
    return ticket_of(row, hand.business, hand.now)


def ticket_of(row: BookingRow, business: Business, now: datetime) -> Ticket:
    """Return a booking of kind `stay` as staff see it."""
    entry, answer_by = business.room_types.get(row.service), row.created_at + business.stays.answer_within
    return Ticket(
        id=row.id,
        reference=row.reference,
        status=row.status,
        room_type=row.service,
        room_name=entry.name if entry else row.service,
        stay=stay_of(row, business),
        total=total_of(row),
        name=row.name,
        phone=row.phone,
        special_requests=row.notes,
        created_at=row.created_at,
        answer_by=answer_by,
        is_overdue=row.status is Status.PENDING and now >= answer_by,
        conversation_id=row.conversation_id,
    )


def history_of(changes: Sequence[BookingChange]) -> tuple[HistoryLine, ...]:
    """Return what became of a ticket, the oldest line first."""
    before = (None, *(change.status for change in changes))
    return tuple(
        HistoryLine(change.at, change.by, former, change.status, change.note)
        for former, change in zip(before, changes, strict=False)
    )


def reservation_of(row: BookingRow, business: Business) -> Reservation:
    """Return an approved ticket as the ERP is told of it."""
    stay, total = stay_of(row, business), total_of(row)
    return Reservation(
        key=row.reference,
        room_type=row.service,
        check_in=stay.check_in,
        check_out=stay.check_out,
        guests=stay.guests,
        guest_name=row.name or "",
        phone=row.phone or "",
        total=total.amount if total else Decimal(0),
        currency=total.currency if total else business.currency,
        notes=row.notes or "",
    )
