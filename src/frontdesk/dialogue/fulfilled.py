"""What a booking that was just made takes care of: the same wish, waiting beneath it, is not taken up again."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.conversation import Run, Suspended
from frontdesk.dialogue.settled import makes_bookings, wished
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Value


def is_fulfilled(turn: Turn, waiting: Suspended) -> bool:
    """Say whether a waiting run wants nothing but what the run that has just ended has booked."""
    flow = turn.flows.of(waiting.run.flow, waiting.run.fingerprint)
    if flow is None or not makes_bookings(turn.flow) or not makes_bookings(flow):
        return False
    told = wished(flow.slots, _values(waiting.run))
    return _holds(_values(turn.run), {name: value for name, value in told.items() if name in turn.flow.slots})


def _values(run: Run) -> dict[str, Value]:
    return {name: filled.value for name, filled in run.slots.items()}


def _holds(booked: Mapping[str, Value], told: Mapping[str, Value]) -> bool:
    """Say whether something was told, and all of it is what was booked."""
    return bool(told) and all(booked.get(name) == value for name, value in told.items())
