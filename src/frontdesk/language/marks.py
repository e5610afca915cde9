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

from frontdesk.language import money
from frontdesk.language.lexicon import load
from frontdesk.language.reading import Context
from frontdesk.language.words import listed, plain, table

_NAME = "guard"
_SAYING = "saying"
_NOON = 12
_HOURS = 24
_MINUTES = 60
_CENTURY = 100
_FEWEST_DIGITS = 5
_NUMBERS = ("ones", "tens", "multiples")

# <name> stands for any word of that name in `_parts`.
_MONTH_FIRST = (
    r"(?:(?P<weekday><weekday>)\.?,?\s+(?:<the>\s+)?)?(?P<month><month>)\.?\s+(?P<day>\d{1,2})(?:<ordinal>)?"
    r"(?![\d:]|\s?<half>(?!\w))(?:\s?(?:<dash>|<through>)\s?(?P<other>\d{1,2})(?:<ordinal>)?(?![\d:/%]|\s?<half>(?!\w)))?"
    r"(?:,?\s+(?P<year>\d{4})(?!\d))?"
)
_DAY_FIRST = (
    r"(?:(?P<weekday><weekday>)\.?,?\s+)?(?:<the>\s+)?(?:(?P<other>\d{1,2})(?:<ordinal>)?\s?(?:<dash>|<through>)\s?)?"
    r"(?P<day>\d{1,2})(?:<ordinal>)?\s+(?:<of>\s+)?(?P<month><month>)(?!\w)(?:,?\s+(?P<year>\d{4})(?!\d))?"
)
_WEEKDAY_AND_DAY = r"(?P<weekday><weekday>)\.?,?\s+(?:<the>\s+)?(?P<day>\d{1,2})<ordinal>(?!\w)"
_DAY = r"<the>\s+(?P<day>\d{1,2})<ordinal>(?!\w)(?!\s+<not_days>(?!\w))"
_NUMERIC = r"(?!<not_dates>(?![\d/]))(?P<month>\d{1,2})/(?P<day>\d{1,2})(?:/(?P<year>\d{4}|\d{2}))?(?![\d/])"
_SUM = (
    r"(?P<unit>[$€£¥₹]|<codes>)\s?(?P<low><amount>)(?P<thousands>k(?!\w))?"
    r"(?:\s?(?:<dash>|<through>)\s?[$€£¥₹]?\s?(?P<high><amount>)(?![\d:%]|\s?<half>(?!\w)))?"
)
_SUM_IN_WORDS = (
    r"(?:(?:(?P<high><amount>)\s?(?:<dash>|<through>)\s?)?(?P<low><amount>)"
    r"|(?P<spelled><number>(?:[\s-]+(?:<and>\s+)?<number>)*))\s?(?P<unit><currency>)(?!\w)"
    r"(?:\s+(?:<and>\s+)?<number>(?:[\s-]+<number>)?\s+<cents>(?!\w))?"
)
_SHARE = r"(?P<percent>\d+(?:\.\d+)?)\s?<percent>"
_TIME = (
    r"(?:(?P<other>\d{1,2}(?::[0-5]\d)?)\s?(?:<dash>|<or>)\s?)?(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?"
    r"\s?(?:(?P<half><half>)|<o_clock>)(?!\w)"
)
_SPOKEN_TIME = r"(?P<hour><hour_words>)(?:[\s-]+(?P<minute><minute_words>))?\s+(?:(?P<half><half>)|<o_clock>)(?!\w)"
_PAST_HOUR = r"(?P<past><past_hour>)\s+(?P<hour>\d{1,2}|<hour_words>)(?:\s?(?P<half><half>))?(?!\w)"
_PLAIN_TIME = r"(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?![\d:])"
_BARE_HOUR = r"<at>\s+(?P<hour>1[0-2]|[1-9])(?![\w:/%]|\.\d)(?=\s*(?:[.,;!?)]|$)|\s+<after_bare_hour>(?!\w))"
_WEEKDAYS = r"(?P<weekday><weekday>)s?\.?\s?(?:<dash>|<through>)\s?(?P<other><weekday>)s?(?!\w)"
_WEEKDAY = r"(?P<weekday><full_weekday>)(?P<habit>s)?(?!\w)"
_ANNOUNCED = r"<reference_cues>\s*(?:<reference_between>\s*)*(?P<code>(?-i:[A-Z0-9][A-Z0-9-]{3,}))(?!\w)"
_DIGITS = r"\+?\(?\d[\d().\- ]{5,}\d(?!\w)|\#\s?\d{3,}|\d{5,}(?!\w)"
_CODE = r"(?=[\w-]{4,})(?:(?-i:(?=[A-Z-]*\d[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*)|[a-z]{2,}-?\d{2,})(?!\w)"
_CODES = "USD|EUR|GBP|CAD|AUD|NZD|INR|JPY|CHF|MXN|SGD|HKD|AED|SEK|NOK|DKK|PLN|ZAR|BRL"
_LINK = r"https?://\S*\w|www\.\S*\w|[\w.+-]+@[\w-]+\.[\w.-]*\w"
_ISO = r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)"
# A run of letters, with the digits that follow it directly; or where a number or a sign begins.
_WORD = re.compile(r"(?<![\w$])(?:([^\W\d_]+)(-?\d)?|[$€£¥₹#+(]*\d|[$€£¥₹#+(]+(?=\w))")
_PART = re.compile(r"(?<!\?P)<(\w+)>")
_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?"


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


