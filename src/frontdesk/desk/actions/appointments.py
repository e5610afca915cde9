"""Booking, moving, cancelling and looking up appointments, in the desk's own diary."""

from __future__ import annotations

import json
from datetime import date, datetime, time

from frontdesk.desk.actions.availability import place_fields
from frontdesk.desk.actions.calls import Call, Ended, standing_time
from frontdesk.desk.actions.diary_pages import busy_of, places_for
from frontdesk.desk.actions.looking_up import by_reference_and_phone
from frontdesk.desk.actions.opening_ids import opening_of
from frontdesk.desk.actions.own_bookings import booking_fields, booking_record, own_bookings, upcoming
from frontdesk.desk.actions.parties import NO_PARTY, party_of
from frontdesk.desk.actions.references import readable_references
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.offers import TOGETHER
from frontdesk.dialogue.values import Days, Item, Record, Times, Value, to_json
from frontdesk.scheduling.booking import Claim, Status, claims, shares
from frontdesk.scheduling.openings import is_still_free, search_for
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.rules import TooLate, cancelling
from frontdesk.scheduling.search import Opening, Part, provider_of
from frontdesk.storage.rows import BookingRow, Facts, Holder, Move, Refused
from frontdesk.storage.tickets import KIND as TICKET


def book_appointment(call: Call) -> Ended:
    """Book an opening: every part of it, or nothing."""
    if call.calendar_down:
        return Ended("unavailable")
    opening, party = opening_of(call.text("opening") or "", call.business), party_of(call)
    if opening is None or opening.start < call.now or party is NO_PARTY:
        return Ended("refused")
    if not _still_open(call, opening, party, 0):
        return Ended("taken")
    try:
        with call.unit.sql.savepoint():
            booked = tuple(_book_part(call, part, party) for part in opening.parts)
    except PartTaken:
        return Ended("taken")
    _learn(call)
    return Ended("booked", {"reference": booked[0].reference if len(booked) == 1 else tuple(map(_reference, booked))})


def _reference(row: BookingRow) -> Record:
    """Return the reference of one of several bookings, with what it is of."""
    return Record("reference", (("reference", row.reference), ("service", Item("service", row.service))))


def _still_open(call: Call, opening: Opening, party: int | None, moving: int) -> bool:
    """Say whether today's hours, rules and diary still have this very opening, for so many people."""
    search = search_for(call.business, opening, party)
    if search is None:
        return False
    busy, places = busy_of(call, opening, moving), places_for(call, search, moving)
    roster = Roster(call.business, search, busy, call.now, taken=places, location=search.location)
    return is_still_free(roster, opening)


class PartTaken(Exception):  # noqa: N818 - not an error: it undoes the parts that were booked before
    """Another guest was quicker with one part of an opening."""


def _book_part(call: Call, part: Part, party: int | None) -> BookingRow:
    taken = shares(call.business, Opening((part,)), party)
    row = BookingRow(
        business=call.business.id,
        kind="appointment",
        status=Status.BOOKED,
        service=part.service,
        provider=provider_of(call.business, part),
        starts_at=part.start,
        ends_at=part.end,
        created_at=call.now,
        guest_id=call.visitor.guest,
        conversation_id=call.conversation,
        name=call.text("name"),
        phone=call.text("phone"),
        email=call.text("email"),
        notes=call.text("notes"),
        details=_where(call, part),
        party=party or next((each.units for each in taken), None),
    )
    draw = readable_references(call.business, call.now)
    stored = call.unit.bookings.add(row, _claims(call, part), call.by, draw, taken)
    if isinstance(stored, Refused):
        raise PartTaken
    return stored


def _claims(call: Call, part: Part) -> tuple[Claim, ...]:
    return claims(call.business, Opening((part,)))


def _where(call: Call, part: Part) -> str:
    """Return where a booking is, as it is kept with it."""
    fields = place_fields(Opening((part,)), call.business)
    return json.dumps({name: to_json(value) for name, value in fields.items() if name != "places"})


