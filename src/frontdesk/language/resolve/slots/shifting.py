"""Reads how far something known is to move: "an hour earlier", "push it back 30 minutes", "a day later"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.pushed import later
from frontdesk.language.results import Found, Read
from frontdesk.language.words import word_set

_MEANT = frozenset({Stance.WANTED, Stance.ASKED})  # "can it be half an hour later?"


@dataclass(frozen=True, slots=True)
class Shift:
    """The new value of a slot, and the length of time that it was read from."""

    read: Read
    length: Given


def shift(heard: Heard) -> Shift | None:
    """Return the known time or day moved by the length that a message names."""
    for given in heard.givens:
        if given.kind != "duration" or given.stance not in _MEANT or not isinstance(given.value, timedelta):
            continue
        distance = _directed(heard, given, given.value)
        read = _moved(heard, distance, given) if distance is not None else None
        if read is not None:
            return Shift(read, given)
    return None


def _directed(heard: Heard, given: Given, length: timedelta) -> timedelta | None:
    """Return the length with its sign; None where no word beside it says which way."""
    message = heard.message
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    for label, distance in (("clauses.shift_earlier", -length), ("clauses.shift_later", length)):
        if any(after == cue.first or cue.after == first for cue in message.found(label)):
            return distance
    return None


def _is_named(heard: Heard, slot: Slot, given: Given) -> bool:
    """Tell "leave a day earlier" from "come a day earlier": which end of a stay is moved."""
    message, small = heard.message, word_set(heard.context.language, "common", "light")
    first = message.place_at(given.start)
    cues = [cue for label in heard.running.cues.get(slot.name, ()) for cue in message.found(label)]
    return any(cue.after == first and not small.issuperset(message.bare[cue.first : cue.after]) for cue in cues)


def _moved(heard: Heard, distance: timedelta, given: Given) -> Read | None:
    """Move the slot that is named, or the first that holds what can be moved so far: days by days, times by less."""
    known = heard.asked.standing or heard.asked.known
    for slot in sorted(heard.running.slots.values(), key=lambda slot: not _is_named(heard, slot, given)):
        value = later(known.get(slot.name), distance)
        if value is not None:
            return Read(Inform(slot.name, value, given.words), why=f"{slot.kind}: by a length", found=Found.BY_LENGTH)
    return None
