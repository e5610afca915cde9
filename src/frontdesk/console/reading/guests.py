"""Guests: a list that can be searched, one guest with all that is kept of them, merging two, forgetting one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import At, Owner, Staff
from frontdesk.console.addresses import asked, asked_number, missing, number_in, row_number, view
from frontdesk.console.names import provider_of, reason_of, service_of
from frontdesk.console.pages import Flash, go, page
from frontdesk.console.reading import guest_changes as changes
from frontdesk.storage.guest_overview import PAGE, WhichGuests
from frontdesk.storage.overview_rows import GuestHistory, GuestLine
from frontdesk.storage.rows import Address
from frontdesk.storage.unit import Unit

WORDS = {WhichGuests.KNOWN: "Known", WhichGuests.COMING: "With a booking ahead", WhichGuests.ALL: "Everybody"}
NOT_YET = (
    "The guest is forgotten, but it is not done yet: another program is reading the database, and its file still holds"
    " traces. It is finished by itself as soon as that program lets go."
)

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.get("/guests")
async def guests(at: Staff) -> Response:
    """Show the guests, the newest first."""
    typed, before = asked(at, "q"), asked_number(at, "before")
    shown = asked(at, "show")
    which = WhichGuests(shown) if shown in WORDS else WhichGuests.KNOWN
    business, now = at.business.id, at.now()

    def listed(unit: Unit) -> tuple[GuestLine, ...]:
        return unit.guest_overview.page(business, now, which, search=typed, before=before)

    lines = await at.desk.store.look(listed)
    older = lines[-1].id if len(lines) == PAGE else 0
    return page(
        at,
        "guests.html",
        here="guests",
        lines=lines,
        typed=typed,
        which=which,
        is_first=not before,
        chips=[(each, word, view(at, "guests", show=each, q=typed)) for each, word in WORDS.items()],
        older=view(at, "guests", show=which, q=typed, before=older) if older else "",
        everywhere=view(at, "guests", show=WhichGuests.ALL, q=typed),
    )


@router.get("/guests/{guest}")
async def guest(at: Staff, guest: str) -> Response:
    """Show one guest and all that is kept of them; who turned out to be another leads there."""
    return await _guest_page(at, row_number(at, guest))


@dataclass(frozen=True, slots=True)
class SeenGuest:
    """What the page of a guest shows, at one moment."""

    kept: int | None  # who they turned out to be
    history: GuestHistory | None
    line: GuestLine | None
    addresses: tuple[Address, ...]


def _seen(unit: Unit, business: str, number: int, now: datetime) -> SeenGuest:
    return SeenGuest(
        unit.guest_overview.kept(business, number),
        unit.guest_overview.history(business, number),
        unit.guest_overview.line(business, number, now),
        unit.guests.addresses(number),
    )


async def _guest_page(at: At, number: int, *, said: str = "", status: int = 200) -> Response:
    business, now = at.business, at.now()
    seen = await at.desk.store.look(lambda unit: _seen(unit, business.id, number, now))
    if seen.kept is not None:
        return go(at, at.path("guests", str(seen.kept)), Flash(f"Guest {number} was merged with this guest."))
    history = seen.history
    if history is None:
        raise missing(at)
    is_gone = history.guest.forgotten_at is None or await at.desk.store.has_forgotten()
    return page(
        at,
        "guest.html",
        status=status,
        here="guests",
        history=history,
        line=seen.line,
        addresses=seen.addresses,
        is_gone=is_gone,
        not_yet=NOT_YET,
        word=changes.WORD,
        said=said,
        reason_of=reason_of,
        service_of=partial(service_of, business),
        provider_of=partial(provider_of, business),
    )


@router.get("/guests/{guest}/merge")
async def choose_other(at: Staff, guest: str) -> Response:
    """Show who else this guest may be, or both side by side with what is kept."""
    return await _merge_page(at, row_number(at, guest), asked_number(at, "with"))


async def _merge_page(at: At, kept: int, other: int, *, said: str = "", status: int = 200) -> Response:
    typed, business, now = asked(at, "q"), at.business.id, at.now()
    this = await at.desk.store.look(lambda unit: changes.guest_of(unit, at, kept))
    both = await at.desk.store.look(lambda unit: changes.preview(unit, at, kept, other)) if other else None
    proposed = await at.desk.store.look(lambda unit: changes.alike(unit, at, this)) if both is None else ()
    found: tuple[GuestLine, ...] = ()
    if typed and both is None:
        found = await at.desk.store.look(
            lambda unit: unit.guest_overview.page(business, now, WhichGuests.ALL, search=typed)
        )
    refused = said or ("There is no such guest here." if other and both is None else "")
    return page(
        at,
        "merge.html",
        status=status,
        here="guests",
        this=this,
        both=both,
        proposed=proposed,
        found=[line for line in found if line.id != kept],
        typed=typed,
        said=refused,
        to_other=lambda number: view(at, "guests", str(kept), "merge", **{"with": number}),
        swapped=view(at, "guests", str(other), "merge", **{"with": kept}) if other else "",
    )


@router.post("/guests/{guest}/merge")
async def merge(at: Staff, guest: str) -> Response:
    """Make two guests one."""
    kept, other = row_number(at, guest), number_in(at.text("other"))
    refused = await at.desk.store.run(lambda unit: changes.merge(unit, at, kept, other))
    if refused:
        return await _merge_page(at, kept, other, said=refused, status=409)
    at.room.live.poke()
    return go(at, at.path("guests", str(kept)), Flash("The two are one guest now."))


@router.post("/guests/{guest}/forget")
async def forget(at: Owner, guest: str) -> Response:
    """Forget a guest for good, when the word for it is typed."""
    number = row_number(at, guest)
    if at.text("word").casefold() != changes.WORD:
        return await _guest_page(at, number, said=f"Nothing was forgotten: type {changes.WORD}.", status=400)
    done = await at.desk.store.run(lambda unit: changes.forget(unit, at, number))
    at.desk.ears.forget()  # what is remembered of conversations under way
    at.room.live.poke()
    if not done:
        return go(at, at.path("guests", str(number)), Flash("This guest was forgotten before.", "warn"))
    gone = await at.desk.store.has_forgotten()
    said = Flash("The guest is forgotten: names, numbers and words are gone.") if gone else Flash(NOT_YET, "warn")
    return go(at, at.path("guests", str(number)), said)
