"""Every change of a clock in one year, in all zones there are, and a few odd ones of other years."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

HOUR, WEEK = timedelta(hours=1), timedelta(weeks=1)
YEAR = 2026
# Days that were skipped at the date line, and changes at midnight that are no longer made.
ODD = (("Pacific/Apia", 2011), ("Pacific/Kwajalein", 1993), ("America/Asuncion", 2024), ("Asia/Amman", 2021))


@dataclass(frozen=True, slots=True)
class Change:
    """From `at` on the clock of a zone shows another time."""

    zone: str
    at: datetime
    before: timedelta
    after: timedelta

    @property
    def day(self) -> date:
        """The day on the wall that the clock was changed on."""
        return (self.at - timedelta.resolution).astimezone(ZoneInfo(self.zone)).date()


def offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()


def changes_of(name: str, year: int) -> Iterator[Change]:
    """Give the changes of a year; of one at half past, the next full hour is named."""
    zone, new_year = ZoneInfo(name), datetime(year, 1, 1, tzinfo=UTC)
    for early, late in pairwise(new_year + week * WEEK for week in range(54)):  # no zone changes twice in a week
        if offset(early, zone) != offset(late, zone):
            hours = (early + count * HOUR for count in range(7 * 24 + 1))
            at = next(each for each in hours if offset(each, zone) == offset(late, zone))
            yield Change(name, at, offset(early, zone), offset(late, zone))


@cache
def every_change() -> tuple[Change, ...]:
    """Return each change once: zones that change at the same moment by the same clock are one to a diary."""
    zones = [(name, YEAR) for name in sorted(available_timezones())]
    found = (change for name, year in (*ODD, *zones) for change in changes_of(name, year))
    return tuple({(each.at, each.before, each.after): each for each in found}.values())
