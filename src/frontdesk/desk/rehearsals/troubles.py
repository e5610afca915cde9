"""Lets actions end without success, as a conversation file says the world would have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from frontdesk.desk.actions.calls import Action, Call, Ended, Errand, Outside


def troubled(actions: Mapping[str, Action], endings: Mapping[str, str]) -> Mapping[str, Action]:
    """Return the same actions, but those named end as named and do nothing."""
    return {name: ending_as(action, endings[name]) if name in endings else action for name, action in actions.items()}


def ending_as(action: Action, outcome: str) -> Action:
    """Return an action that always ends in this outcome, wherever it is called."""

    def run(_: Call) -> Ended:
        return Ended(outcome)

    async def reach(_: Errand) -> Ended:
        return Ended(outcome)

    outside = None if action.outside is None else Outside(reach, action.outside.timeout)
    return replace(action, run=run, outside=outside)
