"""The search from anywhere: guests, references and conversations that fit what was typed."""

from __future__ import annotations

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import Staff
from frontdesk.console.addresses import asked, view
from frontdesk.console.pages import page
from frontdesk.storage.guest_overview import FEW
from frontdesk.storage.overview import SEARCHED

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.get("/search")
async def search(at: Staff) -> Response:
    """Show what fits what was typed, a few of each kind."""
    typed, business, now = asked(at, "q"), at.business.id, at.now()
    found = await at.desk.store.look(lambda unit: unit.guest_overview.find(business, typed, now))
    return page(
        at,
        "search.html",
        typed=typed,
        found=found,
        most=FEW,
        searched=SEARCHED,
        all_guests=view(at, "guests", q=typed, show="all"),
        all_conversations=view(at, "conversations", q=typed),
    )
