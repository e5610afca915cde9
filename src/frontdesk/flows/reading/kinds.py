"""Kinds of scalar: how a duration, a shift, a price, a date are written in YAML, and what they are then."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from frontdesk.flows.findings import nearest
from frontdesk.scheduling.business import Shift

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Wrong:
    """The text is not of the kind; `why` and `suggestion` where more can be said than that."""

    why: str | None = None
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class Kind(Generic[T_co]):
    """A kind of scalar. `form` completes the sentence "This is not ..."."""

    name: str
    form: str
    read: Callable[[str], T_co | Wrong]
    when_empty: str | None = None  # how it is written, where YAML makes nothing of what is easily written instead


def _text(text: str) -> str | Wrong:
    return text.strip() or Wrong("A text must not be empty.")


def _matching(pattern: str) -> Callable[[str], str | Wrong]:
    compiled = re.compile(pattern)
    return lambda text: text if compiled.fullmatch(text) else Wrong()


def _boolean(text: str) -> bool | Wrong:
    if text.lower() in {"yes", "true", "on"}:
        return True
    return False if text.lower() in {"no", "false", "off"} else Wrong()


def _count(text: str) -> int | Wrong:
    return int(text) if re.fullmatch(r"[1-9]\d{0,5}", text, re.ASCII) else Wrong()


_LONGEST = timedelta(days=1)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_PART = re.compile(r"(\d{1,5}(?:\.\d{1,2})?)\s*(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])", re.ASCII)


def _duration(text: str) -> timedelta | Wrong:
    low = text.lower().replace(" and ", " ")
    if low in {"0", "none"}:
        return timedelta()
    parts = _PART.findall(low)
    if not parts or _PART.sub("", low).strip(" ,"):
        return Wrong()
    return sum((timedelta(**{_UNITS[unit[0]]: float(number)}) for number, unit in parts), timedelta())


def _length(text: str) -> timedelta | Wrong:
    """Read a duration that is a length: minutes unless it says otherwise, and more than nothing."""
    length = _duration(f"{text} minutes" if text.isdecimal() else text)
    if isinstance(length, timedelta) and length > _LONGEST:
        return Wrong(f'"{text}" is longer than a day.', "60 minutes" if text.isdecimal() else None)
    return Wrong("This must last some time.", "30 minutes") if length == timedelta() else length


_CLOCK = re.compile(r"(\d{1,2})(?::([0-5]\d))?\s*(am|pm)?", re.ASCII)
_MIDNIGHT_HOUR = 24
_NOON_HOUR = 12
_LONGEST_NIGHT = 12 * 60  # minutes: beyond this, "9-7" is a slip rather than a shift past midnight


def minutes_of(text: str) -> int | None:
    """Return minutes after midnight, 24:00 included."""
    match = _CLOCK.fullmatch(text.strip().lower())
    if not match:
        return {"noon": 720, "midnight": 1440}.get(text.strip().lower())
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half and not 1 <= hour <= _NOON_HOUR:
        return None
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    return hour * 60 + minute if hour < _MIDNIGHT_HOUR or (hour == _MIDNIGHT_HOUR and not minute) else None


def _shift(text: str) -> Shift | Wrong:
    sides = [minutes_of(side) for side in re.split(r"\s*(?:-|\u2013| to )\s*", text)]
    if len(sides) != 2 or sides[0] is None or sides[1] is None or sides[0] == 1440:
        return Wrong()
    start, end = sides[0], sides[1]
    if end <= start and end - start + 1440 > _LONGEST_NIGHT:
        return Wrong(f'"{text}" ends before it begins; the afternoon is 13 to 24, or am and pm.')
    return Shift(_wall(start), _wall(end))


def _wall(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


def _shifts(text: str) -> tuple[Shift, ...] | Wrong:
    """Read the shifts of one day: `9-12, 13-19`, or `closed`."""
    if text.lower() == "closed":
        return ()
    shifts: list[Shift] = []
    for part in text.split(","):
        shift = _shift(part.strip())
        if isinstance(shift, Wrong):
            return shift
        if shifts and (shifts[-1].end > shift.start or shifts[-1].end <= shifts[-1].start):
            return Wrong(f'The shifts in "{text}" overlap or are out of order.')
        shifts.append(shift)
    return tuple(shifts)


_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _weekday(text: str) -> int | None:
    word = text.strip().lower()
    found = [number for number, name in enumerate(_DAYS) if len(word) >= 3 and name.startswith(word)]
    return found[0] if found else None


def _weekdays(text: str) -> tuple[int, ...] | Wrong:
    if text.lower() in {"daily", "every day"}:
        return tuple(range(7))
    days: list[int] = []
    for part in text.split(","):
        ends = [_weekday(end) for end in part.split("-")]
        first, last = ends[0], ends[-1]
        if first is None or last is None or len(ends) > 2:
            return Wrong(suggestion=nearest(text, [*_DAYS, "mon-fri", "daily"]))
        days += [(first + step) % 7 for step in range((last - first) % 7 + 1)]
    return tuple(days)


def _date(text: str) -> date | Wrong:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        return Wrong()
    try:
        return date.fromisoformat(text)
    except ValueError:
        return Wrong(f'"{text}" is not a day of the calendar.')


_LONGEST_CLOSURE = timedelta(days=366)


def _dates(text: str) -> tuple[date, date] | Wrong:
    """Read a day, or the first and the last of several: `2026-12-24..2027-01-06`."""
    first, between, last = (part.strip() for part in re.sub(r"\.\.|\u2013| to ", "..", text).partition(".."))
    begin, end = _date(first), _date(last if between else first)
    if isinstance(begin, Wrong) or isinstance(end, Wrong):
        wrong = begin if isinstance(begin, Wrong) else end
        return wrong if isinstance(wrong, Wrong) else Wrong()
    if end < begin:
        return Wrong(f'"{text}" ends before it begins.', f"{last}..{first}")
    if end - begin > _LONGEST_CLOSURE:
        return Wrong(f'"{text}" is longer than a year.')
    return begin, end


def _start(text: str) -> time | Wrong:
    minutes = minutes_of(text)
    return Wrong() if minutes is None or minutes == _MIDNIGHT_HOUR * 60 else _wall(minutes)


def _places(text: str) -> int | Wrong:
    if re.fullmatch(r"-?0+|-\d+", text, re.ASCII):
        return Wrong("Nobody could ever have a place; leave the service out if it is not to be booked.", "1")
    return _count(text)


_AMOUNT = re.compile(r"[$€£]?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,2})?", re.ASCII)


def _price(text: str) -> tuple[Decimal, Decimal] | Wrong:
    if text.lower() == "free":
        return Decimal(0), Decimal(0)
    matches = [_AMOUNT.fullmatch(side.strip()) for side in re.split(r"-|\u2013", text)]
    amounts = [Decimal(match[1].replace(",", "") + (match[2] or "")) for match in matches if match]
    if not 1 <= len(amounts) == len(matches) <= 2:
        return Wrong()
    if amounts[0] > amounts[-1]:
        return Wrong(f'The price "{text}" goes down; write the lower amount first.')
    return amounts[0], amounts[-1]


def _fraction(text: str) -> Decimal | Wrong:
    named = {"none": Decimal(0), "half": Decimal("0.5"), "full": Decimal(1)}.get(text.lower())
    if named is not None:
        return named
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,4})?)(%)?", text, re.ASCII)
    if not match:
        return Wrong()
    part = Decimal(match[1]) / (100 if match[2] else 1)
    return part if part <= 1 else Wrong(f'"{text}" is more than the whole price; write 50% or 0.5 for half of it.')


# The currencies of ISO 4217 that people pay with: no metals, no units of account, no testing codes.
_CODES = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS
INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP
MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND
VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""
_CURRENCIES = frozenset(_CODES.split())


def _currency(text: str) -> str | Wrong:
    if text in _CURRENCIES:
        return text
    letters = "".join(filter(str.isalpha, text.upper()))
    near = letters[:3] if letters[:3] in _CURRENCIES else None
    return Wrong(f'There is no currency "{text}".' if text == letters else None, near)


@cache
def _zones() -> Mapping[str, str]:
    """Return the names of the time zones, also by their small letters; files that only lie beside them are none."""
    listed = (files("tzdata") / "zones").read_text(encoding="utf-8").split()
    return {name.casefold(): name for name in listed if name != "Factory"}


def _zone(text: str) -> ZoneInfo | Wrong:
    zones = _zones()
    named = zones.get(text.casefold())
    if named == text:
        return ZoneInfo(text)
    return Wrong(suggestion=named or nearest(text, zones.values()))


@cache
def countries() -> dict[str, str]:
    """Return the countries of the time zone data: two letters and the name."""
    listed = (files("tzdata") / "zoneinfo" / "iso3166.tab").read_text(encoding="utf-8")
    pairs = (line.split("\t", 1) for line in listed.splitlines() if line and not line.startswith("#"))
    return {code: name.strip() for code, name in pairs}


def _region(text: str) -> str | Wrong:
    return text if text in countries() else Wrong(suggestion=_country(text))


def _country(text: str) -> str | None:
    """Return the country that was probably meant: by its letters, another name of it, or its name."""
    known = countries()
    if len(text) <= 3 and text.upper()[:2] in known:
        return text.upper()[:2]
    named = {name.casefold(): code for code, name in known.items()}
    also = next((code for name, code in named.items() if f"({text.casefold()})" in name), None)  # Britain (UK)
    near = nearest(text.casefold(), named) if len(text) > 3 else None
    return also or (named[near] if near else None)


_LONGEST_CAPTION = 40
_LONGEST_HINT = 120


def _hint(text: str) -> str | Wrong:
    if len(text) > _LONGEST_HINT:
        return Wrong(f"This is too long to stand below a field; {_LONGEST_HINT} characters fit.")
    return text if len(text) > _LONGEST_CAPTION and not set(text) & set("{}[]\n") else _caption(text)


def _caption(text: str) -> str | Wrong:
    if set(text) & set("{}[]\n"):
        return Wrong("Nothing is filled in here: guests would see the brace or bracket. Write the words, on one line.")
    if len(text) > _LONGEST_CAPTION:
        return Wrong(f"This is too long to stand on a button or beside a value; {_LONGEST_CAPTION} characters fit.")
    return text or Wrong()


def _colour(text: str) -> str | Wrong:
    """Read a colour as CSS has it, and give it six digits: pages reckon with them."""
    match = re.fullmatch(r"(#?)([0-9a-f]{3}|[0-9a-f]{6})", text.lower(), re.ASCII)
    if match is None:
        return Wrong()
    digits = match[2] if len(match[2]) == _HEX_DIGITS else "".join(digit * 2 for digit in match[2])
    return f"#{digits}" if match[1] else Wrong(suggestion=f'"#{match[2]}"')


_HEX_DIGITS = 6
_ROUNDEST = 24


def _radius(text: str) -> int | Wrong:
    number = re.fullmatch(r"(\d{1,3})(\s*px)?", text.lower(), re.ASCII)
    if number is None:
        return Wrong()
    pixels = min(int(number[1]), _ROUNDEST)
    return pixels if text == str(pixels) else Wrong(suggestion=str(pixels))


_PICTURE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*\.(?:svg|png)", re.ASCII)


def _picture(text: str) -> str | Wrong:
    """Read the name of a picture; none of its parts begins with a dot, so it cannot lead out of the folder."""
    if _PICTURE.fullmatch(text):
        return text
    if re.search(r"^[/~\\]|^[A-Za-z]:|\.\.", text):
        return Wrong(f'"{text}" lies outside the folder of the business; put the file into it.')
    if not re.search(r"\.(svg|png)$", text):
        return Wrong(f'"{text}" is neither .svg nor .png.')
    return Wrong()


_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?P<port>:[1-9]\d{0,4})?", re.ASCII)


def _origin(text: str) -> str | Wrong:
    """Read an origin as browsers name it: no path, and no plain http but on one's own machine."""
    match = _ORIGIN.match(text.lower())
    if match is None:
        bare = _ORIGIN.fullmatch(f"https://{text.lower()}")
        return Wrong(suggestion=bare[0] if bare and "." in bare["host"] else None)
    own = match["host"] == "localhost"
    origin = match[0] if own else f"https://{match['host']}{match['port'] or ''}"
    if origin == text:
        return origin
    if match["scheme"] == "http" and not own:
        return Wrong(f'"{text}" is not encrypted, so others could read along.', origin)
    return Wrong(suggestion=origin)


