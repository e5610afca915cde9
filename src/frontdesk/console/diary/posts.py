"""What the forms of the diary do: book, move, cancel, keep time free, and undo."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import datetime

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from frontdesk.console.access.guard import At, Staff
from frontdesk.console.diary import changes
from frontdesk.console.diary.changes import Done, NoBooking
from frontdesk.console.diary.forms import WrongInput, contact_of, provider_of, start_of, version_of, wish_of
from frontdesk.console.diary.page import Beside, diary_page
from frontdesk.console.diary.panel import (
    BLOCK_FIELDS,
    BOOKING_FIELDS,
    Said,
    block_panel,
    booking_panel,
    form_panel,
    free_near,
)
from frontdesk.console.diary.place import Looking, looking_or_today, said_moment
from frontdesk.console.pages import NO_STORE, Flash, fields, go
from frontdesk.desk.staff import Kept, NotPossible, claim_of
from frontdesk.desk.staff_bookings import Wish
from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.hours import locally
from frontdesk.storage.rows import BookingRow

router = APIRouter(prefix="/staff/{business}/diary", include_in_schema=False)


@router.post("/bookings")
async def book(at: Staff) -> Response:
    """Book for a guest."""
    here, wish = looking_or_today(at), None
    try:
        wish = wish_of(at)
        row = await changes.book(at, wish, contact_of(at))
    except NotPossible as no:
        return await _form_again(at, here, no, wish)
    to = _shown_on(at, here, row.starts_at).address(booking=row.reference)
    return _done(at, to, Flash(f"Booked: {row.name}, {said_moment(row.starts_at, at)}. Reference {row.reference}."))


async def _form_again(at: At, here: Looking, no: NotPossible, wish: Wish | None) -> Response:
    """Show the form as it was filled in, with what is wrong, and what is free near the time that is not."""
    typed = dict(fields(at, *BOOKING_FIELDS))
    if wish is not None:
        typed |= {"day": f"{wish.start:%Y-%m-%d}", "time": f"{wish.start:%H:%M}"}
    asked = None if isinstance(no, WrongInput) else wish
    panel = Beside(
        lambda unit: form_panel("new_booking", typed, free_near(at, unit, asked)), Said.of(no), status=_status(no)
    )
    return await diary_page(at, here, panel)


@router.post("/bookings/{reference}/move")
async def move(at: Staff, reference: str) -> Response:
    """Move a booking, and tell the guest."""

    async def moved() -> Done:
        start, provider = start_of(at), provider_of(at, at.text("provider"))
        return await changes.move(at, reference, version_of(at), start, provider)

    return await _booking_changed(at, reference, "move", moved())


@router.post("/bookings/{reference}/undo")
async def undo(at: Staff, reference: str) -> Response:
    """Move a booking back where it was, and tell the guest again."""

    async def moved_back() -> Done:
        return await changes.move_back(at, reference, version_of(at))

    return await _booking_changed(at, reference, "undo", moved_back())


@router.post("/bookings/{reference}/cancel")
async def cancel(at: Staff, reference: str) -> Response:
    """Cancel a booking, and tell the guest."""

    async def cancelled() -> Done:
        return await changes.cancel(at, reference, version_of(at))

    return await _booking_changed(at, reference, "cancel", cancelled())


async def _booking_changed(at: At, reference: str, do: str, work: Awaitable[Done]) -> Response:
    """Change a booking; what cannot be done is said beside how it is now."""
    here = looking_or_today(at)
    try:
        done = await work
    except NotPossible as no:
        beside = Beside(lambda unit: booking_panel(at, unit, reference), Said.of(no), do, _status(no))
        return await diary_page(at, here, beside)
    to = _shown_on(at, here, done.row.starts_at)
    back = to.below("bookings", reference, "undo") + f"&version={done.version}" if do == "move" else ""
    address = here.address() if do == "cancel" else to.address(booking=reference)
    return _done(at, address, Flash(_said_of(at, do, done), undo=back))


def _said_of(at: At, do: str, done: Done) -> str:
    row = done.row
    told = f"{row.name or 'The guest'} was told." if done.told else f"{row.name or 'The guest'} was not told: no chat."
    if do == "cancel":
        return f"Cancelled: {row.reference}. The time is free again. {told}"
    word = "Moved" if do == "move" else "Moved back"
    return f"{word}: {row.reference} is on {said_moment(row.starts_at, at)}{_with(at, row)}. {told}"


def _with(at: At, row: BookingRow) -> str:
    known = at.business.resources.get(row.provider or "")
    return f" with {known.name}" if known else ""


@router.post("/blocks")
async def block(at: Staff) -> Response:
    """Keep time free of new bookings."""
    here = looking_or_today(at)
    try:
        claim = _claim_of(at)
        kept = await changes.block(at, claim)
    except NotPossible as no:
        typed = dict(fields(at, *BLOCK_FIELDS))
        beside = Beside(lambda _: form_panel("new_block", typed), Said.of(no), status=400)
        return await diary_page(at, here, beside)
    back = here.below("blocks", str(kept.id), "remove")
    return _done(at, here.address(block=str(kept.id)), Flash(_blocked(at, claim, kept), undo=back))


def _claim_of(at: At) -> Claim:
    """Read whose time is to be kept free: whole days, or from one time to another."""
    provider = provider_of(at, at.text("provider"))
    if provider is None:
        raise WrongInput("provider", "Choose whose time is to be kept free.")
    first, last = at.text("first"), at.text("last") or at.text("first")
    start = f"{first}T{at.text('from')}" if at.text("from") else first
    end = f"{last}T{at.text('to')}" if at.text("to") else last
    return claim_of(at.business, provider, start, end)


def _blocked(at: At, claim: Claim, kept: Kept) -> str:
    name = at.business.resources[claim.resource].name
    said = f"{name} takes no new bookings from {said_moment(claim.start, at)} to {said_moment(claim.end, at)}."
    if not kept.touches:
        return said
    count = len(kept.touches)
    return f"{said} {count} booking{'s' if count > 1 else ''} in it stay{'s' if count == 1 else ''}."


@router.post("/blocks/{number}/remove")
async def unblock(at: Staff, number: str) -> Response:
    """Open the time of a block again."""
    here = looking_or_today(at)
    try:
        claim = await changes.unblock(at, number)
    except NotPossible as no:
        beside = Beside(lambda unit: block_panel(at, unit, number), Said.of(no), status=409)
        return await diary_page(at, here, beside)
    name = at.business.resources[claim.resource].name if claim.resource in at.business.resources else claim.resource
    return _done(at, here.address(), Flash(f"The time of {name} from {said_moment(claim.start, at)} is open again."))


def _shown_on(at: At, here: Looking, moment: datetime) -> Looking:
    return here.on(locally(moment, at.business.zone).date())


def _status(no: NotPossible) -> int:
    return 400 if isinstance(no, WrongInput) else 404 if isinstance(no, NoBooking) else 409


def _done(at: At, to: str, flash: Flash) -> Response:
    """Lead to where the change can be seen; a page that does it without leaving is told the same."""
    if at.wants_fragment:
        return JSONResponse({"text": flash.text, "undo": flash.undo, "to": to}, headers=NO_STORE)
    return go(at, to, flash)
