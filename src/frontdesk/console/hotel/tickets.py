"""Tickets: guests who wait for a room, the longest waiting first, and one of them with all that bears on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Response

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.addresses import asked, asked_number, missing, view
from frontdesk.console.hotel import wording
from frontdesk.console.pages import page
from frontdesk.console.work.talk import END, names_by_login
from frontdesk.desk.ticket_pages import TicketBefore, ticket_before, waiting_tickets
from frontdesk.desk.tickets import LONGEST_REASON, NoSuchTicket, TicketPage, tickets
from frontdesk.scheduling.booking import Status
from frontdesk.storage.rows import NumberedMessage
from frontdesk.storage.tickets import LATEST, WantedTickets, WantedWaiting
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

ROWS = 50  # of a page
SHOWN = 12  # lines of the conversation beside a ticket
OVERDUE = "overdue"

# What a list can be narrowed to: address, word.
VIEWS = {
    Status.PENDING.value: "Pending",
    OVERDUE: "Overdue",
    Status.APPROVED.value: "Approved",
    Status.REJECTED.value: "Rejected",
    Status.EXPIRED.value: "Expired",
    Status.CANCELLED.value: "Cancelled",
}
WAITING = (Status.PENDING.value, OVERDUE)

Reference = Annotated[str, Path(max_length=64)]


def of_a_hotel(at: At) -> At:
    """Go on where there are rooms; elsewhere there is no such page."""
    if not at.business.room_types:
        raise missing(at)
    return at


@router.get("/tickets")
async def listed_tickets(at: Staff) -> Response:
    """List tickets: those that wait the longest waiting first, the others the newest first."""
    shown = asked(of_a_hotel(at), "view", Status.PENDING.value)
    shown = shown if shown in VIEWS else Status.PENDING.value
    typed, beyond = asked(at, "q"), asked_number(at, "beyond")
    found = await at.desk.store.look(lambda unit: _listed(at, unit, shown, typed, beyond))
    counts = {**{name.value: count for name, count in found.counts.items()}, OVERDUE: found.overdue}
    address = "" if shown == Status.PENDING.value else shown
    return page(
        at,
        "tickets.html",
        here="tickets",
        found=found,
        shown=shown,
        typed=typed,
        is_first=not beyond,
        chips=[
            (name, word, view(at, "tickets", view=_unless_first(name), q=typed), counts.get(name, 0))
            for name, word in VIEWS.items()
        ],
        first=view(at, "tickets", view=address, q=typed),
        following=view(at, "tickets", view=address, q=typed, beyond=found.next_below) if found.next_below else "",
        elsewhere=[
            (word, view(at, "tickets", view=_unless_first(name), q=typed), counts[name])
            for name, word in VIEWS.items()
            if counts.get(name)
        ],
        wording=wording,
    )


def _unless_first(name: str) -> str:
    return "" if name == Status.PENDING.value else name


def _listed(at: At, unit: Unit, shown: str, typed: str, beyond: int) -> TicketPage:
    now, business = at.now(), at.business
    if shown in WAITING:
        made_by = now - business.stays.answer_within if shown == OVERDUE else now
        return waiting_tickets(unit, business, now, WantedWaiting(business.id, made_by, typed, beyond, ROWS))
    wanted = WantedTickets(business.id, Status(shown), typed, beyond or LATEST, ROWS)
    return tickets(unit, business, now, wanted)


@dataclass(frozen=True, slots=True)
class SeenTicket:
    """What the page of a ticket shows, at one moment."""

    before: TicketBefore
    lines: tuple[NumberedMessage, ...]
    names: Mapping[str, str]


@router.get("/tickets/{reference}")
async def one_ticket(at: Staff, reference: Reference) -> Response:
    """Show one ticket."""
    return await ticket_page(of_a_hotel(at), reference)


async def ticket_page(at: At, reference: str, said: str = "", status: int = 200) -> Response:
    """Return the page of a ticket, with what was refused and why."""
    now = at.now()
    seen = await at.desk.store.look(lambda unit: _seen(at, unit, reference, now))
    if seen is None:
        raise missing(at)
    return page(
        at,
        "ticket.html",
        status=status,
        here="tickets",
        seen=seen,
        ticket=seen.before.ticket,
        said=said,
        typed=at.as_typed("reason"),
        longest=LONGEST_REASON,
        wording=wording,
    )


def _seen(at: At, unit: Unit, reference: str, now: datetime) -> SeenTicket | None:
    found = ticket_before(unit, at.business, now, reference)
    if isinstance(found, NoSuchTicket):
        return None
    conversation = found.ticket.conversation_id
    lines = unit.messages.latest(conversation, END, SHOWN) if conversation else ()
    return SeenTicket(found, lines, names_by_login(unit, at.business.id))
