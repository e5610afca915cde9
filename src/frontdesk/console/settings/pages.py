"""What the pages of the settings show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import Response

from frontdesk.console.access.guard import At
from frontdesk.console.pages import page, templates
from frontdesk.console.settings.typed import Typed
from frontdesk.desk.editing.changes import Change
from frontdesk.desk.editing.files import BUSINESS, UnreadableFile
from frontdesk.desk.editing.history import Happened
from frontdesk.desk.editing.replacing import is_writable
from frontdesk.desk.editing.saving import Shown
from frontdesk.desk.editing.settings import NotShown, Settings, could_perform, performers_of
from frontdesk.desk.editing.writing import length_text, price_text, shifts_text
from frontdesk.flows.findings import Finding
from frontdesk.scheduling.business import Business, Resource, Service, Topic
from frontdesk.storage.rows import BookingRow

SECTIONS = (
    ("hours", "Hours"),
    ("days", "Closed days"),
    ("services", "Services"),
    ("people", "People"),
    ("questions", "Questions"),
    ("history", "History"),
)
HOURS, DAYS, SERVICES, PEOPLE, QUESTIONS, HISTORY = (name for name, _ in SECTIONS)
PAGE, MOST = 30, 200  # changes of the history that are shown at a time, and at most


@dataclass(frozen=True, slots=True)
class Review:
    """What would change, shown before it does. `digest` names exactly that."""

    changes: tuple[Change, ...]
    outside: tuple[BookingRow, ...]
    digest: str
    undoes: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """A page of the settings."""

    section: str
    shown: Shown
    item: str = ""
    of: str | None = None
    typed: Typed = field(default_factory=Typed)
    said: tuple[str, ...] = ()
    kind: str = "bad"
    review: Review | None = None
    removes: bool = False
    history: tuple[Happened, ...] = ()
    status: int = 200


def things_of(chosen: Settings, section: str) -> Mapping[str, Service | Resource | Topic]:
    """Return what a section lists, by id."""
    match section:
        case "services":
            return dict(chosen.business.services)
        case "people":
            return dict(chosen.business.resources)
        case "questions":
            return dict(chosen.business.topics)
        case _:
            return {}


def _listed(chosen: Settings, section: str) -> Mapping[str, Service | Resource | Topic]:
    """Return what a section shows in its list: of resources those whom guests book, not the cities that they fly to."""
    things = things_of(chosen, section)
    if section != PEOPLE:
        return things
    booked = {"provider", *_needed(chosen)}
    return {name: each for name, each in things.items() if isinstance(each, Resource) and each.kind in booked}


def settings_page(at: At, view: View) -> Response:
    """Return a page of the settings."""
    chosen = view.shown.settings
    writable = is_writable(at.room.folder / BUSINESS)
    return page(
        at,
        f"settings_{_template(view)}.html",
        status=view.status,
        here="settings",
        sections=SECTIONS,
        view=view,
        typed=view.typed.values,
        errors=view.typed.errors,
        chosen=chosen,
        things=_listed(chosen, view.section),
        thing=things_of(chosen, view.section).get(view.item),
        whose=chosen.business.resources.get(view.of or ""),
        scheduled=_scheduled(chosen),
        may_change=at.person.is_owner and writable,
        writable=writable,
        could_perform=could_perform,
        limit=_limit(at),
        more=PAGE,
    )


def _template(view: View) -> str:
    if view.section in (HOURS, DAYS, HISTORY):
        return view.section
    singular = {SERVICES: "service", PEOPLE: "person", QUESTIONS: "question"}
    return singular[view.section] if view.item else view.section


def _scheduled(chosen: Settings) -> list[Resource]:
    """Return those whose hours matter: who is needed for some service, or has hours already."""
    needed = _needed(chosen)
    return [each for each in chosen.business.resources.values() if each.kind in needed or each.hours is not None]


def _needed(chosen: Settings) -> set[str]:
    return {kind for service in chosen.business.services.values() for kind in service.needs}


def _limit(at: At) -> int:
    wanted = at.request.query_params.get("show", "")
    return min(MOST, int(wanted)) if re.fullmatch(r"\d{1,3}", wanted) else PAGE


def _price(service: Service, business: Business) -> str:
    price = service.price
    return price_text(price.low, price.high, business.currency) if price else ""


def _performers(service: Service, business: Business) -> str:
    return ", ".join(each.name for each in performers_of(business, service))


def _work(person: Resource, business: Business) -> str:
    if not any(person.kind in service.needs for service in business.services.values()):
        return ""
    named = (business.services[each].name for each in person.services if each in business.services)
    return ", ".join(named) or "Everything"


templates.filters.update(
    length_of_time=length_text, price=_price, performers=_performers, work=_work, shifts=shifts_text
)


def broken_page(at: At, broken: NotShown | UnreadableFile) -> Response:
    """Say that the files cannot be read, and what is wrong with them."""
    findings: tuple[Finding, ...] = broken.findings if isinstance(broken, NotShown) else ()
    said = "" if findings else str(broken)
    return page(at, "settings_broken.html", status=409, here="settings", findings=findings, said=said)
