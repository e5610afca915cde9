"""Hours on the wall clock as moments: breaks, exceptions, nights, and days on which the clock changes."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

from frontdesk.scheduling.business import Hours, Shift
from frontdesk.scheduling.hours import is_open, locally, open_spans
from frontdesk.scheduling.spans import Span
from tests.scheduling.salon import MONDAY, SUNDAY, WEEKDAYS, ZONE, shift, span

EVERY_DAY = range(7)
STEP = timedelta(minutes=15)
SPRING = date(2026, 3, 8)  # 02:00 to 03:00 is skipped in New York
AUTUMN = date(2026, 11, 1)  # 01:00 to 02:00 comes twice


def daily(*shifts: str, breaks: tuple[str, ...] = ()) -> Hours:
    return Hours({day: tuple(map(shift, shifts)) for day in EVERY_DAY}, breaks=tuple(map(shift, breaks)))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_a_plain_day() -> None:
    assert open_spans(WEEKDAYS, MONDAY, ZONE) == (span(MONDAY, "09:00-17:00"),)
    assert open_spans(WEEKDAYS, SUNDAY, ZONE) == ()


def test_breaks_are_taken_out() -> None:
    hours = daily("09:00-17:00", breaks=("12:00-13:00", "16:30-18:00"))
    assert open_spans(hours, MONDAY, ZONE) == (span(MONDAY, "09:00-12:00"), span(MONDAY, "13:00-16:30"))


def test_an_exception_replaces_the_weekday() -> None:
    hours = Hours(WEEKDAYS.week, {MONDAY: (), SUNDAY: (shift("10:00-12:00"),)})
    assert open_spans(hours, MONDAY, ZONE) == ()
    assert open_spans(hours, SUNDAY, ZONE) == (span(SUNDAY, "10:00-12:00"),)


def test_overlapping_shifts_are_one() -> None:
    assert open_spans(daily("13:00-17:00", "09:00-13:30"), MONDAY, ZONE) == (span(MONDAY, "09:00-17:00"),)


def test_a_night_shift_ends_on_the_next_day_and_meets_its_breaks() -> None:
    (before, after) = open_spans(daily("18:00-02:00", breaks=("00:00-00:30",)), MONDAY, ZONE)
    assert before == Span(utc("2026-03-16T22:00"), utc("2026-03-17T04:00"))
    assert after == Span(utc("2026-03-17T04:30"), utc("2026-03-17T06:00"))


def test_midnight_to_midnight_is_the_whole_day() -> None:
    around_the_clock = daily("00:00-00:00")
    lengths = [open_spans(around_the_clock, day, ZONE)[0] for day in (SPRING, MONDAY, AUTUMN)]
    assert [(each.end - each.start) / timedelta(hours=1) for each in lengths] == [23, 24, 25]


def test_a_shift_that_starts_in_a_skipped_hour_starts_after_it() -> None:
    assert open_spans(daily("02:30-05:00"), SPRING, ZONE) == (Span(utc("2026-03-08T07:00"), utc("2026-03-08T09:00")),)


def test_a_shift_inside_a_skipped_hour_does_not_exist() -> None:
    assert open_spans(daily("02:15-02:45"), SPRING, ZONE) == ()


def test_a_shift_around_a_repeated_hour_keeps_both() -> None:
    assert open_spans(daily("01:30-05:00"), AUTUMN, ZONE) == (Span(utc("2026-11-01T05:30"), utc("2026-11-01T10:00")),)
    assert open_spans(daily("00:00-01:30"), AUTUMN, ZONE) == (Span(utc("2026-11-01T04:00"), utc("2026-11-01T06:30")),)


def test_a_shift_that_ends_where_the_clock_is_turned_back_to_ends_the_first_time() -> None:
    assert open_spans(daily("00:00-01:00"), AUTUMN, ZONE) == (Span(utc("2026-11-01T04:00"), utc("2026-11-01T05:00")),)


def test_a_day_that_the_calendar_skipped_has_no_hours() -> None:
    apia = ZoneInfo("Pacific/Apia")
    assert open_spans(daily("09:00-17:00"), date(2011, 12, 30), apia) == ()
    (night,) = open_spans(daily("22:00-02:00"), date(2011, 12, 29), apia)
    assert night.end - night.start == timedelta(hours=2)


def test_a_day_without_shifts_is_closed() -> None:
    holiday = Hours(WEEKDAYS.week, {MONDAY: ()})
    assert is_open(WEEKDAYS, MONDAY)
    assert not is_open(holiday, MONDAY)


def test_local_times_keep_their_order_in_a_repeated_hour() -> None:
    first, second = locally(utc("2026-11-01T05:30"), ZONE), locally(utc("2026-11-01T06:30"), ZONE)
    assert first.time() == second.time() == time(1, 30)
    assert first < second
    assert len({first, second}) == 2
    assert second.isoformat() == "2026-11-01T01:30:00-05:00"


def changes(zone: ZoneInfo, first: datetime, last: datetime) -> list[date]:
    """Return the days on which the offset changes, seen by sampling every twelfth hour."""
    count = int((last - first) / timedelta(hours=12))
    moments = [(first + step * timedelta(hours=12)).astimezone(zone) for step in range(count)]
    return sorted({later.date() for one, later in pairwise(moments) if one.utcoffset() != later.utcoffset()})


@lru_cache(maxsize=1)
def walls(day: date, zone: ZoneInfo) -> list[tuple[datetime, datetime]]:
    """Return the quarter hours of UTC around a day, each with what the wall clock then shows."""
    midnight = datetime.combine(day, time.min, tzinfo=UTC)
    moments = (midnight + step * STEP for step in range(-60, 160))
    return [(each, each.astimezone(zone).replace(tzinfo=None)) for each in moments]


def by_the_wall(one: Shift, day: date, zone: ZoneInfo) -> tuple[Span, ...]:
    """Keep the moments at which the wall clock is in the shift, and all between the first and the last of them."""
    start = datetime.combine(day, one.start)
    end = datetime.combine(day if one.end > one.start else day + timedelta(days=1), one.end)
    kept = [moment for moment, wall in walls(day, zone) if start <= wall < end]
    return (Span(kept[0], kept[-1] + STEP),) if kept else ()


SHIFTS = [shift(text) for text in ("00:30-09:15", "01:30-02:30", "02:00-03:00", "22:00-01:45", "00:00-00:00")]


def test_every_zone_on_every_day_its_clock_changes() -> None:
    wrong = []
    checked = 0
    for name in sorted(available_timezones()):
        zone = ZoneInfo(name)
        for day in changes(zone, datetime(2024, 9, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)):
            for near in (day - timedelta(days=1), day):
                for one in SHIFTS:
                    hours = Hours({near.weekday(): (one,)})
                    checked += 1
                    if open_spans(hours, near, zone) != by_the_wall(one, near, zone):
                        wrong.append((name, near, one))
    assert wrong == []
    assert checked > 5000
