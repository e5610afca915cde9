"""How values are written: in files, and for people, who write them in more ways than files do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from datetime import date, time, timedelta
from decimal import Decimal

from frontdesk.flows.reading.kinds import LENGTH, PRICE, SHIFTS, WEEKDAYS, Wrong
from frontdesk.scheduling.business import Shift

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
CLOSED = "closed"
_SHORT_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HOUR_AND_MINUTES = re.compile(r"(\d{1,2})\s*(?:h|hr|hrs|hours?)\s*(\d{1,2})", re.IGNORECASE)
_CLOCK_LENGTH = re.compile(r"(\d{1,2}):([0-5]\d)")
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_RANGE = re.compile(r"\s*(?:-|\u2013|\u2014|\bto\b)\s*")
_LONGEST_ID = 64
_ADDRESSES = frozenset({"new"})  # where the console adds something: nothing may be found under it


class Unlike(ValueError):  # noqa: N818 - what is the case with the text
    """What was written is not what was asked for; the text says what to write."""


def shifts_text(shifts: Sequence[Shift]) -> str:
    """Write the hours of a day for people: 9:00-12:00, 13:00-18:00."""
    spans = (f"{_clock(shift.start)}-{_clock(shift.end, ends=True)}" for shift in shifts)
    return ", ".join(spans) or CLOSED


def _clock(at: time, *, ends: bool = False) -> str:
    return "24:00" if ends and at == time.min else f"{at.hour}:{at.minute:02}"


def written_shifts(shifts: Sequence[Shift]) -> str | list[str]:
    """Write the hours of a day for a file: 9-18, or a list of such."""
    spans = [_span(shift) for shift in shifts]
    if len(spans) == 1:
        return spans[0]
    return list(spans) or CLOSED


def _span(shift: Shift) -> str:
    ends = (_clock(shift.start), _clock(shift.end, ends=True))
    whole = all(end.endswith(":00") for end in ends)
    return "-".join(end.removesuffix(":00") if whole else end for end in ends)


def read_shifts(spans: Iterable[str]) -> tuple[Shift, ...]:
    """Read the hours of a day as people write them: spans such as 9-12 or 9:00 to 17:30; none is closed."""
    text = ", ".join(part for span in spans if (part := _spaced(span)))
    read = SHIFTS.read(text) if text else ()
    if isinstance(read, Wrong):
        raise Unlike(_why(read, f'"{text}" is not a span of hours; write it like 9:00-17:30.'))
    return read


def _spaced(span: str) -> str:
    """Return a span with what people put between two times as files have it."""
    text = re.sub(r"(?<=\d)[.h](?=\d\d\b)", ":", span.strip().casefold().replace("\u2014", "-"))
    return "" if text == CLOSED else re.sub(r"(?<=\d)\s+(?=[ap]m\b)", "", text)


def weekdays_text(days: Sequence[int]) -> str:
    """Write days that follow each other as a key of hours: mon, or tue-fri."""
    first, last = _SHORT_DAYS[days[0]], _SHORT_DAYS[days[-1]]
    return first if len(days) == 1 else "daily" if len(days) == len(DAYS) else f"{first}-{last}"


def weekdays_of(key: str) -> tuple[int, ...]:
    """Return the days that a key of hours names, Monday as 0."""
    days = WEEKDAYS.read(key.strip())
    return () if isinstance(days, Wrong) else days


def day_text(day: date) -> str:
    """Write a day for people: Friday 25 December 2026."""
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def length_text(length: timedelta) -> str:
    """Write a length for people: 45 min, 1 h, 1 h 30."""
    minutes = int(length.total_seconds()) // 60
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02}" if hours and rest else f"{hours} h" if hours else f"{minutes} min"


def written_length(length: timedelta) -> str:
    """Write a length for a file, in minutes."""
    return str(int(length.total_seconds()) // 60)


def read_length(text: str) -> timedelta:
    """Read a length as people write it: 45, 45 min, 1 h 30, 1:30, 1.5 hours."""
    low = text.strip().casefold().replace(",", ".")
    parts = _HOUR_AND_MINUTES.fullmatch(low) or _CLOCK_LENGTH.fullmatch(low)
    length = LENGTH.read(f"{parts[1]} hours {parts[2]} minutes" if parts else low)
    if isinstance(length, Wrong):
        raise Unlike(_why(length, f'"{text.strip()}" is not a length of time; write it like 45 min or 1 h 30.'))
    if length.total_seconds() % 60:
        raise Unlike("Only whole minutes can be booked; write it like 45 min.")
    return length


def price_text(low: Decimal, high: Decimal, currency: str) -> str:
    """Write a price for people: free, $120, $300-600."""
    if not high:
        return "free"
    amounts = _amount(low) if low == high else f"{_amount(low)}-{_amount(high)}"
    sign = _SIGNS.get(currency)
    return f"{sign}{amounts}" if sign else f"{amounts} {currency}"


def _amount(amount: Decimal) -> str:
    return f"{amount:f}" if amount % 1 else f"{amount.to_integral_value():f}"


def written_price(low: Decimal, high: Decimal) -> str:
    """Write a price for a file: free, 120, 300-600."""
    if not high:
        return "free"
    return _amount(low) if low == high else f"{_amount(low)}-{_amount(high)}"


def read_price(text: str, currency: str) -> tuple[Decimal, Decimal]:
    """Read a price as people write it: 120, $120, $300 to $600, 120 USD, free."""
    bare = re.sub(rf"\b{re.escape(currency)}\b", " ", text, flags=re.IGNORECASE).strip()
    wrong = next((sign for code, sign in _SIGNS.items() if sign in bare and code != currency), None)
    if wrong:
        raise Unlike(f"Prices of this business are in {currency}; write the amount without {wrong}.")
    price = PRICE.read("-".join(_RANGE.split(bare)))
    if isinstance(price, Wrong):
        raise Unlike(_why(price, f'"{text.strip()}" is not a price; write it like 120, 300-600 or free.'))
    return price


def _why(wrong: Wrong, otherwise: str) -> str:
    return f"{wrong.why} Did you mean {wrong.suggestion}?" if wrong.why and wrong.suggestion else wrong.why or otherwise


def id_from(name: str, taken: Collection[str], otherwise: str) -> str:
    """Return a name of small letters for something new that nothing else has."""
    letters = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", letters).strip("_").lstrip("0123456789_")[: _LONGEST_ID - 4] or otherwise
    if words in _ADDRESSES:
        words = f"{words}_1"
    numbered = (words, *(f"{words}_{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in numbered if each not in taken)


def tidy(text: str) -> str:
    """Return a text that was typed into a page, with plain ends of lines and no space around it."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))


def one_line(text: str) -> str:
    """Return a text that was typed into a page on one line."""
    return " ".join(text.split())
