"""What the travel desk can do: search the timetable, sell and change seats, look up bookings, name its cities."""  # noqa: INP001 - loaded from the folder of the business

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Annotated

from frontdesk.desk.kit import (
    Anytime,
    Days,
    Here,
    Item,
    NewBooking,
    NoSuccess,
    Nothing,
    Soonest,
    Taken,
    Times,
    Unavailable,
    Value,
    action,
    kind,
)
from frontdesk.desk.kit import Booking as BookingRow

from .describing import (  # noqa: TID252 - a neighbour in the folder of the business
    Described,
    Hours,
    Question,
    described,
    numbered,
    spoken,
)
from .timetable import (  # noqa: TID252 - a neighbour in the folder of the business
    DAY,
    City,
    Clock,
    Flight,
    Planned,
    Price,
    Wanted,
    open_days,
    open_flights,
    planned,
    timetable,
)
from .wishes import FITTING, Chosen, Search  # noqa: TID252 - a neighbour in the folder of the business

MOST_DAYS = 31  # of a range that are looked through


@dataclass(frozen=True, slots=True)
class Found:
    """There are flights; one is put forward: the cheapest at the time wanted, or the one nearest to it.

    `finding` is `fitting`, or `first` or `last` where one end of the day is wanted, or tells why it is not: `others`
    where none is at the time wanted, `halved` where one is half a day from it, `gone` where the one at that time is
    sold out or has left, `dearer` where none is as cheap as wanted, `dearer_then` where none is at the times wanted,
    `costlier` where the one at just that time is not, and `lands_later` where none lands when wanted.
    """

    price: Price
    day: date
    departs: Clock
    flight: Annotated[str, kind("option")]
    finding: str
    lead: str  # what the flights found are: all of the day, or so many of them
    flights: tuple[Flight, ...]
    exact: str | None = None
    others: str | None = None  # how many more there are that day
    left: str | None = None  # seats on the one that is put forward
    lands: datetime | None = None


@action
def search_flights(  # noqa: PLR0913, PLR0917 - all that a guest may wish for
    here: Here,
    origin: City,
    destination: City,
    departure_date: Wanted,
    time: Annotated[Clock | Times | tuple[Clock | Times, ...] | Soonest | Anytime | None, kind("time")] = None,
    limit: Price | None = None,
    landing: Annotated[Times, kind("any")] | None = None,
    beside: str | None = None,
) -> Found | Nothing | Unavailable:
    """Find flights from one city to another on a day, the cheapest first; `beside` one put forward, all of that day."""
    if here.calendar_down:
        return Unavailable()
    way = (origin, destination)
    opened = _days_with_flights(here, way, departure_date)
    days, left = [tuple(each.flight for each in day) for day in opened], _seats_left(opened)
    if not days:
        return Nothing()
    searches = ((day, Search(day, time, limit, landing, _planned_at(here, way, day[0].day))) for day in days)
    found = [(day, search.found(here.ruled_out)) for day, search in searches]
    fitting = [one for one in found if one[1].finding in FITTING]
    flights, choice = _best_day(fitting or found[:1], time)
    return _found(flights, choice.with_others(flights) if beside else choice, left[choice.best])


def _best_day(found: list[tuple[tuple[Flight, ...], Chosen]], time: object) -> tuple[tuple[Flight, ...], Chosen]:
    """Return the first of several days where the first or last flight is wished for, or else the cheapest."""
    in_order = isinstance(time, Soonest) or (isinstance(time, Times) and time.latest)
    return found[0] if in_order else min(found, key=lambda one: one[1].best.price)


def _days_with_flights(here: Here, way: tuple[Item, Item], wanted: Wanted) -> list[list[Planned]]:
    """Return the flights of each day of a range, or else of the first day that has some."""
    bounded = isinstance(wanted, Days) and wanted.end is not None
    return list(islice(open_days(here, *way, wanted), MOST_DAYS if bounded else 1))


def _seats_left(days: Iterable[Iterable[Planned]]) -> dict[Flight, int]:
    return {each.flight: len(each.seats) for day in days for each in day}


def _found(flights: tuple[Flight, ...], choice: Chosen, left: int) -> Found:
    """Put the best flight forward, and say what else there is that day."""
    best, listed = choice.best, choice.listed
    others = str(len(flights) - 1) if len(flights) > 1 else None
    lead = _lead(choice, len(flights))
    day = best.start.date()
    return Found(
        best.price, day, best.time, best.id, choice.finding, lead, listed, choice.exact, others, str(left), best.end
    )


def _lead(choice: Chosen, every: int) -> str:
    """Say what the flights listed are: all of the day, or so many of them; and how many of all fit."""
    if 1 <= choice.fitting < len(choice.listed) == every:
        fits = "Only the first one fits" if choice.fitting == 1 else f"The first {choice.fitting} fit"
        return f"{fits} what you asked for. Here are all {every} flights"
    what = "Here's what fits" if choice.finding in FITTING else "Here's what comes nearest"
    return (
        "Here are the flights"
        if len(choice.listed) == every
        else f"{what}, {len(choice.listed)} of the {every} flights"
    )


