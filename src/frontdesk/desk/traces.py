"""What is kept of a guest, and letting a guest be forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from frontdesk.desk.staff import END, MOST, booking_text
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import Address, BookingRow, Guest
from frontdesk.storage.unit import Unit

LONGEST_ID = 6  # digits: what is longer is a phone number


@dataclass(frozen=True, slots=True)
class Traces:
    """What is kept of a guest; `ahead` are the bookings that are still to come."""

    guest: Guest
    addresses: int
    bookings: int
    conversations: int
    messages: int
    ahead: tuple[BookingRow, ...]


def lines_of(traces: Traces, business: Business) -> Iterator[str]:
    """Say what is kept, and what stays in the diary."""
    facts = traces.guest.facts
    who = ", ".join(filter(None, (facts.name, facts.phone, facts.email))) or "nothing known"
    kept = (
        _counted(traces.bookings, "booking"),
        _counted(traces.conversations, "conversation"),
        _counted(traces.messages, "message"),
        _counted(traces.addresses, "address", "addresses"),
    )
    yield f"Guest {traces.guest.id} ({who}): {', '.join(kept)}."
    for row in traces.ahead:
        yield f"  still to come, and stays in the diary without a name: {booking_text(row, business)}"


def _counted(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def is_guest_id(text: str) -> bool:
    """Tell the id of a guest from a phone number."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID


def traces_of(unit: Unit, business: Business, guest: str, phone: str | None, now: datetime) -> tuple[Traces, ...]:
    """Find the guests meant by an id, or by a phone number they have or gave."""
    found: dict[int, Guest] = {}
    by_id = unit.guests.by_id(int(guest)) if phone is None else None
    by_address = unit.guests.by_address(Address(business.id, "phone", phone)) if phone else None
    given = unit.guests.by_phone(business.id, phone) if phone else ()
    for each in (by_id, by_address, *given):
        if each is not None and each.business == business.id and each.forgotten_at is None:
            found[each.id] = each
    return tuple(_traces(unit, each, now) for each in found.values())


def others_with(unit: Unit, business: Business, phone: str | None, found: Sequence[Traces]) -> tuple[int, ...]:
    """Return further guests in whose bookings a phone number is: one they had before, or of whom they booked for."""
    if phone is None:
        return ()
    known = {each.guest.id for each in found}
    return tuple(each for each in unit.bookings.guests_with_phone(business.id, phone) if each not in known)


def note_of(others: Sequence[int]) -> str:
    """Say where else a phone number is, and what to do about it: nobody is forgotten for having named somebody."""
    whose = ", ".join(map(str, others))
    guests, them = ("guest", "that guest") if len(others) == 1 else ("guests", "those guests")
    return f"The number is also in bookings of {guests} {whose}; look who that is, and forget {them} by number."


def _traces(unit: Unit, guest: Guest, now: datetime) -> Traces:
    recent = unit.conversations.recent(guest.business, END, MOST)
    theirs = [each.id for each in recent if each.guest_id == guest.id]
    bookings = unit.bookings.of_guest(guest.id)
    return Traces(
        guest=guest,
        addresses=len(unit.guests.addresses(guest.id)),
        bookings=len(bookings),
        conversations=len(theirs),
        messages=sum(len(unit.messages.of(each)) for each in theirs),
        ahead=tuple(row for row in bookings if row.status.claims_time and row.ends_at > now),
    )


def forget(unit: Unit, guests: Sequence[Traces], at: datetime) -> int:
    """Forget these guests everywhere; returns how many there still were to forget."""
    return sum(unit.forget(each.guest.id, at) for each in guests)
