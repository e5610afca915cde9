"""Puts into a diary what a conversation file takes as given: bookings and blocks that were there before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from frontdesk.desk.actions.calls import Call
from frontdesk.desk.actions.meetings.kept_here import create_calendar_event
from frontdesk.desk.actions.references import readable_references
from frontdesk.desk.meeting import owner_of
from frontdesk.desk.records.made_up import made_up_phone
from frontdesk.desk.rehearsals.given_rooms import keep_rooms, keep_ticket
from frontdesk.desk.rehearsals.scripts import GivenBlock, GivenBooking, GivenMeeting, GivenTicket, Script
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Value
from frontdesk.flows.findings import Finding
from frontdesk.scheduling.booking import Claim, Status, claims, moment_key, pool_of, shares
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.openings import openings
from frontdesk.scheduling.search import Opening, Search, provider_of
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import Address, BookingRow, Facts, Refused, Window
from frontdesk.storage.unit import Unit

STAFF = "staff"
DAY = timedelta(days=1)


class Impossible(Exception):  # noqa: N818 - what is the case with the file
    """What a file takes as given cannot be."""

    def __init__(self, finding: Finding) -> None:
        """Say where and why."""
        super().__init__(str(finding))
        self.finding = finding


def other_guest(business: Business, guest: str | None) -> str:
    """Return the phone number of another guest, possible in the region of the business."""
    first, second = (made_up_phone(business.region, number) for number in (0, 1))
    return first if first != guest else second


def prepare(business: Business, script: Script, unit: Unit) -> frozenset[int]:
    """Make what a script takes as given, and return the ids of the bookings that are others'."""
    return _Setup(unit, business, script).prepare()


@dataclass(frozen=True, slots=True)
class _Setup:
    """The diary of one script, being prepared."""

    unit: Unit
    business: Business
    script: Script

    def prepare(self) -> frozenset[int]:
        rows = [self._book(given) for given in self.script.bookings]
        for meeting in self.script.meetings:
            self._put_in(meeting)
        for block in self.script.blocks:
            for claim in self._blocked(block):
                self.unit.blocks.add(self.business.id, claim, STAFF, self.script.now)
        if self.script.rooms is not None:
            keep_rooms(self.unit, self.business, self.script.rooms, self.script.now)
        rows += [self._ticket(given) for given in self.script.tickets]
        return frozenset(row.id for row in rows if row.phone != self.script.guest)

    def _ticket(self, given: GivenTicket) -> BookingRow:
        phone = given.phone or other_guest(self.business, self.script.guest)
        facts = Facts(name=given.name, phone=phone)
        guest = self.unit.guests.upsert(Address(self.business.id, "phone", phone), facts, self.script.now)
        row = keep_ticket(self.unit, self.business, given, guest, self.script.now)
        if row is None:
            raise self._impossible(given.line, "No such room is free then; say in `erp` what there is.")
        return row

    def _book(self, given: GivenBooking) -> BookingRow:
        opening = self._opening(given)
        taken = shares(self.business, opening, given.party)
        phone = given.phone or other_guest(self.business, self.script.guest)
        facts = Facts(name=given.name, phone=phone)
        guest = self.unit.guests.upsert(Address(self.business.id, "phone", phone), facts, self.script.now)
        row = BookingRow(
            business=self.business.id,
            kind="appointment",
            status=Status.BOOKED,
            service=given.service,
            provider=provider_of(self.business, opening.parts[0]),
            starts_at=opening.start,
            ends_at=opening.end,
            created_at=self.script.now,
            guest_id=guest.id,
            name=given.name,
            phone=phone,
            party=given.party or (1 if taken else None),
        )
        named = given.reference
        draw = readable_references(self.business, self.script.now) if named is None else lambda: named
        stored = self.unit.bookings.add(row, claims(self.business, opening), STAFF, draw, taken)
        if isinstance(stored, Refused):
            raise self._impossible(given.line, "This time is taken by another given booking.")
        return stored

    def _put_in(self, given: GivenMeeting) -> None:
        zone, owner = self.business.zone, owner_of(self.unit, self.business, self.script.now)
        start = datetime.combine(given.day, given.at, zone) if given.at else given.day
        told: dict[str, Value | None] = {
            "title": given.title,
            "start_time": start,
            "duration": given.length,
            "attendees": given.attendees or None,
            "recurrence": given.repeats,
        }
        arguments = {name: value for name, value in told.items() if value is not None}
        # Judged from the day before, so that what is given may be under way or over.
        before = min(self.script.now, datetime.combine(given.day, time.min, zone) - DAY)
        visitor = Visitor(owner, STAFF, vouched=True, owner=True)
        ended = create_calendar_event(Call(self.unit, self.business, before, visitor, "", 0, arguments, by=STAFF))
        if ended.outcome != "booked":
            raise self._impossible(given.line, f"This meeting cannot be in the calendar: {ended.outcome}.")

    def _opening(self, given: GivenBooking) -> Opening:
        service = self.business.services[given.service]
        search = Search((given.service,), given.day, given.day, at=given.at, provider=given.provider, party=given.party)
        midnight = datetime.combine(given.day, time.min, self.business.zone)
        window = Window(self.business.id, tuple(self.business.resources), midnight - DAY, midnight + 2 * DAY)
        busy = self.unit.claims.busy(window, self.script.now)
        pool = PoolWindow(self.business.id, (pool_of(given.service),), *map(moment_key, (window.start, window.end)))
        places = {at: count for (_, at), count in self.unit.pools.taken(pool, self.script.now).items()}
        # Judged from the day before, so that what is given may lie in the past or beyond the horizon.
        before = midnight - DAY - service.notice
        found = next(openings(self.business, search, lambda _: busy, before, lambda _, __: places), None)
        if found is None:
            sentence = f"There is no opening for {given.service} then: closed, taken, or off the grid."
            raise self._impossible(given.line, sentence)
        return found

    def _blocked(self, block: GivenBlock) -> Iterator[Claim]:
        zone = self.business.zone
        start = datetime.combine(block.day, block.start or time.min, zone)
        last = (block.day, block.end) if block.end else (block.day + DAY, time.min)
        end = datetime.combine(*last, zone)
        if end <= start:
            raise self._impossible(block.line, "This block ends before it begins.")
        for resource in [block.resource] if block.resource else self.business.resources:
            yield Claim(resource, start, end)

    def _impossible(self, line: int, sentence: str) -> Impossible:
        return Impossible(Finding(self.script.file, line, "impossible", sentence))
