"""What a search comes to: the openings, or the reason there are none and what there is instead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeAlias

from frontdesk.scheduling.search import Opening, Times


@dataclass(frozen=True, slots=True)
class Free:
    """These fit, earliest first."""

    openings: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class ExactlyFree:
    """The very time that was asked for is free; `others` are the rest of that day."""

    opening: Opening
    others: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class Instead:
    """What there would be without one of the guest's wishes, each by itself."""

    providers: tuple[str, ...] = ()  # others who are free on these days, at these times
    day: date | None = None  # the next one with the same people, at the same times
    ruled_out: tuple[date, ...] = ()  # of these days, those that the guest would not take


@dataclass(frozen=True, slots=True)
class Taken:
    """That time could be booked, but someone has it. The nearest two, those of the same day first."""

    at: datetime
    nearest: tuple[Opening, ...]
    places: int | None = None  # left then, but fewer than asked for; None where nothing is counted
    instead: Instead = Instead()


@dataclass(frozen=True, slots=True)
class OffGrid:
    """It is open then, but starts are `grid` apart and this is none of them."""

    at: datetime
    grid: timedelta
    nearest: tuple[Opening, ...]


@dataclass(frozen=True, slots=True)
class ClosedThen:
    """It is open that day, but not then, or not long enough: starts are from `opens` to `last_start`."""

    at: datetime
    opens: datetime
    last_start: datetime
    openings: tuple[Opening, ...]  # what is free that day


@dataclass(frozen=True, slots=True)
class ClosedDay:
    """The business is closed on these days. `later` are the openings of the next day that has some."""

    first: date
    last: date
    nearest_open_days: tuple[date, ...]
    later: tuple[Opening, ...]
    instead: Instead = Instead()


@dataclass(frozen=True, slots=True)
class NobodyIn:
    """It is open, but the provider asked for, or anyone who does this, does not work then, or not long enough."""

    first: date
    last: date
    provider: str | None
    nearest_days: tuple[date, ...]
    later: tuple[Opening, ...]
    instead: Instead = Instead()


@dataclass(frozen=True, slots=True)
class Full:
    """Everything on these days is taken. `later` are the openings of the next day that has some."""

    first: date
    last: date
    later: tuple[Opening, ...]
    places: int | None = None  # the most that one start has left, but fewer than asked for; None as above
    instead: Instead = Instead()


@dataclass(frozen=True, slots=True)
class NoneInPart:
    """These days have openings, but none at the times asked for. `later` are such times on the next day with some."""

    times: Times
    others: tuple[Opening, ...]
    later: tuple[Opening, ...]
    instead: Instead = Instead()


@dataclass(frozen=True, slots=True)
class TooSoon:
    """It is past, or sooner than the notice allows. The earliest that can be had, if anything can."""

    earliest: Opening | None


@dataclass(frozen=True, slots=True)
class TooFar:
    """It is beyond the horizon."""

    last_day: date


@dataclass(frozen=True, slots=True)
class UnknownService:
    """The business does not have this service."""

    service: str


@dataclass(frozen=True, slots=True)
class NobodyDoes:
    """The provider asked for does not do this, or nobody whom the guest would take does; `who` are those who do."""

    service: str
    provider: str | None
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TooMany:
    """The party is larger than this can ever take: `most` people fit."""

    service: str
    most: int


Finding: TypeAlias = (
    Free
    | ExactlyFree
    | Taken
    | OffGrid
    | ClosedThen
    | ClosedDay
    | NobodyIn
    | Full
    | NoneInPart
    | TooSoon
    | TooFar
    | UnknownService
    | NobodyDoes
    | TooMany
)
