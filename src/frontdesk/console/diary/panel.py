"""What is shown beside the diary: a booking, a block, or the form of a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from frontdesk.console.access.guard import At
from frontdesk.console.diary.changes import booking_named, hand_of, name_of
from frontdesk.console.diary.free import near_times
from frontdesk.console.diary.place import said_moment
from frontdesk.console.names import phone_shown
from frontdesk.console.pages import day_and_time
from frontdesk.desk import staff, staff_bookings
from frontdesk.desk.cards import OpeningShown
from frontdesk.desk.staff import NotPossible
from frontdesk.desk.staff_bookings import Hand, Wish
from frontdesk.desk.telling import is_told
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Resource
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.roster import able
from frontdesk.scheduling.rules import Fee, cancelling
from frontdesk.storage.rows import Block, BookingChange, BookingRow
from frontdesk.storage.unit import Unit

STATUS = {
    Status.BOOKED: ("Booked", "good"),
    Status.PENDING: ("Waiting for a yes", "warn"),
    Status.APPROVED: ("Confirmed", "good"),
    Status.REJECTED: ("Declined", "bad"),
    Status.EXPIRED: ("Expired", ""),
    Status.CANCELLED: ("Cancelled", "bad"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """What is said above a form that was not taken, and beside which field."""

    text: str = ""
    field: str = ""

    @classmethod
    def of(cls, no: NotPossible) -> Said:
        """Say the first line: the free times below it are shown as buttons."""
        return cls(str(no).partition("\n")[0], getattr(no, "field", ""))


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a booking."""

    at: str
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class BookingPanel:
    """A booking, and what can be done with it."""

    kind: ClassVar[str] = "booking"
    row: BookingRow
    service: str
    provider: str
    start: datetime
    end: datetime
    status: tuple[str, str]
    version: int
    steps: Sequence[Step]
    can_move: bool
    can_cancel: bool
    why_not: str
    charge: str
    is_charged: bool
    told: str
    performers: Sequence[Resource]
    conversation: str


@dataclass(frozen=True, slots=True)
class BlockPanel:
    """A block."""

    kind: ClassVar[str] = "block"
    block: Block
    name: str
    by: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class FormPanel:
    """A form that is being filled in."""

    kind: str  # new_booking or new_block
    typed: Mapping[str, str]  # every field has its text
    near: Sequence[OpeningShown] = ()


BOOKING_FIELDS = ("service", "provider", "party", "day", "time", "name", "phone", "email", "notes")
BLOCK_FIELDS = ("provider", "first", "from", "last", "to")
_EMPTY = dict.fromkeys((*BOOKING_FIELDS, *BLOCK_FIELDS), "")


def form_panel(kind: str, typed: Mapping[str, str], near: Sequence[OpeningShown] = ()) -> FormPanel:
    """Return a form with what was typed so far."""
    return FormPanel(kind, {**_EMPTY, **typed}, near)


def booking_panel(at: At, unit: Unit, reference: str) -> BookingPanel:
    """Return a booking as it is now."""
    hand = hand_of(at, unit)
    row = booking_named(hand, reference)
    changes, service = unit.bookings.changes(row.id), at.business.services.get(row.service)
    why_not = _why_not(hand, row)
    moves = not why_not and row.kind == "appointment" and service is not None
    return BookingPanel(
        row=row,
        service=service.name if service else row.service,
        provider=_name(at, row.provider),
        start=locally(row.starts_at, at.business.zone),
        end=locally(row.ends_at, at.business.zone),
        status=STATUS[row.status],
        version=len(changes),
        steps=[_step(at, unit, changes, number) for number in range(len(changes))][::-1],
        can_move=moves,
        can_cancel=not why_not and row.kind == "appointment",
        why_not=why_not or _why_not_here(row, is_offered=service is not None),
        charge=staff_bookings.lateness(hand, row) or "Moving or cancelling costs the guest nothing now.",
        is_charged=isinstance(cancelling(at.business, row.service, row.starts_at, hand.now), Fee),
        told=told_how(hand, row),
        performers=able(at.business, service, "provider") if service else (),
        conversation=row.conversation_id if row.conversation_id and is_told(hand, row) else "",
    )


def told_how(hand: Hand, row: BookingRow) -> str:
    """Say how the guest hears of a change."""
    who = row.name or "The guest"
    if is_told(hand, row):
        return f"{who} is told in the chat."
    return f"{who} has no chat with us: tell them" + (f" by phone, {phone_shown(row.phone)}." if row.phone else ".")


def _why_not(hand: Hand, row: BookingRow) -> str:
    """Say why nothing can be changed any more; "" if it can."""
    try:
        staff_bookings.standing(hand, row.reference)
    except NotPossible as no:
        return str(no)
    return ""


def _why_not_here(row: BookingRow, *, is_offered: bool) -> str:
    if row.kind != "appointment":
        return "This kind of booking is changed in its conversation."
    return "" if is_offered else "This is no longer offered, so it can be cancelled and not moved."


def _name(at: At, resource: str | None) -> str:
    known = at.business.resources.get(resource or "")
    return known.name if known else resource or ""


def _step(at: At, unit: Unit, changes: Sequence[BookingChange], number: int) -> Step:
    change, before = changes[number], changes[number - 1] if number else None
    return Step(day_and_time(change.at, at), name_of(unit, at, change.by), _what(at, change, before))


def _what(at: At, change: BookingChange, before: BookingChange | None) -> str:
    where = said_moment(change.starts_at, at) + (f", {name}" if (name := _name(at, change.provider)) else "")
    if before is None:
        return f"Booked for {where}"
    if change.status is not before.status:
        return STATUS[change.status][0]
    if (change.starts_at, change.provider) != (before.starts_at, before.provider):
        return f"Moved to {where}"
    return "Contact corrected"


def block_panel(at: At, unit: Unit, number: str) -> BlockPanel:
    """Return a block."""
    known = unit.blocks.after(at.business.id, staff.BEGINNING)
    found = next((each for each in known if str(each.id) == number), None)
    if found is None:
        raise NotPossible(f"There is no block {number[:20]} any more.")
    zone = at.business.zone
    name, by = _name(at, found.resource), name_of(unit, at, found.by)
    return BlockPanel(found, name, by, locally(found.starts_at, zone), locally(found.ends_at, zone))


def free_near(at: At, unit: Unit, wish: Wish | None) -> Sequence[OpeningShown]:
    """Return what is free near a wish, if it is known what is wished for."""
    return () if wish is None else near_times(hand_of(at, unit), wish)
