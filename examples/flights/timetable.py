"""The timetable: which flights there are on a day, what they cost, and which seats of them are free."""  # noqa: INP001 - belongs to the folder of the business

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Annotated, TypeAlias

import yaml

from frontdesk.desk.kit import Anytime, Days, Here, Item, Soonest, Span, Value, kind

City: TypeAlias = Annotated[Item, kind("city")]
Price: TypeAlias = Annotated[Decimal, kind("money")]
Clock: TypeAlias = time
Wanted: TypeAlias = date | Days | Soonest | Anytime  # all but a date mean the first day of those with a flight
DAY = timedelta(days=1)
PREFIX, FIRST_NUMBER, TEN = "WF", 1000, 10  # a flight is numbered by its route, and in its last figure by its time
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Departure:
    """A time of day at which every route is flown."""

    at: time
    fare: Decimal
    seats: int


@dataclass(frozen=True, slots=True)
class Route:
    """Two cities, one way."""

    number: int
    minutes: int
    fare: Decimal


@dataclass(frozen=True, slots=True)
class Timetable:
    """The timetable as its file says it."""

    days_ahead: int
    notice: timedelta
    departures: tuple[Departure, ...]
    weekdays: Mapping[str, Decimal]
    routes: Mapping[tuple[str, str], Route]


@cache
def timetable(folder: Path) -> Timetable:
    """Read the timetable of the business in `folder`, once."""
    file = yaml.safe_load((folder / "timetable.yaml").read_text(encoding="utf-8"))
    ways = [(way, row) for row in file["routes"] for way in (tuple(row["between"]), tuple(row["between"][::-1]))]
    return Timetable(
        days_ahead=file["days_ahead"],
        notice=timedelta(minutes=file["notice_minutes"]),
        departures=tuple(
            Departure(time.fromisoformat(row["at"]), Decimal(row["fare"]), row["seats"]) for row in file["departures"]
        ),
        weekdays={day: Decimal(fare) for day, fare in file["weekdays"].items()},
        routes={way: Route(place, row["minutes"], Decimal(row["fare"])) for place, (way, row) in enumerate(ways)},
    )


@dataclass(frozen=True, slots=True)
class Flight:
    """One flight on one day. Its id is its number; its seats are sold one by one."""

    id: str
    start: datetime
    end: datetime
    day: date
    time: Clock
    price: Price
    fits: bool = False  # all that was wished for, where others are listed beside it


@dataclass(frozen=True, slots=True)
class Planned:
    """A flight of the timetable with the names of its seats, or of those that are free."""

    flight: Flight
    seats: tuple[str, ...]


def planned(table: Timetable, way: tuple[str, str], day: date) -> Iterator[Planned]:
    """Give the flights that the timetable has for a day, sold out or not."""
    route = table.routes.get(way)
    if route is None:
        return
    for place, departure in enumerate(table.departures):
        number = f"{PREFIX}{FIRST_NUMBER + route.number * TEN + place}"
        start = datetime.combine(day, departure.at, UTC)
        fare = route.fare * departure.fare * table.weekdays[WEEKDAYS[day.weekday()]]
        end = start + timedelta(minutes=route.minutes)
        flight = Flight(number, start, end, day, departure.at, fare.quantize(Decimal(1)))
        yield Planned(flight, tuple(f"{number}-{seat:02}" for seat in range(1, departure.seats + 1)))


def open_flights(here: Here, origin: Item, destination: Item, wanted: Wanted) -> list[Planned]:
    """Return the flights that can be sold now on the day wanted, the cheapest first."""
    if isinstance(wanted, date):
        return flights_on(here, origin, destination, wanted)
    return next(open_days(here, origin, destination, wanted), [])


def open_days(here: Here, origin: Item, destination: Item, wanted: Wanted) -> Iterator[list[Planned]]:
    """Walk the days wanted that have flights which can be sold, but for those that were ruled out."""
    if isinstance(wanted, date):
        days = [wanted]
    else:
        days = [day for day in days_of(here, wanted) if not any(_is_on(day, unwanted) for unwanted in here.ruled_out)]
    return filter(None, (flights_on(here, origin, destination, day) for day in days))


def days_of(here: Here, wanted: Wanted) -> list[date]:
    """Return the days that are wanted, of those that seats are sold for."""
    days = [here.now.date() + ahead * DAY for ahead in range(timetable(here.folder).days_ahead + 1)]
    if isinstance(wanted, date):
        return [wanted] if wanted in days else []
    return [day for day in days if wanted.holds(day)] if isinstance(wanted, Days) else days


def _is_on(day: date, unwanted: Value) -> bool:
    if isinstance(unwanted, tuple):  # every Monday
        return day in unwanted
    return day == unwanted or (isinstance(unwanted, Days) and unwanted.holds(day))


def flights_on(here: Here, origin: Item, destination: Item, day: date) -> list[Planned]:
    """Return the flights of a day that can be sold: a seat is free and both airports are open."""
    table = timetable(here.folder)
    if day > here.now.date() + table.days_ahead * DAY:
        return []
    soonest = here.now.astimezone(UTC) + table.notice
    every = [each for each in planned(table, (origin.id, destination.id), day) if each.flight.start >= soonest]
    names = [origin.id, destination.id, *(seat for each in every for seat in each.seats)]
    midnight = datetime.combine(day, time(), UTC)
    busy = here.bookings.busy(names, midnight, midnight + 2 * DAY)

    def is_flown(flight: Flight) -> bool:
        closed = any(span.start <= flight.start < span.end for span in busy[origin.id])
        return not closed and not any(span.start <= flight.end < span.end for span in busy[destination.id])

    free = {each.flight: tuple(seat for seat in each.seats if _is_free(busy[seat], each.flight)) for each in every}
    selling = [Planned(flight, seats) for flight, seats in free.items() if seats and is_flown(flight)]
    return sorted(selling, key=lambda each: (each.flight.price, each.flight.start))


def _is_free(taken: Sequence[Span], flight: Flight) -> bool:
    return not any(span.start < flight.end and flight.start < span.end for span in taken)
