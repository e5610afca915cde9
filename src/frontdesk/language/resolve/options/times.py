"""Reads "something later" and "when is the first one?" as times beside the ones shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Soonest, Times, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.results import Read

_A_BIT = 2  # hours
_FULL = 5  # minutes: what guests name is a multiple of so many
_BESIDE = frozenset({"clauses.later", "clauses.earlier"})
_AFTERWARDS = ("moves.maybe_later", "clauses.done_later")
_LATEST = Times(None, None, latest=True)
_ENDS: Mapping[str, Value] = {
    "clauses.first_one": Soonest(),
    "clauses.early_one": Soonest(),
    "clauses.last_one": _LATEST,
    "clauses.late_one": _LATEST,
}


def later_or_earlier(message: Message, asked: Asked) -> Read | None:
    """Read "something later" as times after those shown, or after the one chosen."""
    if not message.has(_BESIDE):
        return None
    slot = asked.slot_of("time")
    starts = [start for option in asked.options if isinstance(start := option.fields.get("start"), datetime)]
    wanted = (asked.standing or asked.known).get(slot.name) if slot else None
    known = wanted if isinstance(wanted, time) else _put_forward(asked)
    if not asked.options and known is not None:
        starts = [datetime.combine(date.min, known)]
    if not starts or slot is None or len({start.date() for start in starts}) > 1:
        return None
    put_off = [cue for label in _AFTERWARDS for cue in message.found(label)]
    for label in ("clauses.later", "clauses.earlier"):
        for cue in message.found(label):
            if any(other.first <= cue.first < other.after for other in put_off):
                continue  # "maybe later" and "can I pay later?" ask for no later time
            last = max(starts)
            later = Times((last + timedelta(minutes=1)).time(), None)
            value = later if label == "clauses.later" else _before(message, cue, min(starts))
            value = _within_hours(value, wanted if isinstance(wanted, Times) else asked.hours)
            return Read(
                Inform(slot.name, value, message.text[cue.start : cue.end]), why="range: beside the times shown"
            )
    return None


def _within_hours(beside: Times, hours: Times | None) -> Times:
    """Return the part of some times that lies in the hours wanted before: "after 4", and then "an earlier one"."""
    if hours is None or (hours.start and hours.end and hours.end <= hours.start):
        return beside
    # Nobody says "after 6:41": that is how "something later" than 6:40 was kept, and "earlier" goes back behind it.
    said = hours.start if hours.start is not None and hours.start.minute % _FULL != 1 else None
    start = max((each for each in (beside.start, said) if each is not None), default=None)
    end = min((each for each in (beside.end, hours.end) if each is not None), default=None)
    return Times(start, end) if start is None or end is None or start < end else beside


def first_or_last(message: Message, asked: Asked) -> Read | None:
    """Read "when is the first one?", where one time is put forward: the first is shown then, and nothing is taken."""
    slot = asked.slot_of("time") if any(map(message.found, _ENDS)) else None
    if slot is None or asked.chosen_from or _put_forward(asked) is None:
        return None
    for label, value in _ENDS.items():
        for cue in message.found(label):
            return Read(Inform(slot.name, value, message.text[cue.start : cue.end]), why="extreme: of that day")
    return None


def _put_forward(asked: Asked) -> time | None:
    """Return the one time that is shown at a confirm, where the guest has named none."""
    shown = [value for name in asked.shows if isinstance(value := asked.known.get(name), time)]
    return shown[0] if len(shown) == 1 else None


def _before(message: Message, cue: Cue, start: datetime) -> Times:
    """Return the times before `start`; of "a bit earlier" only those near it, as a day is shown from its morning."""
    near = bool(message.within("clauses.slightly", message.clause_at(cue.start))) and start.hour >= _A_BIT
    return Times(start.replace(hour=start.hour - _A_BIT).time() if near else None, start.time())
