"""Reads the rule of a series (RRULE of RFC 5545) and tells on which days and at which times it comes around.

The rule itself is worked out by `dateutil`, on the clock on the wall: a meeting at nine is at nine also after the
clocks have changed. What would never end is refused, for nobody could say what it takes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rruleset, rrulestr

MOST = 400  # occurrences of a series: a year of days, with some to spare
FURTHEST = timedelta(days=730)  # from its first occurrence to its last
LONGEST_RULE = 500  # characters
# What a rule may say. The rest of RFC 5545 has rules that fit no day at all, and looking for one takes seconds.
_PARTS = {
    "FREQ": re.compile(r"DAILY|WEEKLY|MONTHLY|YEARLY"),
    "INTERVAL": re.compile(r"[1-9]\d?", re.ASCII),
    "COUNT": re.compile(r"\d{1,4}", re.ASCII),
    "UNTIL": re.compile(r"\d{8}(T\d{6}Z?)?", re.ASCII),
    "BYDAY": re.compile(r"([+-]?[1-4])?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-4])?(MO|TU|WE|TH|FR|SA|SU))*"),
    "BYMONTHDAY": re.compile(r"-?[1-9]\d?(,-?[1-9]\d?)*", re.ASCII),
    "BYMONTH": re.compile(r"[1-9]\d?(,[1-9]\d?)*", re.ASCII),
    "WKST": re.compile(r"MO|TU|WE|TH|FR|SA|SU"),
}
_LONGEST_MONTHS = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
_BY_NAME = {
    "daily": "FREQ=DAILY",
    "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "weekly": "FREQ=WEEKLY",
    "fortnightly": "FREQ=WEEKLY;INTERVAL=2",
    "monthly": "FREQ=MONTHLY",
    "yearly": "FREQ=YEARLY",
}


class NoSeries(StrEnum):
    """Why a rule is none that a series can have."""

    ENDLESS = "endless"  # it names neither how often nor until when
    TOO_LONG = "too_long"  # more occurrences than anybody plans
    UNREADABLE = "bad_rule"
    NEVER = "never"  # it has not a single occurrence


@dataclass(frozen=True, slots=True)
class Series:
    """A checked rule: as it is written, and when each occurrence starts on the clock on the wall."""

    rule: str
    starts: tuple[datetime, ...]  # without a zone


def rule_of(name: str, until: date | None) -> str:
    """Return the rule that a word such as `weekly` stands for, or the rule itself, with its last day if it has one."""
    rule = _BY_NAME.get(name, name).removeprefix("RRULE:").strip()
    return rule if until is None or _is_bounded(rule) else f"{rule};UNTIL={until:%Y%m%d}T235959"


def name_of_rule(rule: str) -> tuple[str, date | None] | None:
    """Return the word that a rule stands for, and its last day if it has one; None for any other rule."""
    parts = [each for each in rule.split(";") if not each.startswith("UNTIL=")]
    name = next((name for name, named in _BY_NAME.items() if sorted(named.split(";")) == sorted(parts)), None)
    last = next((each.removeprefix("UNTIL=")[:8] for each in rule.split(";") if each.startswith("UNTIL=")), None)
    return None if name is None else (name, date.fromisoformat(last) if last else None)


def _is_bounded(rule: str) -> bool:
    return any(part.partition("=")[0].strip().upper() in ("COUNT", "UNTIL") for part in rule.split(";"))


def series_of(rule: str, start: datetime, zone: ZoneInfo) -> Series | NoSeries:
    """Work out a series that begins at `start` on the clock on the wall of `zone`."""
    parts = {
        key.strip().upper(): value.strip().upper()
        for key, _, value in (each.partition("=") for each in rule.split(";"))
    }
    if len(rule) > LONGEST_RULE or not _is_readable(parts):
        return NoSeries.UNREADABLE
    if not _is_bounded(rule):
        return NoSeries.ENDLESS
    try:
        parts = {key: _on_the_wall(value, zone) if key == "UNTIL" else value for key, value in parts.items()}
        written = ";".join(f"{key}={value}" for key, value in parts.items())
        found = tuple(_between(rrulestr(written, dtstart=start.replace(tzinfo=None)), start))
    except (ValueError, TypeError, OverflowError):  # what `dateutil` raises for a rule that is none
        return NoSeries.UNREADABLE
    if not found:
        return NoSeries.NEVER
    if len(found) > MOST or found[-1] - found[0] > FURTHEST:
        return NoSeries.TOO_LONG
    return Series(written, found)


def _is_readable(parts: Mapping[str, str]) -> bool:
    """Say whether a rule is one of those that are worked out here: it has days at all, and not several in a day."""
    if "FREQ" not in parts or not all(key in _PARTS and _PARTS[key].fullmatch(each) for key, each in parts.items()):
        return False
    months = [int(each) for each in parts.get("BYMONTH", "1").split(",")]
    days = [abs(int(each)) for each in parts.get("BYMONTHDAY", "1").split(",")]
    return max(months) <= 12 and min(days) <= max(_LONGEST_MONTHS.get(each, 31) for each in months)


def _between(rule: rrule | rruleset, start: datetime) -> Sequence[datetime]:
    """Return what there is until well after the longest series, and no more: a rule may look for a day forever."""
    first = start.replace(tzinfo=None)
    return rule.between(first, first + 2 * FURTHEST, inc=True)


def _on_the_wall(until: str, zone: ZoneInfo) -> str:
    """Return the end of a rule without a zone: one that is written in UTC is a moment, and may be another day here."""
    if until.upper().endswith("Z"):
        moment = datetime.strptime(until.upper(), "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        return moment.astimezone(zone).strftime("%Y%m%dT%H%M%S")
    return until if "T" in until.upper() else f"{until}T{time.max:%H%M%S}"
