"""What stands on a page of the diary: columns, and what lies in them, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar

from frontdesk.console.diary.axis import Piece
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.business import Resource
from frontdesk.storage.rows import Block, BookingRow

SHORT, MIDDLE = 25, 45  # minutes: what is shorter has one line of text, or two


@dataclass(frozen=True, slots=True)
class Place:
    """From where to where something is drawn in its column, in minutes of the page."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Booked:
    """A booking in a column; one that goes over midnight is in two."""

    kind: ClassVar[str] = "booking"
    row: BookingRow
    place: Place
    before: Place | None  # buffers
    after: Place | None
    start: datetime
    end: datetime
    service: str
    tone: str
    is_movable: bool
    from_before: bool  # it began on an earlier day
    goes_on: bool  # it ends on a later day

    @property
    def size(self) -> str:
        """For how much text there is place: one line is short, two are middle."""
        minutes = self.place.high - self.place.low
        return "short" if minutes < SHORT else "middle" if minutes < MIDDLE else "long"

    @property
    def is_pending(self) -> bool:
        """Whether somebody still has to say yes."""
        return self.row.status is Status.PENDING


@dataclass(frozen=True, slots=True)
class Blocked:
    """Time of a column that staff keep free."""

    kind: ClassVar[str] = "block"
    block: Block
    place: Place
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Held:
    """Time of a column that is held for somebody who is just booking it."""

    kind: ClassVar[str] = "held"
    place: Place
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Gap:
    """Free time of a column, and when something can begin in it."""

    kind: ClassVar[str] = "gap"
    place: Place
    start: datetime
    end: datetime
    first_start: datetime
    begin: int  # where that is on the page


@dataclass(frozen=True, slots=True)
class Column:
    """One person on one day."""

    resource: Resource
    day: date
    pieces: tuple[Piece, ...]
    open: tuple[Place, ...]
    closed: tuple[Place, ...]
    bookings: tuple[Booked, ...]
    blocks: tuple[Blocked, ...]
    held: tuple[Held, ...]
    gaps: tuple[Gap, ...]
    now: int | None

    @property
    def id(self) -> str:
        """Names the column within the page."""
        return f"{self.resource.id}@{self.day.isoformat()}"

    @property
    def entries(self) -> list[Booked | Blocked | Held | Gap]:
        """All that is in it, by time."""
        return sorted((*self.bookings, *self.blocks, *self.held, *self.gaps), key=lambda each: each.start)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the diary."""

    columns: tuple[Column, ...]
    ticks: tuple[tuple[int, str], ...]
    low: int
    high: int
    step: int  # minutes between two starts

    @property
    def is_closed(self) -> bool:
        """Whether nobody works, and nothing is booked."""
        return self.is_empty and not any(each.open for each in self.columns)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is booked."""
        return not any(each.bookings for each in self.columns)
