"""What the web needs of a desk. The desk implements it; nothing here knows how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, Protocol, TypeAlias

from frontdesk.scheduling.business import Business

Plain: TypeAlias = Mapping[str, object]  # as JSON has it


class Unavailable(Exception):  # noqa: N818 - what is the case with the desk
    """The desk cannot keep anything right now, so it takes nothing; it is worth trying again."""


@dataclass(slots=True)
class NotTaken(Exception):  # noqa: N818 - what happened to it
    """A form was not taken, and nothing has changed: why, what is wrong in which field, and how the form stands."""

    kind: str
    detail: str
    errors: Mapping[str, str] = field(default_factory=dict)  # placeholder -> a sentence
    form: Plain | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A conversation that a guest may write in: whoever holds the token, and nobody else."""

    conversation: str
    token: str


@dataclass(frozen=True, slots=True)
class Admission:
    """Whom a token lets into a conversation, and for how long yet."""

    is_owner: bool  # of a business with an owner, proved when the token was made
    seconds: float


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed: what it stands for, and the turn that showed it."""

    button: str
    turn: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class FormFill:
    """What a guest put into the form of a plan: texts by placeholder; `sent`: and its button was pressed."""

    run: str
    values: Mapping[str, tuple[str, ...]]
    sent: bool
    turn: int | None = None  # the turn that showed it


@dataclass(frozen=True, slots=True)
class Said:
    """Something that a guest wrote, pressed or filled in; `id` tells it from the others they sent."""

    conversation: str
    text: str
    id: str
    address: str | None = None
    press: Press | None = None
    fill: FormFill | None = None
    by_owner: bool = False  # the token that came with it is one of the owner's


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was said in a conversation."""

    id: int
    turn: int
    side: Literal["guest", "desk", "staff", "note"]
    text: str
    at: datetime
    name: str | None = None  # of whoever of staff said it


@dataclass(frozen=True, slots=True)
class Page:
    """What was said after some line, whether there is more, and where the conversation stands now."""

    lines: Sequence[Line]
    more: bool
    state: Plain


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that is shown as a picture."""

    content: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class Managed:
    """A booking as whoever holds its link sees it, and what may be done with it now."""

    booking: Plain  # a receipt
    version: int  # grows with every change
    is_standing: bool
    may_move: bool
    may_cancel: bool
    remark: str  # why something cannot be done, in words; "" where nothing is to be said
    charge: str  # what moving or cancelling costs now, in words; "" where neither can be done
    is_charged: bool
    policy: str  # the rules in the words of the business
    provider: str  # whom it is with, by name; "" where it is with nobody
    first_day: date  # the days between which it can be moved
    last_day: date
    texts: Mapping[str, str]  # of the page, in the language of the business
    months: Sequence[str]
    weekdays: Sequence[str]  # Monday first, in short
    first_weekday: int  # the day a week begins with there, Monday being 0


@dataclass(frozen=True, slots=True)
class FreeTime:
    """A time that a booking can be moved to."""

    id: str
    start: datetime  # in the zone of the business
    text: str
    provider: str


@dataclass(frozen=True, slots=True)
class FreeDay:
    """A day with the times that a booking can be moved to."""

    day: date
    text: str
    times: Sequence[FreeTime]


@dataclass(frozen=True, slots=True)
class Change:
    """What the holder of a link wants done: what they saw, and a key that makes it happen once."""

    link: str
    version: int
    key: str
    opening: str = ""  # where to move to


Changed: TypeAlias = Literal["done", "taken", "refused", "outdated", "unavailable"]


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A booking for the guest's own calendar."""

    uid: str
    sequence: int
    cancelled: bool
    start: datetime
    end: datetime
    zone: str  # by its IANA name
    made_at: datetime
    changed_at: datetime
    stamp: datetime
    summary: str
    description: str
    location: str = ""
    organizer: str = ""
    organizer_email: str = ""


class Host(Protocol):
    """One business behind the web."""

    @property
    def business(self) -> Business:
        """The business, as it is now."""

    def profile(self) -> Plain:
        """Return how the business presents itself: names, looks, hours, what guests usually want, texts of the page."""

    def logo(self) -> Picture | None:
        """Return the logo, if the business has one."""

    async def begin(self, key: str | None) -> Begun:
        """Begin a conversation; the same key begins the same one."""

    async def lets_in(self, conversation: str, token: str) -> Admission | None:
        """Return whom a token lets into a conversation of this business; None if it does not open it."""

    async def hear(self, said: Said) -> Plain:
        """Take a turn and return what it came to; the same `id` again gets the same answer. Raises `NotTaken`."""

    async def plan(self, run: str) -> Plain | None:
        """Return a plan with its form as it stands; None if there is none of that id."""

    async def read(self, conversation: str, after: int, limit: int) -> Page:
        """Return what was said after a line, and where the conversation stands."""

    async def openings(self, conversation: str, first: date, last: date) -> Plain:
        """Return what is free for what the guest wants, by day; `known` is false where that cannot be told."""

    async def managed(self, link: str) -> Managed | None:
        """Return the booking that a link leads to; None if it leads nowhere. Looking changes nothing."""

    async def free_days(self, link: str, first: date, last: date, wish: Literal["same", "anyone"]) -> Sequence[FreeDay]:
        """Return the days with times that the booking can be moved to: with the same person, or with anyone."""

    async def move(self, change: Change) -> Changed | None:
        """Move the booking of a link; None if the link leads nowhere."""

    async def cancel(self, change: Change) -> Changed | None:
        """Cancel the booking of a link; None if the link leads nowhere."""

    async def calendar_entry(self, link: str) -> CalendarEntry | None:
        """Return the booking of a link for a calendar; None if the link leads nowhere."""

    async def news(self, after: int) -> Mapping[str, int]:
        """Return the conversations that something was said in after a line, each with its last line."""

    async def newest(self) -> int:
        """Return the number of the last line of all."""

    async def is_ready(self) -> bool:
        """Say whether the database answers."""

    def counters(self) -> Mapping[str, int]:
        """Return how often what happened."""
