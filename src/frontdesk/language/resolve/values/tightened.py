"""Reads hours that bound each other: "after 4 and before 6", "in the morning, not before 10", "afternoon, say 3"."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from itertools import pairwise, product

from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_APART = ("clauses.alternatives", "clauses.corrections", "clauses.instead")


def tightened(message: Message, givens: tuple[Given, ...], context: Context) -> tuple[Given, ...]:
    """Return values in which hours that lie within others are all that is wanted of both."""
    hours = [given for given in givens if given.kind == "time" and given.stance is Stance.WANTED]
    if len(hours) != 2 or any(given.problem for given in hours) or _are_two_wishes(message, givens, hours):
        return givens
    begun, ended = sorted(hours, key=lambda given: isinstance(given.value, Times) and given.value.start is None)
    ways = product(_halves(begun, context), _halves(ended, context))  # the later half of an end before that of a start
    both = next((both for one, other in ways if (both := _within(one, other)) is not None), None)
    if both is None:
        return givens
    kept = replace(hours[1], value=both)
    return tuple(kept if given is hours[1] else given for given in givens if given is not hours[0])


def _halves(given: Given, context: Context) -> tuple[Value | None, ...]:
    """Return a bound as it was read, and in the other half of the day: "from 4, out by 7" is of one afternoon."""
    match given.value:
        case Times(start=None, end=time()):
            return (given.value, *(Times(None, half) for half in when.halves(given.words, context)))
        case Times(start=time(), end=None):
            return (given.value, *(Times(half, None) for half in when.halves(given.words, context)))
        case _:
            return (given.value,)


def _are_two_wishes(message: Message, givens: tuple[Given, ...], hours: list[Given]) -> bool:
    """Tell "in the morning or at 3", "no, after 4" and "Monday after 4, Friday before 6"."""
    start, end = hours[0].end, hours[1].start
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED]
    other_days = any(one.value != other.value for one, other in pairwise(days))
    cues = [cue for label in _APART for cue in message.found(label)]
    return end < start or other_days or any(start <= cue.start and cue.end <= end for cue in cues)


def _within(one: Value | None, other: Value | None) -> Value | None:
    """Return what is in both; nothing where that is no time at all."""
    match one, other:
        case Times(latest=False), Times(latest=False):
            start = max((each.start for each in (one, other) if each.start is not None), default=None)
            end = min((each.end for each in (one, other) if each.end is not None), default=None)
            return None if start is not None and end is not None and start >= end else Times(start, end)
        case (Times() as span, time() as at) | (time() as at, Times() as span):
            holds = (span.start is None or span.start <= at) and (span.end is None or at < span.end)
            return at if holds else None
        case _:
            return None
