"""Reads the last day of a stay from its first: who arrives on March 3 and leaves "on the 5th" leaves in March."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Value
from frontdesk.language.readers import when
from frontdesk.language.resolve.slots.sheets import OLD, Sheet
from frontdesk.language.results import Read

_SOON = timedelta(days=31)  # after that it was rather a slip: "from February 10 to February 8"


def after_arrival(reads: Sequence[Read], target: Sheet) -> list[Read]:
    """Count a departure that would lie before the arrival from the arrival on, where its words allow that."""
    days = target.of_kind("day")
    if not days[1:] or any(OLD in target.cues.get(slot.name, ()) for slot in days):
        return list(reads)
    told = {read.meaning.slot: read.meaning.value for read in reads if isinstance(read.meaning, Inform)}
    arrival = told.get(days[0].name, target.known.get(days[0].name))
    return [_counted_on(read, days[-1].name, arrival, target) for read in reads]


def _counted_on(read: Read, last: str, arrival: Value | None, target: Sheet) -> Read:
    meaning = read.meaning
    if isinstance(arrival, datetime) or (isinstance(meaning, Inform) and isinstance(meaning.value, datetime)):
        return read  # a moment, and no day
    match read.meaning, arrival:
        case Inform(slot=slot, value=date() as left, words=words) as meaning, date() as first if slot == last:
            then = datetime.combine(first, time(), target.context.now.tzinfo)
            found = when.read(words, replace(target.context, now=then)) if left <= first else ()
            day = found[0].value if len(found) == 1 and found[0].problem is None else None
            if isinstance(day, date) and not isinstance(day, datetime) and first < day <= first + _SOON:
                return replace(read, meaning=replace(meaning, value=day))
    return read
