"""Changes the diary by hand: each in one transaction with its line in the log, by the rules that hold for guests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from frontdesk.console.access.guard import At
from frontdesk.console.diary.place import said_moment
from frontdesk.desk import staff, staff_bookings
from frontdesk.desk.scene import storable_text
from frontdesk.desk.staff import Kept, NotPossible
from frontdesk.desk.staff_bookings import Contact, Hand, Wish
from frontdesk.desk.telling import tell_guest
from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.hours import locally
from frontdesk.storage.rows import BookingChange, BookingRow
from frontdesk.storage.unit import Unit

T = TypeVar("T")
# How those are called in the log of a booking who have no login.
OTHERS = {"desk": "The desk", "guest": "The guest"}


class Outdated(NotPossible):
    """A booking has changed since the page was made; the text says what happened."""


class NoBooking(NotPossible):
    """There is no booking of that reference here."""


@dataclass(frozen=True, slots=True)
class Done:
    """A change of a booking: how it is now, in which version, and whether the guest was told."""

    row: BookingRow
    version: int
    told: bool


def hand_of(at: At, unit: Unit) -> Hand:
    """Return the person at work as the actions know them."""
    return Hand(at.desk.house, unit, at.now(), at.person.login)


async def _changed(at: At, work: Callable[[Hand], T]) -> T:
    result = await at.desk.store.run(lambda unit: work(hand_of(at, unit)))
    at.room.live.poke()
    return result


async def book(at: At, wish: Wish, contact: Contact) -> BookingRow:
    """Book for a guest."""

    def work(hand: Hand) -> BookingRow:
        row = staff_bookings.book(hand, wish, contact)
        _log(hand, "booking_made", row.reference, service=row.service, provider=row.provider, start=row.starts_at)
        return row

    return await _changed(at, work)


async def move(at: At, reference: str, version: int, start: datetime, provider: str | None) -> Done:
    """Move a booking that is as the page had shown it, and tell the guest."""

    def work(hand: Hand) -> Done:
        row = unchanged(at, hand, reference, version)
        if (row.starts_at, row.provider) == (start, provider or row.provider):
            raise NotPossible("It is at this time already.")
        moved = staff_bookings.move(hand, row, start, provider)
        _log(hand, "booking_moved", reference, **_from_to(row, moved))
        return Done(moved, version + 1, tell_guest(hand, moved, "moved"))

    return await _changed(at, work)


async def move_back(at: At, reference: str, version: int) -> Done:
    """Undo the last move of a booking, if nothing else came after it and its time is still free."""

    def work(hand: Hand) -> Done:
        row = unchanged(at, hand, reference, version)
        changes = hand.unit.bookings.changes(row.id)
        before = changes[-2] if len(changes) > 1 else changes[-1]
        if (before.starts_at, before.provider) == (row.starts_at, row.provider):
            raise NotPossible("There is nothing to undo.")
        moved = staff_bookings.move(hand, row, locally(before.starts_at, hand.business.zone), before.provider)
        _log(hand, "booking_moved_back", reference, **_from_to(row, moved))
        return Done(moved, version + 1, tell_guest(hand, moved, "moved_back"))

    return await _changed(at, work)


async def cancel(at: At, reference: str, version: int) -> Done:
    """Cancel a booking that is as the page had shown it, and tell the guest."""

    def work(hand: Hand) -> Done:
        row = unchanged(at, hand, reference, version)
        ended = staff_bookings.cancel(hand, row)
        _log(hand, "booking_cancelled", reference, start=row.starts_at, provider=row.provider)
        return Done(ended, version + 1, tell_guest(hand, ended, "cancelled"))

    return await _changed(at, work)


async def block(at: At, claim: Claim) -> Kept:
    """Keep time free of new bookings."""

    def work(hand: Hand) -> Kept:
        kept = staff.block(hand.unit, hand.business, claim, hand.by, hand.now)
        if not kept.before:
            _log(hand, "block_added", str(kept.id), provider=claim.resource, start=claim.start, end=claim.end)
        return kept

    return await _changed(at, work)


async def unblock(at: At, number: str) -> Claim:
    """Open the time of a block again."""

    def work(hand: Hand) -> Claim:
        known = hand.unit.blocks.after(hand.business.id, staff.BEGINNING)
        found = next((each for each in known if str(each.id) == number), None)
        staff.unblock(hand.unit, hand.business, number, hand.now)
        if found is None:
            raise NotPossible(f"There is no block {number}.")
        _log(hand, "block_removed", number, provider=found.resource, start=found.starts_at, end=found.ends_at)
        return Claim(found.resource, found.starts_at, found.ends_at)

    return await _changed(at, work)


def booking_named(hand: Hand, reference: str) -> BookingRow:
    """Return a booking of this business, however it stands."""
    row = hand.unit.bookings.by_reference(hand.business.id, storable_text(reference).upper())
    if row is None:
        raise NoBooking(f"There is no booking {reference[:40]}.")
    return row


def unchanged(at: At, hand: Hand, reference: str, version: int) -> BookingRow:
    """Return a booking that can still be changed; raise `Outdated` if it is not as the page had shown it."""
    number = booking_named(hand, reference).id
    # Held still first, and read after that: two who change it at once come one after the other.
    if hand.unit.bookings.version(number) != version:
        changes = hand.unit.bookings.changes(number)
        raise Outdated(f"{what_happened(at, hand.unit, changes)} Nothing was done; this is how it is now.")
    return staff_bookings.standing(hand, reference)


def what_happened(at: At, unit: Unit, changes: tuple[BookingChange, ...]) -> str:
    """Say what was done to a booking last, and by whom."""
    if not changes:
        return "The booking has changed meanwhile."
    last = changes[-1]
    who = name_of(unit, at, last.by)
    when = f"{last.at.astimezone(at.business.zone):%H:%M}"
    if last.status is Status.CANCELLED:
        return f"{who} cancelled it at {when}."
    return f"{who} changed it at {when}: it is on {said_moment(last.starts_at, at)}."


def name_of(unit: Unit, at: At, login: str) -> str:
    """Return how somebody of the log is called."""
    account = None if login in OTHERS else unit.accounts.by_login(at.business.id, login)
    return account.name if account else OTHERS.get(login, login)


def _from_to(row: BookingRow, moved: BookingRow) -> dict[str, object]:
    return {
        "from": row.starts_at,
        "to": moved.starts_at,
        "provider_before": row.provider,
        "provider": moved.provider,
    }


def _log(hand: Hand, what: str, about: str, **details: object) -> None:
    """Write down who did what: ids, references and times, nothing of the guest."""
    kept = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in details.items()}
    hand.unit.audit.add(hand.business.id, hand.now, hand.by, what, about, kept)
