"""Where things are drawn in the diary: on days of a clock change, over midnight, and in colours that can be read."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.console.diary.axis import axis_of
from frontdesk.console.diary.colours import MOST, READABLE, contrast, rgb_of, stylesheet, tone_of
from frontdesk.console.diary.sheet import week_of
from frontdesk.scheduling.hours import whole_day

NEW_YORK, LORD_HOWE, HAVANA = (ZoneInfo(name) for name in ("America/New_York", "Australia/Lord_Howe", "America/Havana"))
BACK, FORWARD = date(2025, 11, 2), date(2026, 3, 8)
ZONES = (NEW_YORK, LORD_HOWE, HAVANA, ZoneInfo("Pacific/Apia"), ZoneInfo("Asia/Kolkata"), ZoneInfo("Europe/London"))


def test_an_hour_that_comes_twice_has_two_places() -> None:
    axis = axis_of(NEW_YORK, (BACK,))
    first, second = (datetime(2025, 11, 2, hour, 30, tzinfo=UTC) for hour in (5, 6))  # both 1:30 on the wall
    assert (axis.place(first, BACK), axis.place(second, BACK)) == (90, 150)
    assert axis.place(datetime(2025, 11, 2, 7, tzinfo=UTC), BACK) == 180  # 2:00
    assert [text for _, text in axis.ticks()][:4] == ["00:00", "01:00", "01:00", "02:00"]
    assert not list(axis.missing(BACK, 0, 1500))


def test_an_hour_that_is_skipped_has_no_place() -> None:
    axis = axis_of(NEW_YORK, (FORWARD,))
    assert axis.place(datetime(2026, 3, 8, 7, tzinfo=UTC), FORWARD) == 120  # 3:00, right after 1:59
    assert [text for _, text in axis.ticks()][:4] == ["00:00", "01:00", "03:00", "04:00"]


def test_in_a_week_the_hours_stay_side_by_side() -> None:
    autumn, spring = axis_of(NEW_YORK, week_of(BACK)), axis_of(NEW_YORK, week_of(FORWARD))
    saturday = BACK - timedelta(days=1)
    nine = [
        autumn.place(datetime(2025, 11, day, hour, tzinfo=UTC), date(2025, 11, day)) for day, hour in ((1, 13), (2, 14))
    ]
    assert nine == [600, 600]  # 9:00 on both days, below the hour that one of them has twice
    assert list(autumn.missing(saturday, 0, 1500)) == [(120, 180)]
    assert not list(autumn.missing(BACK, 0, 1500))
    assert list(spring.missing(FORWARD, 0, 1440)) == [(120, 180)]
    assert not list(spring.missing(FORWARD - timedelta(days=1), 0, 1440))


near_a_change = st.builds(
    lambda day, by: day + timedelta(days=by), st.sampled_from((BACK, FORWARD)), st.integers(-6, 6)
)


@given(st.dates(date(2015, 1, 1), date(2035, 12, 31)) | near_a_change, st.sampled_from(ZONES), st.sampled_from((1, 7)))
def test_later_is_always_further_down_and_every_piece_is_as_long_as_it_takes(
    day: date, zone: ZoneInfo, count: int
) -> None:
    axis = axis_of(zone, week_of(day) if count > 1 else (day,))
    whole = whole_day(day, zone)
    moments = [
        whole.start + timedelta(minutes=15) * each
        for each in range(int((whole.end - whole.start).total_seconds()) // 900)
    ]
    places = [axis.place(moment, day) for moment in moments]
    assert places == sorted(set(places))
    pieces = list(axis.pieces(day))
    assert sum(piece.high - piece.low for piece in pieces) == (whole.end - whole.start) // timedelta(minutes=1)
    for moment, place in zip(moments, places, strict=True):
        piece = next(each for each in pieces if each.low <= place < each.high)
        assert piece.start + timedelta(minutes=place - piece.low) == moment  # what a click there means


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_service_can_be_read_whatever_their_number(theme: str) -> None:
    for count in range(1, 30):
        tones = [tone_of(number, count, dark=theme == "dark") for number in range(count)]
        assert len({tone.ground for tone in tones}) == min(count, MOST)
        for tone in tones:
            assert contrast(rgb_of(tone.ground), rgb_of(tone.ink)) >= READABLE


def test_the_stylesheet_has_both_themes() -> None:
    text = stylesheet(3)
    assert text.count(".tone-2 {") == 2
    assert "prefers-color-scheme: dark" in text
