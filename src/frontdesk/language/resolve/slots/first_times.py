"""Reads "the earliest flight on Saturday" as a time of that day, where one thing is put forward and none is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Soonest, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_SETTLED_OTHERWISE = frozenset({"option", "booking", "reference"})


def with_first_times(
    message: Message, givens: Sequence[Given], slots: Mapping[str, Slot], known: Mapping[str, Value]
) -> Sequence[Given]:
    """Let "the earliest" be no day where its day is named, or is known and one of that day is spoken of.

    Where it is a day, it is the first of that day as well.
    """
    soonest = [given for given in givens if given.kind == "day" and isinstance(given.value, Soonest)]
    if not soonest or not puts_one_forward(slots):
        return givens
    named = any(given.kind == "day" and given not in soonest and given.stance is Stance.WANTED for given in givens)
    held = any(slot.kind == "day" and slot.name in known for slot in slots.values())
    asked = bool(message.found("clauses.first_one"))  # "what's the earliest you've got?", said of a day
    of_a_day = named or (held and asked)
    if of_a_day:
        return [given for given in givens if given not in soonest]
    timed = any(given.kind == "time" for given in givens)
    return givens if timed else [*givens, *(replace(given, kind="time") for given in soonest)]  # "the next flight"


def puts_one_forward(slots: Mapping[str, Slot]) -> bool:
    """Tell a flow that takes a time as a wish from one that asks for it, lists options, or finds what is booked."""
    kinds = {slot.kind for slot in slots.values()}
    wished = any(slot.kind == "time" and slot.ask is None for slot in slots.values())
    return wished and "day" in kinds and kinds.isdisjoint(_SETTLED_OTHERWISE)
