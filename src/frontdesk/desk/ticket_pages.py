"""What staff have before them when they decide: who waits the longest, and one ticket with all that bears on it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from frontdesk.desk.reserving import KIND as RESERVATION
from frontdesk.desk.shadow import Freshness
from frontdesk.desk.stays import RoomNights, RoomSearch, room_nights
from frontdesk.desk.ticket_notices import ERP_WRITE
from frontdesk.desk.tickets import NoSuchTicket, Ticket, TicketPage, TicketWithHistory, ticket, ticket_of
from frontdesk.dialogue.values import Money
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.nights import Night
from frontdesk.storage.tickets import WantedWaiting
from frontdesk.storage.unit import Unit


class WriteState(StrEnum):
    """How far the ERP has been told of an approved stay."""

    QUEUED = "queued"
    TRYING_AGAIN = "trying again"
    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class ErpWrite:
    """What became of telling the ERP, and why, in the words of the ERP; "" where there are none."""

    state: WriteState
    why: str = ""


@dataclass(frozen=True, slots=True)
class TicketNight:
    """One night of a ticket: the rooms left beside its own, and what it costs now; None: that is unknown."""

    night: date
    known: Night | None


@dataclass(frozen=True, slots=True)
class TicketBefore:
    """A ticket as it is before somebody who decides on it."""

    found: TicketWithHistory
    nights: tuple[TicketNight, ...]
    freshness: Freshness
    total_now: Money | None  # what the same stay costs by the rates of now; None if that is unknown
    write: ErpWrite | None  # None: there is nothing to tell the ERP

    @property
    def ticket(self) -> Ticket:
        """The ticket."""
        return self.found.ticket


def waiting_tickets(unit: Unit, business: Business, now: datetime, wanted: WantedWaiting) -> TicketPage:
    """Return a page of tickets that wait, the longest waiting first; `next_below` is the last of the page."""
    asked = WantedWaiting(business.id, wanted.made_by, wanted.search, wanted.above, wanted.limit + 1)
    rows = unit.tickets.waiting(asked)
    shown = rows[: wanted.limit]
    return TicketPage(
        tickets=tuple(ticket_of(row, business, now) for row in shown),
        counts=unit.tickets.counts(business.id, wanted.search),
        overdue=unit.tickets.overdue(business.id, now - business.stays.answer_within, wanted.search),
        next_below=shown[-1].id if len(rows) > len(shown) else None,
    )


def ticket_before(unit: Unit, business: Business, now: datetime, reference: str) -> TicketBefore | NoSuchTicket:
    """Return a ticket with its nights as they are now, how fresh that is, and what the ERP was told."""
    found = ticket(unit, business, now, reference)
    if isinstance(found, NoSuchTicket):
        return found
    asked = found.ticket
    search = RoomSearch(unit, business, now, booking=asked.id, conversation=asked.conversation_id or "")
    rooms = room_nights(search, asked.stay.check_in, asked.stay.check_out)
    nights = tuple(TicketNight(night, rooms.left.get((asked.room_type, night))) for night in asked.stay.nights)
    return TicketBefore(found, nights, rooms.freshness, _total(rooms, asked), write_of(unit, business, asked))


def _total(rooms: RoomNights, asked: Ticket) -> Money | None:
    known = [rooms.left.get((asked.room_type, night)) for night in asked.stay.nights]
    costs = [each.rate for each in known if each is not None]
    currencies = {each.currency for each in known if each is not None}
    if len(costs) != len(known) or len(currencies) != 1:
        return None
    return Money(sum(costs, Decimal(0)), currencies.pop())


def write_of(unit: Unit, business: Business, asked: Ticket) -> ErpWrite | None:
    """Say how far the ERP has been told of a stay.

    A job ends together with the request that it leaves for staff, so one that has ended without any has succeeded.
    """
    if business.erp is None or asked.status is not Status.APPROVED:
        return None
    standing = unit.jobs.standing(f"{RESERVATION}/{business.id}/{asked.reference}")
    if standing is not None and not standing.is_done:
        return ErpWrite(WriteState.TRYING_AGAIN if standing.failures else WriteState.QUEUED)
    for request in reversed(unit.requests.of(asked.conversation_id or "")):
        known = json.loads(request.known)
        if request.reason == ERP_WRITE and known.get("reference") == asked.reference:
            return ErpWrite(WriteState(known.get("outcome") or WriteState.UNKNOWN), str(known.get("why") or ""))
    return ErpWrite(WriteState.DONE)
