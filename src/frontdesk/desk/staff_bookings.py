"""Booking, moving and cancelling for a guest who stands at the desk or is on the phone.

Staff have no way of their own to book: the same actions are run that guests run, with the name of whoever asks for it
in the audit log. What is not free for a guest is not free for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.own_bookings import STANDING
from frontdesk.desk.house import House
from frontdesk.desk.staff import NotPossible, provider_named, service_named
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Days, Item, Money, Value
from frontdesk.language.readers import money, when
from frontdesk.language.readers.reading import Style
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.rules import Fee, TooLate, cancelling
from frontdesk.scheduling.spans import in_utc
from frontdesk.storage.rows import Address, BookingRow, Facts
from frontdesk.storage.tickets import KIND as TICKET
from frontdesk.storage.unit import Unit

CHANNEL = "staff"
SHOWN = 5  # free times that are named where another was wanted
WHEN = 'a day and a time, such as "tomorrow at 3pm" or 2026-03-04T15:00'
# What is said of a time that cannot be booked, by the finding of check_availability.
REASONS = {
    "taken": "is taken",
    "off_grid": "is not a time at which it can begin",
    "closed_then": "is outside the hours",
    "too_late": "is too late to begin: it would not be over in time",
    "past_then": "is past",
    "full": "is on a day that is fully booked",
    "closed_day": "is on a day that is closed",
    "too_soon": "is past, or too soon to be booked",
    "too_far": "is further ahead than can be booked",
    "nobody_does": "has nobody who does that",
    "too_many": "has no room for so many people",
    "no_party": "is for at least one person",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """One of the staff at work: for which business, in which transaction, when, and who it is."""

    house: House
    unit: Unit
    now: datetime  # in the zone of the business
    by: str

    @property
    def business(self) -> Business:
        """The business."""
        return self.house.business

    def run(self, action: str, visitor: Visitor, arguments: Mapping[str, Value | None]) -> Ended:
        """Run an action as a guest's conversation would."""
        known = self.house.actions[action]
        if known.outside is not None:
            raise NotPossible(f"{action} of this business reaches outside, which only a conversation can do.")
        given = {name: value for name, value in arguments.items() if value is not None}
        down = self.house.world.calendar_down
        call = Call(self.unit, self.business, self.now, visitor, "", 0, given, calendar_down=down, by=self.by)
        return known.run(call)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted: what, when, and with whom, if that matters."""

    service: str
    start: datetime
    provider: str | None = None
    moving: BookingRow | None = None  # the booking that is to be moved there
    party: int | None = None  # how many people it is for

    def text(self, business: Business) -> str:
        """Say it in a line."""
        name = None if self.provider is None else business.resources[self.provider].name
        people = "" if self.party is None else f" for {self.party}"
        return f"{self.start:%A %Y-%m-%d %H:%M}{people}" + (f" with {name}" if name else "")


@dataclass(frozen=True, slots=True)
class Contact:
    """Whom it is for, and how they are reached."""

    name: str
    phone: str
    email: str | None = None
    notes: str | None = None


def start_of(house: House, text: str, now: datetime) -> datetime:
    """Read the moment that staff mean, as guests say it or as ISO 8601 writes it."""
    zone = house.business.zone
    try:
        exact = datetime.fromisoformat(text)
    except ValueError:
        exact = None
    if exact is not None and exact.tzinfo is not None:
        return locally(exact, zone)
    found = when.read(text, house.context(now))
    values = [each.value for each in found if each.problem in (None, Problem.PAST)]
    if len(values) != 1 or len(found) != 1 or not isinstance(values[0], datetime):
        raise NotPossible(f"{text!r} does not say when it is to begin: {WHEN}.")
    return locally(values[0], zone)


def wish_of(house: House, service: str, start: datetime, provider: str | None, party: int | None = None) -> Wish:
    """Read what is wanted."""
    who = None if provider is None else provider_named(house.business, provider).id
    return Wish(service_named(house.business, service).id, start, who, party=party)


def book(hand: Hand, wish: Wish, contact: Contact) -> BookingRow:
    """Book for a guest who is known by their phone number from now on."""
    known = hand.unit.guests.upsert(
        Address(hand.business.id, "phone", contact.phone), Facts(phone=contact.phone), hand.now
    )
    guest = Visitor(known.id, CHANNEL, vouched=True, phone=contact.phone)
    arguments: dict[str, Value | None] = {
        "opening": _opening(hand, guest, wish),
        "service_type": Item("service", wish.service),
        "name": contact.name,
        "phone": contact.phone,
        "email": contact.email,
        "notes": contact.notes,
        "party": wish.party,
    }
    ended = hand.run("book_appointment", guest, arguments)
    return _row(hand, _succeeded(ended, "booked", wish.text(hand.business)).fields.get("reference"))


def move(hand: Hand, row: BookingRow, start: datetime, provider: str | None, party: int | None = None) -> BookingRow:
    """Move a booking: with the same provider and as many people, unless others are named."""
    who = provider_named(hand.business, provider).id if provider is not None else row.provider
    wish, guest = Wish(row.service, start, who, moving=row, party=party or row.party), _guest_of(row)
    opening = _opening(hand, guest, wish)
    arguments: dict[str, Value | None] = {**_named(row), "opening": opening, "party": wish.party}
    ended = hand.run("reschedule_appointment", guest, arguments)
    _succeeded(ended, "booked", wish.text(hand.business))
    return _row(hand, row.reference)


def cancel(hand: Hand, row: BookingRow) -> BookingRow:
    """Cancel a booking; its time is free again."""
    _succeeded(hand.run("cancel_appointment", _guest_of(row), _named(row)), "cancelled", row.reference)
    return _row(hand, row.reference)


def standing(hand: Hand, reference: str) -> BookingRow:
    """Return the booking that staff mean, if there is something left to change."""
    row = _row(hand, reference)
    if row.kind == TICKET:
        raise NotPossible(f"{row.reference} is a ticket for a room: see `frontdesk tickets`.")
    if row.status not in STANDING:
        raise NotPossible(f"Booking {row.reference} is {row.status.value}.")
    if isinstance(cancelling(hand.business, row.service, row.starts_at, hand.now), TooLate):
        began = f"{locally(row.starts_at, hand.business.zone):%Y-%m-%d %H:%M}"
        raise NotPossible(f"Booking {row.reference} began on {began}, so there is nothing left to change.")
    return row


def lateness(hand: Hand, row: BookingRow) -> str | None:
    """Say that a change comes later than the business asks for, and what is due for it; None if it is in time."""
    notice = hand.business.rules.notice
    if in_utc(row.starts_at) - in_utc(hand.now) >= notice:
        return None
    told = f"Booking {row.reference} begins in less than the {_hours(notice.total_seconds())} of notice we ask for"
    return f"{told}{_fee(hand, row)}."


def _fee(hand: Hand, row: BookingRow) -> str:
    match cancelling(hand.business, row.service, row.starts_at, hand.now):
        case Fee(low=low, high=high) if low is not None and high is not None:
            amount = _amount(hand, low) if low == high else f"{_amount(hand, low)} to {_amount(hand, high)}"
            return f", and a fee of {amount} is due"
        case Fee(share=share):
            return f", and {share:.0%} of the price is due"
        case _:
            return ""


def _amount(hand: Hand, amount: Decimal) -> str:
    """Write an amount as guests read it."""
    return money.say(Money(amount, hand.business.currency), hand.house.context(hand.now), Style.RICH)


def _hours(seconds: float) -> str:
    hours = seconds / 3600
    return f"{hours:g} hour{'' if hours == 1 else 's'}"


def _opening(hand: Hand, guest: Visitor, wish: Wish) -> str:
    """Return the opening that is wished for; raise with the nearest free times if it is not free."""
    ended = hand.run("check_availability", guest, _search(wish, wish.start.date()) | {"time": wish.start.time()})
    if ended.offer is not None and ended.offer.exact is not None:
        return ended.offer.exact
    if ended.outcome == "unavailable":
        raise NotPossible("The calendar cannot be reached, so nothing is changed.")
    finding = str(ended.fields.get("finding"))
    refused = f"{wish.text(hand.business)} {REASONS.get(finding, 'is not free')}{_room(ended)}."
    near = ended if ended.offer is not None else _from_then_on(hand, guest, wish)
    raise NotPossible("\n".join((refused, *_free_times(hand.business, near))))


def _room(ended: Ended) -> str:
    """Say how much room there is, where there is some, but not enough."""
    places, most = ended.fields.get("places"), ended.fields.get("most")
    if most is not None:
        return f": {most} at most"
    return f": {places} places are left" if places is not None else ""


def _search(wish: Wish, day: date | Days) -> dict[str, Value | None]:
    return {
        "service_type": Item("service", wish.service),
        "date": day,
        "provider": None if wish.provider is None else Item("provider", wish.provider),
        "moving": None if wish.moving is None else str(wish.moving.id),
        "party": wish.party,
    }


def _from_then_on(hand: Hand, guest: Visitor, wish: Wish) -> Ended:
    """Look for whatever is free on that day or after it."""
    return hand.run("check_availability", guest, _search(wish, Days(max(wish.start.date(), hand.now.date()), None)))


def _free_times(business: Business, ended: Ended) -> Iterator[str]:
    options = ended.offer.options[:SHOWN] if ended.offer is not None else ()
    if options:
        yield "Nearest free times:"
    for option in options:
        start, who = option.fields["start"], option.fields.get("provider")
        names = [
            business.resources[each.id].name
            for each in (who if isinstance(who, tuple) else (who,))
            if isinstance(each, Item)
        ]
        places = option.fields.get("places")
        left = "" if places is None else f", {places} places left"
        yield f"  {start:%A %Y-%m-%d %H:%M}" + (f" with {', '.join(names)}" if names else "") + left


def _guest_of(row: BookingRow) -> Visitor:
    """Return the guest of a booking: it is changed in their name."""
    return Visitor(row.guest_id or 0, CHANNEL, vouched=True, phone=row.phone)


def _named(row: BookingRow) -> dict[str, Value | None]:
    return {"booking": str(row.id), "reference": row.reference, "phone": row.phone}


def _succeeded(ended: Ended, outcome: str, what: str) -> Ended:
    if ended.outcome != outcome:
        raise NotPossible(f"{what}: {REASONS.get(ended.outcome, ended.outcome)}. Nothing is changed.")
    return ended


def _row(hand: Hand, reference: object) -> BookingRow:
    row = hand.unit.bookings.by_reference(hand.business.id, str(reference).upper())
    if row is None:
        raise NotPossible(f"There is no booking {reference}.")
    return row
