"""The door: choosing a business, logging in."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from starlette.responses import RedirectResponse

from frontdesk.channels.web.addresses import address_of
from frontdesk.console.access.doors import LONGEST_LOGIN, Locked, NeedsCode, NotLetIn, Try, log_in, person_of
from frontdesk.console.access.guard import COOKIE, TurnedAway, console_of, is_same_origin, room_of
from frontdesk.console.pages import NO_STORE, outer_page
from frontdesk.console.rooms import Room

router = APIRouter(prefix="/staff", include_in_schema=False)


@router.get("")
async def choose(request: Request) -> Response:
    """Let people choose their business."""
    rooms = console_of(request).rooms
    if len(rooms) == 1:
        return RedirectResponse(f"/staff/{next(iter(rooms))}/today", 303)
    return outer_page(None, "choose.html", rooms=[room.business for room in rooms.values()])


@router.get("/{business}")
async def inside(request: Request, business: str) -> Response:
    """Lead to the first page."""
    return RedirectResponse(f"/staff/{room_of(request, business).business.id}/today", 303)


@router.get("/{business}/login")
async def door(request: Request, business: str, then: str = "") -> Response:
    """Show the login page."""
    room = room_of(request, business)
    token = request.cookies.get(COOKIE)
    if token and await person_of(room.desk, token):
        return RedirectResponse(inside_only(room, then), 303)
    return login_page(room, then)


@router.post("/{business}/login")
async def enter(
    request: Request,
    business: str,
    login: Annotated[str, Form(max_length=LONGEST_LOGIN)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
    code: Annotated[str, Form(max_length=100)] = "",
    then: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Let somebody in, or say why not."""
    room = room_of(request, business)
    if not is_same_origin(request.headers, request.url.netloc):
        raise TurnedAway(403, "forged", room)
    address = address_of(request) or ""
    console_of(request).tries.check(address)
    try:
        token = await log_in(room.desk, Try(login.strip().casefold(), password, code, address))
    except NotLetIn as no:
        status = 429 if isinstance(no, Locked) else 401
        return login_page(room, then, login=login, said=str(no), code=isinstance(no, NeedsCode), status=status)
    answer = RedirectResponse(inside_only(room, then), 303, NO_STORE)
    set_session(answer, request, room, token)
    return answer


def set_session(answer: Response, request: Request, room: Room, token: str) -> None:
    """Let the browser hold what lets it in; it sends it to this business's console only."""
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, path=f"/staff/{room.business.id}", httponly=True, samesite="lax", secure=secure)


def login_page(
    room: Room, then: str, *, login: str = "", said: str = "", code: bool = False, status: int = 200
) -> Response:
    """Return the login page; after it the browser goes on where it wanted to."""
    return outer_page(room, "login.html", status=status, then=then, login=login, said=said, code=code)


def inside_only(room: Room, then: str) -> str:
    """Return where to go after the login: a page of this console, whatever was asked for."""
    home = f"/staff/{room.business.id}/"
    asked = urlsplit(then)
    plain = not asked.scheme and not asked.netloc and "\\" not in then and "//" not in asked.path
    is_page = asked.path.startswith(home) and not asked.path.startswith((f"{home}login", f"{home}events"))
    return then if plain and is_page and ".." not in asked.path else f"{home}today"
