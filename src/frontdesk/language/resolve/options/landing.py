"""Reads when a trip shall end as a wish of its own: what is there by 3 is found in a list that shows when it lands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.options.arrivals import arrivals
from frontdesk.language.resolve.options.listing import listing
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read

_LANDING = "landing"  # the slot of a trip for the hours in which it shall end
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def landing(times: Sequence[Given], slots: Mapping[str, Slot]) -> list[Read]:
    """Return when a trip shall end, where a flow has a slot for that; 3 o'clock is some time around it."""
    hours = [(_hours(given.value), given.words) for given in times[-1:]] if _LANDING in slots else []
    return [Read(Inform(_LANDING, value, words), why="arrival: when it shall land") for value, words in hours if value]


def _hours(value: Value | None) -> Times | None:
    if not isinstance(value, time):
        return value if isinstance(value, Times) else None
    moment = datetime.combine(date.min + _DAY, value)
    return Times((moment - _HOUR).time(), (moment + _HOUR).time())


def landing_at(heard: Heard) -> list[Read]:
    """List the trips for a guest who names when one shall end: what is put forward shows only when it begins."""
    times = arrivals(heard.message, heard.givens, heard.asked.slots)
    flow = listing(heard) if times and not heard.asked.chosen_from else None
    if flow is None:
        return []
    begun = Read(StartFlow(flow.name, heard.text), why="arrival: is shown in a list")
    left = [given for given in heard.givens if given not in times]
    if any(isinstance(given.value, Item) for given in left):
        return []  # another place is another wish
    told = fill(heard.message, left, heard.ear.sheet(flow, heard.asked, heard.context))
    return [begun, *told, *landing(times, flow.slots)]
