"""What is looked for and what is found: a search, and the openings that answer it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum

from frontdesk.scheduling.business import Business


@dataclass(frozen=True, slots=True)
class Times:
    """A half-open range of wall-clock times; None leaves a side open, and the same time twice means just that time.

    A range that ends before it starts runs past midnight: from 22:00 to 02:00.
    """

    start: time | None = None
    end: time | None = None

    def __contains__(self, clock: time) -> bool:
        """Say whether `clock` is in the range."""
        start = self.start or time.min
        if self.end is None:
            return clock >= start
        if self.start == self.end:
            return clock == start
        if start < self.end:
            return start <= clock < self.end
        return clock >= start or clock < self.end


class Order(StrEnum):
    """Which of many openings are found: whole days from the first on, or some of each day."""

    EARLIEST = "earliest"
    ACROSS_DAYS = "across_days"


@dataclass(frozen=True, slots=True)
class Search:
    """What a guest would take. Days are those of the business's zone, both included; times are about the start.

    A wish for a provider binds the services which that provider performs.
    """

    services: tuple[str, ...]
    first: date
    last: date
    times: Times = Times()
    at: time | None = None  # exactly then; with a fold, only the second of two times that the clock shows it
    provider: str | None = None
    without_times: tuple[Times, ...] = ()  # "not at 3"
    without_days: tuple[date, ...] = ()  # "any day but Friday"
    without_spans: tuple[tuple[datetime, datetime], ...] = ()  # "not on Monday morning"
    without_providers: tuple[str, ...] = ()  # "anyone but Emily"; "not on the patio" is an area
    party: int | None = None  # how many people it is for
    areas: tuple[str, ...] = ()  # the one they like best first: "inside, else the patio"
    location: str | None = None  # only there
    order: Order = Order.EARLIEST

    def __post_init__(self) -> None:
        if not self.services:
            raise ValueError("A search for no service")
        if self.party is not None and self.party < 1:
            raise ValueError(f"A search for nobody: {self.party}")
        if self.last < self.first:
            raise ValueError(f"A search that ends before it starts: {self.first} to {self.last}")

    @property
    def at_any_time(self) -> bool:
        """Whether the guest would start at whatever time of day."""
        ruled_out = self.without_times or self.without_spans
        return self.at is None and not ruled_out and self.times.start is None and self.times.end is None

    def allows(self, clock: time) -> bool:
        """Say whether the guest would start at this time of day."""
        if self.at is not None and (clock != self.at or clock.fold < self.at.fold):
            return False
        return clock in self.times and not any(clock in times for times in self.without_times)

    def allows_then(self, moment: datetime) -> bool:
        """Say whether the guest has not ruled out this very moment."""
        return not any(start <= moment < end for start, end in self.without_spans)


@dataclass(frozen=True, slots=True)
class Part:
    """One service of an opening: when, and which resources it takes, in the order the service needs them."""

    service: str
    start: datetime
    end: datetime
    resources: tuple[str, ...]
    places: int | None = None  # how many are left, where guests share it


@dataclass(frozen=True, slots=True)
class Opening:
    """A time that can be offered. Its times show the wall clock of the business, with the offset of that moment."""

    parts: tuple[Part, ...]

    @property
    def start(self) -> datetime:
        """When the first service starts."""
        return self.parts[0].start

    @property
    def end(self) -> datetime:
        """When the last service ends."""
        return self.parts[-1].end

    @property
    def resources(self) -> tuple[str, ...]:
        """Every resource it takes, once each, in order."""
        return tuple(dict.fromkeys(resource for part in self.parts for resource in part.resources))


def location_of(business: Business, part: Part) -> str | None:
    """Return where this part takes place; None where the business is in one place, or anywhere will do."""
    own = business.services[part.service].location
    taken = (business.resources.get(each) for each in part.resources)
    return own or next((each.location for each in taken if each and each.location), None)


def area_of(business: Business, part: Part) -> str | None:
    """Return the area of the table that this part takes, if it takes one."""
    taken = (business.resources.get(each) for each in part.resources)
    return next((each.area for each in taken if each and each.area), None)


def provider_of(business: Business, part: Part) -> str | None:
    """Return who performs this part; None when it takes only rooms or machines."""
    return next((each for each in part.resources if business.resources[each].kind == "provider"), None)
