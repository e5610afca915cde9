"""What happened to a conversation. Time arrives in the event; nothing here reads a clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from frontdesk.dialogue.conversation import Offer
from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.values import Value


@dataclass(frozen=True, slots=True)
class GuestSpoke:
    """The guest said something, and this is what it means."""

    meanings: tuple[Meaning, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class ActionEnded:
    """The action asked for under `key` ended with `outcome`."""

    key: str
    outcome: str
    at: datetime
    fields: Mapping[str, Value] = field(default_factory=dict)
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class ActionGone:
    """The action asked for under `key` cannot be had: it is not there any more, or not for this guest now.

    Nothing was done. `why` is what staff are told.
    """

    key: str
    at: datetime
    why: str = "action_gone"


@dataclass(frozen=True, slots=True)
class GuestWasSilent:
    """Nothing came for a while."""

    at: datetime


@dataclass(frozen=True, slots=True)
class StaffTookOver:
    """A person answers from now on."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StaffSpoke:
    """The person who answers has said something. The desk only takes note of it."""

    by: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StaffLeft:
    """The person has finished; the desk answers again."""

    at: datetime


Event: TypeAlias = GuestSpoke | ActionEnded | ActionGone | GuestWasSilent | StaffTookOver | StaffSpoke | StaffLeft
