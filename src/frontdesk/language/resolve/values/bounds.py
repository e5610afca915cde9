"""Reads what bounds the times that suit: "later than 3", "10 is too late", "2 to 4 but not 3", "yoga at 3, so 4"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.values import Days, Times
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.own_hours import each_with_own_hours
from frontdesk.language.words import listed, phrases_in, word_set

_LAST_HOUR = 12
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)
_FAR = 6  # words from "before my" to the hour
_LATE, _EARLY = "clauses.too_late", "clauses.too_early"
_VERDICTS = frozenset({_LATE, _EARLY})
_BESIDE = ("clauses.later", "clauses.earlier")
_ROUGHLY = frozenset({"clauses.around_hour", *_BESIDE})
_BARE_CLOCK = re.compile(r"\D*(?:[1-9]|1[0-2])(?:[:.]\d\d)?")
_BEFORE, _AFTER = "clauses.before_occasion", "clauses.after_occasion"


def bounded(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> tuple[Given, ...]:
    """Return the values of a message with its bare hours as times, and with what is too late or too early as bounds."""
    hours = [_as_hour(message, given, givens, asked, context) for given in givens]
    hours = [_of_known(given, asked) for given in hours] if message.has(_VERDICTS) else hours
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


def _is_wondering(message: Message, given: Given) -> bool:
    """Tell "is 4 available?" and "have you got anything at 6?", which ask about a time, from what takes one."""
    clause = message.clause_at(given.start)
    if clause.marked and clause.mood is Mood.SAY:  # "4 possible?"
        after = message.place_at(given.end - 1) + 1
        return any(cue.first == after for cue in message.within("clauses.fits", clause))
    opens = any(
        message.bare[place][0].isalnum() and place < message.place_at(given.start)
        for cue in message.within("clauses.wondering", clause)
        for place in range(cue.first, cue.after)
    )
    return clause.mood is Mood.REQUEST and opens


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
    if bound := _beside_occasion(message, given) or _beside_own(message, given):
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


def _as_hour(message: Message, given: Given, givens: Sequence[Given], asked: Asked, context: Context) -> Given:
    """Read a bare number as an hour where what stands beside it says so."""
    if given.kind != "number" or not isinstance(given.value, int) or not 1 <= given.value <= _LAST_HOUR:
        return given
    others = [other for other in givens if other.kind == "time" and not other.overlaps(given)]
    if any(other.overlaps(given) for other in givens if other.kind not in {"number", "vague"}):
        return given
    is_word = given.words.lower() in word_set(message.language, "common", "one_word")
    if is_word and any(other.start >= given.end for other in givens if other.kind in {"day", "time"}):
        return given  # "is there one in the morning"
    at = _within(given, others) or _after_another(message, given, others, asked) or _asked_about(message, given, asked)
    at = at or _judged(message, given, asked, context) or _roughly(message, given, asked)
    return replace(given, kind="time", value=at) if at is not None else given


def _within(given: Given, others: Sequence[Given]) -> time | None:
    """Return the hour that is ruled out of a range: "between 2 and 4 but not 3"."""
    if given.stance is not Stance.EXCLUDED or not isinstance(given.value, int):
        return None
    for other in others:
        value = other.value
        if other.stance is not Stance.WANTED or not isinstance(value, Times) or value.start is None:
            continue
        for hour in _readings(given.value):
            if value.start <= hour and (value.end is None or hour <= value.end):
                return hour
    return None


def _after_another(message: Message, given: Given, others: Sequence[Given], asked: Asked) -> time | None:
    """Return the hour that is named beside one that does not suit: "I have yoga at 3, so 4"."""
    unfit = [each.value for each in others if each.stance in {Stance.ASKED, Stance.EXCLUDED}]
    clocks = [value for value in unfit if isinstance(value, time)]
    wants_time = asked.wanted is Wanted.CHOICE or (asked.slot is not None and asked.slot.kind == "time")
    if given.stance is not Stance.WANTED or not clocks or not wants_time or not isinstance(given.value, int):
        return None
    if given.words.lower() in word_set(message.language, "common", "one_word"):
        return None  # "the first one, I have yoga at 7"
    return min(_readings(given.value), key=lambda at: _apart(at, clocks[-1]))


def _asked_about(message: Message, given: Given, asked: Asked) -> time | None:
    """Return the hour of "is 4 available?", asked at an offer: what is on the list is known to be."""
    if asked.wanted is not Wanted.CHOICE or not _is_wondering(message, given) or not isinstance(given.value, int):
        return None
    return _by_day(given.value)


def _roughly(message: Message, given: Given, asked: Asked) -> time | None:
    """Return the hour of "a bit later, like one" and of "around one", said where times are shown."""
    shown = asked.wanted in {Wanted.CHOICE, Wanted.CONFIRMATION} and asked.slot_of("time") is not None
    if not shown or not message.has(_ROUGHLY) or (not isinstance(given.value, int)):
        return None
    place = message.place_at(given.start)
    if any(cue.after == place for cue in message.found("clauses.around_hour")):
        return _by_day(given.value)
    first, loose = place, word_set(message.language, "common", "about_value")
    while first and (message.bare[first - 1] in loose or not message.bare[first - 1][0].isalnum()):
        first -= 1
    begun = first < place and any(cue.after == first for label in _BESIDE for cue in message.found(label))
    return _by_day(given.value) if begun else None


def _judged(message: Message, given: Given, asked: Asked, context: Context) -> time | None:
    """Return the hour, or the option's, that is too late or too early."""
    if _verdict(message, given) is None or not isinstance(given.value, int):
        return None
    if asked.wanted is Wanted.CHOICE:
        return _of_option(given.value, asked) or _by_day(given.value)
    template = listed(context.language, "common", "at_hour")[0]
    found = when.read(template.format(number=given.value), context)
    return next((read.value for read in found if isinstance(read.value, time)), None)


def _of_option(position: int, asked: Asked) -> time | None:
    for option in asked.options[position - 1 : position]:
        start = option.fields.get("start")
        if isinstance(start, datetime):
            return start.time()
    return None


def _by_day(hour: int) -> time:
    """Return the hour as a place that is open by day takes it."""
    early, late = _readings(hour)
    return late if hour <= _LAST_HOUR // 2 else early if hour < _LAST_HOUR else time(_LAST_HOUR)


def _readings(hour: int) -> tuple[time, time]:
    return time(hour % _LAST_HOUR), time(hour % _LAST_HOUR + _LAST_HOUR)


def _apart(one: time, other: time) -> int:
    return abs(one.hour * 60 + one.minute - other.hour * 60 - other.minute)
