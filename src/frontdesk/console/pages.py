"""Makes the pages of the console: templates, what all of them show, and what is said after something was done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from urllib.parse import quote, unquote

from fastapi import Request, Response
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.responses import RedirectResponse

from frontdesk.console import words
from frontdesk.console.access.guard import At
from frontdesk.console.names import called, phone_shown
from frontdesk.console.rooms import Room
from frontdesk.scheduling.business import Business

STATIC = files("frontdesk.console") / "static"
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
FLASH = "frontdesk_said"
# Kept nowhere; and the browser says where a form comes from, which it keeps to itself under a stricter policy.
NO_STORE = {"Cache-Control": "no-store", "Referrer-Policy": "same-origin"}
MOST_FLASH = 300  # characters


@dataclass(frozen=True, slots=True)
class RailEntry:
    """A page in the rail: its address, icon, word, a shorter word for phones, and the key that leads there after g."""

    address: str
    sign: str
    word: str
    short: str
    key: str


RAIL = (
    RailEntry("today", "today", "Today", "Today", "t"),
    RailEntry("tickets", "bed", "Tickets", "Tickets", "k"),
    RailEntry("diary", "diary", "Diary", "Diary", "d"),
    RailEntry("conversations", "talk", "Conversations", "Chats", "c"),
    RailEntry("requests", "request", "Requests", "Requests", "r"),
    RailEntry("guests", "guests", "Guests", "Guests", "g"),
    RailEntry("numbers", "numbers", "Numbers", "Numbers", "n"),
    RailEntry("settings", "settings", "Settings", "Settings", "s"),
)


def rail_of(business: Business) -> tuple[RailEntry, ...]:
    """Return the rail of a business: tickets where there are rooms, a diary where there is more to book than those."""
    hidden = {"diary"} if business.room_types and not business.services else set[str]()
    hidden |= set() if business.room_types else {"tickets"}
    return tuple(entry for entry in RAIL if entry.address not in hidden)


templates = Environment(
    loader=PackageLoader("frontdesk.console", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Flash:
    """What is said once, on the next page: what was done, and where it can be undone."""

    text: str
    kind: str = "good"  # or warn, bad
    undo: str = ""  # an address that undoes it when it is posted to


def page(at: At, name: str, *, status: int = 200, here: str = "", **values: object) -> Response:
    """Return a page for somebody who is logged in; `here` is where it stands in the rail."""
    # A part that follows a change must not take what the page that comes next is to say.
    flash = None if at.wants_fragment else flash_of(at.request, at.room)
    shared = {
        "at": at,
        "business": at.business,
        "person": at.person,
        "rail": rail_of(at.business),
        "here": here,
        "flash": flash,
        "now": at.now(),
        "path": at.path,
    }
    answer = Response(templates.get_template(name).render({**shared, **values}), status, NO_STORE, "text/html")
    if flash is not None:
        answer.delete_cookie(FLASH, path=f"/staff/{at.business.id}")
    return answer


def outer_page(room: Room | None, name: str, *, status: int = 200, **values: object) -> Response:
    """Return a page for somebody who is not logged in."""
    shared = {"business": room.business if room else None}
    return Response(templates.get_template(name).render({**shared, **values}), status, NO_STORE, "text/html")


def go(at: At, to: str, flash: Flash | None = None) -> Response:
    """Send the browser on, and say there what was done."""
    answer = RedirectResponse(to, 303, NO_STORE)
    if flash is not None:
        said = json.dumps({"text": flash.text[:MOST_FLASH], "kind": flash.kind, "undo": flash.undo})
        secure = at.request.url.scheme == "https"
        answer.set_cookie(
            FLASH,
            quote(said),
            max_age=60,
            path=f"/staff/{at.business.id}",
            httponly=True,
            samesite="lax",
            secure=secure,
        )
    return answer


def flash_of(request: Request, room: Room) -> Flash | None:
    """Return what is to be said once; what others put there is not."""
    kept = request.cookies.get(FLASH)
    if not kept:
        return None
    try:
        said = json.loads(unquote(kept))
        text, kind, undo = str(said["text"]), str(said["kind"]), str(said["undo"])
    except (ValueError, KeyError, TypeError):
        return None
    inside = undo.startswith(f"/staff/{room.business.id}/")
    return Flash(text[:MOST_FLASH], kind if kind in ("good", "warn", "bad") else "good", undo if inside else "")


def static_file(name: str) -> bytes | None:
    """Return a file of the console, or None."""
    return _read(name) if "/" not in name and not name.startswith(".") else None


@cache
def _read(name: str) -> bytes | None:
    file = STATIC / name
    return file.read_bytes() if file.is_file() else None


def ago(moment: datetime, now: datetime) -> str:
    """Say how long something has waited, in few words."""
    waited = max(now - moment, timedelta())
    minutes = waited // timedelta(minutes=1)
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h {minutes % 60:02} min"
    days = waited.days
    return f"{days} day{'s' if days > 1 else ''}"


def clock(moment: datetime, at: At) -> str:
    """Say a time of day, as the business has it."""
    return f"{moment.astimezone(at.business.zone):%H:%M}"


def day_and_time(moment: datetime, at: At) -> str:
    """Say a moment: today and yesterday by name."""
    there, today = moment.astimezone(at.business.zone), at.now().date()
    days = {0: "Today", 1: "Yesterday", -1: "Tomorrow"}
    day = days.get((today - there.date()).days) or f"{there:%a} {there.day} {there:%b}" + (
        "" if there.year == today.year else f" {there.year}"
    )
    return f"{day} {there:%H:%M}"


def isoformat(moment: datetime) -> str:
    """Write a moment for programs."""
    return moment.isoformat(timespec="seconds")


def day_only(moment: datetime, at: At) -> str:
    """Say a day, as the business has it."""
    there = moment.astimezone(at.business.zone)
    return f"{there:%a} {there.day} {there:%b} {there.year}"


def breakable_email(text: str | None) -> Markup:
    """Write an e-mail address that breaks after its sign, where it has to."""
    return Markup("@<wbr>").join((text or "").split("@"))


templates.filters.update(
    ago=ago, clock=clock, day_and_time=day_and_time, day_only=day_only, iso=isoformat, called=called
)
templates.filters.update(phone=phone_shown, email=breakable_email)
templates.globals.update(words=words)


def fields(at: At, *names: str) -> Mapping[str, str]:
    """Return fields of the form, as they were typed: a form that is shown again shows them."""
    return {name: at.text(name) for name in names}
