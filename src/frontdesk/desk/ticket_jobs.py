"""What happens to tickets by itself: guests are told what became of them, staff are reminded, old ones expire.

Each is a job of the outbox, put with what causes it and done together with its end: once, whoever runs it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from frontdesk.calendars.erp import (
    Reservation,
    Unreachable,
    WriteInvalid,
    WriteOutcome,
    WriteRefused,
    WriteUnknown,
    Written,
)
from frontdesk.desk.background import Finished, HeldJob, JobKind, RunEnd
from frontdesk.desk.house import House
from frontdesk.desk.stays import stay_of
from frontdesk.desk.ticket_notices import ERP_WRITE, EXPIRY, NEWS, OVERDUE, REMINDER, close_reminders, put_news
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.reading import Style
from frontdesk.scheduling.booking import Status
from frontdesk.storage.rows import BookingRow, Message, RequestKind, Side, StaffRequest
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit

BY = "desk"
# How a write that came to nothing ended, as staff read it.
WRITES: Mapping[type[WriteOutcome], str] = {
    WriteRefused: "refused",
    WriteInvalid: "refused",
    WriteUnknown: "unknown",
    Unreachable: "not reached",
}


@dataclass(frozen=True, slots=True)
class TicketJobs:
    """Does them for one business, whose house may change while it is served."""

    store: Store
    house: Callable[[], House]
    clock: Callable[[], datetime]

    def kinds(self) -> tuple[JobKind, ...]:
        """Return the kinds of job."""
        runs = {NEWS: self.tell, OVERDUE: self.remind, EXPIRY: self.expire}
        return tuple(JobKind(name, partial(self._run, run)) for name, run in runs.items())

    async def _run(self, run: Callable[[Unit, BookingRow, Status], None], held: HeldJob) -> RunEnd:
        def work(unit: Unit) -> None:
            kept = json.loads(held.job.payload)
            row = unit.bookings.by_id(kept["booking"])
            if held.finish(unit) and row is not None:  # else another worker has done it
                run(unit, row, Status(kept["status"]))

        await self.store.run(work)
        return Finished()

    def tell(self, unit: Unit, row: BookingRow, became: Status) -> None:
        """Tell the guest in their conversation, on the channel they used; where they have none, have them called."""
        conversation = unit.conversations.by_id(row.conversation_id) if row.conversation_id else None
        if conversation is None:
            self._ask_staff(unit, row, "tell_guest", RequestKind.CALLBACK)
            return
        channel = unit.messages.last_channel(conversation.id) or BY
        text = self._text(unit, row, became)
        unit.messages.add(Message(conversation.id, conversation.version, Side.STAFF, channel, text, self._now()))

    def remind(self, unit: Unit, row: BookingRow, _was: Status) -> None:
        """Leave a request for a ticket that still waits although the guest was promised an answer by now."""
        if row.status is Status.PENDING:
            self._ask_staff(unit, row, REMINDER, RequestKind.HANDOFF)

    def expire(self, unit: Unit, row: BookingRow, _was: Status) -> None:
        """Give back the nights of a ticket that nobody has decided on."""
        settled = unit.bookings.settle(row.id, Status.EXPIRED, BY, self._now())
        if isinstance(settled, BookingRow):
            put_news(unit, settled)
            close_reminders(unit, settled, BY, self._now())

    def tell_of_write(self, unit: Unit, reservation: Reservation, outcome: WriteOutcome) -> None:
        """Write down that the ERP has a stay; what it does not have, or may not have, is for staff."""
        business = self.house().business
        if isinstance(outcome, Written):
            unit.audit.add(business.id, self._now(), BY, "reservation_written", reservation.key)
            return
        row = unit.bookings.by_reference(business.id, reservation.key)
        if row is not None:
            self._ask_staff(
                unit, row, ERP_WRITE, RequestKind.HANDOFF, {"outcome": WRITES[type(outcome)], "why": outcome.why}
            )

    def _ask_staff(
        self, unit: Unit, row: BookingRow, reason: str, kind: RequestKind, more: dict[str, str] | None = None
    ) -> None:
        stay = stay_of(row, self.house().business)
        known = {
            "reference": row.reference,
            "status": row.status.value,
            "room_type": row.service,
            "check_in": stay.check_in.isoformat(),
            "check_out": stay.check_out.isoformat(),
            "name": row.name,
            "phone": row.phone,
            **(more or {}),
        }
        written = json.dumps(known, ensure_ascii=False)
        conversation = row.conversation_id or ""
        request = StaffRequest(row.business, conversation, row.guest_id, kind, reason, written, self._now())
        unit.requests.add(request)

    def _text(self, unit: Unit, row: BookingRow, became: Status) -> str:
        house, stay = self.house(), stay_of(row, self.house().business)
        values: dict[str, Value] = {
            "reference": row.reference,
            "room_type": Item("room_type", row.service),
            "check_in": stay.check_in,
            "check_out": stay.check_out,
        }
        changes = unit.bookings.changes(row.id)
        note = next((each.note for each in reversed(changes) if each.status is became), None)
        if note:
            values["reason"] = note
        say = Say(f"ticket.{became.value}", values)
        return house.phrases.text(say, house.context(self._now()), house.business, Style.RICH)

    def _now(self) -> datetime:
        return self.clock().astimezone(self.house().business.zone)
