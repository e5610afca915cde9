"""Reads what is ruled out of the calendar: a day, every Monday, "any time but Monday mornings"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.values import Anytime, Days, Moments, Times, Value
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context, Problem
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import listed, tokens, word_set

_WEEK = timedelta(days=7)
_NOT_THEN = frozenset({Stance.EXCLUDED, Stance.ELSEWHERE})
_WEEKS_ABOUT = 6  # in which a weekday may lie in a range: "in April, not on a Monday"
_WEEKS = 26  # half a year: as far as anybody looks ahead


def ruled_out(givens: Sequence[Given], context: Context) -> tuple[Given, ...]:
    """Return values in which a day and its hours that are ruled out together are one, and what recurs does so."""
    if not any(given.stance in _NOT_THEN or isinstance(given.value, Anytime) for given in givens):
        return tuple(givens)
    givens = _left_of_span(givens, context)
    whole = _past_spans([*_in_wanted_range(givens, context), *_weekends(givens, context)], context)
    left_open = any(isinstance(given.value, Anytime) and given.stance is Stance.WANTED for given in givens)
    return tuple(_every_week(given, context, always=left_open) for given in _joined(whole, context))


def _left_of_span(givens: Sequence[Given], context: Context) -> Sequence[Given]:
    """Let "any day but Thursday next week" be any of that week: it is said once, with what is ruled out of it."""
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.EXCLUDED]
    spans = [span for given in days if isinstance(given.value, date) for span in _spans_around(given, context)]
    if not spans:
        return givens
    return [
        replace(given, value=spans[0], problem=Problem.AMBIGUOUS)
        if given.kind == "day" and isinstance(given.value, Anytime)
        else given
        for given in givens
    ]


def _spans_around(given: Given, context: Context) -> Iterator[Days]:
    """Give the week that is named within the words of a day."""
    for token in tokens(given.words):
        for part in (given.words[: token.end], given.words[token.start :]):
            span = found[0].value if len(found := when.read(part, context)) == 1 else None
            if isinstance(span, Days) and span.start and span.end and span.end - span.start <= _WEEK:
                yield span


def _past_spans(givens: Sequence[Given], context: Context) -> Sequence[Given]:
    """Let the weekday of "I'm away this week. Wednesday" be the first one after what is ruled out before it."""
    spans = [given for given in givens if given.stance in _NOT_THEN and isinstance(given.value, Days)]
    return [_past_span(given, spans, context) for given in givens] if spans else givens


def _past_span(given: Given, spans: Sequence[Given], context: Context) -> Given:
    day = given.value
    if not isinstance(day, date) or given.stance is not Stance.WANTED or given.kind not in {"day", "moment"}:
        return given
    before = [span.value for span in spans if span.end <= given.start]
    inside = [span for span in before if isinstance(span, Days) and span.holds(_date(day))]
    if not inside or not when.names_weekday(given.words, context):
        return given
    later = (day + _WEEK * week for week in range(1, _WEEKS))
    free = (each for each in later if not any(span.holds(_date(each)) for span in inside))
    return replace(given, value=next(free, day), problem=None)


def _date(day: date) -> date:
    return day.date() if isinstance(day, datetime) else day


def _in_wanted_range(givens: Sequence[Given], context: Context) -> Iterator[Given]:
    """Give the values with each weekday that is ruled out as the one in the range that is wanted, if that has one."""
    ranges = [given.value for given in givens if isinstance(given.value, Days) and given.stance is Stance.WANTED]
    for given in givens:
        day = given.value if given.stance is Stance.EXCLUDED and given.kind == "day" else None
        if not ranges or not isinstance(day, date) or not when.names_weekday(given.words, context):
            yield given
            continue
        near = (day + _WEEK * weeks for weeks in range(-1, _WEEKS_ABOUT))
        yield replace(given, value=next((each for each in near if any(days.holds(each) for days in ranges)), day))


def _weekends(givens: Sequence[Given], context: Context) -> Iterator[Given]:
    """Rule out the weekends where any weekday will do."""
    weekdays = word_set(context.language, "common", "weekdays")
    for given in givens:
        said = given.kind == "day" and isinstance(given.value, Anytime) and given.stance is Stance.WANTED
        if not said or weekdays.isdisjoint(token.plain for token in tokens(given.words)):
            continue
        for words in listed(context.language, "common", "beside_weekdays"):
            for found in when.read(words, context):
                excluded = Given("day", found.value, words, given.start, given.end, stance=Stance.EXCLUDED)
                yield replace(_every_week(excluded, context, always=True), words=given.words)


def _joined(givens: Sequence[Given], context: Context) -> Iterator[Given]:
    """Give the morning of a Monday as one span: other mornings, and the rest of the Monday, stay open."""
    days = {
        (given.start, given.end): given.value
        for given in givens
        if given.kind == "day" and given.stance is Stance.EXCLUDED and _names_it(given, givens)
    }
    hours = {
        (given.start, given.end): _begun_at(given.value) if isinstance(given.value, time) else given.value
        for given in givens
        if given.kind == "time" and given.stance is Stance.EXCLUDED and isinstance(given.value, Times | time)
    }
    for given in givens:
        place = (given.start, given.end)
        if place not in days or place not in hours:
            yield given
        elif given.kind == "time":
            yield replace(given, value=_span(days[place], hours[place], context), problem=None)


def _begun_at(at: time) -> Times:
    """Return an hour as what begins then: how long it takes is not said."""
    return Times(at, (datetime.combine(date.min, at) + timedelta(minutes=1)).time())


def _names_it(given: Given, givens: Sequence[Given]) -> bool:
    """Tell "no Monday mornings" from "no mornings, on Friday": a range of hours borrows the day named beside it."""
    days = [other for other in givens if other.kind == "day" and other.start != given.start]
    return isinstance(given.value, date) and not any(other.value == given.value for other in days)


def _span(day: Value | None, hours: Value | None, context: Context) -> Value | None:
    if not isinstance(day, date) or not isinstance(hours, Times):
        return hours
    ends = (hours.start or time.min, hours.end or time.max)
    return Moments(*(datetime.combine(day, end, context.now.tzinfo) for end in ends))


def _every_week(given: Given, context: Context, *, always: bool) -> Given:
    """Repeat what is said in the plural, "no Mondays", and the weekday of "any day but Monday"."""
    if given.stance is not Stance.EXCLUDED or given.kind not in {"day", "time"}:
        return given
    plural = word_set(context.language, "common", "weekly") | word_set(context.language, "common", "daily")
    recurs = always and when.names_weekday(given.words, context)
    if not recurs and plural.isdisjoint(token.plain for token in tokens(given.words)):
        return given
    # From the last one on: of Mondays, today may be one.
    weeks = [_later(given.value, _WEEK * week) for week in range(-1, _WEEKS)]
    every = tuple(value for value in weeks if value is not None)
    return replace(given, value=every, problem=None) if every else given


def _later(value: Value | None, distance: timedelta) -> Value | None:
    match value:
        case Moments(start=datetime() as start, end=datetime() as end):
            return Moments(start + distance, end + distance)
        case Days(start=date() as first, end=date() as last):
            return Days(first + distance, last + distance)
        case date() if not isinstance(value, datetime):
            return value + distance
        case _:
            return None
