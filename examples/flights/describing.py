"""What the timetable says of a flight, of several in the hours named, or of the days that are compared."""  # noqa: INP001 - belongs to the folder of the business

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, TypeAlias

from frontdesk.desk.kit import Anytime, Days, Here, Item, Soonest, Times, kind

from .timetable import (  # noqa: TID252 - a neighbour in the folder of the business
    DAY,
    FIRST_NUMBER,
    PREFIX,
    TEN,
    Clock,
    Flight,
    Planned,
    Price,
    Timetable,
    Wanted,
    open_days,
    planned,
    timetable,
)
from .wishes import best_of, fits, half_a_day_off  # noqa: TID252 - a neighbour in the folder of the business

Hours: TypeAlias = Clock | Times | Soonest | Anytime


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of which day or days, and of which departures."""

    topic: str | None
    day: Wanted | tuple[date, ...] | None
    hours: Hours | None


@dataclass(frozen=True, slots=True)
class Described:
    """What the timetable says of a flight; of a route alone only how long it takes."""

    about: str
    span: str  # the days of which `lowest` is the lowest fare
    length: timedelta
    those: Annotated[tuple[str, ...], kind("any")] | None = None  # what is asked, of each flight or day that is meant
    cheaper: str | None = None  # which of the days that are compared
    number: str | None = None
    fare: Price | None = None
    lands: datetime | None = None
    left: int | None = None
    left_that_day: int | None = None  # on all flights of the day together
    lowest: Price | None = None
    lowest_at: datetime | None = None


def described(here: Here, way: tuple[str, str], question: Question) -> Described:
    """Describe the one flight that is meant, or each of several; where none is, the cheapest of the days meant."""
    day, cities = question.day, (Item("city", way[0]), Item("city", way[1]))
    selling = [each for one in _days(here, question) for each in open_days(here, *cities, one)]
    flights = [each.flight for of_day in selling for each in of_day]
    lowest = min(flights, key=_fare, default=None)
    meant = _meant(here, way, question, flights) if isinstance(day, date) else []
    this = meant[0] if len(meant) == 1 else None
    route = f"from {here.name_of(cities[0])} to {here.name_of(cities[1])}"
    left = {each.flight: len(each.seats) for of_day in selling for each in of_day}
    return Described(
        about=f"The {_clock(this.start)} flight {route}" if this else f"The flight {route}",
        span="that day" if isinstance(day, date) else "those days" if day else "the next seven days",
        length=timedelta(minutes=timetable(here.folder).routes[way].minutes),
        those=_each_day(selling) if isinstance(day, tuple) else _each(meant, left, question.topic),
        cheaper=_cheaper(selling) if isinstance(day, tuple) else None,
        number=this.id if this else None,
        fare=this.price if this else None,
        lands=this.end if this else None,
        left=left.get(this, 0) if this else None,
        left_that_day=sum(left.values()) if isinstance(day, date) else None,
        lowest=lowest.price if lowest else None,
        lowest_at=lowest.start if lowest else None,
    )


def _days(here: Here, question: Question) -> Sequence[Wanted]:
    """Return the days that are asked about, one after the other; where none is named, those of a week."""
    if isinstance(question.day, tuple):
        return question.day
    return [question.day if isinstance(question.day, date | Days) else Days(None, here.now.date() + 7 * DAY)]


def _meant(here: Here, way: tuple[str, str], question: Question, selling: Sequence[Flight]) -> list[Flight]:
    """Return the flights of a day at the hours named: "the 9:15 one" may be that of the evening."""
    hours, day = question.hours, question.day
    if hours is None or isinstance(hours, Anytime) or not isinstance(day, date):
        return []
    if isinstance(hours, Clock):
        every = [each.flight for each in planned(timetable(here.folder), way, day)]
        exact = [each for each in every if each.time == hours]
        return exact or [each for each in every if each.time == half_a_day_off(hours)]
    if isinstance(hours, Soonest) or hours.latest:
        return [best_of(selling, hours)] if selling else []
    return sorted((each for each in selling if fits(each, hours)), key=lambda flight: flight.start)


def _each(flights: Sequence[Flight], left: dict[Flight, int], topic: str | None) -> tuple[str, ...] | None:
    """Say what is asked of each of several flights."""
    if len(flights) < 2:  # of one alone it is said in other words
        return None
    match topic:
        case "arrival":
            told = [f"lands at {_clock(each.end)}" for each in flights]
        case "seats_left":
            told = [f"has {left.get(each, 0)} free seats left" for each in flights]
        case "flight_number":
            told = [f"is {each.id}" for each in flights]
        case _:
            told = [f"costs ${each.price}" for each in flights]
    return tuple(f"the {_clock(each.start)} flight {what}" for each, what in zip(flights, told, strict=True))


def _each_day(days: Sequence[Sequence[Planned]]) -> tuple[str, ...]:
    """Say of each day what its cheapest flight costs, and when it leaves."""
    return tuple(f"${flight.price} on {spoken(flight.start)}" for flight in _cheapest(days))


def _cheaper(days: Sequence[Sequence[Planned]]) -> str | None:
    """Say which day is the cheapest; nothing where there is only one, or several cost the same."""
    ranked = sorted(_cheapest(days), key=_fare)
    if len(ranked) < 2 or ranked[0].price == ranked[1].price:
        return None
    return f"{ranked[0].start:%A, %B} {ranked[0].start.day}"


def _cheapest(days: Sequence[Sequence[Planned]]) -> list[Flight]:
    return [min((each.flight for each in day), key=_fare) for day in days]


def _fare(flight: Flight) -> tuple[Price, datetime]:
    return flight.price, flight.start


def numbered(table: Timetable, flight: str) -> tuple[tuple[str, str], Clock]:
    """Return where a flight goes and when, by its number."""
    route, place = divmod(int(flight.removeprefix(PREFIX)) - FIRST_NUMBER, TEN)
    return list(table.routes)[route], table.departures[place].at


def spoken(start: datetime) -> str:
    """Say when a flight leaves, as everything else here says it."""
    return f"{start:%A, %B} {start.day} at {_clock(start)}"


def _clock(moment: datetime) -> str:
    hour = f"{moment:%I:%M}".removeprefix("0").removesuffix(":00")
    return f"{hour} {moment:%p}"
