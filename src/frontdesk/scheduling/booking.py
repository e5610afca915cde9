"""What was agreed: a booking, and the time it claims of each resource."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.search import Opening
from frontdesk.scheduling.spans import in_utc


class Status(StrEnum):
    """Where a booking stands."""

    BOOKED = "booked"
    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
    CANCELLED = "cancelled"

    @property
    def claims_time(self) -> bool:
        """Whether a booking that stands so keeps its time from others."""
        return self in {Status.BOOKED, Status.PENDING, Status.APPROVED}


@dataclass(frozen=True, slots=True)
class Booking:
    """One service for one guest at one time. An opening of several services becomes several bookings."""

    reference: str
    status: Status
    service: str
    start: datetime
    end: datetime
    resources: tuple[str, ...]
    guest: str  # who may see and change it
    conversation: str  # where it was agreed
    created_at: datetime
    provider: str | None = None  # the one of `resources` that the guest meets
    name: str = ""
    phone: str | None = None
    email: str | None = None
    notes: str = ""
    kind: str = "appointment"
    party: int | None = None  # how many people it is for


@dataclass(frozen=True, slots=True)
class Claim:
    """A resource is taken from `start` up to `end`, in UTC, buffers included."""

    resource: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Share:
    """So many `units` are taken of what is counted, of `total` in all: places in a session, rooms in a night."""

    pool: str  # what is counted: "session:harbour_tour", "room:deluxe"
    at: str  # when: of a session `moment_key`, of a night its day
    units: int
    total: int


def moment_key(moment: datetime) -> str:
    """Return a moment as it names a session: in UTC, so that names have the order of the moments."""
    return in_utc(moment).strftime("%Y-%m-%dT%H:%MZ")


def pool_of(service: str) -> str:
    """Return under which name the places of a service are counted."""
    return f"session:{service}"


def shares(business: Business, opening: Opening, party: int | None) -> tuple[Share, ...]:
    """Return the places that an opening takes for so many people; one, where nobody said how many."""
    return tuple(
        Share(pool_of(part.service), moment_key(part.start), party or 1, capacity)
        for part in opening.parts
        if (capacity := business.services[part.service].capacity) is not None
    )


def claims(business: Business, opening: Opening) -> tuple[Claim, ...]:
    """Return what an opening takes, part by part: one claim per resource."""
    found: list[Claim] = []
    for part in opening.parts:
        service = business.services[part.service]
        start, end = in_utc(part.start) - service.before, in_utc(part.end) + service.after
        found.extend(Claim(resource, start, end) for resource in part.resources)
    return tuple(found)
