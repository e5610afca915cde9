"""How actions end: one class per outcome. Those made ready here are no success; every other class is one."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoSuccess:
    """An outcome that does not go on to the next step, and leaves nothing behind in the database."""


@dataclass(frozen=True, slots=True)
class Nothing(NoSuccess):
    """There is nothing of what was looked for. Flows call it `none`."""


@dataclass(frozen=True, slots=True)
class Taken(NoSuccess):
    """Somebody else was quicker."""


@dataclass(frozen=True, slots=True)
class Refused(NoSuccess):
    """It was understood and will not be done."""


@dataclass(frozen=True, slots=True)
class Unknown(NoSuccess):
    """Nobody can say whether it was done. Never told as done, and never as not done."""


@dataclass(frozen=True, slots=True)
class Unavailable(NoSuccess):
    """What would have to be asked cannot be reached right now."""


@dataclass(frozen=True, slots=True)
class Invalid(NoSuccess):
    """The arguments make no sense together."""


@dataclass(frozen=True, slots=True)
class Failed(NoSuccess):
    """It was tried and was surely not done."""


FAILED, UNKNOWN, INVALID, UNAVAILABLE = "failed", "unknown", "invalid", "unavailable"
NONE = "none"
_NAMED = {"Nothing": NONE}  # `none` cannot be a class name that reads well


def outcome_name(kind: type) -> str:
    """Name an outcome as flows do: `SoldOut` is `sold_out`."""
    return _NAMED.get(kind.__name__) or snake_case(kind.__name__)


def snake_case(name: str) -> str:
    """Write `SoldOut` as `sold_out`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
