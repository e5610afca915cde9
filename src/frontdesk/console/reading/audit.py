"""The log of what people changed: newest first, by person and kind."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import At, Owner
from frontdesk.console.addresses import asked, asked_number, view
from frontdesk.console.names import plainly
from frontdesk.console.pages import page
from frontdesk.storage.audit import LATEST
from frontdesk.storage.conversations import is_our_id
from frontdesk.storage.rows import AuditRow
from frontdesk.storage.unit import Unit

LINES = 100  # of a page
KINDS_AMONG = 1_000  # of the latest changes: what kinds there are to choose from

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the log, and who and what kinds it can be narrowed to."""

    rows: tuple[AuditRow, ...]
    people: tuple[str, ...]
    kinds: tuple[str, ...]


@router.get("/log")
async def log(at: Owner) -> Response:
    """Show who changed what."""
    person, kind = asked(at, "by"), asked(at, "what")
    below = asked_number(at, "below", LATEST)
    business = at.business.id
    listed = await at.desk.store.look(lambda unit: _listed(unit, business, person, kind, below))
    older = listed.rows[-1].id if len(listed.rows) == LINES else 0
    return page(
        at,
        "log.html",
        here="numbers",
        listed=listed,
        by=person,
        what=kind,
        is_first=below == LATEST,
        older=view(at, "log", by=person, what=kind, below=older) if older else "",
        by_chips=[("", "Everybody", view(at, "log", what=kind))]
        + [(each, each, view(at, "log", by=each, what=kind)) for each in listed.people],
        about=lambda row: _address(at, row),
        details=_details,
        plainly=plainly,
    )


def _listed(unit: Unit, business: str, person: str, kind: str, below: int) -> Listed:
    lately = unit.audit.page(business, limit=KINDS_AMONG)
    return Listed(
        unit.audit.page(business, below=below, by=person, what=kind, limit=LINES),
        tuple(sorted({row.by for row in lately} | ({person} if person else set()))),
        tuple(sorted({row.what for row in lately} | ({kind} if kind else set()))),
    )


def _address(at: At, row: AuditRow) -> str:
    """Return where what was changed can be looked at; "" where there is no page of it."""
    kind = row.what.partition("_")[0]
    if kind in ("ticket", "reservation"):
        return at.path("tickets", row.about)
    if kind in ("conversation", "trouble") and is_our_id(row.about):
        return at.path("conversations", row.about)
    # Conversations that were named from outside are known by their guest here.
    of_guest = kind in ("guest", "guests", "conversation", "trouble") and row.about.isdecimal()
    return at.path("guests", row.about) if of_guest else ""


def _details(row: AuditRow) -> str:
    """Write what is known of a change in a line."""
    return ", ".join(f"{plainly(name).lower()}: {_value(value)}" for name, value in row.details.items())


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
