"""Reads when: days, times, moments, ranges and lengths of time, out of what a guest wrote or said."""

from __future__ import annotations

import re
from datetime import date, time, timedelta
from functools import cache

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.values import Days
from frontdesk.language.lexicon import load
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.readers.when.anchoring import Said, anchored, day_of
from frontdesk.language.readers.when.grammar import grammar, grow, telling
from frontdesk.language.readers.when.listed import mapping, texts
from frontdesk.language.readers.when.output import as_json, parts
from frontdesk.language.readers.when.resolve import When, clock_readings, resolve
from frontdesk.language.readers.when.say import say
from frontdesk.language.readers.when.sharing import shared
from frontdesk.language.readers.when.specs import (
    Clock,
    Day,
    DayHours,
    DayRange,
    Hours,
    Length,
    Moment,
    Part,
    SectionOf,
    Spec,
    Weekday,
)
from frontdesk.language.readers.when.tokens import cut, vocabulary
from frontdesk.language.words import words_in

__all__ = ["When", "as_json", "halves", "including_last", "is_for_a_length", "names_weekday", "parts", "read", "say"]

# The kinds that are values; all others are words that took part in none.
SAID = frozenset(("day", "span", "days", "clock", "daypart", "hours", "moment", "moments", "length")) | frozenset(
    ("soonest", "anytime", "vague", "repeated")
)

_DIGIT = re.compile(r"\d")


def read(text: str, context: Context) -> tuple[Found[When | None], ...]:
    """Return every time that `text` says, in order; a value with a problem must not be used without asking."""
    return tuple(_found(said, text, context) for said in _together(_said(text, context), text, context))


def including_last(found: Found[When | None], context: Context) -> When | None:
    """Return a range of days with the day that was named as its end in it, for who counts days and not nights.

    "From the 12th to the 17th" ends on the 17th, the day a guest leaves; who is free then is free on the 17th too.
    """
    said, days = _said(found.words, context), found.value
    if not isinstance(days, Days) or days.end is None or days.end == date.max:
        return days
    spec = said[0].spec if len(said) == 1 else None
    is_named = isinstance(spec, DayRange) and not isinstance(spec.end, SectionOf)
    return replace(days, end=days.end + timedelta(days=1)) if is_named else days


def halves(words: str, context: Context) -> tuple[time, ...]:
    """Return the times of day that one bare hour may mean, the likeliest first: 9:00 and 21:00 of "at 9"."""
    specs = [clock for one in _said(words, context) if (clock := _clock_of(one.spec)) is not None]
    return clock_readings(specs[0], context) if len(specs) == 1 else ()


def _clock_of(spec: Spec) -> Clock | None:
    """Return the only clock time of what was said."""
    match spec:
        case (Clock() as clock) | Moment(clock=Clock() as clock):
            return clock
        case DayHours(hours=Hours() as hours) | (Hours() as hours):
            ends = [end for end in (hours.start, hours.end) if end is not None]
            return ends[0] if len(ends) == 1 and isinstance(ends[0], Clock) else None
        case _:
            return None


def names_weekday(words: str, context: Context) -> bool:
    """Tell "Friday", of which there is one every week, from "next Friday" and "the 21st"."""
    specs = [day_of(one.spec) for one in _said(words, context)]
    return len(specs) == 1 and isinstance(specs[0], Weekday) and specs[0].week is None


@cache
def words_of(kind: str, language: str) -> frozenset[str]:
    """Return the words of a kind of the word list: what says "before", "after" and the like."""
    return frozenset(texts(mapping(load(language, "when")["words"])[kind]))


def is_for_a_length(words: str, context: Context) -> bool:
    """Tell "9:30 for 45 minutes", which says how long it takes, from "after 9:30", at some time of which it begins."""
    specs = [one.spec.hours if isinstance(one.spec, DayHours) else one.spec for one in _said(words, context)]
    return any(isinstance(spec, Hours) and isinstance(spec.end, Length) for spec in specs)


def _said(text: str, context: Context) -> list[Said]:
    if telling(context.language).isdisjoint(words_in(text)) and not _DIGIT.search(text):
        return []
    cuts = cut(text, vocabulary(context.language))
    pieces = shared(grow(cuts, grammar(context.language)), cuts)
    return [Said(piece, piece.meaning) for piece in pieces if piece.kind in SAID and isinstance(piece.meaning, Spec)]


def _found(said: Said, text: str, context: Context) -> Found[When | None]:
    value, problem = resolve(said.spec, context)
    start, end = said.piece.start, said.piece.end
    return Found(value, text[start:end], start, end, problem)


def _together(said: list[Said], text: str, context: Context) -> list[Said]:
    """Put times on the only day of the message, and drop what is vague beside what is not."""
    clear = anchored([one for one in said if one.piece.kind != "vague"] or said, text, context)
    days = {day for one in clear if (day := day_of(one.spec))}
    if len(days) != 1 or any(one.piece.kind in {"days", "span"} for one in clear):
        return clear
    return [one._replace(spec=_on_day(one.spec, *days)) for one in clear]


def _on_day(spec: Spec, day: Day) -> Spec:
    match spec:
        case Clock():
            return Moment(day, spec)
        case Part() | Hours():
            return DayHours(day, spec)
        case _:
            return spec
