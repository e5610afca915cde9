"""The slots that a message is to fill, with what they hold already and which of them was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Days, Value
from frontdesk.language.readers.reading import Context

OLD = "clauses.slot_cues.old"  # before the values of a booking that is to move


class Searched(NamedTuple):
    """The slots that what a search finds settles: of these a range will do, as it can be looked through."""

    slots: frozenset[str]
    last_day: date | None  # beyond it there is nothing to ask about
    limits: frozenset[str] = frozenset()  # those that it is made with: of these any of several will do

    def settles(self, days: Days, slots: Sequence[Slot], *, any_day: bool) -> bool:
        """Tell "by Friday" and "any day next week", which need no question, from "next week", which does."""
        if len(slots) != 1 or slots[0].name not in self.slots:
            return False
        beyond = days.start is not None and self.last_day is not None and days.start > self.last_day
        return any_day or days.start is None or days.end is None or beyond


class Slots(dict[str, Slot]):
    """Slots that guests fill, by name and by what they take; many messages are read against the same ones."""

    def __init__(self, slots: Iterable[tuple[str, Slot]]) -> None:
        super().__init__((name, slot) for name, slot in slots if slot.guest)
        self.by_kind: dict[str, list[Slot]] = {}
        for slot in self.values():
            self.by_kind.setdefault(slot.kind, []).append(slot)


class Sheet(NamedTuple):
    """The slots to fill, what they hold, and which of them was asked for."""

    slots: Slots
    known: Mapping[str, Value]
    asked: Slot | None
    cues: Mapping[str, tuple[str, ...]]  # slot -> labels or words that stand before its values
    context: Context
    among: tuple[Value, ...] = ()
    searched: Searched | None = None  # how far a day may be left open

    def of_kind(self, kind: str) -> Sequence[Slot]:
        """Return the slots that take values of `kind`, in the order of the flow."""
        return self.slots.by_kind.get(kind, ())


def sheet(
    slots: Slots,
    asked: Asked,
    cues: Mapping[str, tuple[str, ...]],
    context: Context,
    searched: Searched | None = None,
) -> Sheet:
    """Return the slots of a flow that is to start, ready to be filled; it may be the one that runs."""
    running = all(asked.slots.get(name) is slot for name, slot in slots.items())
    return Sheet(
        slots,
        asked.known if running else {},
        asked.slot if running else None,
        cues,
        context,
        asked.among if running else (),
        searched,
    )
