"""Puts the console into the server: its routes, and what those see who are turned away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, FastAPI, Path, Request, Response
from starlette.responses import StreamingResponse

from frontdesk.channels.web.api import Web
from frontdesk.channels.web.hub import Hub
from frontdesk.channels.web.problems import Problem
from frontdesk.console.access import door, own_account, people
from frontdesk.console.access.door import login_page
from frontdesk.console.access.doors import holder_of
from frontdesk.console.access.guard import At, Staff, TurnedAway
from frontdesk.console.addresses import missing
from frontdesk.console.diary import days, posts
from frontdesk.console.hotel import deciding, inventory, tickets
from frontdesk.console.live import Live
from frontdesk.console.pages import KINDS, NO_STORE, outer_page, static_file
from frontdesk.console.reading import audit, guests, not_understood, numbers, search
from frontdesk.console.rooms import Console, Room
from frontdesk.console.settings import sections
from frontdesk.console.sorry import sorry
from frontdesk.console.work import conversations, own_chat, requests, today
from frontdesk.desk.serving import Opened
from frontdesk.desk.work import work_of
from frontdesk.storage.unusable import DatabaseUnusable

# One line for each part of the console, with its routes below /staff/{business}.
PARTS = (
    today.router,
    conversations.router,
    own_chat.router,
    requests.router,
    tickets.router,
    deciding.router,
    inventory.router,
    days.router,
    posts.router,
    own_account.router,
    people.router,
    guests.router,
    numbers.router,
    not_understood.router,
    audit.router,
    search.router,
    sections.router,
)

ANOTHER_LOOK_AT_THE_SESSION = timedelta(seconds=10)

SAID = {
    "login": "Log in first.",
    "guest": "A guest's token does not open the console.",
    "role": "Only an owner may do this.",
    "forged": "This did not come from a page of ours, or that page is too old. Load the page again and repeat it.",
    "missing": "There is nothing at this address.",
}


def add_console(app: FastAPI, opened: Mapping[str, Opened]) -> Callable[[], Awaitable[None]]:
    """Add the console of these businesses to a server; returns how it is closed."""
    web: Web = app.state.web
    console = Console({name: _room(each, web.hubs[name]) for name, each in opened.items()})
    app.state.console = console
    app.add_exception_handler(TurnedAway, _turned_away)
    app.add_exception_handler(DatabaseUnusable, sorry)
    app.include_router(_static_routes())
    app.include_router(_live_routes())
    for part in PARTS:
        app.include_router(part)
    app.include_router(door.router)
    app.include_router(_nothing_else())
    return console.close


def _room(opened: Opened, hub: Hub) -> Room:
    return Room(opened.desk, opened.folder, hub, Live(opened.desk), opened.work or work_of(opened.desk))


async def _turned_away(request: Request, error: Exception) -> Response:
    """Show the login page, or say why not; programs get a problem."""
    if not isinstance(error, TurnedAway):
        raise error
    if "text/html" not in request.headers.get("accept", "") or "x-fragment" in request.headers:
        return Problem(error.status, error.why, SAID[error.why], NO_STORE).response()
    if error.why == "login" and error.room is not None:
        then = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        if request.method not in ("GET", "HEAD"):
            then = request.headers.get("referer", "").partition(request.url.netloc)[2]
        said = "" if request.method == "GET" else "You were logged out meanwhile. Nothing was changed; log in to go on."
        return login_page(error.room, then, said=said, status=error.status)
    return outer_page(error.room, "turned_away.html", status=error.status, why=error.why, said=SAID[error.why])


def _static_routes() -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/staff/static/{name}")
    async def static(name: Annotated[str, Path(max_length=100, pattern=r"^[a-z_-]+\.(js|css|svg)$")]) -> Response:
        content = static_file(name)
        if content is None:
            raise Problem(404, "no-file", "There is no such file.")
        kind = KINDS[name.rpartition(".")[2]]
        return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=3600"})

    return router


async def told_while_let_in(at: At) -> AsyncIterator[str]:
    """Give events as long as the session lasts: it may end while its stream is open."""
    checked = at.desk.clock()
    async for event in at.room.live.listen(at.person.session):
        if at.desk.clock() - checked >= ANOTHER_LOOK_AT_THE_SESSION:
            if await holder_of(at.desk, at.person.session) is None:
                return
            checked = at.desk.clock()
        yield event


def _nothing_else() -> APIRouter:
    """Say inside the console that a page of it is not there; without this, staff land on the page for guests."""
    router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

    @router.get("/{rest:path}")
    async def nothing(at: Staff, rest: str) -> Response:  # noqa: ARG001 - whatever it is
        raise missing(at)

    return router


def _live_routes() -> APIRouter:
    router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

    @router.get("/events")
    async def events(at: Staff) -> Response:
        headers = {**NO_STORE, "X-Accel-Buffering": "no"}
        return StreamingResponse(told_while_let_in(at), media_type="text/event-stream", headers=headers)

    return router
