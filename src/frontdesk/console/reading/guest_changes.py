"""What people do with guests: say that two are one, and forget one. Each is written down with the change, by ids."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.console.access.guard import At
from frontdesk.console.addresses import missing
from frontdesk.console.names import phone_shown
from frontdesk.storage.merging import NotMerged
from frontdesk.storage.overview_rows import GuestHistory
from frontdesk.storage.rows import Facts, Guest
from frontdesk.storage.unit import Unit

WORD = "forget"  # typed by whoever forgets a guest
WHY_NOT = {
    NotMerged.SAME: "This is one and the same guest.",
    NotMerged.UNKNOWN: "There is no such guest here.",
    NotMerged.FORGOTTEN: "A guest who was forgotten cannot be merged.",
    NotMerged.MERGED: "One of them was merged with somebody already. Look at who is kept, and merge with them.",
}
MOST_ALIKE = 10  # guests that are proposed


@dataclass(frozen=True, slots=True)
class Fact:
    """Something known of two guests, and what is known when they are one."""

    label: str
    kept: str
    merged: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """Two guests side by side, and what is kept when they are one."""

    kept: GuestHistory
    merged: GuestHistory
    facts: tuple[Fact, ...]
    counts: tuple[tuple[str, int, int], ...]


def guest_of(unit: Unit, at: At, number: int) -> Guest:
    """Return a guest of this business; raises `TurnedAway` where there is none."""
    guest = unit.guests.by_id(number)
    if guest is None or guest.business != at.business.id:
        raise missing(at)
    return guest


def alike(unit: Unit, at: At, guest: Guest) -> tuple[Guest, ...]:
    """Return guests who may be the same: of the same phone number, e-mail address or name."""
    business, facts, now = guest.business, guest.facts, at.now()
    found = unit.guests.by_phone(business, facts.phone) if facts.phone else ()
    found += unit.guests.by_email(business, facts.email) if facts.email else ()
    if facts.name:
        named = unit.guest_overview.page(business, now, search=facts.name)
        found += tuple(each for line in named if (each := unit.guests.by_id(line.id)) is not None)
    others = {each.id: each for each in found if each.id != guest.id and each.forgotten_at is None}
    free = [each for each in others.values() if unit.guest_overview.kept(business, each.id) is None]
    return tuple(free[:MOST_ALIKE])


def preview(unit: Unit, at: At, kept: int, merged: int) -> Preview | None:
    """Show what becomes of two guests when the second turns out to be the first; None if one is not there."""
    one = unit.guest_overview.history(at.business.id, kept)
    other = unit.guest_overview.history(at.business.id, merged)
    if one is None or other is None:
        return None
    return Preview(
        one,
        other,
        tuple(_facts(one.guest.facts, other.guest.facts)),
        (
            ("Bookings", len(one.bookings), len(other.bookings)),
            ("Conversations", len(one.conversations), len(other.conversations)),
            ("Requests", len(one.requests), len(other.requests)),
        ),
    )


def _facts(kept: Facts, merged: Facts) -> list[Fact]:
    pairs = (
        ("Name", kept.name, merged.name),
        ("Phone", phone_shown(kept.phone), phone_shown(merged.phone)),
        ("E-mail", kept.email, merged.email),
        ("Notes", kept.notes, merged.notes),
    )
    return [Fact(label, one or "", other or "", one or other or "") for label, one, other in pairs]


def merge(unit: Unit, at: At, kept: int, merged: int) -> str:
    """Say that a guest turned out to be another, who is kept; return why not, "" when it is done."""
    guest_of(unit, at, kept)
    if unit.guests.by_id(merged) is not None:
        guest_of(unit, at, merged)
    refused = unit.merge(kept, merged)
    if refused is not None:
        return WHY_NOT[refused]
    unit.audit.add(at.business.id, at.now(), at.person.login, "guests_merged", str(kept), {"merged": merged})
    return ""


def forget(unit: Unit, at: At, number: int) -> bool:
    """Forget a guest for good; False if that was done before."""
    guest_of(unit, at, number)
    if not unit.forget(number, at.now()):
        return False
    unit.audit.add(at.business.id, at.now(), at.person.login, "guest_forgotten", str(number))
    return True
