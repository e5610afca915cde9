"""The values a slot can hold, and the one way they are written as JSON.

A plain Python value is used where there is one (`str`, `int`, `Decimal`, `date`, `time`, `datetime`,
`timedelta`); the classes here are for what Python has no type for. Every value is immutable and comparable.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Days:
    """A half-open range of days: `end` is the day after the last. None leaves that side open."""

    start: date | None
    end: date | None

    def holds(self, day: date) -> bool:
        """Tell whether `day` is one of these."""
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)


@dataclass(frozen=True, slots=True)
class Times:
    """A half-open range of wall-clock times within a day. None leaves that side open."""

    start: time | None
    end: time | None
    latest: bool = False  # of these the last is wished for


@dataclass(frozen=True, slots=True)
class Moments:
    """A half-open range of moments, aware. None leaves that side open."""

    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Soonest:
    """The guest wants the earliest there is: a wish, with no day or time of its own."""


@dataclass(frozen=True, slots=True)
class Anytime:
    """The guest was asked and does not mind."""


@dataclass(frozen=True, slots=True)
class Shift:
    """So much later or more than what is booked; it waits until it is known which booking that is."""

    by: timedelta | int


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a currency (ISO 4217)."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Item:
    """Something from a catalogue of the business: a service, a provider, a city, by its id."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Record:
    """Something with several sides, said as a whole: a booking, a range of prices. `kind` names how it is said."""

    kind: str
    fields: tuple[tuple[str, Value], ...]


Value: TypeAlias = (
    Item
    | Record
    | Money
    | str
    | bool
    | int
    | Decimal
    | date
    | time
    | datetime
    | timedelta
    | Days
    | Times
    | Moments
    | Soonest
    | Anytime
    | Shift
    | tuple["Value", ...]
)


# One for all digests: `json.dumps` would make another for each.
_PLAIN = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def to_json(value: Value) -> object:
    """Write a value the way it is shown in JSON: dates and times in ISO 8601, money with its currency."""
    match value:
        case str():  # most are
            return value
        case Days(start, end) | Times(start, end) | Moments(start, end):
            return {"start": None if start is None else to_json(start), "end": None if end is None else to_json(end)}
        case (single,):
            return to_json(single)  # one of a slot that could hold several
        case tuple():
            return [to_json(item) for item in value]
        case Shift(by):
            return {"by": to_json(by)}
        case Record(_, fields):
            return {name: to_json(side) for name, side in fields}
        case _:
            return _plain_json(value)


def _plain_json(
    value: str | bool | int | Decimal | date | time | timedelta | Item | Money | Soonest | Anytime,  # noqa: FBT001 - a value, not a flag
) -> object:
    match value:
        case bool() | int() | str():
            return value
        case Item(_, identity):
            return identity
        case Money(amount, currency):
            return {"amount": str(amount), "currency": currency}
        case Decimal():
            return str(value)
        case date():  # and so datetime
            return value.isoformat()
        case time():
            return value.isoformat("minutes")
        case timedelta():
            return int(value.total_seconds())
        case Soonest() | Anytime():
            return type(value).__name__.lower()


def digest(values: Mapping[str, Value | None]) -> str:
    """Name a set of values: the same values give the same digest, in any order of keys."""
    plain = {name: None if value is None else [type(value).__name__, to_json(value)] for name, value in values.items()}
    return hashlib.sha256(_PLAIN.encode(plain).encode()).hexdigest()[:16]
