"""Finds what a reply states as fact: times, days, sums and codes, each with what it can mean.

A scan depends only on the text, not on the clock, so that texts of the business are scanned once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from decimal import Decimal
from functools import cache, lru_cache
from typing import TypeAlias

from frontdesk.language.readers import money
from frontdesk.language.readers.reading import Context
from frontdesk.language.replies.mark_patterns import Shape, Shapes, names, shapes
from frontdesk.language.words import plain, table

_NAME = "guard"
_NOON = 12
_HOURS = 24
_MINUTES = 60
_CENTURY = 100
_FEWEST_DIGITS = 5
_GAP = re.compile(r"[\s-]+")
# A run of letters, and whether digits follow it directly; or the place where a number or a sign begins.
_WORD = re.compile(r"(?<![\w$])(?:([^\W\d_]+)(-?\d)?|[$€£¥₹#+(]{0,8}\d|[$€£¥₹#+(]{1,8}(?=\w))")


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; several where morning or afternoon is not said."""

    words: str
    times: tuple[time, ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """A day, as far as it is named: (month, day) pairs where the order is open, month 0 where none is said."""

    words: str
    days: tuple[tuple[int, int], ...]
    weekday: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Weekday:
    """A weekday without a date; `habit` where it is about every week: "Sundays", "Monday to Friday"."""

    words: str
    weekday: int
    habit: bool


@dataclass(frozen=True, slots=True)
class Ahead:
    """A day counted from today: "tomorrow"."""

    words: str
    days: int


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount of money."""

    words: str
    amount: Decimal
    unit: str  # the sign, code or word as written


@dataclass(frozen=True, slots=True)
class Share:
    """A percentage."""

    words: str
    percent: Decimal


@dataclass(frozen=True, slots=True)
class Code:
    """A reference, a link, an address, or a run of digits such as a telephone number."""

    words: str


Mark: TypeAlias = Clock | Calendar | Weekday | Ahead | Sum | Share | Code
Reader: TypeAlias = Callable[[re.Match[str], str], Iterable[Mark]]


@lru_cache(maxsize=2048)
def scan(text: str, language: str) -> tuple[Mark, ...]:
    """Return every mark of `text`, in order."""
    found: list[Mark] = []
    reached, known = 0, shapes(language)
    for word in _WORD.finditer(text):
        start = word.start()
        for shape in _candidates(word, known) if start >= reached else ():
            match = shape.pattern.match(text, start)
            if match:
                found.extend(_READERS[shape.name](match, language))
                reached = match.end()
                break
    return tuple(found)


def _candidates(word: re.Match[str], known: Shapes) -> tuple[Shape, ...]:
    """Return what can begin with a word, a number or a sign."""
    letters, digits = word.groups()
    if letters is None:
        return known.at_number
    candidates = known.by_word.get(letters.lower(), ())
    return (*known.elsewhere, *candidates) if digits or "@" in word.string else candidates


def _calendar(match: re.Match[str], language: str) -> Iterable[Mark]:
    groups = match.groupdict()
    weekday, month = groups.get("weekday"), groups.get("month")
    year = int(groups["year"]) if groups.get("year") else None
    if year is not None and year < _CENTURY:
        year += 20 * _CENTURY
    named = _number(month, names(language, "months")) if month else 0
    day = int(groups["day"])
    # 11/12 may be either way round; a reply is believed if one of the two is a fact.
    days = ((named, day), (day, named)) if month and month.isdecimal() and "-" not in match.group() else ((named, day),)
    yield Calendar(match.group(), days, _number(weekday, names(language, "weekdays")) if weekday else None, year)
    if groups.get("other"):
        yield Calendar(match.group(), ((named, int(groups["other"])),), None, year)


def _number(word: str, known: Mapping[str, int]) -> int:
    # A name that no list has (letters that only look alike) is taken as none: nothing supports it.
    return int(word) if word.isdecimal() else known.get(plain(_GAP.sub(" ", word)), -1)


@cache
def _counted(language: str, key: str) -> dict[str, int]:
    return {word: int(count) for word, count in table(language, _NAME, key).items()}


def _clocks(match: re.Match[str], language: str) -> Iterable[Mark]:
    groups = match.groupdict()
    half = _number(groups["half"], _counted(language, "half_day")) if groups.get("half") else None
    minute = _number(groups.get("minute") or "0", _counted(language, "minute_words"))
    if groups.get("past"):
        minute = _number(groups["past"], _counted(language, "past_hour"))
    hour = _number(groups["hour"], _counted(language, "hour_words"))
    yield Clock(match.group(), _times(hour, minute, half))
    if groups.get("other"):
        hours, _, minutes = groups["other"].partition(":")
        yield Clock(match.group(), _times(int(hours), int(minutes or 0), None))


def _times(hour: int, minute: int, half: int | None) -> tuple[time, ...]:
    """Return what `hour` and `minute` can mean; an hour that no clock has means nothing, so nothing supports it."""
    if half is not None:
        hours = [hour % _NOON + half] if 0 < hour <= _NOON else []
    elif hour > _NOON or hour == 0:
        hours = [hour]
    else:
        hours = [hour % _NOON, hour % _NOON + _NOON]
    minutes = [(each * _MINUTES + minute) % (_HOURS * _MINUTES) for each in hours if each < _HOURS]
    return tuple(time(each // _MINUTES, each % _MINUTES) for each in minutes)


def _clock_word(match: re.Match[str], language: str) -> Iterable[Mark]:
    said = table(language, _NAME, "clock_words").get(plain(match["word"]))
    yield Clock(match.group(), (time.fromisoformat(said),) if said else ())


def _ahead(match: re.Match[str], language: str) -> Iterable[Mark]:
    yield Ahead(match.group(), _number(match["ahead"], _counted(language, "relative_days")))


def _habits(match: re.Match[str], language: str) -> Iterable[Mark]:
    weekdays = names(language, "weekdays")
    yield from (Weekday(match.group(), _number(match[each], weekdays), habit=True) for each in ("weekday", "other"))


def _weekday(match: re.Match[str], language: str) -> Iterable[Mark]:
    habit = bool(match["habit"])
    yield Weekday(match.group(), _number(match["weekday"], names(language, "weekdays")), habit)


def _sums(match: re.Match[str], language: str) -> Iterable[Mark]:
    groups = match.groupdict()
    unit = plain(groups["unit"])
    if groups.get("spelled"):
        found = money.read(match.group(), Context(datetime.min.replace(tzinfo=UTC), language=language))
        yield from (Sum(match.group(), each.value.amount, unit) for each in found)
    for amount in filter(None, (groups["low"], groups["high"])):
        times = 1000 if groups.get("thousands") else 1
        yield Sum(match.group(), Decimal(amount.replace(",", "")) * times, unit)


def _share(match: re.Match[str], _language: str) -> Iterable[Mark]:
    yield Share(match.group(), Decimal(match["percent"]))


def _code(match: re.Match[str], _language: str) -> Iterable[Mark]:
    words = match.groupdict().get("code") or match.group()
    is_number = not any(map(str.isalpha, words))
    if not is_number or words.startswith("#") or sum(map(str.isdecimal, words)) >= _FEWEST_DIGITS:
        yield Code(words)


_READERS: Mapping[str, Reader] = {
    **dict.fromkeys(("link", "announced", "digits", "code"), _code),
    **dict.fromkeys(("iso", "month_first", "day_first", "weekday_and_day", "day", "numeric"), _calendar),
    **dict.fromkeys(("sum", "sum_in_words"), _sums),
    **dict.fromkeys(("time", "spoken_time", "past_hour", "plain_time", "bare_hour"), _clocks),
    "share": _share,
    "clock_word": _clock_word,
    "ahead": _ahead,
    "weekdays": _habits,
    "weekday": _weekday,
}
