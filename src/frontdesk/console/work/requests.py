"""Requests: what guests need of a person; somebody takes one, answers it, closes it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Response

from frontdesk.console.access.guard import At, Staff, TurnedAway
from frontdesk.console.pages import Flash, go, page
from frontdesk.console.words import known_of
from frontdesk.console.work.talk import END, colleagues_by_login, names_by_login
from frontdesk.desk import seeing_to
from frontdesk.desk.scene import LONGEST_MESSAGE
from frontdesk.desk.staff import END as LAST_MOMENT
from frontdesk.desk.staff import AlreadyDealtWith, NotPossible, reachable
from frontdesk.storage.rows import NumberedMessage, StaffRequest
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

ROWS = 200  # of a list
SHOWN = 8  # lines of the conversation beside a request
LARGEST = 2**62

Number = Annotated[int, Path(ge=1, le=LARGEST)]

# What a list can be narrowed to: address, word.
VIEWS = (("open", "Open"), ("mine", "Mine"), ("free", "Nobody's"), ("closed", "Closed"))


@dataclass(frozen=True, slots=True)
class Requests:
    """A list of requests, and how many there are of each kind."""

    rows: tuple[StaffRequest, ...]
    counts: Mapping[str, int | None]
    names: Mapping[str, str]
    view: str
    is_cut: bool


def requests_in(at: At, unit: Unit) -> Requests:
    """Return the list that the address bar asks for."""
    view = at.request.query_params.get("view", "open")
    is_open = [reachable(unit, each) for each in unit.requests.open(at.business.id)]
    lists = {
        "open": is_open,
        "mine": [each for each in is_open if each.assigned_to == at.person.login],
        "free": [each for each in is_open if each.assigned_to is None],
    }
    rows = lists.get(view)
    if view == "closed":
        made = unit.requests.all(at.business.id, LAST_MOMENT, 5 * ROWS)
        rows = [reachable(unit, each) for each in made if each.closed_at is not None]
    rows = is_open if rows is None else rows
    counts = {name: len(lists[name]) if name in lists else None for name, _ in VIEWS}
    names = names_by_login(unit, at.business.id)
    known = view if view in counts else "open"
    return Requests(tuple(rows[:ROWS]), counts, names, known, is_cut=len(rows) > ROWS)


@router.get("/requests")
async def requests(at: Staff) -> Response:
    """List what guests need of a person, the longest waiting first."""
    found = await at.desk.store.look(lambda unit: requests_in(at, unit))
    return page(at, "requests.html", here="requests", found=found, views=VIEWS)


@router.get("/requests/{number}")
async def request(at: Staff, number: Number) -> Response:
    """Show one request."""
    return await request_page(at, number)


@dataclass(frozen=True, slots=True)
class Seen:
    """A request with what was said around it."""

    request: StaffRequest
    lines: tuple[NumberedMessage, ...]
    names: Mapping[str, str]
    colleagues: Mapping[str, str]  # who can be given it, by login


async def request_page(at: At, number: int, said: str = "", status: int = 200) -> Response:
    """Return the page of a request."""

    def read(unit: Unit) -> Seen | None:
        found = unit.requests.by_id(number)
        if found is None or found.business != at.business.id:
            return None
        lines = unit.messages.latest(found.conversation_id, END, SHOWN)
        names, colleagues = names_by_login(unit, at.business.id), colleagues_by_login(unit, at.business.id)
        return Seen(reachable(unit, found), lines, names, colleagues)

    seen = await at.desk.store.look(read)
    if seen is None:
        raise TurnedAway(404, "missing", at.room, at.person)
    return page(
        at,
        "request.html",
        status=status,
        here="requests",
        seen=seen,
        request=seen.request,
        known=known_of(seen.request),
        is_open=at.room.hub.is_open(seen.request.conversation_id),
        said=said,
        typed=at.text("text"),
        longest=LONGEST_MESSAGE,
    )


@router.get("/requests/{number}/assign")
@router.get("/requests/{number}/answer")
@router.get("/requests/{number}/close")
async def page_of_a_change(at: Staff, number: Number) -> Response:
    """Lead to the page: a browser asks here after a change that was not made, or after logging in again."""
    return go(at, at.path("requests", str(number)))


async def _refused(at: At, number: int, said: str, status: int) -> Response:
    """Say why something was not done, at the page's own address, unless that would lose what was typed."""
    if at.wants_fragment or at.text("text"):
        return await request_page(at, number, said, status)
    return go(at, at.path("requests", str(number)), Flash(said, "warn"))


@router.post("/requests/{number}/assign")
async def assign(at: Staff, number: Number) -> Response:
    """Let somebody see to a request."""
    to, seen = at.text("to") or None, at.text("seen") or None
    names = await at.desk.store.look(lambda unit: colleagues_by_login(unit, at.business.id))
    if to is not None and to not in names:
        return await _refused(at, number, "Nobody of that login works here.", 400)
    who = "Nobody" if to is None else "You" if to == at.person.login else names[to]
    doing = seeing_to.assign(at.desk, number, at.person.login, to, seen)
    return await _done(at, number, doing, f"{who} {'see' if who == 'You' else 'sees'} to this.")


@router.post("/requests/{number}/answer")
async def answer(at: Staff, number: Number) -> Response:
    """Answer the guest."""
    act = seeing_to.answer_once_more if at.text("again") else seeing_to.answer
    return await _done(at, number, act(at.desk, number, at.person.login, at.text("text")), "Answered.")


@router.post("/requests/{number}/close")
async def close(at: Staff, number: Number) -> Response:
    """Close a request."""
    return await _done(at, number, seeing_to.close(at.desk, number, at.person.login), "Closed.")


async def _done(at: At, number: int, doing: Awaitable[None], said: str) -> Response:
    """Do it and go on, or show who was quicker."""
    try:
        await doing
    except AlreadyDealtWith as quicker:
        names = await at.desk.store.look(lambda unit: names_by_login(unit, at.business.id))
        return await _refused(at, number, _who_was_quicker(quicker, names), 409)
    except NotPossible as no:
        return await _refused(at, number, str(no), 400)
    at.room.live.poke()
    return go(at, at.path("requests", str(number)), Flash(said))


def _who_was_quicker(quicker: AlreadyDealtWith, names: Mapping[str, str]) -> str:
    """Say who did what with a request meanwhile."""
    request, who = quicker.request, names.get(quicker.by, quicker.by)
    if request.closed_at is not None:
        return f"{who} has closed this meanwhile."
    if request.answered_at is not None:
        return f"{who} has answered this meanwhile: {request.answer or ''}"
    return f"{who} sees to this by now." if request.assigned_to else "Nobody sees to this any more."