@dataclass(frozen=True, slots=True)
class Rule:
    """What one kind of mark looks like, and how it is read."""

    pattern: re.Pattern[str]
    read: Reader


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of a language: the words a mark can begin with, one pattern that finds it, the rule that reads it."""

    finder: re.Pattern[str]
    rules: Mapping[str, Rule]
    first_words: frozenset[str]


@lru_cache(maxsize=2048)
def scan(text: str, language: str) -> tuple[Mark, ...]:
    """Return every mark of `text`, in order."""
    rules = _rules(language)
    found: list[Mark] = []
    reached = 0
    for start in _starts(text, rules.first_words):
        match = rules.finder.match(text, start) if start >= reached else None
        rule = rules.rules[match.lastgroup] if match and match.lastgroup else None
        exact = rule.pattern.match(text, start) if rule else None
        if rule and exact:
            reached = exact.end()
            found.extend(rule.read(exact, language))
    return tuple(found)


def _starts(text: str, first_words: frozenset[str]) -> Iterable[int]:
    """Give the places where a mark can begin: at digits, at signs of money, at words that begin one."""
    has_address = "@" in text
    for word in _WORD.finditer(text):
        if word[1] is None or has_address or word[2] or word[1].lower() in first_words:
            yield word.start()


@cache
def _rules(language: str) -> Rules:
    """Build the rules. The order matters: what an earlier rule has read is not read again by a later one."""
    sources: dict[str, tuple[str, Reader]] = {
        "link": (_LINK, _code),
        "iso": (_ISO, _calendar),
        "month_first": (_MONTH_FIRST, _calendar),
        "day_first": (_DAY_FIRST, _calendar),
        "weekday_and_day": (_WEEKDAY_AND_DAY, _calendar),
        "day": (_DAY, _calendar),
        "numeric": (_NUMERIC, _calendar),
        "sum": (_SUM, _sums),
        "sum_in_words": (_SUM_IN_WORDS, _sums),
        "share": (_SHARE, _share),
        "time": (_TIME, _clocks),
        "spoken_time": (_SPOKEN_TIME, _clocks),
        "past_hour": (_PAST_HOUR, _clocks),
        "plain_time": (_PLAIN_TIME, _clocks),
        "bare_hour": (_BARE_HOUR, _clocks),
        "clock_word": (r"(?P<word><clock_words>)(?!\w)", _clock_word),
        "ahead": (r"(?P<ahead><relative_days>)(?!\w)", _ahead),
        "weekdays": (_WEEKDAYS, _habits),
        "weekday": (_WEEKDAY, _weekday),
        "announced": (_ANNOUNCED, _code),
        "digits": (_DIGITS, _code),
        "code": (_CODE, _code),
    }
    parts = _parts(language)
    filled = {name: _PART.sub(lambda part: parts[part[1]], source) for name, (source, _) in sources.items()}
    rules = {name: Rule(_compiled(filled[name]), read) for name, (_, read) in sources.items()}
    # The finder only says which rule fits; its groups are the rules.
    alternatives = [f"(?P<{name}>{re.sub(r'[?]P<[a-z]+>', '?:', pattern)})" for name, pattern in filled.items()]
    return Rules(_compiled("|".join(alternatives)), rules, _first_words(language))


def _compiled(pattern: str) -> re.Pattern[str]:
    # A mark begins where a word begins: places inside words are never tried.
    return re.compile(rf"(?<![\w$])(?=[\w$€£¥₹#+(])(?:{pattern})", re.IGNORECASE)


def _first_words(language: str) -> frozenset[str]:
    """Return the words that a mark in words can begin with."""
    lists = ("the", "at", "hour_words", "past_hour", "clock_words", "relative_days", "reference_cues", "link_words")
    phrases = [
        *(str(phrase) for name in lists for phrase in load(language, _NAME)[name]),
        *(name for key in ("weekdays", "months") for name in _names(language, key)),
        *(name + "s" for name in _names(language, "weekdays")),
        *(word for key in _NUMBERS for word in table(language, "numbers", key)),
        *_CODES.split("|"),
    ]
    return frozenset(plain(re.split(r"[\W_]", phrase)[0]) for phrase in phrases)


def _parts(language: str) -> dict[str, str]:
    weekdays = listed(language, _SAYING, "weekdays")
    numbers = [word for key in _NUMBERS for word in table(language, "numbers", key)]
    parts = {name: _choice(words, language) for name, words in load(language, _NAME).items()}
    return parts | {
        "full_weekday": _choice(weekdays, language),
        "weekday": _choice(_names(language, "weekdays"), language),
        "month": _choice(_names(language, "months"), language),
        "currency": f"(?:{_choice(load(language, 'money')['words'], language)}|(?-i:{_CODES}))",
        "number": _choice(numbers, language),
        "and": _choice(listed(language, "number", "and"), language),
        "cents": _choice(listed(language, "money", "cents"), language),
        "ordinal": parts["ordinal_endings"],
        "half": parts["half_day"],
        "codes": f"(?-i:{_CODES})",
        "amount": f"(?:{_AMOUNT})",
        "dash": r"[-\u2013\u2014]",
    }


def _choice(words: Iterable[object], language: str) -> str:
    """Return a pattern for any of `words`, the longest first; what is also an ordinary word needs its capital."""
    ordinary = listed(language, _NAME, "also_words")
    texts = sorted({str(word) for word in words}, key=len, reverse=True)
    patterns = [
        f"(?-i:{re.escape(text.capitalize())})" if text.lower() in ordinary else re.escape(text).replace("\\ ", r"\s+")
        for text in texts
    ]
    return f"(?:{'|'.join(patterns)})"


@cache
def _names(language: str, key: str) -> dict[str, int]:
    """Return the names of weekdays (from 0) or of months (from 1), long, short and otherwise."""
    first = 1 if key == "months" else 0
    names = {
        name.lower(): place
        for form in (key, f"{key}_short")
        for place, name in enumerate(listed(language, _SAYING, form), start=first)
    }
    return names | {name: int(place) for name, place in table(language, _NAME, f"{key}_otherwise").items()}


def _calendar(match: re.Match[str], language: str) -> Iterable[Mark]:
    groups = match.groupdict()
    weekday, month = groups.get("weekday"), groups.get("month")
    year = int(groups["year"]) if groups.get("year") else None
    if year is not None and year < _CENTURY:
        year += 20 * _CENTURY
    named = _number(month, _names(language, "months")) if month else 0
    day = int(groups["day"])
    # 11/12 may be either way round; a reply is believed if one of the two is a fact.
    days = ((named, day), (day, named)) if month and month.isdecimal() and "-" not in match.group() else ((named, day),)
    yield Calendar(match.group(), days, _number(weekday, _names(language, "weekdays")) if weekday else None, year)
    if groups.get("other"):
        yield Calendar(match.group(), ((named, int(groups["other"])),), None, year)


def _number(word: str, names: Mapping[str, int]) -> int:
    return int(word) if word.isdecimal() else names[plain(re.sub(r"[\s-]+", " ", word))]


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
    yield Clock(match.group(), (time.fromisoformat(table(language, _NAME, "clock_words")[plain(match["word"])]),))


def _ahead(match: re.Match[str], language: str) -> Iterable[Mark]:
    yield Ahead(match.group(), _number(match["ahead"], _counted(language, "relative_days")))


def _habits(match: re.Match[str], language: str) -> Iterable[Mark]:
    names = _names(language, "weekdays")
    yield from (Weekday(match.group(), names[match[group].lower()], habit=True) for group in ("weekday", "other"))


def _weekday(match: re.Match[str], language: str) -> Iterable[Mark]:
    habit = bool(match["habit"])
    yield Weekday(match.group(), _names(language, "weekdays")[match["weekday"].lower()], habit)


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
    is_number = not any(letter.isalpha() for letter in words)
    if not is_number or words.startswith("#") or sum(letter.isdecimal() for letter in words) >= _FEWEST_DIGITS:
        yield Code(words)
