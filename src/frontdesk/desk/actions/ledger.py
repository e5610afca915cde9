"""The bookings of a business as its own actions see them: made, looked up and cancelled by the desk's rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from frontdesk.desk.actions.calls import Call
from frontdesk.desk.actions.looking_up import by_reference_and_phone
from frontdesk.desk.actions.references import readable_references
from frontdesk.dialogue.values import Value, to_json
from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.spans import Span
from frontdesk.storage.rows import BookingRow, Facts, Refused, Window


@dataclass(frozen=True, slots=True)
class NewBooking:
    """What is to be booked. `details` are shown with it wherever bookings are shown."""

    kind: str
    service: str
    start: datetime
    end: datetime
    details: Mapping[str, Value] = field(default_factory=dict)
    name: str | None = None
    phone: str | None = None
    email: str | None = None
    notes: str | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """The bookings of one business, in the transaction of the turn. Another business's are out of reach."""

    call: Call

    def book(self, new: NewBooking, resources: Iterable[str] = ()) -> BookingRow | None:
        """Book with all of these resources from start to end; None if somebody has one of them then."""
        claims = tuple(Claim(name, new.start.astimezone(UTC), new.end.astimezone(UTC)) for name in resources)
        draw = readable_references(self.call.business, self.call.now)
        stored = self.call.unit.bookings.add(self._row(new), claims, self.call.by, draw)
        return None if isinstance(stored, Refused) else stored

    def book_one(self, new: NewBooking, resources: Sequence[str]) -> BookingRow | None:
        """Book with the first of these resources that is free, a seat of many; None if all are taken."""
        free = self.free(resources, new.start, new.end)
        # One that looked free may be taken by now: only the database knows, so each is tried.
        return next((booked for name in free if (booked := self.book(new, (name,))) is not None), None)

    def free(self, resources: Sequence[str], start: datetime, end: datetime) -> tuple[str, ...]:
        """Return those of the resources that nobody has at any time from start to end."""
        busy = self.busy(resources, start, end)
        return tuple(name for name in resources if not busy[name])

    def busy(self, resources: Sequence[str], start: datetime, end: datetime) -> Mapping[str, Sequence[Span]]:
        """Return what is taken of each resource from start to end."""
        window = Window(self.call.business.id, tuple(resources), start, end)
        busy = self.call.unit.claims.busy(window, self.call.now, except_conversation=self.call.conversation)
        return {name: each.spans() for name, each in busy.items()}

    def own(self) -> tuple[BookingRow, ...]:
        """Return the bookings that this guest may see: their own, if the channel vouches, and this conversation's."""
        made_here = self.call.unit.bookings.of_conversation(self.call.conversation)
        theirs = self.call.unit.bookings.of_guest(self.call.visitor.guest) if self.call.visitor.vouched else ()
        return tuple({row.id: row for row in (*theirs, *made_here) if row.business == self.call.business.id}.values())

    def find(self, reference: str, phone: str | None = None) -> BookingRow | None:
        """Return a booking by its reference if it is the guest's own, or the phone it was made with is given too."""
        wanted = reference.upper()
        mine = next((row for row in self.own() if row.reference == wanted), None)
        if mine is not None or phone is None:
            return mine
        return by_reference_and_phone(self.call, wanted, phone)

    def cancel(self, booking: BookingRow) -> bool:
        """Cancel a booking that was found here; False if it no longer stands."""
        if booking.business != self.call.business.id:
            return False
        settled = self.call.unit.bookings.settle(booking.id, Status.CANCELLED, self.call.by, self.call.now)
        return isinstance(settled, BookingRow)

    def reach(self, booking: BookingRow, phone: str) -> bool:
        """Keep another phone number with a booking that was found here; False if it no longer stands."""
        if booking.business != self.call.business.id:
            return False
        corrected = self.call.unit.bookings.correct(booking.id, Facts(phone=phone), self.call.by, self.call.now)
        return isinstance(corrected, BookingRow)

    def _row(self, new: NewBooking) -> BookingRow:
        details = {name: to_json(value) for name, value in new.details.items()}
        return BookingRow(
            business=self.call.business.id,
            kind=new.kind,
            status=Status.BOOKED,
            service=new.service,
            provider=None,
            starts_at=new.start,
            ends_at=new.end,
            created_at=self.call.now,
            guest_id=self.call.visitor.guest,
            conversation_id=self.call.conversation or None,
            name=new.name,
            phone=new.phone or self.call.visitor.phone,
            email=new.email,
            notes=new.notes,
            details=json.dumps(details, ensure_ascii=False),
        )
