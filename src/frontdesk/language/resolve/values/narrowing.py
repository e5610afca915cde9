"""Reads days that pick out of a span named before them: "some time next week, ideally Wednesday or Thursday"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from frontdesk.dialogue.values import Days
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.readers.text.cues import Cue, bare
from frontdesk.language.readers.when import When
from frontdesk.language.readers.when.dates import valid
from frontdesk.language.words import tokens, word_set, words_in

_WEEK = timedelta(days=7)
_BESIDE = timedelta(days=2)  # around a span that still belong to it: the Friday and the Monday of a long weekend
_PAUSE = ","
_Times = Sequence[tuple[Found[When | None], Context]]


def narrowed(found: Sequence[Found[When | None]], text: str, context: Context, excluding: Sequence[Cue] = ()) -> _Times:
    """Return each time with the context to read it in; a span that is narrowed down is left out."""
    for place, (span, following) in enumerate(pairwise(found)):
        days, _ = when.parts(span)
        if not isinstance(days, Days) or days.start is None or days.end is None:
            continue
        if any(_leads(cue, span, text, context) for cue in excluding):
            continue  # "I'm away this week. Wednesday"
        between = {bare(word) for word in words_in(text[span.end : following.start]) if word[:1].isalnum()}
        if not word_set(context.language, "common", "narrowing").issuperset(between):
            continue
        among = _context_of(following, days, context)
        if among is not None:
            again = [_among(each, among) for each in found[place + 1 :]]
            return [*((each, context) for each in found[:place]), *((each, among) for each in again)]
    return [(_pointed_back(each, context), context) for each in found]


def _pointed_back(found: Found[When | None], context: Context) -> Found[When | None]:
    """Return the day of "that week" and "that month": of those of the day that is talked of."""
    that = word_set(context.language, "clauses", "pointing_back")
    if context.around is None or that.isdisjoint(token.plain for token in tokens(found.words)[:-1]):
        return found  # what ends in it, "the Friday after that", is counted from there already
    monday = context.around - timedelta(days=context.around.weekday())
    day, _ = when.parts(found)
    if isinstance(day, Days):
        return replace(found, value=Days(monday, monday + _WEEK))
    if not isinstance(day, date) or not isinstance(found.value, date):
        return found
    if any(map(str.isdigit, found.words)):
        moved = valid(context.around.year, context.around.month, day.day) or day
    else:
        moved = monday + timedelta(days=day.weekday())
    if moved < context.now.date():
        return found  # "could we make that Monday", said of a Friday, is the next one
    return replace(found, value=found.value + (moved - day), problem=None)


def ends_at_pause(
    found: Found[When | None], text: str, context: Context, excluding: Sequence[Cue]
) -> Sequence[Found[When | None]]:
    """Return the day and the hours of "not Thursday, mornings" apart: what is ruled out ends where the guest pauses."""
    head, pause, tail = found.words.partition(_PAUSE)
    if not pause or not any(_leads(cue, found, text, context) for cue in excluding):
        return (found,)
    parts = [*when.read(head, context), *when.read(tail, context)]
    if len(parts) != 2 or not isinstance(when.parts(parts[0])[0], date) or when.parts(parts[0])[1] is not None:
        return (found,)
    after = len(head) + len(pause)
    return (_on(parts[0], found.start), _on(parts[1], found.start + after))


def _on(found: Found[When | None], by: int) -> Found[When | None]:
    return replace(found, start=found.start + by, end=found.end + by)


def _leads(cue: Cue, span: Found[When | None], text: str, context: Context) -> bool:
    """Tell whether what rules something out leads to a span, "not on Monday", or reaches into it: "busy all day"."""
    leading = word_set(context.language, "common", "leading") | word_set(context.language, "triggers", "articles")
    return cue.start < span.start and leading.issuperset(map(bare, words_in(text[cue.end : span.start])))


def _context_of(following: Found[When | None], span: Days, context: Context) -> Context | None:
    """Return what to read a value in so that it picks out of a span: a weekend may begin on its Friday."""
    strict = replace(context, within=span)
    if _is_in(_among(following, strict), span):
        return strict
    if span.start is None or span.end is None:
        return None
    around = replace(context, within=Days(span.start - _BESIDE, span.end + _BESIDE))
    days, _ = when.parts(_among(following, around))
    return around if isinstance(days, Days) and _overlaps(days, span) else None


def _overlaps(days: Days, span: Days) -> bool:
    if days.start is None or days.end is None or span.start is None or span.end is None:
        return False
    return days.start < span.end and span.start < days.end and days.end - days.start <= span.end - span.start + _BESIDE


def _among(found: Found[When | None], context: Context) -> Found[When | None]:
    """Return the day that the same words mean within the span."""
    again = when.read(found.words, context)
    if len(again) != 1 or context.within is None or not _lies_in(again[0], context.within):
        return found
    return replace(again[0], start=found.start, end=found.end)


def _lies_in(found: Found[When | None], days: Days) -> bool:
    span, _ = when.parts(found)
    return _is_in(found, days) or (isinstance(span, Days) and _overlaps(span, days))


def _is_in(found: Found[When | None], days: Days) -> bool:
    day, _ = when.parts(found)
    return isinstance(day, date) and days.holds(day)
