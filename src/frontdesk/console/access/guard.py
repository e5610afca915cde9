"""Stands before every page: who asks, may they, and did the request come from one of our own pages.

A route takes `Staff` or `Owner` as the type of an argument; without a login it answers 401 with the login page, to
whoever shows a guest's token or has the wrong role 403.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, NoReturn

from fastapi import Depends, Request
from starlette.datastructures import FormData

from frontdesk.console.access.doors import Person, digest, holder_of, person_of
from frontdesk.console.rooms import Console, Room
from frontdesk.desk.desk import Desk
from frontdesk.scheduling.business import Business

COOKIE = "frontdesk_staff"
FIELD, HEADER = "csrf", "x-csrf-token"
BACKGROUND = "x-background"  # the header of what a page asks by itself, with nobody at it
SAFE = ("GET", "HEAD", "OPTIONS")

Why = Literal["login", "guest", "role", "forged", "missing"]


@dataclass(slots=True)
class TurnedAway(Exception):  # noqa: N818 - what is the case
    """A request that gets no further."""

    status: int
    why: Why
    room: Room | None = None
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class At:
    """Somebody at work: who, in which business, and what their request holds."""

    request: Request
    room: Room
    person: Person
    form: FormData
    mark: str  # how far everything had got before anything was read for this request

    @property
    def desk(self) -> Desk:
        """The desk of the business."""
        return self.room.desk

    @property
    def business(self) -> Business:
        """The business, as it is now."""
        return self.room.business

    def now(self) -> datetime:
        """Return the moment, in the zone of the business."""
        return self.desk.clock().astimezone(self.business.zone)

    def path(self, *parts: str) -> str:
        """Return the address of a page of this business."""
        return "/".join(("/staff", self.business.id, *parts))

    def text(self, name: str) -> str:
        """Return a field of the form, without what surrounds it; "" if there is none, or a file."""
        value = self.form.get(name)
        return value.strip() if isinstance(value, str) else ""

    def as_typed(self, name: str) -> str:
        """Return a field of the form to the letter: a space is part of a password."""
        value = self.form.get(name)
        return value if isinstance(value, str) else ""

    @property
    def wants_fragment(self) -> bool:
        """Whether a page asks for a part of itself, rather than a browser for a page."""
        return "x-fragment" in self.request.headers


def console_of(request: Request) -> Console:
    """Return the console of the server."""
    console: Console = request.app.state.console
    return console


def room_of(request: Request, business: str) -> Room:
    """Return the room of a business; there may be none of that name."""
    room = console_of(request).rooms.get(business)
    if room is None:
        raise TurnedAway(404, "missing")
    return room


async def staff(request: Request, business: str) -> At:
    """Let in whoever is logged in to this business."""
    room = room_of(request, business)
    token = request.cookies.get(COOKIE)
    person = await _person_at(request, room, token) if token else None
    if person is None:
        _turn_away(request, room)
    mark = await room.live.mark_now()
    form = await request.form() if _has_form(request) else FormData()
    if request.method not in SAFE and not _is_ours(request, person, form):
        raise TurnedAway(403, "forged", room, person)
    return At(request, room, person, form, mark)


async def _person_at(request: Request, room: Room, token: str) -> Person | None:
    """Return who asks. What a page does by itself keeps no session: one that is left open ends all the same."""
    if BACKGROUND in request.headers or request.url.path.endswith("/events"):
        return await holder_of(room.desk, digest(token))
    return await person_of(room.desk, token)


async def owner(at: Annotated[At, Depends(staff)]) -> At:
    """Let in owners of this business."""
    if not at.person.is_owner:
        raise TurnedAway(403, "role", at.room, at.person)
    return at


def _turn_away(request: Request, room: Room) -> NoReturn:
    # A guest's token opens a conversation of theirs and nothing here.
    if request.headers.get("authorization"):
        raise TurnedAway(403, "guest", room)
    raise TurnedAway(401, "login", room)


def _has_form(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    return request.method not in SAFE and kind in ("application/x-www-form-urlencoded", "multipart/form-data")


def _is_ours(request: Request, person: Person, form: FormData) -> bool:
    """Say whether a change was sent by a page of ours: it holds what only that session's pages know."""
    return is_same_origin(request.headers, request.url.netloc) and person.csrf in (
        request.headers.get(HEADER),
        form.get(FIELD),
    )


def is_same_origin(headers: Mapping[str, str], host: str) -> bool:
    """Say whether a request comes from this site; browsers say where a page is from, other programs need not."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == host


Staff = Annotated[At, Depends(staff)]
Owner = Annotated[At, Depends(owner)]