def hold_opening(call: Call) -> Ended:
    """Keep an opening for this conversation while it goes on, in place of whatever it held before."""
    if call.calendar_down:
        return Ended("unavailable")
    opening, party = opening_of(call.text("opening") or "", call.business), party_of(call)
    if opening is None or opening.start < call.now or party is NO_PARTY or not call.conversation:
        return Ended("refused")
    release_holds(call)
    if not _still_open(call, opening, party, 0):
        return Ended("taken")
    until = standing_time(call.business, call.now)[1]
    try:
        with call.unit.sql.savepoint():
            _hold(call, opening, party, until)
    except PartTaken:
        return Ended("taken")
    return Ended("held", {"until": until.astimezone(call.business.zone)})


def _hold(call: Call, opening: Opening, party: int | None, until: datetime) -> None:
    """Hold all that an opening takes, or raise `PartTaken`."""
    holder = Holder(call.business.id, call.conversation, call.run)
    time, places = claims(call.business, opening), shares(call.business, opening, party)
    if time and call.unit.claims.hold(holder, time, until, call.now) is None:
        raise PartTaken
    if places and not call.unit.pools.hold(holder, places, until, call.now):
        raise PartTaken


def release_holds(call: Call) -> None:
    """Give back what this run of the conversation holds."""
    call.unit.claims.release(call.conversation, call.run)
    if call.business.counts:
        call.unit.pools.release(call.conversation, call.run)


def _learn(call: Call) -> None:
    if call.text("for_whom") is not None:
        return  # what is booked for somebody else says nothing of the guest
    facts = Facts(call.text("name"), call.text("phone"), call.text("email"))
    call.unit.guests.learn(call.visitor.guest, facts)


def reschedule_appointment(call: Call) -> Ended:
    """Move a booking of the guest's own to an opening."""
    if call.calendar_down:
        return Ended("unavailable")
    booking, opening = _own(call, call.text("booking") or ""), opening_of(call.text("opening") or "", call.business)
    party = party_of(call) or (booking.party if booking is not None else None)
    if booking is None or opening is None or opening.start < call.now or party is NO_PARTY:
        return Ended("refused")
    if [part.service for part in opening.parts] != [*(call.ids("service_type") or (booking.service,))]:
        return Ended("refused")  # it would become something else than what was agreed to
    if isinstance(cancelling(call.business, booking.service, booking.starts_at, call.now), TooLate):
        return Ended("refused")
    if not _still_open(call, opening, party, booking.id):
        return Ended("taken")
    part = opening.parts[0]
    move = Move(
        provider=provider_of(call.business, part),
        starts_at=part.start,
        ends_at=part.end,
        claims=_claims(call, part),
        by=call.by,
        service=part.service,
        party=party,
        shares=shares(call.business, opening, party),
        details=_where(call, part) if place_fields(opening, call.business) else None,
    )
    match call.unit.bookings.move(booking.id, move, call.now):
        case BookingRow() as moved:
            return Ended("booked", {"reference": moved.reference})
        case Refused.TAKEN:
            return Ended("taken")
        case Refused.GONE:
            return Ended("refused")


def cancel_appointment(call: Call) -> Ended:
    """Cancel a booking of the guest's own; its time is free again."""
    if call.calendar_down:
        return Ended("unavailable")
    # Looked up first: a wrong reference stays counted, whatever is undone below.
    wanted = [_own(call, named) for named in (call.text("booking") or "").split(TOGETHER)]
    try:
        with call.unit.sql.savepoint():
            for each in wanted:
                _cancel(call, each)
    except NotCancelled:
        return Ended("refused")
    return Ended("cancelled")


class NotCancelled(Exception):  # noqa: N818 - not an error: it undoes those that were cancelled before
    """One of several bookings cannot be cancelled any more."""


def _cancel(call: Call, booking: BookingRow | None) -> None:
    if booking is None or isinstance(cancelling(call.business, booking.service, booking.starts_at, call.now), TooLate):
        raise NotCancelled
    if not isinstance(call.unit.bookings.settle(booking.id, Status.CANCELLED, call.by, call.now), BookingRow):
        raise NotCancelled


