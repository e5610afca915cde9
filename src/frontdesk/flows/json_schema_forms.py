"""The forms of scalars as JSON Schema: patterns for texts, bounds for what an editor reads as a number.

Editors type scalars before they check them (`30` is a number, `true` a boolean); our reader takes them all as text.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from frontdesk.flows.reading.kinds import TEXT, Kind, Wrong

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


def _any_case(*words: str) -> str:
    """Return a pattern of words in small or big letters; patterns of JSON Schema have no flags."""
    return "|".join("".join(f"[{sign}{sign.upper()}]" if sign.isalpha() else sign for sign in word) for word in words)


_UNIT = _any_case("mins", "min", "minutes", "minute", "m", "hrs", "hr", "hours", "hour", "h") + "|"
_UNIT += _any_case("days", "day", "d", "weeks", "week", "w")
_AMOUNT_OF_TIME = rf"\d{{1,5}}(?:\.\d{{1,2}})?\s*(?:{_UNIT})"
_DURATION = rf"{_AMOUNT_OF_TIME}(?:(?:[\s,]+|\s+{_any_case('and')}\s+|){_AMOUNT_OF_TIME})*"
_CLOCK = rf"(?:\d{{1,2}}(?::[0-5]\d)?\s*(?:{_any_case('am', 'pm')})?|{_any_case('noon', 'midnight')})"
_SHIFT = rf"{_CLOCK}\s*(?:-|\u2013| to )\s*{_CLOCK}"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = "(?:" + _any_case(*(day[:length] for day in _DAYS for length in range(len(day), 2, -1))) + ")"
_DAYS_OF_WEEK = rf"\s*{_DAY}\s*(?:-\s*{_DAY}\s*)?"
_DATE = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_AMOUNT = r"[$\u20ac\u00a3]?\s*(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?"
_UP_TO_ONE = r"0{1,3}(?:\.\d{1,4})?|0{0,2}1(?:\.0{1,4})?"
_UP_TO_A_HUNDRED = r"(?:0?\d{1,2}(?:\.\d{1,4})?|100(?:\.0{1,4})?)"

_PATTERNS = {
    "text": r"[\s\S]*\S[\s\S]*",
    "id": "[a-z][a-z0-9_-]{0,63}",
    "name": "[a-z][a-z0-9_]{0,63}",
    "key": r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*",
    "boolean": _any_case("yes", "true", "on", "no", "false", "off"),
    "count": r"[1-9]\d{0,5}",
    "tries": "[1-9]",
    "retry": "[0-3]",
    "timeout": r"\d{1,3}(?:\.\d)?\s*s(?:ec(?:ond)?s?)?",
    "duration": f"0|{_any_case('none')}|{_DURATION}",
    "length": rf"\d*[1-9]\d*|{_DURATION}",
    "shift": _SHIFT,
    "shifts": rf"{_any_case('closed')}|\s*{_SHIFT}\s*(?:,\s*{_SHIFT}\s*)*",
    "weekdays": rf"{_any_case('daily', 'every day')}|{_DAYS_OF_WEEK}(?:,{_DAYS_OF_WEEK})*",
    "date": _DATE,
    "dates": rf"{_DATE}(?:(?:\s*(?:\.\.|\u2013)\s*| to ){_DATE})?",
    "start": _CLOCK,
    "places": r"[1-9]\d{0,5}",
    "price": rf"{_any_case('free')}|{_AMOUNT}(?:\s*[-\u2013]\s*{_AMOUNT})?",
    "fraction": f"{_any_case('none', 'half', 'full')}|{_UP_TO_ONE}|{_UP_TO_A_HUNDRED}%",
    "zone": r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*",
    "region": "[A-Z]{2}",
    "language": "[a-z]{2}",
    "currency": "[A-Z]{3}",
    "email": r"[^@\s]+@[^@\s]+\.[^@\s.]+",
    "phone": r"\+?[\d\s().-]{5,24}",
    "prefix": "[A-Z0-9]{1,8}",
    "caption": r"(?=.*\S)[^{}\[\]\n]{1,40}",
    "hint": r"(?=.*\S)[^{}\[\]\n]{1,120}",
    "form": f"when_stuck|{_any_case('yes', 'true', 'on', 'no', 'false', 'off')}",
    "colour": "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})",
    "radius": r"1?\d|2[0-4]",
    "picture": r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*\.(?:svg|png)",
    "origin": r"(?:https://|http://(?=localhost(?::|$)))[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[1-9]\d{0,4})?",
    "version": "any|[0-9a-f]{8,64}",
    "server": r"https?://[A-Za-z0-9.-]+(?::[1-9]\d{0,4})?(?:/[A-Za-z0-9._~/-]*)?",
    "variable": "[A-Z][A-Z0-9_]{0,63}",
}
# Kinds that are numbers to an editor when they are written plainly, and their bounds.
_NUMBERS: dict[str, dict[str, Json]] = {
    "text": {},
    "count": {"minimum": 1, "maximum": 999_999},
    "start": {"minimum": 0, "maximum": 23},
    "places": {"minimum": 1, "maximum": 999_999},
    "tries": {"minimum": 1, "maximum": 9},
    "retry": {"minimum": 0, "maximum": 3},
    "duration": {"maximum": 0, "minimum": 0},
    "length": {"minimum": 1},
    "price": {"minimum": 0},
    "fraction": {"minimum": 0, "maximum": 1},
    "phone": {"minimum": 10_000},
    "prefix": {"minimum": 0, "maximum": 99_999_999},
    "caption": {},
    "hint": {},
    "radius": {"minimum": 0, "maximum": 24},
    "version": {"minimum": 0},
}
_WHOLE = frozenset({"count", "places", "start", "tries", "retry", "length", "phone", "prefix", "version", "radius"})


def form_of(kind: Kind[object]) -> dict[str, Json]:
    """Return the schema of a kind of scalar; of one that is not known here, that it is a scalar."""
    words = _words_of(kind)
    if words:
        return {"enum": words, "description": kind.form}
    pattern = _PATTERNS.get(kind.name)
    types: list[Json] = ["string"]
    if kind.name in _NUMBERS or pattern is None:
        types.append("integer" if kind.name in _WHOLE else "number")
    if kind.name in {"text", "boolean", "form"} or pattern is None:
        types.append("boolean")
    form: dict[str, Json] = {"type": types if len(types) > 1 else types[0]}
    if pattern is not None:
        form["pattern"] = f"^(?:{pattern})$"
    told: dict[str, Json] = {"description": kind.form} if kind is not TEXT else {}  # what a key is for says more
    return {**form, **_NUMBERS.get(kind.name, {}), **told}


def _words_of(kind: Kind[object]) -> list[Json]:
    """Return the words of a kind that is one of some words; its form lists them."""
    listed = re.fullmatch(r"one of (\S+(?:, \S+)*)", kind.form)
    words: list[Json] = [*listed[1].split(", ")] if listed else []
    return words if all(not isinstance(kind.read(str(word)), Wrong) for word in words) else []
