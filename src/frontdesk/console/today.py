"""Today: what needs a person now, the longest waiting first."""

from __future__ import annotations

from fastapi import APIRouter, Response

from frontdesk.console.guard import Staff
from frontdesk.console.pages import page

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.get("/today")
async def today(at: Staff) -> Response:
    """Show what waits."""
    requests = await at.desk.store.run(lambda unit: unit.requests.open(at.business.id))
    return page(at, "today.html", here="today", requests=requests)
