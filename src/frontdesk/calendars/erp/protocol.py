"""What passes between Frontdesk and an ERP: nights that can be sold, reservations that staff approved, and outcomes.

docs/erp.md describes the same for those who write the other side.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import AwareDatetime, FailFast, Field, StringConstraints

MOST_NIGHTS = 200_000  # rows of one answer: two years of two hundred and seventy room types
# How far the clock of an ERP may be ahead of ours. A generation from far in the future would outdate all that follow.
CLOCK_SKEW = timedelta(minutes=10)

RoomTypeName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")]
RoomCount: TypeAlias = Annotated[int, Field(ge=0, le=100_000)]
Rate: TypeAlias = Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=4, allow_inf_nan=False)]
CurrencyCode: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
MinimumStay: TypeAlias = Annotated[int, Field(ge=1, le=365)]


@dataclass(frozen=True, slots=True)
class ErpNight:
    """Rooms of one type that the ERP has for sale in one night, before what Frontdesk itself has sold."""

    room_type: RoomTypeName
    night: date
    rooms: RoomCount
    rate: Rate
    currency: CurrencyCode
    min_stay: MinimumStay | None = None


@dataclass(frozen=True, slots=True)
class Inventory:
    """One generation: all nights of a range, as the ERP had them at one moment."""

    generated_at: AwareDatetime
    nights: Annotated[tuple[ErpNight, ...], Field(max_length=MOST_NIGHTS), FailFast()]


@dataclass(frozen=True, slots=True)
class WantedNights:
    """What is asked for, nights from `first` up to but not including `end`, and what an answer is checked against."""

    first: date
    end: date
    currency: str
    now: datetime
    room_types: frozenset[str] = frozenset()  # none: whichever the ERP has
    newest_known: datetime | None = None  # when the generation was made that we have


class Flaw(StrEnum):
    """What is wrong with an answer."""

    DENIED = "denied"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"
    WRONG_VALUE = "wrong_value"
    WRONG_CURRENCY = "wrong_currency"
    UNKNOWN_ROOM_TYPE = "unknown_room_type"
    NOT_ASKED_FOR = "not_asked_for"
    DUPLICATE = "duplicate"
    INCOMPLETE = "incomplete"
    EMPTY = "empty"
    OLDER = "older"
    FROM_THE_FUTURE = "from_the_future"


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """The ERP answered, and nothing of it may be used; `why` is for people."""

    flaw: Flaw
    why: str


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The ERP did not answer, or only that it cannot now. Of a write: it has certainly not arrived."""

    why: str


InventoryOutcome: TypeAlias = Inventory | RefusedAnswer | Unreachable


@dataclass(frozen=True, slots=True)
class Reservation:
    """An approved ticket as the ERP is told of it; `key` makes the second telling the same as the first."""

    key: str
    room_type: str
    check_in: date
    check_out: date
    guests: int
    guest_name: str
    phone: str
    total: Decimal
    currency: str
    rooms: int = 1
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """The ERP has the reservation, under a reference of its own if it gives one."""

    reference: str | None


@dataclass(frozen=True, slots=True)
class WriteRefused:
    """The ERP understood, and will not have the reservation."""

    why: str


@dataclass(frozen=True, slots=True)
class WriteUnknown:
    """It was sent, and nobody can say whether it counted. The same key may be sent again."""

    why: str


@dataclass(frozen=True, slots=True)
class WriteInvalid:
    """What was sent makes no sense to the ERP, or to us; sent again it would make none either."""

    why: str


WriteOutcome: TypeAlias = Written | WriteRefused | WriteUnknown | Unreachable | WriteInvalid
