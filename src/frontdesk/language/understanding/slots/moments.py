"""Tells whether a day and an hour are for a slot that takes both at once, or for those that take one of them each."""

from __future__ import annotations

from frontdesk.dialogue.flow import Slot
from frontdesk.language.understanding.message.clauses import Message
from frontdesk.language.understanding.slots.sheets import Sheet
from frontdesk.language.words import word_set

_MOMENT = frozenset({"moment"})
_PARTS = frozenset({"day", "time"})
_NONE: frozenset[str] = frozenset()


def kinds_spared(message: Message, target: Sheet) -> frozenset[str]:
    """Return the kinds of slot that the days and hours of a message are not for: what is said once is said of one."""
    moments = target.of_kind("moment")
    parts = [slot for kind in _PARTS for slot in target.of_kind(kind)] if moments else []
    if not parts:
        return _NONE
    called = [slot for slot in (*moments, *parts) if _is_called(message, slot)]
    meant = _one_side(called) or _one_side([target.asked] if target.asked else [])
    if meant is None:
        order = [slot for slot in target.slots.values() if slot in moments or slot in parts]
        empty = [slot for slot in order if slot.name not in target.known]
        meant = _one_side((empty or order)[:1])
    return _PARTS if meant == _MOMENT else _MOMENT


def _one_side(slots: list[Slot]) -> frozenset[str] | None:
    """Return the kinds that slots take, where all of them are moments or all are parts of one."""
    kinds = {slot.kind for slot in slots}
    return next((side for side in (_MOMENT, _PARTS) if kinds and kinds <= side), None)


def _is_called(message: Message, slot: Slot) -> bool:
    """Tell "pickup at 6", where a slot is called `pickup_time`."""
    named = set(slot.name.split("_")) - word_set(message.language, "clauses", "before_values")
    return not named.isdisjoint(message.bare)
