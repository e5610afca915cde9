"""What people behind the desk see in lists: one frozen dataclass per kind of line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from frontdesk.storage.rows import BookingRow, Facts, Guest, Side, StaffRequest


class Only(StrEnum):
    """What a list of conversations can be narrowed to."""

    WITH_STAFF = "with_staff"  # a person has taken over
    WAITING = "waiting"  # a request is open
    BOOKED = "booked"
    NOT_UNDERSTOOD = "not_understood"


@dataclass(frozen=True, slots=True)
class WantedConversations:
    """Which conversations of a business are wanted; what is left out narrows nothing."""

    business: str
    only: frozenset[Only] = frozenset()
    channel: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    guest_id: int | None = None
    search: str = ""


@dataclass(frozen=True, slots=True)
class PageEnd:
    """Where a page of conversations ends: the next one begins after this."""

    at: datetime
    id: str


@dataclass(frozen=True, slots=True)
class LastSaid:
    """The last thing that was said in a conversation."""

    side: Side
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ConversationLine:
    """A conversation in a list: whose it is, where it stands, and what was said last."""

    id: str
    guest_id: int | None
    facts: Facts
    channel: str | None
    position: str
    held_by: str | None  # the person who has taken over
    started_at: datetime
    updated_at: datetime
    last: LastSaid | None
    open_requests: int
    bookings: int
    troubles: int

    @property
    def place(self) -> PageEnd:
        """Where a page that ends with this line ends."""
        return PageEnd(self.updated_at, self.id)

    @property
    def is_guests_move(self) -> bool:
        """Whether somebody has answered the guest since they wrote."""
        return self.last is None or self.last.side is not Side.GUEST


@dataclass(frozen=True, slots=True)
class GuestLine:
    """A guest in a list."""

    id: int
    facts: Facts
    created_at: datetime
    bookings: int  # that stand
    next_at: datetime | None  # when the next of them begins
    last_at: datetime | None  # when they last took part in a conversation


@dataclass(frozen=True, slots=True)
class GuestHistory:
    """All that is kept of one guest, and the ids of those who turned out to be the same."""

    guest: Guest
    bookings: tuple[BookingRow, ...]
    conversations: tuple[ConversationLine, ...]
    requests: tuple[StaffRequest, ...]
    merged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoundAnywhere:
    """What a search from anywhere finds, a few of each."""

    guests: tuple[GuestLine, ...]
    bookings: tuple[BookingRow, ...]
    conversations: tuple[ConversationLine, ...]
    said: Mapping[str, str]  # in these conversations: what fits


@dataclass(frozen=True, slots=True)
class Needs:
    """What needs a person now: who waits longest is first."""

    requests: tuple[StaffRequest, ...]  # that nobody has closed
    conversations: tuple[ConversationLine, ...]  # that staff hold, and in which the guest wrote last
