"""Today: what needs a person now, the longest waiting first; what is done leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.hotel.wording import minutes_in_words, stay_in_words
from frontdesk.console.pages import NO_STORE, page
from frontdesk.console.words import known_of, reason_of, who_of, wish_of
from frontdesk.console.work.talk import guest_name, names_by_login
from frontdesk.desk.staff import reachable
from frontdesk.desk.ticket_notices import REMINDER
from frontdesk.desk.ticket_pages import waiting_tickets
from frontdesk.desk.tickets import Ticket
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import StaffRequest
from frontdesk.storage.tickets import WantedWaiting
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

ROWS = 100  # that are shown


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits for a person."""

    address: tuple[str, str]
    who: str
    why: str
    words: str
    since: datetime
    seen_to_by: str | None  # a login
    sign: str  # the icon of what they wait in: a conversation that a person has taken over, a request, a ticket
    late: str = ""  # what they were told, and is no longer so


def waiting_in(unit: Unit, business: Business, now: datetime) -> list[Waiting]:
    """Return who waits, the longest waiting first."""
    needs = unit.overview.needs(business.id)
    tickets = _tickets(unit, business, now)
    references = {each.address[1] for each in tickets}
    chats = [
        Waiting(
            address=("conversations", line.id),
            who=guest_name(line),
            why="Waits for an answer in the chat",
            words=line.last.text if line.last else "",
            since=line.last.at if line.last else line.updated_at,
            seen_to_by=line.held_by,
            sign="talk",
        )
        for line in needs.conversations
    ]
    asked = [
        _request(reachable(unit, each))
        for each in needs.requests
        if each.answered_at is None and not _reminds_of(each, references)
    ]
    return sorted([*chats, *asked, *tickets], key=lambda each: each.since)


def _reminds_of(request: StaffRequest, references: set[str]) -> bool:
    """Say whether a request only reminds of a ticket that is listed itself."""
    return request.reason == REMINDER and known_of(request).get("reference") in references


def _tickets(unit: Unit, business: Business, now: datetime) -> list[Waiting]:
    """Return the guests who wait for a room."""
    if not business.room_types:
        return []
    found = waiting_tickets(unit, business, now, WantedWaiting(business.id, now, limit=ROWS))
    return [_ticket(each, business) for each in found.tickets]


def _ticket(ticket: Ticket, business: Business) -> Waiting:
    return Waiting(
        address=("tickets", ticket.reference),
        who=ticket.name or ticket.phone or "A guest",
        why=f"Wants a room: {ticket.room_name}, {stay_in_words(ticket.stay)}",
        words=ticket.special_requests or "",
        since=ticket.created_at,
        seen_to_by=None,
        sign="bed",
        late=f"Over {minutes_in_words(business.stays.answer_within)}" if ticket.is_overdue else "",
    )


def _request(request: StaffRequest) -> Waiting:
    return Waiting(
        address=("requests", str(request.id)),
        who=who_of(request),
        why=reason_of(request),
        words=wish_of(request),
        since=request.at,
        seen_to_by=request.assigned_to,
        sign="request",
    )


@router.get("/today")
async def today(at: Staff) -> Response:
    """Show what waits."""

    def read(unit: Unit) -> tuple[list[Waiting], Mapping[str, str]]:
        return waiting_in(unit, at.business, at.now()), names_by_login(unit, at.business.id)

    rows, names = await at.desk.store.look(read)
    mine = [each for each in rows if each.seen_to_by in (None, at.person.login)]
    others = [each for each in rows if each.seen_to_by not in (None, at.person.login)]
    return page(
        at,
        "today.html",
        here="today",
        names=names,
        mine=mine[:ROWS],
        others=others[:ROWS],
        more=max(0, len(mine) - ROWS),
    )


@router.get("/waiting")
async def waiting(at: Staff) -> Response:
    """Say how many wait, and who they are: for the badge, the title of the tab, and the bell."""
    rows = await at.desk.store.look(lambda unit: waiting_in(unit, at.business, at.now()))
    theirs = [each for each in rows if each.seen_to_by in (None, at.person.login)]
    data = {"count": len(theirs), "rows": [_data(at, each) for each in theirs[-ROWS:]]}
    return JSONResponse(data, headers=NO_STORE)


def _data(at: At, each: Waiting) -> dict[str, str]:
    """Return somebody who waits as plain data; `key` is another one when they have written again."""
    address = at.path(*each.address)
    return {"who": each.who, "why": each.why, "address": address, "key": f"{address} {each.since.isoformat()}"}
