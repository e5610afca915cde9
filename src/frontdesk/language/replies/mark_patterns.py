"""What marks of fact look like in a text: patterns over the word lists of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from frontdesk.language.lexicon import load
from frontdesk.language.words import listed, plain, table

_NAME = "guard"
_SAYING = "saying"
_NUMBERS = ("ones", "tens", "multiples")
_MOST_WORDS = 12  # of a number, after the first: nobody is told a longer price
AT_NUMBER = "number"
ELSEWHERE = "elsewhere"

# Before a choice among dozens of words: where there is no word at all, none of them is tried.
_WORD = r"(?=[^\W\d_])"
# <name> stands for any word of that name in `_parts`.
_MONTH_FIRST = (
    r"(?:(?P<weekday><weekday>)\.?,?\s+(?:<the>\s+)?)?(?P<month><month>)\.?\s+(?P<day>\d{1,2})(?:<ordinal>)?"
    r"(?![\d:]|\s?<half>(?!\w))(?:\s?(?:<dash>|<through>)\s?(?P<other>\d{1,2})(?:<ordinal>)?(?![\d:/%]|\s?<half>(?!\w)))?"
    r"(?:,?\s+(?P<year>\d{4})(?!\d))?"
)
_DAY_FIRST = (
    rf"(?:{_WORD}(?:(?P<weekday><weekday>)\.?,?\s+)?(?:<the>\s+)?)?"
    r"(?:(?P<other>\d{1,2})(?:<ordinal>)?\s?(?:<dash>|<through>)\s?)?"
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
    rf"|{_WORD}(?P<spelled><number>(?:[\s-]+(?:<and>\s+)?<number>){{0,{_MOST_WORDS}}}))\s?{_WORD}(?P<unit><currency>)(?!\w)"
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
# The "2. " and "2) " of a list are no part of the number after them.
_DIGITS = r"\+?\(?(?!\d{1,2}[.)] )\d(?:(?! \d{1,2}[.)] )[\d().\- ]){5,}\d(?!\w)|\#\s?\d{3,}|\d{5,}(?!\w)"
_CODE = (
    r"(?=[\w-]{4})(?:(?-i:(?=[A-Z-]{0,64}\d[A-Z-]{0,64}\d)(?=[\d-]{0,64}[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*)"
    r"|[a-z]{2,}-?\d{2,})(?!\w)"
)
_CODES = "USD|EUR|GBP|CAD|AUD|NZD|INR|JPY|CHF|MXN|SGD|HKD|AED|SEK|NOK|DKK|PLN|ZAR|BRL"
_LINK = r"https?://\S*\w|www\.\S*\w|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]*\w"
_ISO = r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)"
_PART = re.compile(r"(?<!\?P)<(\w+)>")
_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?"


# Each shape, and what it can begin with: a list of words, a number or sign, or any other word. The order matters:
# what an earlier shape fits is not tried with a later one.
_SHAPES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "link": (_LINK, ("link_words", ELSEWHERE, AT_NUMBER)),
    "iso": (_ISO, (AT_NUMBER,)),
    "month_first": (_MONTH_FIRST, ("weekday", "month")),
    "day_first": (_DAY_FIRST, ("weekday", "the", AT_NUMBER)),
    "weekday_and_day": (_WEEKDAY_AND_DAY, ("weekday",)),
    "day": (_DAY, ("the",)),
    "numeric": (_NUMERIC, (AT_NUMBER,)),
    "sum": (_SUM, ("codes", AT_NUMBER)),
    "sum_in_words": (_SUM_IN_WORDS, ("numbers", AT_NUMBER)),
    "share": (_SHARE, (AT_NUMBER,)),
    "time": (_TIME, (AT_NUMBER,)),
    "spoken_time": (_SPOKEN_TIME, ("hour_words",)),
    "past_hour": (_PAST_HOUR, ("past_hour",)),
    "plain_time": (_PLAIN_TIME, (AT_NUMBER,)),
    "bare_hour": (_BARE_HOUR, ("at",)),
    "clock_word": (r"(?P<word><clock_words>)(?!\w)", ("clock_words",)),
    "ahead": (r"(?P<ahead><relative_days>)(?!\w)", ("relative_days",)),
    "weekdays": (_WEEKDAYS, ("weekday",)),
    "weekday": (_WEEKDAY, ("weekday",)),
    "announced": (_ANNOUNCED, ("reference_cues",)),
    "digits": (_DIGITS, (AT_NUMBER,)),
    "code": (_CODE, (AT_NUMBER, ELSEWHERE)),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of mark as it is written."""

    name: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Shapes:
    """The shapes worth trying, by the first word; at a number or a sign; and at any other word."""

    by_word: Mapping[str, tuple[Shape, ...]]
    at_number: tuple[Shape, ...]
    elsewhere: tuple[Shape, ...]


@cache
def shapes(language: str) -> Shapes:
    """Build the shapes of a language."""
    parts = _parts(language)
    beginnings = _beginnings(language)
    by_word: dict[str, list[Shape]] = {}
    for name, (source, begins) in _SHAPES.items():
        shape = Shape(name, re.compile(_PART.sub(lambda part: parts[part[1]], source), re.IGNORECASE))
        for word in dict.fromkeys(word for begin in begins for word in beginnings[begin]):
            by_word.setdefault(word, []).append(shape)
    at_number, elsewhere = (tuple(by_word.pop(place)) for place in (_mark(AT_NUMBER), _mark(ELSEWHERE)))
    return Shapes({word: tuple(each) for word, each in by_word.items()}, at_number, elsewhere)


def _mark(place: str) -> str:
    return f"<{place}>"  # not a word, so never met in a text


def _beginnings(language: str) -> dict[str, list[str]]:
    """Return the first words of each list that a mark can begin with."""
    phrases: dict[str, Iterable[object]] = {
        **load(language, _NAME),
        "weekday": [*names(language, "weekdays"), *(f"{name}s" for name in names(language, "weekdays"))],
        "month": names(language, "months"),
        "numbers": _number_words(language),
        "codes": _CODES.split("|"),
    }
    first = {name: [plain(re.split(r"[\W_]", str(phrase))[0]) for phrase in each] for name, each in phrases.items()}
    return first | {place: [_mark(place)] for place in (AT_NUMBER, ELSEWHERE)}


def _number_words(language: str) -> list[str]:
    return [word for key in _NUMBERS for word in table(language, "numbers", key)]


def _parts(language: str) -> dict[str, str]:
    weekdays = listed(language, _SAYING, "weekdays")
    parts = {name: _choice(words, language) for name, words in load(language, _NAME).items()}
    return parts | {
        "full_weekday": _choice(weekdays, language),
        "weekday": _choice(names(language, "weekdays"), language),
        "month": _choice(names(language, "months"), language),
        "currency": f"(?:{_choice(load(language, 'money')['words'], language)}|(?-i:{_CODES}))",
        "number": _choice(_number_words(language), language),
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
def names(language: str, key: str) -> dict[str, int]:
    """Return the names of weekdays (from 0) or of months (from 1), long, short and otherwise."""
    first = 1 if key == "months" else 0
    names = {
        name.lower(): place
        for form in (key, f"{key}_short")
        for place, name in enumerate(listed(language, _SAYING, form), start=first)
    }
    return names | {name: int(place) for name, place in table(language, _NAME, f"{key}_otherwise").items()}
