"""Diary: who is booked when; a day of everybody, or a week of somebody, and what is open beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.diary.changes import NoBooking, booking_named, hand_of
from frontdesk.console.diary.colours import stylesheet
from frontdesk.console.diary.forms import WrongInput, moment_of, provider_of
from frontdesk.console.diary.free import targets, times
from frontdesk.console.diary.page import Beside, diary_page
from frontdesk.console.diary.panel import block_panel, booking_panel, form_panel, told_how
from frontdesk.console.diary.place import Looking, NoPlace, day_of, looking, said_moment
from frontdesk.console.pages import NO_STORE, page
from frontdesk.desk import staff_bookings
from frontdesk.desk.staff import NotPossible
from frontdesk.desk.staff_bookings import Wish
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.get("/diary")
async def diary(at: Staff) -> Response:
    """Show a page of the diary."""
    try:
        here = looking(at)
    except NoPlace as no:
        return page(at, "diary_no_place.html", status=400, here="diary", said=str(no))
    return await diary_page(at, here, _beside(at, here))


def _beside(at: At, here: Looking) -> Beside:
    """Read from the address what is open beside the diary."""
    query = at.request.query_params
    if reference := query.get("booking"):
        return Beside(lambda unit: booking_panel(at, unit, reference), do=query.get("do", ""))
    if number := query.get("block"):
        return Beside(lambda unit: block_panel(at, unit, number))
    if query.get("new") in ("booking", "block"):
        kind = f"new_{query['new']}"
        return Beside(lambda _: form_panel(kind, _filled_in(at, here)))
    return Beside()


def _filled_in(at: At, here: Looking) -> dict[str, str]:
    """Fill a form in with what is known: where somebody clicked, and whom they look at."""
    query = at.request.query_params
    start = _clicked(at, query.get("at", ""))
    provider = query.get("provider", "") or (here.who.id if here.who else "")
    day = start.date().isoformat() if start else here.day.isoformat()
    clock = f"{start:%H:%M}" if start else ""
    known = {"service": query.get("service", ""), "provider": provider, "day": day, "time": clock}
    return {**known, "first": day, "last": day, "from": clock}


def _clicked(at: At, text: str) -> datetime | None:
    try:
        return moment_of(at, text, "time") if text else None
    except WrongInput:
        return None


@router.get("/diary/colours.css")
async def colours(at: Staff) -> Response:
    """Give every service its colour."""
    return Response(stylesheet(len(at.business.services)), media_type="text/css", headers=NO_STORE)


@router.get("/diary/targets/{reference}")
async def free_targets(at: Staff, reference: str) -> Response:
    """Say where on this page a booking could go, and what moving it means."""

    def look(unit: Unit) -> dict[str, object]:
        hand, here = hand_of(at, unit), looking(at)
        row = staff_bookings.standing(hand, booking_named(hand, reference).reference)
        found = [
            {
                "column": each.column,
                "low": each.low,
                "high": each.high,
                "start": each.start.isoformat(),
                "text": said_moment(each.start, at),
                "provider": each.resource.id,
                "name": each.resource.name,
            }
            for each in targets(hand, row, here)
        ]
        late = staff_bookings.lateness(hand, row) or ""
        version = len(unit.bookings.changes(row.id))
        return {"version": version, "told": told_how(hand, row), "late": late, "targets": found}

    return await _answered(at, look)


@router.get("/diary/times")
async def free_times(at: Staff) -> Response:
    """Say when something is free on a day: a form shows it while it is filled in."""
    query = at.request.query_params

    def look(unit: Unit) -> dict[str, object]:
        hand = hand_of(at, unit)
        row = booking_named(hand, query["booking"]) if query.get("booking") else None
        service = row.service if row else query.get("service", "")
        wish = Wish(service, at.now(), provider_of(at, query.get("provider", "")), row)
        found = times(hand, wish, (day_of(query.get("day", ""), at.now().date()),))
        return {"times": [{"at": each.start.isoformat(), "time": f"{each.start:%H:%M}"} for each in found]}

    return await _answered(at, look)


async def _answered(at: At, look: Callable[[Unit], dict[str, object]]) -> Response:
    try:
        return JSONResponse(await at.desk.store.run(look), headers=NO_STORE)
    except NoBooking as no:
        return JSONResponse({"said": str(no)}, 404, NO_STORE)
    except (NoPlace, WrongInput) as no:
        return JSONResponse({"said": str(no)}, 400, NO_STORE)
    except NotPossible as no:
        return JSONResponse({"said": str(no)}, 409, NO_STORE)
