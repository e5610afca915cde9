"""What the desk must now do. `decide` returns effects; the desk carries them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeAlias

from frontdesk.dialogue.values import Value


@dataclass(frozen=True, slots=True)
class Shown:
    """An option as it is shown: its number and what is known of it."""

    number: int
    id: str
    fields: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase with these values. `wording` counts from 1: how often this has been asked."""

    phrase: str
    values: Mapping[str, Value] = field(default_factory=dict)
    wording: int = 1
    options: tuple[Shown, ...] = ()
    more: bool = False  # there are further options that are not shown


@dataclass(frozen=True, slots=True)
class SayAgain:
    """Say the last reply once more, to the letter."""


@dataclass(frozen=True, slots=True)
class RunAction:
    """Run `action` under `key`; its outcome comes back as an event."""

    key: str
    step: str
    action: str
    arguments: Mapping[str, Value]
    excluded: tuple[tuple[str, Value], ...] = ()
    retries: int = 0
    timeout: timedelta | None = None


@dataclass(frozen=True, slots=True)
class CallStaff:
    """Leave a request for staff, with what is known."""

    reason: str
    known: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DropHolds:
    """Give back whatever this run holds."""

    run: int


@dataclass(frozen=True, slots=True)
class CountGivenUp:
    """Count that the desk does not understand the guest, and goes another way: for those who look after it."""


Effect: TypeAlias = Say | SayAgain | RunAction | CallStaff | DropHolds | CountGivenUp
