"""Reads how far something is to move: "an hour earlier", "push it back 30 minutes", "two more of us"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.shifts import moved
from frontdesk.dialogue.values import Shift, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Found, Read
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.running import NO_LABELS
from frontdesk.language.words import word_set

_MEANT = frozenset({Stance.WANTED, Stance.ASKED})  # "can it be half an hour later?"
_DAY, _PARTY, _COUNTS = timedelta(days=1), "party", frozenset({"party", "number"})
_LIKELY = 0.5  # which way it goes, and that a mere number counts people
_WAYS = (("earlier", "clauses.shift_earlier", "counted_less", -1), ("later", "clauses.shift_later", "counted_more", 1))


@dataclass(frozen=True, slots=True)
class Moved:
    """The new value of a slot, and the length or count that it was read from."""

    read: Read
    length: Given


def shift(heard: Heard, target: Sheet | None = None) -> Moved | None:
    """Return the known time, day or count moved by what a message names; of a booking yet to be found, how far."""
    target = target or heard.running
    for given in heard.givens:
        by = _distance(heard, given) if given.stance in _MEANT else None
        read = _moved(heard, Shift(by), given, target) if by is not None else None
        if read is not None:
            return Moved(read, given)
    return None


def waiting(heard: Heard, target: Sheet) -> Mapping[str, Slot]:
    """Return the slots that say how a booking shall be, as long as nobody knows how it stands."""
    which = [name for slot in target.of_kind("booking") for name in (slot.name, *slot.depends_on)]
    return {
        name: slot for name, slot in target.slots.items() if which and not heard.asked.standing and name not in which
    }


def _distance(heard: Heard, given: Given) -> timedelta | int | None:
    """Return a length or a count with its sign; None where nothing says which way it goes."""
    match given.kind, given.value:
        case "duration", timedelta() as length:
            way = _way(heard, given, counted=length >= _DAY)
            return length * way if way else None
        case kind, int() as count if kind in _COUNTS:
            way = _counted(heard, given)
            return count * way if way else None
        case _:
            return None


def _way(heard: Heard, given: Given, *, counted: bool) -> int:
    """Say which way a length goes: in words beside it, or as the model believes."""
    message, opinion = heard.message, believed_of(heard, NO_LABELS)
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    related = opinion.words.related(given.start, given.end) if opinion and opinion.words else {}
    for name, label, _, way in _WAYS:
        if related.get(name, 0.0) >= _LIKELY or any(
            first == cue.after or cue.first == after for cue in message.found(label)
        ):
            return way
    return _counted(heard, given) if counted else 0


def _counted(heard: Heard, given: Given) -> int:
    """Tell "two more" and "one fewer" from "two"."""
    message = heard.message
    words = message.bare[message.place_at(given.start) : message.place_at(given.end - 1) + 2]
    ways = (way for *_, key, way in _WAYS if not word_set(message.language, "common", key).isdisjoint(words))
    return next(ways, 0)


def _moved(heard: Heard, by: Shift, given: Given, target: Sheet) -> Read | None:
    """Move the slot that the words most likely speak of: days by days, times by less, people by a count."""
    known, waits = heard.asked.standing or target.known, waiting(heard, target)
    values: dict[str, Value] = {}
    for name, slot in target.slots.items():
        value = by if name in waits and _fits(slot, by) else moved(known.get(name), by) if _fits(slot, by) else None
        if value is not None and (not waits or name in waits):
            values[name] = value
    meant = _likeliest(heard, [target.slots[name] for name in values], given)
    if meant is None:
        return None
    told = Inform(meant.name, values[meant.name], given.words)
    return Read(told, why=f"{meant.kind}: by a length", found=Found.BY_LENGTH)


def _fits(slot: Slot, by: Shift) -> bool:
    """Say whether what a slot holds moves so far."""
    if not isinstance(by.by, timedelta):
        return slot.kind == _PARTY
    return slot.kind in ({"day", "moment"} if by.by % _DAY == timedelta() else {"time", "moment"})


def _likeliest(heard: Heard, slots: Sequence[Slot], given: Given) -> Slot | None:
    """Tell "leave a day earlier" from "come a day earlier": which end of a stay is moved."""
    sure = given.kind != "number"
    if len(slots) < 1 + sure:
        return next(iter(slots), None) if sure else None
    opinion = believed_of(heard, slot_labels({slot.name: slot for slot in slots}))
    chances = opinion.words.slots(given.start, given.end) if opinion and opinion.words else {}
    best = max(slots, key=lambda slot: (_is_named(heard, slot, given), chances.get(slot.name, 0.0)))
    return best if sure or chances.get(best.name, 0.0) >= _LIKELY else None


def _is_named(heard: Heard, slot: Slot, given: Given) -> bool:
    """Say whether a slot is called by its name, or announced, right before a value: "check out a day earlier"."""
    message, small = heard.message, word_set(heard.context.language, "common", "light")
    first, labels = message.place_at(given.start), heard.running.cues.get(slot.name, ())
    cues = [cue for label in labels for cue in message.found(label) if cue.after == first]
    return any(not small.issuperset(message.bare[cue.first : cue.after]) for cue in cues)
