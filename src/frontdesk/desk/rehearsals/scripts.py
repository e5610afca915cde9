"""A conversation file as it was read: what happens, and what must then be true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeAlias

# Values stay as they are written: texts, lists and mappings. They are compared with what a turn prints.
Plain: TypeAlias = "str | Sequence[Plain] | Mapping[str, Plain]"


@dataclass(frozen=True, slots=True)
class Offering:
    """What must be offered. `exactly` names every option; the rest says something of them all."""

    exactly: tuple[str, ...] | None = None
    count: int | None = None
    first: str | None = None
    last: str | None = None
    day: date | None = None
    not_before: time | None = None
    until: time | None = None
    provider: str | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """What must be true after a turn; None where nothing is claimed."""

    confirm: Mapping[str, Plain] | None = None
    ask: str | None = None
    offer: Offering | None = None
    position: str | None = None
    step: str | None = None
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    does: tuple[tuple[str, str | None], ...] | None = None  # (action, outcome or any)
    known: Mapping[str, Plain] | None = None
    bookings: tuple[Mapping[str, Plain], ...] | None = None
    form: Mapping[str, Plain] | None = None  # nothing in it: there is none
    plan: Mapping[str, Plain] | None = None  # step -> status

    @property
    def claims_an_answer(self) -> bool:
        """Say whether anything is claimed of what the guest is told or asked."""
        plain = (self.confirm, self.ask, self.offer, self.position, self.step, self.form, self.plan)
        return bool(self.says or self.never) or any(each is not None for each in plain)


@dataclass(frozen=True, slots=True)
class Says:
    """The guest says something; `wordings` are other ways to say the same.

    In it, `{reference}` and `{phone}` stand for those of the last booking that was made.
    """

    text: str
    line: int
    expected: Expected = Expected()
    wordings: tuple[str, ...] = ()
    channel: str | None = None


@dataclass(frozen=True, slots=True)
class Fills:
    """The guest puts something into the form, by placeholder; `sent`: and presses its button."""

    values: Mapping[str, tuple[str, ...]]
    sent: bool
    line: int
    expected: Expected = Expected()
    channel: str | None = None


@dataclass(frozen=True, slots=True)
class Silence:
    """The guest says nothing for a while, and the desk notices."""

    length: timedelta
    line: int
    expected: Expected = Expected()
    channel: str | None = None


@dataclass(frozen=True, slots=True)
class Waits:
    """Time passes, and nobody notices."""

    length: timedelta
    line: int


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """Another guest has a conversation of their own."""

    turns: tuple[Says, ...]
    line: int


@dataclass(frozen=True, slots=True)
class GivenBooking:
    """A booking that is there before the conversation; without a time it takes the first opening of the day."""

    service: str
    day: date
    line: int
    at: time | None = None
    provider: str | None = None
    phone: str | None = None  # None: another guest's
    name: str | None = None
    reference: str | None = None  # None: any
    party: int | None = None


@dataclass(frozen=True, slots=True)
class GivenMeeting:
    """A meeting that is in the calendar before the conversation; without a time it takes all of the day."""

    title: str
    day: date
    line: int
    at: time | None = None
    length: timedelta | None = None
    attendees: tuple[str, ...] = ()
    repeats: str | None = None


@dataclass(frozen=True, slots=True)
class GivenBlock:
    """Time that staff keep free: of one resource or of all, part of a day or all of it."""

    day: date
    line: int
    resource: str | None = None
    start: time | None = None
    end: time | None = None


@dataclass(frozen=True, slots=True)
class ScarceNight:
    """A night with few rooms of a type, or of all types, or with none."""

    night: date
    rooms: int = 0
    room_type: str | None = None  # None: of every type


@dataclass(frozen=True, slots=True)
class GivenRooms:
    """What the ERP of a hotel has said, and how long ago."""

    line: int
    synced: timedelta
    rates: Mapping[str, Decimal]
    weekend: Mapping[str, Decimal] = field(default_factory=dict)
    nights: int | None = None  # None: as many as the business asks for
    scarce: tuple[ScarceNight, ...] = ()
    min_stay: Mapping[date, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GivenTicket:
    """A ticket for a room that is there before the conversation."""

    line: int
    room_type: str
    check_in: date
    check_out: date
    guests: int = 1
    phone: str | None = None  # None: another guest's
    name: str | None = None
    status: str = "pending"
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class WorldChanges:
    """Something around the desk breaks, or works again; what is not named stays as it is."""

    line: int
    calendar_down: bool | None = None
    endings: Mapping[str, str | None] = field(default_factory=dict)  # action -> how it ends now; None: it works again
    rooms: GivenRooms | None = None  # what the ERP answers


Happening: TypeAlias = Says | Fills | Silence | Waits | Meanwhile | WorldChanges


@dataclass(frozen=True, slots=True)
class Ending:
    """What must be true in the end: of bookings (but those given to others), of the whole diary, of requests."""

    line: int
    bookings: tuple[Mapping[str, Plain], ...] | None = None
    diary: tuple[Mapping[str, Plain], ...] | None = None
    requests: int | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """One conversation file. `now` is aware, in the zone of the business."""

    name: str
    file: str
    about: str
    now: datetime
    happenings: tuple[Happening, ...]
    guest: str | None = None
    channel: str = "web"
    bookings: tuple[GivenBooking, ...] = ()
    meetings: tuple[GivenMeeting, ...] = ()
    blocks: tuple[GivenBlock, ...] = ()
    ending: Ending | None = None
    rooms: GivenRooms | None = None  # None: the ERP was never asked
    tickets: tuple[GivenTicket, ...] = ()
    waiting: tuple[str, ...] = ()  # sentences that are not understood yet

    def versions(self) -> Iterator[tuple[str, Script]]:
        """Give the script as written, then once with each other wording, one at a time, so that a failure names one."""
        yield self.name, self
        for place, happening in enumerate(self.happenings):
            if isinstance(happening, Says):
                before, after = self.happenings[:place], self.happenings[place + 1 :]
                for wording in happening.wordings:
                    said = replace(happening, text=wording)
                    yield f"{self.name} ({wording})", replace(self, happenings=(*before, said, *after))