def correct_contact(call: Call) -> Ended:
    """Correct the name, phone number or e-mail address of a booking of the guest's own."""
    if call.calendar_down:
        return Ended("unavailable")
    booking = _own(call, call.text("booking") or "")
    facts = Facts(call.text("name"), call.text("phone"), call.text("email"))
    corrected = None if booking is None else call.unit.bookings.correct(booking.id, facts, call.by, call.now)
    if not isinstance(corrected, BookingRow):
        return Ended("refused")
    call.unit.guests.learn(call.visitor.guest, facts)
    told = {"name": corrected.name, "phone": corrected.phone, "email": corrected.email}
    return Ended("corrected", {name: value for name, value in told.items() if value is not None})


def _own(call: Call, named: str) -> BookingRow | None:
    """Return the booking meant, if this guest may change it."""
    known = {str(row.id): row for row in own_bookings(call)}
    if named in known:
        return known[named]
    by_reference = _by_reference(call)
    return by_reference if by_reference is not None and str(by_reference.id) == named else None


def _by_reference(call: Call) -> BookingRow | None:
    """Find a booking by its reference and the phone it was made with: both, or nothing."""
    reference, phone = call.text("reference"), call.text("phone")
    if reference is None or phone is None:
        return None
    row = by_reference_and_phone(call, reference, phone)
    return None if row is None or row.kind == TICKET else row


def find_appointments(call: Call) -> Ended:
    """Find the guest's upcoming bookings that fit what they said of them."""
    own = tuple(row for row in own_bookings(call) if not _is_ruled_out(call, row))
    by_reference = _by_reference(call)
    if by_reference is not None:
        own = upcoming(call, (by_reference,))
    elif call.text("reference"):
        named = tuple(row for row in own if row.reference == (call.text("reference") or "").upper())
        own = named
    if not own:
        asked = call.text("reference") is not None and call.text("phone") is not None
        return Ended("none") if call.visitor.vouched or asked else Ended("unverified")
    fitting = tuple(row for row in own if _fits(call, row))
    if not fitting and isinstance(call.arguments.get("date"), Days):
        return Ended("none")  # whoever speaks of a week means none of another
    shown = fitting or own
    found = tuple(booking_record(call, row) for row in shown)
    checked = isinstance(call.arguments.get("time"), time)  # "it is at 2, right?"
    match = "no" if not fitting else "yes" if checked else "unasked"
    fields: dict[str, Value] = {"found": found[0] if len(found) == 1 else found, "match": match}
    fields["references"] = tuple(row.reference for row in shown)
    # What fits nothing that was said is shown, but never taken for what was meant.
    return Ended("found", fields, _offer(call, shown, _exactly(call, fitting)))


def _exactly(call: Call, fitting: tuple[BookingRow, ...]) -> str | None:
    """Return what is just what was named: one booking, or one for each of several services."""
    services = [row.service for row in fitting]
    named = call.ids("service_type")
    if len(fitting) == 1 or (call.of("together", bool) and len(named) > 1 and sorted(services) == sorted(named)):
        return TOGETHER.join(str(row.id) for row in fitting)
    return None


def _is_ruled_out(call: Call, row: BookingRow) -> bool:
    """Say whether the guest wants this one to stay as it is."""
    start = row.starts_at.astimezone(call.business.zone)
    return any(value in (Item("service", row.service), start.date()) for _, value in call.excluded)


def _fits(call: Call, row: BookingRow) -> bool:
    services = call.ids("service_type")
    start = row.starts_at.astimezone(call.business.zone)
    if services and row.service not in services:
        return False
    if call.ids("provider") and row.provider not in call.ids("provider"):
        return False
    day, clock = call.arguments.get("date"), call.arguments.get("time")
    if isinstance(day, date) and not isinstance(day, datetime) and start.date() != day:
        return False
    if isinstance(day, Days) and not (day.start or start.date()) <= start.date() < (day.end or date.max):
        return False
    if isinstance(clock, time) and start.time() != clock:
        return False
    if isinstance(clock, Times):
        return (clock.start is None or clock.start <= start.time()) and (clock.end is None or start.time() < clock.end)
    return True


def _offer(call: Call, rows: tuple[BookingRow, ...], exact: str | None) -> Offer:
    options = tuple(
        Option(str(row.id), {**booking_fields(call, row), "found": booking_record(call, row)}) for row in rows
    )
    made_at, expires = standing_time(call.business, call.now)
    size, several = call.visitor.page(call.business.offer_size), bool(call.of("together", bool))
    return Offer(options, made_at, expires, size=size, exact=exact, several=several)
