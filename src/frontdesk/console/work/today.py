"""Today: what needs a person now, the longest waiting first; what is done leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.pages import NO_STORE, page
from frontdesk.console.words import reason_of, who_of, wish_of
from frontdesk.console.work.talk import guest_name, names_by_login
from frontdesk.desk.staff import reachable
from frontdesk.storage.rows import StaffRequest
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
    is_chat: bool  # they wait in a conversation that a person has taken over


def waiting_in(unit: Unit, business: str) -> list[Waiting]:
    """Return who waits, the longest waiting first."""
    needs = unit.overview.needs(business)
    chats = [
        Waiting(
            address=("conversations", line.id),
            who=guest_name(line),
            why="Waits for an answer in the chat",
            words=line.last.text if line.last else "",
            since=line.last.at if line.last else line.updated_at,
            seen_to_by=line.held_by,
            is_chat=True,
        )
        for line in needs.conversations
    ]
    asked = [_request(reachable(unit, each)) for each in needs.requests if each.answered_at is None]
    return sorted([*chats, *asked], key=lambda each: each.since)


def _request(request: StaffRequest) -> Waiting:
    return Waiting(
        address=("requests", str(request.id)),
        who=who_of(request),
        why=reason_of(request),
        words=wish_of(request),
        since=request.at,
        seen_to_by=request.assigned_to,
        is_chat=False,
    )


@router.get("/today")
async def today(at: Staff) -> Response:
    """Show what waits."""

    def read(unit: Unit) -> tuple[list[Waiting], Mapping[str, str]]:
        return waiting_in(unit, at.business.id), names_by_login(unit, at.business.id)

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
    rows = await at.desk.store.look(lambda unit: waiting_in(unit, at.business.id))
    theirs = [each for each in rows if each.seen_to_by in (None, at.person.login)]
    data = {"count": len(theirs), "rows": [_data(at, each) for each in theirs[-ROWS:]]}
    return JSONResponse(data, headers=NO_STORE)


def _data(at: At, each: Waiting) -> dict[str, str]:
    """Return somebody who waits as plain data; `key` is another one when they have written again."""
    address = at.path(*each.address)
    return {"who": each.who, "why": each.why, "address": address, "key": f"{address} {each.since.isoformat()}"}
