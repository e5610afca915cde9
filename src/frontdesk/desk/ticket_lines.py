"""Tickets as lines of a table, as plain data, and decisions on them in a sentence: what the terminal prints."""

from __future__ import annotations

from datetime import datetime, timedelta

from frontdesk.desk.ticket_pages import waiting_tickets
from frontdesk.desk.tickets import (
    LONGEST_REASON,
    AlreadyDecided,
    Decided,
    NightsGone,
    NoReason,
    NoSuchTicket,
    NotDecided,
    Ticket,
    TicketChanged,
    tickets,
)
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Business
from frontdesk.storage.tickets import WantedTickets, WantedWaiting
from frontdesk.storage.unit import Unit

HEADINGS = ("Ticket", "Guest", "Phone", "Room", "From", "To", "Guests", "Price", "Asked", "Waits")
MOST = 200  # lines


def tickets_of(unit: Unit, business: Business, now: datetime, status: Status, find: str) -> tuple[Ticket, ...]:
    """Return tickets of a status: those that wait the longest waiting first, the others the newest first."""
    if status is Status.PENDING:
        return waiting_tickets(unit, business, now, WantedWaiting(business.id, now, find, limit=MOST)).tickets
    return tickets(unit, business, now, WantedTickets(business.id, status, find, limit=MOST)).tickets


def ticket_cells(ticket: Ticket, business: Business, now: datetime) -> tuple[str, ...]:
    """Return a ticket as the cells of a table."""
    stay, asked = ticket.stay, ticket.created_at.astimezone(business.zone)
    waits = (now - ticket.created_at) // timedelta(minutes=1)
    waiting = f"{waits} min{', overdue' if ticket.is_overdue else ''}" if ticket.status is Status.PENDING else ""
    return (
        ticket.reference,
        ticket.name or "",
        ticket.phone or "",
        ticket.room_name,
        stay.check_in.isoformat(),
        stay.check_out.isoformat(),
        str(stay.guests),
        f"{ticket.total.amount:.2f} {ticket.total.currency}" if ticket.total else "",
        f"{asked:%Y-%m-%d %H:%M}",
        waiting,
    )


def ticket_data(ticket: Ticket, business: Business) -> dict[str, object]:
    """Return a ticket as plain data."""
    return {
        "reference": ticket.reference,
        "status": ticket.status.value,
        "overdue": ticket.is_overdue,
        "room_type": ticket.room_type,
        "check_in": ticket.stay.check_in.isoformat(),
        "check_out": ticket.stay.check_out.isoformat(),
        "guests": ticket.stay.guests,
        "total": {"amount": str(ticket.total.amount), "currency": ticket.total.currency} if ticket.total else None,
        "name": ticket.name,
        "phone": ticket.phone,
        "special_requests": ticket.special_requests,
        "created_at": ticket.created_at.astimezone(business.zone).isoformat(timespec="minutes"),
        "conversation": ticket.conversation_id,
    }


def said_of(decision: Decided | NightsGone | NoReason | NotDecided, business: Business) -> str:
    """Say what became of a decision."""
    match decision:
        case Decided(ticket):
            return f"Ticket {ticket.reference} is {ticket.status.value}."
        case NightsGone(ticket, nights):
            when = ", ".join(night.isoformat() for night in nights)
            return f"Ticket {ticket.reference} was not changed: no {ticket.room_name} is left on {when}."
        case AlreadyDecided(ticket, by, at):
            when = f"{at.astimezone(business.zone):%Y-%m-%d %H:%M}"
            return f"Ticket {ticket.reference} was not changed: it is {ticket.status.value}, by {by} on {when}."
        case TicketChanged(ticket):
            return f"Ticket {ticket.reference} was not changed: it is not what you saw any more."
        case NoReason():
            return f"A rejection has a reason of at most {LONGEST_REASON} characters."
        case NoSuchTicket():
            return "There is no such ticket."
