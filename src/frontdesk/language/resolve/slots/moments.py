"""Tells whether a day and an hour are for a slot that takes both at once, or for those that take one of them each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Times
from frontdesk.language.readers import when
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import tokens, word_set

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
    if meant is None and target.asked is None and any(slot.name in target.known for slot in moments):
        meant = _MOMENT  # at a confirm "tomorrow at 2" is for what is shown, not for the end of a series
    if meant is None:
        order = [slot for slot in target.slots.values() if slot in moments or slot in parts]
        empty = [slot for slot in order if slot.name not in target.known]
        meant = _one_side((empty or order)[:1])
    return _PARTS if meant == _MOMENT else _MOMENT


def begun_and_ended(givens: Sequence[Given], target: Sheet) -> Sequence[Given]:
    """Make a moment and a length of a day and the hours on it, "tomorrow from 2 to 3:30", where both are wanted."""
    if not target.of_kind("moment") or not target.of_kind("duration"):
        return givens
    days = [given for given in givens if given.kind == "day" and type(given.value) is date]
    hours = [given for given in givens if given.kind == "time" and _is_from_to(given, target)]
    if len(days) != 1 or len(hours) != 1 or any(given.kind in {"moment", "duration"} for given in givens):
        return givens
    day, clock = days[0].value, hours[0].value
    if not isinstance(day, date) or not isinstance(clock, Times) or clock.start is None or clock.end is None:
        return givens
    moment = datetime.combine(day, clock.start, target.context.now.tzinfo)
    length = datetime.combine(day, clock.end, target.context.now.tzinfo) - moment
    made = [replace(days[0], kind="moment", value=moment), replace(hours[0], kind="duration", value=length)]
    return [*(given for given in givens if given not in (days[0], hours[0])), *made] if length else givens


def _is_from_to(given: Given, target: Sheet) -> bool:
    """Tell "from 2 to 4" and "2 for an hour", which begin and end, from "in the afternoon", where it is somewhere."""
    if not isinstance(given.value, Times) or given.stance is not Stance.WANTED:
        return False
    between = word_set(target.context.language, "clauses", "ranges")
    said = {token.plain for token in tokens(given.words)}
    return not between.isdisjoint(said) or when.is_for_a_length(given.words, target.context)


def _one_side(slots: list[Slot]) -> frozenset[str] | None:
    """Return the kinds that slots take, where all of them are moments or all are parts of one."""
    kinds = {slot.kind for slot in slots}
    return next((side for side in (_MOMENT, _PARTS) if kinds and kinds <= side), None)


def _is_called(message: Message, slot: Slot) -> bool:
    """Tell "pickup at 6", where a slot is called `pickup_time`."""
    named = set(slot.name.split("_")) - word_set(message.language, "clauses", "before_values")
    return not named.isdisjoint(message.bare)
