"""Rules of series: what they come to on the clock on the wall, and what no series can be."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.scheduling.meetings import Meeting, occurrences
from frontdesk.scheduling.recurrence import MOST, NoSeries, Series, rule_of, series_of

LONDON, YORK, APIA = ZoneInfo("Europe/London"), ZoneInfo("America/New_York"), ZoneInfo("Pacific/Apia")
START = datetime(2025, 11, 28, 9, tzinfo=LONDON)


def starts(rule: str, start: datetime = START, zone: ZoneInfo = LONDON) -> list[str]:
    found = series_of(rule, start, zone)
    assert isinstance(found, Series)
    return [f"{each:%m-%d %H:%M}" for each in found.starts]


def test_a_rule_comes_around_as_it_says() -> None:
    assert starts("FREQ=WEEKLY;COUNT=3") == ["11-28 09:00", "12-05 09:00", "12-12 09:00"]
    assert starts("FREQ=WEEKLY;INTERVAL=2;UNTIL=20251231T235959") == ["11-28 09:00", "12-12 09:00", "12-26 09:00"]
    assert starts("FREQ=MONTHLY;BYDAY=-1FR;COUNT=2") == ["11-28 09:00", "12-26 09:00"]
    assert starts("FREQ=DAILY;UNTIL=20251130") == ["11-28 09:00", "11-29 09:00", "11-30 09:00"]


def test_an_end_in_utc_is_a_moment_and_not_a_day() -> None:
    late = datetime(2025, 11, 28, 21, tzinfo=YORK)
    assert len(starts("FREQ=DAILY;UNTIL=20251130T015959Z", late, YORK)) == 1
    assert len(starts("FREQ=DAILY;UNTIL=20251130T020000Z", late, YORK)) == 2


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("FREQ=WEEKLY", NoSeries.ENDLESS),
        ("FREQ=DAILY;INTERVAL=2", NoSeries.ENDLESS),
        ("FREQ=DAILY;COUNT=401", NoSeries.TOO_LONG),
        ("FREQ=YEARLY;COUNT=9", NoSeries.TOO_LONG),
        ("FREQ=DAILY;UNTIL=20990101T000000", NoSeries.TOO_LONG),
        ("FREQ=DAILY;UNTIL=20200101T000000", NoSeries.NEVER),
        ("FREQ=DAILY;COUNT=0", NoSeries.NEVER),
        ("FREQ=HOURLY;COUNT=3", NoSeries.UNREADABLE),
        ("FREQ=SECONDLY;COUNT=1000000000", NoSeries.UNREADABLE),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1", NoSeries.UNREADABLE),
        ("FREQ=DAILY;BYEASTER=1;COUNT=1", NoSeries.UNREADABLE),
        ("FREQ=DAILY;COUNT=3\nEXDATE:20251129", NoSeries.UNREADABLE),
        ("every week", NoSeries.UNREADABLE),
        ("FREQ=WEEKLY;COUNT=x", NoSeries.UNREADABLE),
        ("FREQ=WEEKLY;UNTIL=tomorrow", NoSeries.UNREADABLE),
        ("FREQ=WEEKLY;COUNT=2;BYDAY=XX", NoSeries.UNREADABLE),
        ("FREQ=DAILY;COUNT=2;INTERVAL=0", NoSeries.UNREADABLE),
        ("", NoSeries.UNREADABLE),
        ("FREQ=DAILY;COUNT=2" + ";WKST=MO" * 100, NoSeries.UNREADABLE),
    ],
)
def test_what_is_no_series_is_refused_with_the_reason(rule: str, why: NoSeries) -> None:
    assert series_of(rule, START, LONDON) is why


@given(st.text(max_size=60) | st.text("FREQ=DAILYWKCOUNTBHM;,0123456789-", max_size=60))
def test_no_text_breaks_it(rule: str) -> None:
    found = series_of(rule, START, LONDON)
    assert isinstance(found, NoSeries) or 0 < len(found.starts) <= MOST


def test_a_word_of_a_list_stands_for_a_rule() -> None:
    assert rule_of("fortnightly", date(2025, 12, 31)) == "FREQ=WEEKLY;INTERVAL=2;UNTIL=20251231T235959"
    assert rule_of("RRULE:FREQ=DAILY;COUNT=2", date(2025, 12, 31)) == "FREQ=DAILY;COUNT=2"


def test_a_meeting_stays_at_its_hour_when_the_clocks_change() -> None:
    start = datetime(2026, 3, 28, 9, tzinfo=LONDON)
    spans = occurrences(Meeting("x", start, start + timedelta(hours=1), LONDON, rule="FREQ=DAILY;COUNT=2"))
    assert not isinstance(spans, NoSeries)
    assert [each.start.hour for each in spans] == [9, 8]
    assert {each.end - each.start for each in spans} == {timedelta(hours=1)}


def test_a_time_that_is_skipped_is_the_moment_after() -> None:
    start = datetime(2026, 3, 28, 1, 30, tzinfo=LONDON)
    spans = occurrences(Meeting("x", start, start + timedelta(hours=1), LONDON, rule="FREQ=DAILY;COUNT=2"))
    assert not isinstance(spans, NoSeries)
    assert f"{spans[1].start:%d %H:%M}" == "29 01:00"  # two o'clock on the wall


def test_whole_days_of_a_series_have_the_hours_of_their_days() -> None:
    start, end = datetime(2026, 3, 28, tzinfo=LONDON), datetime(2026, 3, 29, tzinfo=LONDON)
    spans = occurrences(Meeting("x", start, end, LONDON, all_day=True, rule="FREQ=DAILY;COUNT=3"))
    assert not isinstance(spans, NoSeries)
    assert [(each.end - each.start) / timedelta(hours=1) for each in spans] == [24, 23, 24]
