"""Reads what bounds the times that suit: "later than 3", "10 is too late", "2 to 4 but not 3", "yoga at 3, so 4"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.values import Days, Times
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.own_hours import each_with_own_hours
from frontdesk.language.words import phrases_in, word_set

_LAST_HOUR = 12
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
_FAR = 6  # words from "before my" to the hour
_LATE, _EARLY = "clauses.too_late", "clauses.too_early"
_VERDICTS = frozenset({_LATE, _EARLY})
_BARE_CLOCK = re.compile(r"\D*(?:[1-9]|1[0-2])(?:[:.]\d\d)?")
_UNTIL, _FROM = "clauses.affairs_until", "clauses.affairs_from"
_BEFORE, _AFTER = "clauses.before_occasion", "clauses.after_occasion"


def bounded(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> tuple[Given, ...]:
    """Return the values of a message with what is too late or too early as bounds."""
    hours = [_of_known(given, asked) for given in givens] if message.has(_VERDICTS) else givens
    bounds = [(given, _bound(message, given)) for given in hours]
    timed = {(old.start, old.end) for old, new in bounds if old.kind == "time" and new is not old}
    whens = [
        _beyond(new, context) for old, new in bounds if not (old.kind == "moment" and (old.start, old.end) in timed)
    ]
    # "Tomorrow at 3 is too late" is about the hour; the day stands.
    judged = tuple(
        replace(given, stance=Stance.WANTED) if given.kind == "day" and (given.start, given.end) in timed else given
        for given in whens
    )
    return each_with_own_hours(message, judged, context)


def _of_known(given: Given, asked: Asked) -> Given:
    """Read the 6:40 of "6:40 is too early" as the one that is shown, where no half of the day was named."""
    if not isinstance(given.value, time) or not _BARE_CLOCK.fullmatch(given.words):
        return given
    starts = (option.fields.get("start") for option in asked.options)
    shown = {value for value in asked.known.values() if isinstance(value, time)}
    shown |= {start.time() for start in starts if isinstance(start, datetime)}
    other = given.value.replace(hour=(given.value.hour + _LAST_HOUR) % (2 * _LAST_HOUR))
    return replace(given, value=other) if given.value not in shown and other in shown else given


def _beyond(given: Given, context: Context) -> Given:
    """Leave three o'clock itself out of "later than 3", and in "3 at the latest"; "after 3" has it, "before 3" not."""
    if given.kind != "time":
        return given
    match given.value:
        case Times(start=time() as start, end=None) if _says(given, "beyond", context):
            return replace(given, value=Times(_later(start), None))
        case Times(start=None, end=time() as end) if _says(given, "including", context):
            return replace(given, value=Times(None, _later(end)))
        case _:
            return given


def _says(given: Given, key: str, context: Context) -> bool:
    return any(phrases_in(given.words, context.language, "common", key))


def _later(at: time) -> time:
    return (datetime.combine(date.min, at) + _MINUTE).time()


def _verdict(message: Message, given: Given) -> str | None:
    """Return the list that says of a value that it is too late or too early, right after it."""
    if not message.has(_VERDICTS):
        return None
    after = message.place_at(given.end - 1) + 1
    return next((label for label in (_LATE, _EARLY) if any(cue.first == after for cue in message.found(label))), None)


def _beside_occasion(message: Message, given: Given) -> Given | None:
    """Bound the days by another occasion: "before my wedding on December 6" is not on that day."""
    ends = message.found(_BEFORE), message.found(_AFTER)
    if given.kind != "day" or not any(ends) or not isinstance(given.value, date):
        return None
    place, day = message.place_at(given.start), given.value
    for cues, value in zip(ends, (Days(None, day), Days(day + _DAY, None)), strict=True):
        if any(cue.first < place <= cue.after for cue in cues):
            return replace(given, value=value, problem=None)
    return None


def _beside_engagement(message: Message, given: Given) -> Given | None:
    """Rule out the hours at which the guest is engaged: "I finish work at 4", "my lecture starts at 2"."""
    if given.kind != "time" or not isinstance(given.value, time):
        return None
    place, clause = message.place_at(given.start), message.clause_at(given.start)
    for label, busy in ((_UNTIL, Times(None, given.value)), (_FROM, Times(given.value, None))):
        if any(0 <= place - cue.after <= _FAR for cue in message.within(label, clause)):
            return replace(given, value=busy, stance=Stance.EXCLUDED)
    return None


def _beyond_that(message: Message, given: Given) -> Given | None:
    """Turn the end of what the guest does into a start: "I teach until noon, so anything after that"."""
    if given.kind != "time":
        return None
    match given.value:
        case Times(start=None, end=time() as at):
            word, value = "after", Times(at, None)
        case Times(start=time() as at, end=None):
            word, value = "before", Times(None, at)
        case _:
            return None
    lasting = when.words_of("until", message.language) | when.words_of("till", message.language)
    if given.stance is Stance.WANTED and message.bare[message.place_at(given.start)] not in lasting:
        return None  # "before 3, and something else after that"
    words, that = when.words_of(word, message.language), when.words_of("that", message.language)
    after = message.bare[message.place_at(given.end - 1) + 1 :]
    pointed = any(one in words and other in that for one, other in pairwise(after))
    return replace(given, value=value, stance=Stance.WANTED) if pointed else None


def _beside_own(message: Message, given: Given) -> Given | None:
    """Bound the hours by what the guest does then: "before my shift at 1" is before 1, and never at 1."""
    if given.kind != "time" or not isinstance(given.value, time):
        return None
    place, clause, own = (
        message.place_at(given.start),
        message.clause_at(given.start),
        word_set(message.language, "clauses", "own"),
    )
    for at in range(place - 2, max(clause.first, place - _FAR) - 1, -1):
        if message.bare[at + 1] not in own:
            continue
        if message.bare[at] in when.words_of("before", message.language):
            return replace(given, value=Times(None, given.value))
        if message.bare[at] in when.words_of("after", message.language):
            return replace(given, value=Times(_later(given.value), None))
    return None


def _bound(message: Message, given: Given) -> Given:
    engaged = _beyond_that(message, given) or _beside_engagement(message, given)
    if bound := engaged or _beside_occasion(message, given) or _beside_own(message, given):
        return bound
    label = _verdict(message, given)
    if label is None:
        return given
    match given.kind, given.value:
        case "time", time() as at:
            value: Times | Days = Times(None, at) if label == _LATE else Times(_later(at), None)
        case "day", date() as day if _is_of_day(given):
            value = Days(None, day) if label == _LATE else Days(day + _DAY, None)
        case _:
            return given
    return replace(given, value=value, problem=None, stance=Stance.WANTED)


def _is_of_day(given: Given) -> bool:
    """Tell "Friday is too late" from "Friday at 3 is too late"."""
    return not any(word.isdecimal() for word in given.words.split())
