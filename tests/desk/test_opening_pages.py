"""Which openings come first: some of each day, and of a day the nearest to the time wanted."""

from datetime import UTC, datetime, time, timedelta

from frontdesk.desk.actions.opening_pages import in_pages, minutes_outside
from frontdesk.scheduling.search import Times

MONDAY = datetime(2026, 3, 16, 9, 0, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def pages(starts: list[datetime], size: int, wanted: Times) -> list[str]:
    return [f"{start:%a %H}" for start in in_pages(starts, size, lambda start: start, wanted)]


def test_a_page_has_as_many_days_as_it_can_and_is_in_order() -> None:
    starts = [MONDAY + day * DAY + hour * HOUR for day in range(2) for hour in range(3)]
    shown = pages(starts, 4, Times())
    assert shown == ["Mon 09", "Mon 10", "Tue 09", "Tue 10", "Mon 11", "Tue 11"]


def test_more_days_than_fit_come_before_more_of_the_same_day() -> None:
    starts = [MONDAY + day * DAY + hour * HOUR for day in range(3) for hour in range(2)]
    assert pages(starts, 2, Times())[:4] == ["Mon 09", "Tue 09", "Mon 10", "Wed 09"]


def test_the_nearest_to_the_time_wanted_are_on_the_first_page() -> None:
    starts = [MONDAY + hour * HOUR for hour in range(6)]
    assert pages(starts, 2, Times(time(16), None))[:2] == ["Mon 13", "Mon 14"]


def test_how_far_a_time_is_from_those_wanted() -> None:
    afternoon = Times(time(12), time(17))
    outside = [minutes_outside(afternoon, time(hour)) for hour in (10, 12, 16, 18)]
    assert outside == [120, 0, 0, 60]
    assert minutes_outside(Times(), time(3)) == 0
