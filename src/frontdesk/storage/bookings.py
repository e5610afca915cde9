"""Bookings: made, moved and ended together with the time they claim; every change is in an audit log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select, update

from frontdesk.scheduling.booking import Claim, Share, Status
from frontdesk.storage.claims import Claimant, Claims, Taken, reaching_into
from frontdesk.storage.pools import Pools
from frontdesk.storage.references import fresh_reference
from frontdesk.storage.rows import BookingChange, BookingRow, Facts, Move, Refused, Window
from frontdesk.storage.schema import booking_changes, bookings, claims, counted_claims, resources
from frontdesk.storage.sql import Row, Sql, Statement, given, insert_once, is_listed

COLUMNS = (
    *("business", "kind", "status", "service", "provider", "starts_at", "ends_at", "created_at"),
    *("guest_id", "conversation_id", "name", "phone", "email", "notes", "details", "party"),
)
BOOKING = tuple(bookings.c[name] for name in (*COLUMNS, "id", "reference"))
# Whether a booking has something that is counted is told along with it: most have not, and are asked nothing more.
# By the parameter: in what SQLite is to return, columns are named without their table, and `id` would be the claim's.
_COUNTED = (
    select(func.count()).where(counted_claims.c.booking_id == bindparam("booking")).scalar_subquery().label("counted")
)

# Which statuses each status can follow.
FOLLOWS: dict[Status, tuple[Status, ...]] = {
    Status.APPROVED: (Status.PENDING,),
    Status.REJECTED: (Status.PENDING,),
    Status.EXPIRED: (Status.PENDING,),
    Status.CANCELLED: (Status.BOOKED, Status.PENDING, Status.APPROVED),
}
STANDING = json.dumps([status.value for status in Status if status.claims_time])

# Draws of a reference before giving up; that even two are needed is one chance in many millions.
DRAWS = 20

# Keeps a booking; returns no row if its reference is another's.
ADD = Statement(insert_once(bookings, *COLUMNS, "reference").returning(bookings.c.id))

# Finds a booking by id.
BY_ID = Statement(select(*BOOKING).where(bookings.c.id == bindparam("booking")))

# Keeps others from changing a booking until the transaction ends; SQLite has one writer at a time anyway.
HOLD_STILL = Statement(select(bookings.c.id).where(bookings.c.id == bindparam("booking")).with_for_update())

# Finds a booking by its reference.
BY_REFERENCE = Statement(
    select(*BOOKING).where(bookings.c.business == bindparam("business"), bookings.c.reference == bindparam("reference"))
)

# Lists the bookings of a guest by start.
OF_GUEST = Statement(
    select(*BOOKING).where(bookings.c.guest_id == bindparam("guest")).order_by(bookings.c.starts_at, bookings.c.id)
)

# Lists the guests who have a booking under a phone number: one they had before, or somebody else's.
GUESTS_WITH_PHONE = Statement(
    select(bookings.c.guest_id)
    .where(
        bookings.c.business == bindparam("business"),
        bookings.c.phone == bindparam("phone"),
        bookings.c.guest_id.is_not(None),
    )
    .distinct()
    .order_by(bookings.c.guest_id)
)

# Lists the bookings made in a conversation by start.
OF_CONVERSATION = Statement(
    select(*BOOKING)
    .where(bookings.c.conversation_id == bindparam("conversation"))
    .order_by(bookings.c.starts_at, bookings.c.id)
)

# Lists the bookings of a business that start in a span, whatever their status.
STARTING = Statement(
    select(*BOOKING)
    .where(
        bookings.c.business == bindparam("business"),
        bookings.c.starts_at >= bindparam("start"),
        bookings.c.starts_at < bindparam("end"),
    )
    .order_by(bookings.c.starts_at, bookings.c.id)
)

# Lists the bookings that claim time of the named resources in a span.
DIARY = Statement(
    select(*BOOKING)
    .where(
        bookings.c.id.in_(
            select(claims.c.booking_id)
            .select_from(resources.join(claims, reaching_into(resources.c.number)))
            .where(resources.c.business == bindparam("business"), is_listed(resources.c.name, "names"))
        )
    )
    .order_by(bookings.c.starts_at, bookings.c.id)
)

# Lists which resources a booking claims.
RESOURCES = Statement(
    select(resources.c.name, claims.c.starts_at, claims.c.ends_at)
    .select_from(resources.join(claims, claims.c.resource == resources.c.number))
    .where(claims.c.booking_id == bindparam("booking"))
    .order_by(claims.c.starts_at, resources.c.name)
)

# Moves a booking that still stands, perhaps to another service.
MOVE = Statement(
    update(bookings)
    .where(bookings.c.id == bindparam("booking"), is_listed(bookings.c.status, "standing"))
    .values(
        {
            **given("provider", "starts_at", "ends_at"),
            "service": func.coalesce(bindparam("new_service", type_=bookings.c.service.type), bookings.c.service),
            "party": func.coalesce(bindparam("new_party", type_=bookings.c.party.type), bookings.c.party),
            "details": func.coalesce(bindparam("new_details", type_=bookings.c.details.type), bookings.c.details),
            "notes": func.coalesce(bindparam("new_notes", type_=bookings.c.notes.type), bookings.c.notes),
        }
    )
    .returning(*BOOKING, _COUNTED)
)

# Corrects how the guest of a booking is called and reached; what is left out stays.
CORRECT = Statement(
    update(bookings)
    .where(bookings.c.id == bindparam("booking"), is_listed(bookings.c.status, "standing"))
    .values(
        {
            name: func.coalesce(bindparam(f"new_{name}", type_=bookings.c[name].type), bookings.c[name])
            for name in ("name", "phone", "email")
        }
    )
    .returning(*BOOKING)
)

# Gives a booking a status that may follow the one it has.
SETTLE = Statement(
    update(bookings)
    .where(bookings.c.id == bindparam("booking"), is_listed(bookings.c.status, "follows"))
    .values(given("status"))
    .returning(*BOOKING, _COUNTED)
)

# Keeps what was changed of a booking, and by whom.
LOG = Statement(
    insert(booking_changes).values(
        given("booking_id", "at", "by", "status", "provider", "starts_at", "ends_at", "claims", "note")
    )
)

# Lists the changes of a booking in order.
CHANGES = Statement(
    select(
        booking_changes.c.at,
        booking_changes.c.by,
        booking_changes.c.status,
        booking_changes.c.provider,
        booking_changes.c.starts_at,
        booking_changes.c.ends_at,
        booking_changes.c.claims,
        booking_changes.c.note,
    )
    .where(booking_changes.c.booking_id == bindparam("booking"))
    .order_by(booking_changes.c.id)
)

# Counts the bookings of a business by status.
COUNT = Statement(
    select(bookings.c.status, func.count())
    .where(bookings.c.business == bindparam("business"))
    .group_by(bookings.c.status)
)


class Bookings:
    """The bookings."""

    __slots__ = ("claims", "pools", "sql")

    def __init__(self, sql: Sql, claims: Claims) -> None:
        """Read and write through `sql`."""
        self.sql = sql
        self.claims = claims
        self.pools = Pools(sql)

    def add(
        self,
        booking: BookingRow,
        time: Iterable[Claim],
        by: str,
        draw: Callable[[], str] = fresh_reference,
        shares: Sequence[Share] = (),
    ) -> BookingRow | Refused:
        """Keep a booking with what it takes and a reference of its own, or nothing at all."""
        try:
            with self.sql.savepoint():
                stored = self._add(booking, draw)
                claimed = tuple(time)
                self._claim(stored, claimed, booking.created_at)
                if shares:
                    self.pools.take(_sharer(stored), shares, booking.created_at)
                self._log(stored, claimed, by, booking.created_at)
        except Taken:
            return Refused.TAKEN
        return stored

    def by_id(self, booking_id: int) -> BookingRow | None:
        """Return a booking, or None."""
        return _one(self.sql.one(BY_ID, {"booking": booking_id}))

    def by_reference(self, business: str, reference: str) -> BookingRow | None:
        """Return the booking of a reference, or None."""
        return _one(self.sql.one(BY_REFERENCE, {"business": business, "reference": reference}))

    def of_guest(self, guest_id: int) -> tuple[BookingRow, ...]:
        """Return the bookings of a guest."""
        return tuple(map(booking_of, self.sql.all(OF_GUEST, {"guest": guest_id})))

    def guests_with_phone(self, business: str, phone: str) -> tuple[int, ...]:
        """Return the guests who have a booking under a phone number, whether or not it is theirs."""
        rows = self.sql.all(GUESTS_WITH_PHONE, {"business": business, "phone": phone})
        return tuple(row[0] for row in rows)

    def of_conversation(self, conversation_id: str) -> tuple[BookingRow, ...]:
        """Return the bookings made in a conversation."""
        return tuple(map(booking_of, self.sql.all(OF_CONVERSATION, {"conversation": conversation_id})))

    def starting(self, business: str, start: datetime, end: datetime) -> tuple[BookingRow, ...]:
        """Return the bookings that start in a span, those cancelled too."""
        return tuple(map(booking_of, self.sql.all(STARTING, {"business": business, "start": start, "end": end})))

    def diary(self, window: Window) -> tuple[BookingRow, ...]:
        """Return the bookings that claim time of these resources in the window."""
        rows = self.sql.all(
            DIARY,
            {
                "business": window.business,
                "names": json.dumps(window.resources),
                "start": window.start,
                "end": window.end,
            },
        )
        return tuple(map(booking_of, rows))

    def claimed(self, booking_id: int) -> tuple[Claim, ...]:
        """Return the time that a booking claims."""
        return tuple(Claim(*row) for row in self.sql.all(RESOURCES, {"booking": booking_id}))

    def move(self, booking_id: int, move: Move, now: datetime) -> BookingRow | Refused:
        """Move a booking that stands, or leave all as it is. Its own time does not stand in its way."""
        try:
            with self.sql.savepoint():
                return self._move(booking_id, move, now)
        except Taken:
            return Refused.TAKEN

    def correct(self, booking_id: int, facts: Facts, by: str, at: datetime) -> BookingRow | Refused:
        """Correct the name, phone or e-mail of a booking that stands; what is None stays."""
        contact = {"new_name": facts.name, "new_phone": facts.phone, "new_email": facts.email}
        row = self.sql.one(CORRECT, {"booking": booking_id, "standing": STANDING, **contact})
        if row is None:
            return Refused.GONE
        booking = booking_of(row)
        self._log(booking, self.claimed(booking_id), by, at)
        return booking

    def settle(
        self, booking_id: int, status: Status, by: str, at: datetime, note: str | None = None
    ) -> BookingRow | Refused:
        """Approve, reject, let expire or cancel: refused unless the status may follow. What ends frees its time."""
        row = self._settle(booking_id, status)
        if row is None:
            return Refused.GONE
        *kept, counted = row
        booking = booking_of(tuple(kept))
        if not status.claims_time:
            self.claims.cover(self.claims.free_booking(booking_id))
            if counted:
                self.pools.free_booking(booking_id)
        self._log(booking, self.claimed(booking_id), by, at, note)
        return booking

    def approve(self, booking_id: int, shares: Sequence[Share], by: str, at: datetime) -> BookingRow | Refused:
        """Approve a ticket that waits, if all that it takes can still be had as it is counted now; else nothing."""
        try:
            with self.sql.savepoint():
                row = self._settle(booking_id, Status.APPROVED)
                if row is None:
                    return Refused.GONE
                booking = booking_of(tuple(row[:-1]))
                self.pools.exchange(_sharer(booking), shares, at)
                self._log(booking, self.claimed(booking_id), by, at)
        except Taken:
            return Refused.TAKEN
        return booking

    def _settle(self, booking_id: int, status: Status) -> Row | None:
        follows = json.dumps([each.value for each in FOLLOWS[status]])
        return self.sql.one(SETTLE, {"booking": booking_id, "status": status.value, "follows": follows})

    def version(self, booking_id: int) -> int:
        """Return how often a booking was changed, and let nobody else change it before this transaction ends."""
        self.sql.one(HOLD_STILL, {"booking": booking_id})
        return len(self.changes(booking_id))

    def changes(self, booking_id: int) -> tuple[BookingChange, ...]:
        """Return the audit log of a booking, the oldest entry first."""
        rows = self.sql.all(CHANGES, {"booking": booking_id})
        return tuple(map(_change, rows))

    def count(self, business: str) -> dict[Status, int]:
        """Count the bookings of a business by status."""
        return {Status(row[0]): row[1] for row in self.sql.all(COUNT, {"business": business})}

    def _add(self, booking: BookingRow, draw: Callable[[], str]) -> BookingRow:
        columns = {name: getattr(booking, name) for name in COLUMNS}
        columns["status"] = booking.status.value
        for _ in range(DRAWS):
            reference = draw()
            row = self.sql.one(ADD, {**columns, "reference": reference})
            if row is not None:
                return replace(booking, id=row[0], reference=reference)
        raise RuntimeError(f"{DRAWS} references in a row were in use")

    def _claim(self, booking: BookingRow, time: Sequence[Claim], now: datetime) -> None:
        if time:  # what is only counted takes no time of anybody
            self.claims.take(_claimant(booking), time, now)

    def _move(self, booking_id: int, move: Move, now: datetime) -> BookingRow | Refused:
        row = self.sql.one(
            MOVE,
            {
                "booking": booking_id,
                "standing": STANDING,
                "provider": move.provider,
                "starts_at": move.starts_at,
                "ends_at": move.ends_at,
                "new_service": move.service,
                "new_party": move.party,
                "new_details": move.details,
                "new_notes": move.notes,
            },
        )
        if row is None:
            return Refused.GONE
        *kept, counted = row
        booking = booking_of(tuple(kept))
        freed = self.claims.free_booking(booking_id)
        self._claim(booking, move.claims, now)
        self.claims.cover(freed)
        if counted or move.shares:
            self.pools.exchange(_sharer(booking), move.shares, now)
        self._log(booking, move.claims, move.by, now)
        return booking

    def _log(
        self, booking: BookingRow, claimed: Iterable[Claim], by: str, at: datetime, note: str | None = None
    ) -> None:
        self.sql.later(
            LOG,
            {
                "booking_id": booking.id,
                "at": at,
                "by": by,
                "status": booking.status.value,
                "provider": booking.provider,
                "starts_at": booking.starts_at,
                "ends_at": booking.ends_at,
                "claims": json.dumps([(each.resource, *map(datetime.isoformat, _span(each))) for each in claimed]),
                "note": note,
            },
        )


def _claimant(booking: BookingRow) -> Claimant:
    return Claimant(
        business=booking.business,
        kind="booking",
        booking_id=booking.id,
        conversation_id=booking.conversation_id,
    )


def _sharer(booking: BookingRow) -> Claimant:
    """Return for what something counted is taken: a booking that waits for staff is a ticket."""
    return replace(_claimant(booking), kind="ticket" if booking.status is Status.PENDING else "booking")


def _span(claim: Claim) -> tuple[datetime, datetime]:
    return claim.start, claim.end


def _claims(kept: str | None) -> tuple[Claim, ...] | None:
    if kept is None:
        return None
    return tuple(Claim(name, *map(datetime.fromisoformat, span)) for name, *span in json.loads(kept))


def _one(row: Row | None) -> BookingRow | None:
    return None if row is None else booking_of(row)


def booking_of(row: Row) -> BookingRow:
    """Return the booking of a row that has the columns `BOOKING`."""
    return BookingRow(row[0], row[1], Status(row[2]), *row[3:])


def _change(row: Row) -> BookingChange:
    at, by, status, provider, starts_at, ends_at, kept, note = row
    return BookingChange(at, by, Status(status), provider, starts_at, ends_at, _claims(kept), note)
