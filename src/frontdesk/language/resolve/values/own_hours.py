"""Keeps the hours of each of several days to that day: "Friday after 1 or Saturday before noon"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from frontdesk.dialogue.values import Moments, Times
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_ALTERNATIVES = "clauses.alternatives"
_MINUTE = timedelta(minutes=1)


def each_with_own_hours(message: Message, givens: tuple[Given, ...], context: Context) -> tuple[Given, ...]:
    """Rule out, of each day that may be chosen, the hours that were not named with it."""
    if not message.found(_ALTERNATIVES):
        return givens
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED]
    dated = {(given.start, given.end): given.value for given in days if isinstance(given.value, date)}
    timed = [given for given in givens if given.kind == "time" and (given.start, given.end) in dated]
    if len(set(dated.values())) < 2 or len(timed) < len(dated) or not _are_alternatives(message, timed):
        return givens
    if len({given.value for given in timed}) == 1:
        # "Friday or Saturday at 3": one hour for both, which needs no ruling out.
        return tuple(given for given in givens if given not in timed[1:])
    kept = [given for given in givens if given not in timed]
    return (*kept, *(each for given in timed for each in _others(given, dated[given.start, given.end], context)))


def _are_alternatives(message: Message, givens: Sequence[Given]) -> bool:
    joints = message.found(_ALTERNATIVES)
    return all(any(one.end <= cue.start < other.start for cue in joints) for one, other in pairwise(givens))


def _others(given: Given, day: date, context: Context) -> Iterator[Given]:
    """Give the hours of a day before and after those that were named."""
    start, end = _ends(given)
    zone = context.now.tzinfo
    if start is not None:
        before = Moments(datetime.combine(day, time.min, zone), datetime.combine(day, start, zone))
        yield replace(given, value=before, stance=Stance.EXCLUDED)
    if end is not None:
        after = Moments(datetime.combine(day, end, zone), datetime.combine(day, time.max, zone))
        yield replace(given, value=after, stance=Stance.EXCLUDED)


def _ends(given: Given) -> tuple[time | None, time | None]:
    match given.value:
        case time() as at:
            return at, (datetime.combine(date.min, at) + _MINUTE).time()
        case Times(start=start, end=end):
            return start, end
        case _:
            return None, None
