"""Reads the wish for what somebody else has had: "my friend had microneedling with you, can I get the same?"."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.meanings import StartFlow
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Read
from frontdesk.language.understanding.wishes.starts import with_values

_TOO = "booked.the_same_too"
_TOLD = frozenset({Stance.PAST, Stance.ELSEWHERE, Stance.ASKED})
_SERVICE = "service"


def the_same_too(heard: Heard) -> list[Read]:
    """Return a booking of what was only told of."""
    if not heard.message.found(_TOO):
        return []
    told = [given for given in heard.givens if isinstance(given.value, Item) and given.stance in _TOLD]
    flow = next((flow.name for flow in heard.ear.triggers.flows.values() if makes_bookings(flow)), None)
    if flow is None or sum(given.kind == _SERVICE for given in told) != 1:
        return []
    givens = tuple(replace(given, stance=Stance.WANTED) if given in told else given for given in heard.givens)
    start = Read(StartFlow(flow, heard.text), why="told: the same is wanted")
    return with_values(heard._replace(givens=givens), [start])