def _planned_at(here: Here, way: tuple[Item, Item], day: date) -> frozenset[Clock]:
    """Return when the timetable has a flight, also those that cannot be sold any more."""
    every = planned(timetable(here.folder), (way[0].id, way[1].id), day)
    return frozenset(each.flight.time for each in every)


@action
def describe_flight(  # noqa: PLR0913, PLR0917 - all that a guest may name
    here: Here,
    origin: City | None = None,
    destination: City | None = None,
    departure_date: Wanted | None = None,
    time: Hours | None = None,
    flight: Annotated[str, kind("option")] | None = None,
    topic: str | None = None,
    compared: Annotated[tuple[date, ...], kind("any")] | None = None,
) -> Described | Nothing:
    """Describe the flight at the time named or put forward, or between the cities named, or the one booked last."""
    own = [] if origin or destination or flight else list(_to_come(here, here.bookings.own()))[-1:]
    if flight:
        way, at = numbered(timetable(here.folder), flight)
        return described(here, way, Question(topic, compared or departure_date, time or at))
    if origin and destination and origin != destination:
        return described(here, (origin.id, destination.id), Question(topic, compared or departure_date, time))
    if not own:
        return Nothing()
    return described(here, (own[0].origin.id, own[0].destination.id), Question(topic, own[0].day, own[0].departs))


@dataclass(frozen=True, slots=True)
class Booked:
    """A seat was sold."""

    booking_ref: Annotated[str, kind("reference")]
    confirmation: str
    contact: str  # `kept` or `missing`: the phone number that a look-up on another day needs


@action(guarded=True)
def confirm_flight_booking(
    here: Here,
    origin: City,
    destination: City,
    departure_date: Wanted,
    price: Price,
    flight: Annotated[str, kind("option")] | None = None,
) -> Booked | Taken | Unavailable:
    """Sell one seat at exactly the price that was agreed: on the flight chosen, or else on the cheapest."""
    if here.calendar_down:
        return Unavailable()
    selling = open_flights(here, origin, destination, departure_date)
    wanted = [each for each in selling if each.flight.id == flight] if flight else selling[:1]
    if not wanted or wanted[0].flight.price != price:
        return Taken()
    chosen = wanted[0].flight
    details: dict[str, Value] = {
        "origin": here.name_of(origin),
        "destination": here.name_of(destination),
        "departure_date": chosen.start.date(),
        "price": price,
        "flight": chosen.id,
    }
    new = NewBooking("flight", "flight", chosen.start, chosen.end, details, phone=_phone(here))
    booked = here.bookings.book_one(new, wanted[0].seats)
    if booked is None:
        return Taken()
    way = f"from {details['origin']} to {details['destination']}"
    confirmation = f"Your flight {chosen.id} {way} on {spoken(chosen.start)} is booked."
    return Booked(booked.reference, confirmation, "kept" if booked.phone else "missing")


def _phone(here: Here) -> str | None:
    """Return the number that the guest left with an earlier booking of this conversation."""
    return next((row.phone for row in reversed(here.bookings.own()) if row.phone), None)


@dataclass(frozen=True, slots=True)
class BookingFound:
    """The booking, and how it stands."""

    reference: Annotated[str, kind("reference")]
    status: str
    origin: str
    destination: str
    departure_date: date
    departs: time
    price: Price


@dataclass(frozen=True, slots=True)
class Unverified(NoSuccess):
    """Whether there is such a booking is only told to whoever knows the phone number too."""


@action
def look_up_booking(
    here: Here,
    reference: Annotated[str, kind("reference")] | None = None,
    phone: Annotated[str, kind("phone")] | None = None,
) -> BookingFound | Nothing | Unverified:
    """Tell how a booking stands: one of this guest's own, or one whose reference and phone number are given."""
    own = [row for row in here.bookings.own() if row.kind == "flight"]
    own = [row for row in own if row.status.value == "booked"] or own
    booking = here.bookings.find(reference, phone) if reference else next(iter(own[-1:]), None)
    if booking is not None and booking.kind == "flight":
        return _told(booking)
    return Nothing() if reference and (phone or here.guest.vouched) else Unverified()


def _told(booking: BookingRow) -> BookingFound:
    details = json.loads(booking.details)
    return BookingFound(
        reference=booking.reference,
        status=booking.status.value,
        origin=details["origin"],
        destination=details["destination"],
        departure_date=date.fromisoformat(details["departure_date"]),
        departs=booking.starts_at.astimezone(UTC).time(),
        price=Decimal(details["price"]),
    )


@dataclass(frozen=True, slots=True)
class Booking:
    """A seat that a guest has, as one of several to choose from."""

    id: str
    title: str
    start: datetime
    day: date
    departs: Clock
    origin: City
    destination: City
    price: Price
    leaves: str  # `soon`, when nothing can be changed here any more, or `later`