def number_up_to(most: int) -> Kind[int]:
    """Return the kind that is a whole number from 1 to `most`."""

    def read(text: str) -> int | Wrong:
        count = _count(text)
        return count if isinstance(count, int) and count <= most else Wrong()

    return Kind("number", f"a whole number from 1 to {most}", read)


def one_of(name: str, *words: str) -> Kind[str]:
    """Return the kind that is one of these words."""

    def read(text: str) -> str | Wrong:
        return text if text in words else Wrong(suggestion=nearest(text, words))

    return Kind(name, f"one of {', '.join(words)}", read)


TEXT = Kind("text", "a text", _text)
ID = Kind("id", "a name of small letters, digits, _ and -", _matching(r"[a-z][a-z0-9_-]{0,63}"))
NAME = Kind("name", "a name of small letters, digits and _", _matching(r"[a-z][a-z0-9_]{0,63}"))
KEY = Kind("key", "a name of small letters, digits, _ and dots", _matching(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*"))
BOOLEAN = Kind("boolean", "yes or no", _boolean)
COUNT = Kind("count", "a whole number from 1", _count)
DURATION = Kind("duration", "a duration such as 30 minutes, 45m, 24 hours or 90 days", _duration)
LENGTH = Kind("length", "a length such as 30, 45 minutes or 1 hour", _length)
SHIFT = Kind("shift", "part of a day such as 9-19, 9:00-19:00 or 9am-7pm", _shift)
SHIFTS = Kind("shifts", "hours such as 9-19, 9:00-12:00, 13:00-19:00 or closed", _shifts)
WEEKDAYS = Kind("weekdays", "weekdays such as mon, mon-fri or daily", _weekdays)
DATE = Kind("date", "a date such as 2026-12-25", _date)
DATES = Kind("dates", "a date such as 2026-12-25, or several such as 2026-12-24..2027-01-06", _dates)
START = Kind("start", "a time such as 10:00, 14:30 or 2pm", _start)
PLACES = Kind("places", "a number of places from 1", _places)
PRICE = Kind("price", "a price such as 300, 300-600 or free", _price)
FRACTION = Kind("fraction", "a part such as half, 0.5 or 50%", _fraction)
ZONE = Kind("zone", "a time zone such as America/New_York", _zone)
REGION = Kind("region", "a country of two big letters such as US", _region)
LANGUAGE = Kind("language", "a language of two small letters such as en", _matching(r"[a-z]{2}"))
CURRENCY = Kind("currency", "a currency of three big letters such as USD", _currency)
EMAIL = Kind("email", "an e-mail address", _matching(r"[^@\s]+@[^@\s]+\.[^@\s.]+"))
PHONE = Kind("phone", "a phone number", _matching(r"\+?[\d\s().-]{5,24}"))
HINT_TEXT = Kind("hint", "a text of at most 120 characters", _hint)
CAPTION = Kind("caption", "a text of at most 40 characters", _caption)
COLOUR = Kind("colour", 'a colour such as "#0f766e", in quotation marks', _colour, '"#0f766e"')
RADIUS = Kind("radius", "a whole number from 0 to 24", _radius)
PICTURE = Kind("picture", "the name of an .svg or .png file in the folder of the business", _picture)
ORIGIN = Kind("origin", "an address such as https://www.example.com, without a path", _origin)
PREFIX = Kind("prefix", "one to eight big letters or digits", _matching(r"[A-Z0-9]{1,8}"))
