"""Tells whether a reply names other days, times or counts than the desk did."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from enum import Enum, auto
from functools import cache

from frontdesk.dialogue.values import Days, Times
from frontdesk.language import when
from frontdesk.language.lexicon import load
from frontdesk.language.reading import Context, Found
from frontdesk.language.when import When
from frontdesk.language.words import Token, table, tokens, word_set
from frontdesk.language.yesno.wording import NAME

_HALF_DAY = 12 * 60  # minutes
_LONGEST_COUNT = 2  # digits
_NEAR = 3  # words between a number and what it counts


@dataclass(frozen=True, slots=True)
class Values:
    """Days, weekdays and days of the month named alone, times (in minutes, morning or evening), counts by kind."""

    days: frozenset[date]
    weekdays: frozenset[int]
    days_of_month: frozenset[int]
    times: frozenset[int]
    counts: frozenset[tuple[str, int]]

    def __bool__(self) -> bool:
        """Tell whether any value is named."""
        return self.names_day or bool(self.times or self.counts)

    @property
    def names_day(self) -> bool:
        """Whether a day is named in any way."""
        return bool(self.days or self.weekdays or self.days_of_month)


@dataclass(frozen=True, slots=True)
class Difference:
    """Whether a reply names a day or time, names one where the desk did not, or names some value otherwise."""

    names_time: bool = False
    adds_time: bool = False
    differs: bool = False


SAME = Difference()


def difference(reply: str, context: Context) -> Difference:
    """Compare the values of `reply` with those of the same kind that the desk named."""
    if not _may_name_values(reply, context.language):
        return SAME
    theirs = _values_in(reply, context)
    if not theirs:
        return SAME
    ours = _values_in(context.said or "", context)
    return Difference(
        names_time=theirs.names_day or bool(theirs.times),
        adds_time=bool(theirs.times and not ours.times) or (theirs.names_day and not ours.names_day),
        differs=_other_day(theirs, ours)
        or bool(ours.times and theirs.times - ours.times)
        or any(_counts_otherwise(kind, number, ours) for kind, number in theirs.counts),
    )


def _other_day(theirs: Values, ours: Values) -> bool:
    """Tell whether another day is named; "Tuesday" repeats any Tuesday, "the 7th" the 7th of any month."""
    if not ours.names_day:
        return False
    weekdays = {day.weekday() for day in ours.days} | ours.weekdays
    days_of_month = {day.day for day in ours.days} | ours.days_of_month
    if (weekdays and theirs.weekdays - weekdays) or (days_of_month and theirs.days_of_month - days_of_month):
        return True
    unknown = theirs.days - ours.days
    if ours.days:
        return bool(unknown)
    return any(day.weekday() not in ours.weekdays and day.day not in ours.days_of_month for day in unknown)


def names_another(theirs: Iterable[str], ours: Iterable[str], language: str) -> bool:
    """Tell whether the words `theirs` give another of what a thing has one of: a double room, a twin."""
    said, heard = frozenset(ours), frozenset(theirs)
    return any(said & group and heard & group and not said & heard & group for group in _contraries(language))


@cache
def _contraries(language: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(str, group)) for group in load(language, NAME)["contraries"])


def _counts_otherwise(kind: str, number: int, ours: Values) -> bool:
    """Tell whether the desk counted the same with another number; a number alone may count anything."""
    if kind:
        known = {each for counted, each in ours.counts if counted in {kind, ""}}
    else:
        known = {each for _, each in ours.counts} | _clock_numbers(ours)
    return bool(known) and number not in known


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
    pieces = tokens(text)
    found = when.read(text, context) if _may_name_time(pieces, context.language) else ()
    days, alone = _days_in(found, context.language)
    left = _outside(pieces, [(each.start, each.end) for each in found if not isinstance(each.value, timedelta)])
    return Values(
        days=days,
        weekdays=frozenset(day.weekday() for day in alone[_ByName.WEEKDAY]),
        days_of_month=frozenset(day.day for day in alone[_ByName.DAY_OF_MONTH]),
        times=frozenset(minutes for each in found for minutes in _minutes(when.parts(each)[1])),
        counts=frozenset(_counts(left, context.language)),
    )


def _outside(pieces: Sequence[Token], taken: Sequence[tuple[int, int]]) -> list[Token]:
    """Return the words that lie in none of the stretches of text, which come in order."""
    starts = [start for start, _ in taken]
    return [
        piece
        for piece in pieces
        if not (place := bisect_right(starts, piece.start)) or taken[place - 1][1] <= piece.start
    ]


class _ByName(Enum):
    """How a day is named that has no date."""

    WEEKDAY = auto()
    DAY_OF_MONTH = auto()


def _days_in(
    found: Sequence[Found[When | None]], language: str
) -> tuple[frozenset[date], dict[_ByName, frozenset[date]]]:
    """Return the days that are named by their dates, and those named by weekday or day of the month alone."""
    named = [(day, _how_named(each.words, language)) for each in found for day in _ends(when.parts(each)[0])]
    alone = {how: frozenset(day for day, name in named if name is how) for how in _ByName}
    return frozenset(day for day, name in named if name is None), alone


def _how_named(words: str, language: str) -> _ByName | None:
    """Tell "Tuesday" and "the 3rd" from "Tuesday next week", "Tuesday the 3rd", "May 3rd" and "tomorrow"."""
    said = {token.plain for token in tokens(words)}
    if said & word_set(language, NAME, "fixing"):
        return None
    if said & word_set(language, NAME, "weekdays"):
        return _ByName.WEEKDAY if said.isdisjoint(_endings(language)) else None
    return _ByName.DAY_OF_MONTH if said & _endings(language) else None


def _endings(language: str) -> frozenset[str]:
    return word_set(language, "number", "ordinal_endings")


def _may_name_time(pieces: Sequence[Token], language: str) -> bool:
    """Tell cheaply whether a day or time may be named: "at four" may, "four of us" does not."""
    calendar, before = word_set(language, NAME, "calendar"), word_set(language, NAME, "before_time")
    numbers = _numbers(language)
    return any(
        piece.plain[0].isdigit()
        or piece.plain in calendar
        or (piece.plain in numbers and place > 0 and pieces[place - 1].plain in before)
        for place, piece in enumerate(pieces)
    )


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
        digits = piece.plain.isascii() and piece.plain.isdigit() and _stands_alone(pieces, place)
        if not (digits or piece.plain in numbers):
            continue
        kind = next((kinds[near.plain] for near in pieces[place + 1 : place + 1 + _NEAR] if near.plain in kinds), "")
        after = pieces[place + 1].plain if place + 1 < len(pieces) else ""
        if after in word_set(language, NAME, "not_counted" if digits else "uncounted"):
            continue
        if digits or kind or not place or pieces[place - 1].plain not in pointing:
            yield kind, int(piece.plain) if digits else numbers[piece.plain]


def _stands_alone(pieces: Sequence[Token], place: int) -> bool:
    """Tell a count from a piece of a phone number, a price or a street number."""
    piece = pieces[place]
    before = pieces[place - 1] if place else None
    after = pieces[place + 1] if place + 1 < len(pieces) else None
    if len(piece.text) > _LONGEST_COUNT or any(near is not None and near.text[0].isdigit() for near in (before, after)):
        return False
    joined = before is not None and before.end == piece.start and not before.text[0].isalpha()
    return not joined


@cache
def _numbers(language: str) -> dict[str, int]:
    return {word: int(value) for word, value in table(language, "numbers", "ones").items()}