@dataclass(frozen=True, slots=True)
class BookingsFound:
    """The guest has flights to come; `match` is `no` where none is as it was described."""

    match: str
    booked: tuple[Booking, ...]
    exact: str | None = None


@action
def find_bookings(
    here: Here,
    origin: City | None = None,
    destination: City | None = None,
    day: Wanted | None = None,
    reference: Annotated[str, kind("reference")] | None = None,
    phone: Annotated[str, kind("phone")] | None = None,
) -> BookingsFound | Nothing | Unverified:
    """Find the flights to come that a guest may change: their own, or one whose reference and phone are given."""
    own = [row for row in here.bookings.own() if reference is None or row.reference == reference.upper()]
    named = here.bookings.find(reference, phone) if reference and not own else None
    booked = tuple(_to_come(here, [named] if named else own))
    if not booked:
        return Nothing() if (reference and phone) or here.guest.vouched else Unverified()
    described = [(origin, "origin"), (destination, "destination"), (day, "day")]
    fitting = tuple(each for each in booked if all(value in (None, getattr(each, field)) for value, field in described))
    # What is not the guest's own is shown first: nothing but a phone number says that it is theirs.
    exact = fitting[0].id if len(fitting) == 1 and named is None else None
    return BookingsFound("yes" if fitting else "no", fitting or booked, exact)


def _to_come(here: Here, rows: Iterable[BookingRow]) -> Iterator[Booking]:
    cities = {each.name: Item("city", each.id) for each in here.business.resources.values() if each.kind == "city"}
    for row in rows:
        if row.kind == "flight" and row.status.value == "booked" and row.starts_at > here.now:
            told, start = _told(row), row.starts_at.astimezone(UTC)
            way = cities[told.origin], cities[told.destination]
            title, leaves = f"{told.origin} to {told.destination}", "later" if _is_in_time(here, row) else "soon"
            yield Booking(row.reference, title, start, start.date(), start.time(), *way, told.price, leaves)


def _is_in_time(here: Here, row: BookingRow) -> bool:
    return row.starts_at - here.now >= DAY


@dataclass(frozen=True, slots=True)
class Several:
    """The guest has more than one flight to come."""

    flights: Annotated[tuple[str, ...], kind("any")]


@action
def list_bookings(here: Here) -> Several | Nothing:
    """List the flights to come of a guest who has several."""
    coming = sorted(_to_come(here, here.bookings.own()), key=lambda each: each.start)
    told = tuple(f"{each.title} on {spoken(each.start)}, reference {each.id}" for each in coming)
    return Several(told) if len(told) > 1 else Nothing()


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The seat is free again."""


@dataclass(frozen=True, slots=True)
class TooLate(NoSuccess):
    """The flight leaves within a day, or the booking does not stand any more."""


@action(guarded=True, ends=True)
def cancel_flight_booking(
    here: Here, booking: Annotated[str, kind("booking")], phone: Annotated[str, kind("phone")] | None = None
) -> Cancelled | TooLate:
    """Cancel a booking, up to a day before departure."""
    row = here.bookings.find(booking, phone)
    return Cancelled() if row and _is_in_time(here, row) and here.bookings.cancel(row) else TooLate()


@action(guarded=True)
def change_flight_booking(  # noqa: PLR0913, PLR0917 - all that the guest has agreed to
    here: Here,
    booking: Annotated[str, kind("booking")],
    origin: City,
    destination: City,
    departure_date: Wanted,
    price: Price,
    flight: Annotated[str, kind("option")],
    phone: Annotated[str, kind("phone")] | None = None,
) -> Booked | Taken | TooLate | Unavailable:
    """Sell a seat on another flight in place of the one booked, or leave all as it is."""
    if here.calendar_down:
        return Unavailable()
    gone = cancel_flight_booking(here, booking, phone)
    if isinstance(gone, TooLate):
        return gone
    return confirm_flight_booking(here, origin, destination, departure_date, price, flight)


@dataclass(frozen=True, slots=True)
class Kept:
    """The number is with the bookings of this conversation."""

    phone: Annotated[str, kind("phone")]


@action
def keep_phone(here: Here, phone: Annotated[str, kind("phone")]) -> Kept | Nothing:
    """Keep a phone number with the bookings of this conversation, so that they can be looked up with it."""
    kept = [row for row in here.bookings.own() if row.kind == "flight" and here.bookings.reach(row, phone)]
    return Kept(phone) if kept else Nothing()


@dataclass(frozen=True, slots=True)
class Listed:
    """All cities."""

    cities: Annotated[tuple[City, ...], kind("any")]


@action
def list_airports(here: Here) -> Listed:
    """Name all cities that we fly to."""
    cities = (each for each in here.business.resources.values() if each.kind == "city")
    return Listed(tuple(Item("city", city.id) for city in cities))
