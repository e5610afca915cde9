"""What an action is given and what it gives back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar

from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.conversation import Offer
from frontdesk.dialogue.values import Item, Value
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.spans import in_utc
from frontdesk.storage.unit import Unit

T = TypeVar("T")


def standing_time(business: Business, now: datetime) -> tuple[datetime, datetime]:
    """Return from when until when an offer made now stands: in UTC, for in one zone Python adds by the wall clock."""
    made_at = in_utc(now)
    return made_at, made_at + timedelta(minutes=business.offer_minutes)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an action: the world it sees and its arguments."""

    unit: Unit
    business: Business
    now: datetime  # in the zone of the business
    visitor: Visitor
    conversation: str
    run: int
    arguments: Mapping[str, Value]
    excluded: tuple[tuple[str, Value], ...] = ()
    calendar_down: bool = False
    by: str = "desk"  # who makes the changes, in the audit log: the desk for a guest, or one of the staff

    def of(self, name: str, kind: type[T]) -> T | None:
        """Return an argument if it was given and is of this type."""
        value = self.arguments.get(name)
        return value if isinstance(value, kind) else None

    def ids(self, name: str) -> tuple[str, ...]:
        """Return the catalogue ids given as an argument: none, one or several."""
        value = self.arguments.get(name)
        items = value if isinstance(value, tuple) else (value,)
        return tuple(item.id for item in items if isinstance(item, Item))

    def id(self, name: str) -> str | None:
        """Return the first catalogue id of an argument."""
        return next(iter(self.ids(name)), None)

    def text(self, name: str) -> str | None:
        """Return a text argument; an empty one counts as none."""
        return self.of(name, str) or None


@dataclass(frozen=True, slots=True)
class Ended:
    """How an action ended."""

    outcome: str
    fields: Mapping[str, Value] = field(default_factory=dict)
    offer: Offer | None = None
    broke: str | None = None  # what went wrong inside, and where: for the log, never for the guest


@dataclass(frozen=True, slots=True)
class Fields:
    """What an action brought, as it is kept in the log."""

    of: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Errand:
    """One call of an outside action: made with no transaction open, under a key that names it to the other side."""

    business: Business
    now: datetime  # in the zone of the business
    visitor: Visitor
    key: str
    arguments: Mapping[str, Value]


Run: TypeAlias = Callable[[Call], Ended]
Reach: TypeAlias = Callable[[Errand], Awaitable[Ended]]


@dataclass(frozen=True, slots=True)
class Outside:
    """How an action reaches outside, for how long at most, and how to find out later what became of it."""

    reach: Reach
    timeout: timedelta
    look_up: Callable[[Errand], Awaitable[Ended | None]] | None = None  # None: the other side knows nothing of it


@dataclass(frozen=True, slots=True)
class Action:
    """An action that flows can call: its contract, what it does, and what it is for.

    One that is `outside` is not run in a transaction; there `run` only says so.
    """

    spec: ActionSpec
    run: Run
    purpose: str
    outside: Outside | None = None
