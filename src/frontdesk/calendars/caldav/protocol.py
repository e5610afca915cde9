"""How a call to a CalDAV server may end: each way is a class, and none is raised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from frontdesk.scheduling.meetings import Entry


@dataclass(frozen=True, slots=True)
class Listed:
    """What is in the calendar in a span of time."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A meeting as the server has it, with its text: what we know nothing of stays as it is when it is changed."""

    entry: Entry
    text: bytes
    key: str  # of the change of ours that made it what it is; "" if somebody else did


@dataclass(frozen=True, slots=True)
class Stored:
    """It is in the calendar."""


@dataclass(frozen=True, slots=True)
class Removed:
    """It is not in the calendar any more."""


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no such meeting."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """Somebody has changed it since it was looked at, so nothing was written."""


@dataclass(frozen=True, slots=True)
class NotLetIn:
    """The server will not have it: a wrong password, a wrong address, a rule of its own."""

    why: str


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """Nothing was learned, and nothing was done."""

    why: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """It was sent, and nobody knows whether it was done."""

    why: str


CalDavOutcome: TypeAlias = Listed | Seen | Stored | Removed | Absent | Outdated | NotLetIn | NotAnswered | Unclear
