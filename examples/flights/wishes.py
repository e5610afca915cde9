"""Which flights are as a guest wishes: when they leave and land, and how far they are from what was wished for."""  # noqa: INP001 - belongs to the folder of the business

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from frontdesk.desk.kit import Anytime, Soonest, Times, Value

from .timetable import Clock, Flight, Price  # noqa: TID252 - a neighbour in the folder of the business

Hours: TypeAlias = Clock | Times
Wish: TypeAlias = Hours | tuple[Hours, ...] | Soonest | Anytime | None  # of several hours any will do
FITTING = frozenset({"fitting", "first", "last"})  # findings of flights that are all that was wished for


@dataclass(frozen=True, slots=True)
class Chosen:
    """The flight to put forward, why that one, and those to list; `exact` where just one was wished for."""

    best: Flight
    finding: str
    listed: tuple[Flight, ...]
    exact: str | None = None
    fitting: int = 0  # so many of those to list come first, as they are all that was wished for

    def with_others(self, flights: Sequence[Flight]) -> Chosen:
        """List the other flights of the day after those that fit."""
        fitting = self.listed if self.exact is None else (self.best,)
        fitting = fitting if self.finding in FITTING else ()
        listed = (*(replace(each, fits=True) for each in fitting), *(each for each in flights if each not in fitting))
        return replace(self, listed=listed, exact=None, fitting=len(fitting))


@dataclass(frozen=True, slots=True)
class Search:
    """The flights of a day that can be sold, and all that a guest has said of the one they want."""

    flights: tuple[Flight, ...]
    time: Wish
    limit: Price | None
    landing: Times | None
    planned: frozenset[Clock]  # when the timetable has a flight, sold out or not

    def found(self, ruled_out: Sequence[Value]) -> Chosen:
        """Return what fits all of it, or else what comes nearest and why it does not fit."""
        allowed = tuple(flight for flight in self.flights if not is_ruled_out(flight, ruled_out)) or self.flights
        allowed = self._without_last(allowed) if any(map(is_last, ruled_out)) else allowed
        named = [flight for flight in allowed if isinstance(self.time, Clock) and flight.time == self.time]
        # Who names a departure wants that one, whenever it lands.
        landing = tuple(each for each in allowed if self.landing is None or named or lands(each, self.landing))
        if not landing:
            return Chosen(_first_there(allowed), "lands_later", allowed)
        affordable = tuple(flight for flight in landing if self.limit is None or flight.price <= self.limit)
        if named and named[0] not in affordable:  # and whatever was said of the price before
            return Chosen(named[0], "costlier", (*named, *(flight for flight in landing if flight not in named)))
        if not affordable:
            return Chosen(landing[0], "dearer", landing)
        return self._at_times(landing, affordable)

    def _without_last(self, flights: tuple[Flight, ...]) -> tuple[Flight, ...]:
        """Leave out the last of those that leave when wanted; the only one there is stays."""
        wanted = None if isinstance(self.time, Anytime | Soonest) else self.time
        fitting = [flight for flight in flights if fits(flight, wanted)]
        gone = max(fitting, key=lambda flight: flight.start) if len(fitting) > 1 else None
        return tuple(flight for flight in flights if flight is not gone)

    def _at_times(self, flights: tuple[Flight, ...], affordable: tuple[Flight, ...]) -> Chosen:
        wanted = None if isinstance(self.time, Anytime | Soonest) else self.time
        fitting = tuple(flight for flight in affordable if fits(flight, wanted))
        if not fitting:
            return self._nearest(flights, affordable, wanted)
        exact = fitting[0].id if len(fitting) == 1 and isinstance(wanted, Clock) else None
        best, rank = best_of(fitting, self.time), rank_of(fitting, flights, self.time)
        return Chosen(best, rank, affordable if exact else fitting, exact)  # who has chosen may still take another

    def _nearest(
        self, flights: tuple[Flight, ...], affordable: tuple[Flight, ...], wanted: Hours | tuple[Hours, ...] | None
    ) -> Chosen:
        nearest = tuple(sorted(affordable, key=lambda flight: minutes_off(flight, wanted)))
        if any(fits(flight, wanted) for flight in flights):
            return Chosen(nearest[0], "dearer_then", nearest)
        if isinstance(wanted, Clock) and wanted in self.planned:
            return Chosen(nearest[0], "gone", nearest)
        halved = [flight for flight in nearest if isinstance(wanted, Clock) and flight.time == half_a_day_off(wanted)]
        return Chosen(halved[0], "halved", nearest) if halved else Chosen(nearest[0], "others", nearest)


def _first_there(flights: Sequence[Flight]) -> Flight:
    return min(flights, key=lambda flight: flight.end)


def is_ruled_out(flight: Flight, unwanted: Sequence[Value]) -> bool:
    """Say whether a flight leaves when the guest does not want to; "not the 9:15 one" may be that of the evening."""
    hours = [each for each in unwanted if isinstance(each, Clock | Times) and not is_last(each)]
    later = [half_a_day_off(each) for each in hours if isinstance(each, Clock)]
    return any(fits(flight, each) for each in (*hours, *later))


def is_last(wish: Value) -> bool:
    """Tell the last flight of all from the hours of some."""
    return isinstance(wish, Times) and wish.latest


def best_of(flights: Sequence[Flight], wanted: Wish) -> Flight:
    """Return the first or the last flight where that is wanted, or else the cheapest, which comes first."""
    if isinstance(wanted, Soonest):
        return min(flights, key=lambda flight: flight.start)
    if isinstance(wanted, Times) and wanted.latest:
        return max(flights, key=lambda flight: flight.start)
    return flights[0]


def rank_of(fitting: Sequence[Flight], flights: Sequence[Flight], wanted: Wish) -> str:
    """Say whether the flight that is put forward is the first or the last of its day, where that is wanted."""
    best, starts = best_of(fitting, wanted), [flight.start for flight in flights]
    if isinstance(wanted, Soonest) and best.start == min(starts):
        return "first"
    return "last" if isinstance(wanted, Times) and wanted.latest and best.start == max(starts) else "fitting"


def fits(flight: Flight, wanted: Hours | tuple[Hours, ...] | None) -> bool:
    """Say whether a flight leaves at the time wanted, or within the times, or at any of several."""
    if isinstance(wanted, tuple):
        return any(fits(flight, each) for each in wanted)
    if isinstance(wanted, Times):
        starts_late_enough = wanted.start is None or wanted.start <= flight.time
        return starts_late_enough and (wanted.end is None or flight.time < wanted.end)
    return wanted is None or flight.time == wanted


def lands(flight: Flight, wanted: Times) -> bool:
    """Say whether a flight is there at the hours wanted; what lands after midnight is there by no evening."""
    at = flight.end.time()
    late_enough = wanted.start is None or wanted.start <= at
    return flight.end.date() == flight.day and late_enough and (wanted.end is None or at <= wanted.end)


def minutes_off(flight: Flight, wanted: Hours | tuple[Hours, ...] | None) -> int:
    """Return how far a flight is from a time that it does not leave at, or from the nearest end of the times."""
    if isinstance(wanted, tuple):
        return min(minutes_off(flight, each) for each in wanted)
    ends = (wanted.start, wanted.end) if isinstance(wanted, Times) else (wanted,)
    return min((abs(_minutes(flight.time) - _minutes(end)) for end in ends if end is not None), default=0)


def half_a_day_off(at: Clock) -> Clock:
    """Return the time that a bare "9:15" may mean as well."""
    return at.replace(hour=(at.hour + 12) % 24)


def _minutes(at: Clock) -> int:
    return at.hour * 60 + at.minute
