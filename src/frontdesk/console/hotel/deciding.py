"""Approving, rejecting and cancelling tickets: once, by the version that was seen; the second is told who was first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.addresses import missing, number_in
from frontdesk.console.hotel import wording
from frontdesk.console.hotel.tickets import Reference, of_a_hotel, ticket_page
from frontdesk.console.pages import Flash, day_and_time, go
from frontdesk.console.work.talk import names_by_login
from frontdesk.desk import tickets
from frontdesk.desk.staff_bookings import Hand
from frontdesk.desk.tickets import (
    LONGEST_REASON,
    AlreadyDecided,
    Decided,
    NightsGone,
    NoReason,
    NotDecided,
    Ticket,
    TicketChanged,
)
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

REASON = f"Say why, in 1 to {LONGEST_REASON} characters: the guest is told."
CHANGED = "Nothing was changed: the ticket is not what you saw any more. Look at it again, then decide."

Decision: TypeAlias = Decided | NightsGone | NoReason | NotDecided


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was changed, in words, and the status that goes with it."""

    said: str
    status: int = 409


@router.get("/tickets/{reference}/approve")
@router.get("/tickets/{reference}/reject")
@router.get("/tickets/{reference}/cancel")
async def page_of_a_decision(at: Staff, reference: Reference) -> Response:
    """Lead to the page: a browser asks here after a decision that was not made, or after logging in again."""
    return go(of_a_hotel(at), at.path("tickets", reference))


@router.post("/tickets/{reference}/approve")
async def approve(at: Staff, reference: Reference) -> Response:
    """Approve a ticket."""
    seen = number_in(at.text("version"))
    told = "Approved, and the ERP is told." if at.business.erp else "Approved."
    return await _decide(of_a_hotel(at), reference, lambda hand: tickets.approve(hand, reference, seen), told)


@router.post("/tickets/{reference}/reject")
async def reject(at: Staff, reference: Reference) -> Response:
    """Reject a ticket, with the reason that the guest is told."""
    seen, reason = number_in(at.text("version")), at.text("reason")
    return await _decide(
        of_a_hotel(at), reference, lambda hand: tickets.reject(hand, reference, reason, seen), "Rejected."
    )


@router.post("/tickets/{reference}/cancel")
async def cancel(at: Staff, reference: Reference) -> Response:
    """Cancel a stay that was approved: its guest cannot come, say."""
    seen, note = number_in(at.text("version")), at.text("note")
    told = "Cancelled. Cancel it in the ERP too." if at.business.erp else "Cancelled."
    return await _decide(of_a_hotel(at), reference, lambda hand: tickets.cancel(hand, reference, note, seen), told)


async def _decide(at: At, reference: str, decide: Callable[[Hand], Decision], told: str) -> Response:
    house, now = at.desk.house, at.now()

    def work(unit: Unit) -> Ticket | Refusal:
        return _ended(at, unit, decide(Hand(house, unit, now, at.person.login)))

    ended = await at.desk.store.run(work)
    if isinstance(ended, Refusal):
        return await ticket_page(at, reference, ended.said, ended.status)
    at.room.work.background.wake()
    at.room.live.poke()
    guest = "The guest is told in the conversation." if ended.conversation_id else "Requests has a call to the guest."
    return go(at, at.path("tickets", reference), Flash(f"{told} {guest}"))


def _ended(at: At, unit: Unit, decision: Decision) -> Ticket | Refusal:
    """Return the ticket that was decided on, or why it was not."""
    match decision:
        case Decided(ticket):
            return ticket
        case NoReason():
            return Refusal(REASON, 400)
        case NightsGone():
            return Refusal(wording.nights_gone(decision))
        case AlreadyDecided():
            names = names_by_login(unit, at.business.id)
            return Refusal(wording.decided_before(decision, names, day_and_time(decision.at, at)))
        case TicketChanged():
            return Refusal(CHANGED)
        case tickets.NoSuchTicket():
            raise missing(at)
