"""Finds holidays: on a fixed date, some days from Easter, by counted weekdays, or by the calendar of a country."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

MOVING = "easter"  # how the word list writes a day that moves with Easter: easter-2
COUNTED = "/"  # how it writes the month, weekday and number of a counted weekday


@lru_cache(maxsize=512)
def holiday_dates(name: str, region: str, year: int) -> tuple[date, ...]:
    """Return the dates of a holiday in a year: 12-25 is fixed, easter-2 moves, a name is looked up for the region.

    11/3/4+1 is one day after the fourth Thursday (weekdays count from 0) of November.
    """
    if COUNTED in name:
        return (_counted(name, year),)
    if name[:2].isdigit():
        month, day = name.split("-")
        return (date(year, int(month), int(day)),)
    if name.startswith(MOVING):
        return (_easter(year) + timedelta(days=int(name[len(MOVING) :] or 0)),)
    # "Independence Day (observed)" is another day.
    return tuple(day for day, known in _country_holidays(region, year) if known.startswith(name) and "(" not in known)


def _counted(rule: str, year: int) -> date:
    counted, _, later = rule.partition("+")
    month, weekday, number = (int(part) for part in counted.split(COUNTED))
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1) + int(later or 0))


@lru_cache(maxsize=64)
def _country_holidays(region: str, year: int) -> tuple[tuple[date, str], ...]:
    import holidays  # noqa: PLC0415 - slow to import, and few guests name a holiday

    try:
        country = holidays.country_holidays(region)
        found = holidays.country_holidays(region, years=year, language="en_US", categories=country.supported_categories)
    except NotImplementedError:
        return ()
    return tuple(sorted((day, known.lower()) for day, names in found.items() for known in names.split("; ")))


def _easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar, by Gauss's method in its anonymous form."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    sunday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)
