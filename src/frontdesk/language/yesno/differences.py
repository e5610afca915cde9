"""Tells whether a reply names other days, times or counts than the desk did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from functools import cache

from frontdesk.dialogue.values import Days, Times
from frontdesk.language import when
from frontdesk.language.reading import Context
from frontdesk.language.words import Token, table, tokens, word_set
from frontdesk.language.yesno.wording import NAME

_HALF_DAY = 12 * 60  # minutes
_LONGEST_COUNT = 2  # digits
_NEAR = 3  # words between a number and what it counts


@dataclass(frozen=True, slots=True)
class Values:
    """The days, the times (in minutes, morning or evening) and the numbers by what they count."""

    days: frozenset[date]
    times: frozenset[int]
    counts: frozenset[tuple[str, int]]


def gives_other_values(reply: str, context: Context) -> bool:
    """Tell whether `reply` names a day, time or count of a kind that the desk named, and names it otherwise."""
    if not context.said or not _may_name_values(reply, context.language):
        return False
    theirs = _values_in(reply, context)
    if not (theirs.days or theirs.times or theirs.counts):
        return False
    ours = _values_in(context.said, context)
    return (
        bool(ours.days and theirs.days - ours.days)
        or bool(ours.times and theirs.times - ours.times)
        or any(_counts_otherwise(kind, number, ours) for kind, number in theirs.counts)
    )


def _counts_otherwise(kind: str, number: int, ours: Values) -> bool:
    """Tell whether the desk counted the same with another number; a number alone may count anything."""
    same = {each for counted, each in ours.counts if counted == kind or not (kind and counted)}
    return bool(same) and number not in same and not (kind == "" and number in _clock_numbers(ours))


def _clock_numbers(ours: Values) -> set[int]:
    """Return the numbers by which the desk's times and days may be called."""
    return {minutes // 60 or 12 for minutes in ours.times} | {day.day for day in ours.days}


def _may_name_values(reply: str, language: str) -> bool:
    """Tell cheaply whether it is worth reading `reply` for values."""
    known = _value_words(language)
    return any(token.plain[0].isdigit() or token.plain in known for token in tokens(reply))


@cache
def _value_words(language: str) -> frozenset[str]:
    return frozenset(_numbers(language)) | word_set(language, NAME, "calendar")


def _values_in(text: str, context: Context) -> Values:
    found = when.read(text, context)
    days: set[date] = set()
    times: set[int] = set()
    for each in found:
        day, clock = when.parts(each)
        days.update(_ends(day))
        times.update(_minutes(clock))
    taken = [(each.start, each.end) for each in found if not isinstance(each.value, timedelta)]
    left = [token for token in tokens(text) if not any(start <= token.start < end for start, end in taken)]
    return Values(frozenset(days), frozenset(times), frozenset(_counts(left, context.language)))


def _ends(day: object) -> Iterator[date]:
    match day:
        case Days(start=start, end=end):
            yield from (each for each in (start, end) if each is not None)
        case date():
            yield day
        case _:
            pass  # no day is named


def _minutes(clock: object) -> Iterator[int]:
    """Give times without morning or evening: "3" repeats "3 PM"."""
    match clock:
        case time():
            yield (clock.hour * 60 + clock.minute) % _HALF_DAY
        case Times(start=time() as start, end=None):
            yield (start.hour * 60 + start.minute) % _HALF_DAY
        case _:
            pass  # no time, or a part of the day


def _counts(pieces: Sequence[Token], language: str) -> Iterator[tuple[str, int]]:
    numbers, pointing = _numbers(language), word_set(language, NAME, "this")
    kinds = table(language, NAME, "counted")
    for place, piece in enumerate(pieces):
        digits = piece.plain.isascii() and piece.plain.isdigit()
        if digits and len(piece.plain) > _LONGEST_COUNT or not (digits or piece.plain in numbers):
            continue
        kind = next((kinds[near.plain] for near in pieces[place + 1 : place + 1 + _NEAR] if near.plain in kinds), "")
        if digits or kind or not place or pieces[place - 1].plain not in pointing:
            yield kind, int(piece.plain) if digits else numbers[piece.plain]


@cache
def _numbers(language: str) -> dict[str, int]:
    return {word: int(value) for word, value in table(language, "numbers", "ones").items()}
