"""Times that guests reckon, say by the full clock, or say in a way that only looks like another."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from frontdesk.dialogue.values import Days, Moments, Times
from frontdesk.language.readers import duration
from frontdesk.language.readers.reading import Context, PlainDay
from frontdesk.language.readers.when import When, read

ZONE = ZoneInfo("America/New_York")
HERE = Context(now=datetime(2025, 11, 18, 10, 0, tzinfo=ZONE))  # a Tuesday


def values(text: str) -> list[When | None]:
    return [found.value for found in read(text, HERE)]


def at(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2025, month, day, hour, minute, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("20 minutes before 5pm", time(16, 40)),
    ],
)
def test_a_length_before_or_after_a_time_is_another_time(text: str, clock: time) -> None:
    assert values(text) == [clock]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("sixish", time(18)),
        ("maybe elevenish", time(11)),
        ("seventeen thirty", time(17, 30)),
        ("sixteen twenty", time(16, 20)),
        ("at fourteen hundred hours", time(14)),
        ("oh seven forty five", time(7, 45)),
        ("swing by at 4", time(16)),
        ("stopping by around 5", time(17)),
        ("two thirty in the after noon", time(14, 30)),
    ],
)
def test_a_time_is_read_as_it_is_said(text: str, clock: time) -> None:
    assert values(text) == [clock]


@pytest.mark.parametrize("text", ["2026", "1422", "12.11", "twenty thirty people", "two hundred", "room 1930"])
def test_a_year_a_date_or_a_count_is_no_time(text: str) -> None:
    assert not any(isinstance(value, time) for value in values(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2pm monday and 3pm tuesday", [at(11, 24, 14), at(11, 25, 15)]),
        ("either 10 or 11 on monday", [at(11, 24, 10), at(11, 24, 11)]),
        ("2 or 3 on the 5th", [at(12, 5, 14), at(12, 5, 15)]),
        ("a table for 2 or 3 on monday", [date(2025, 11, 24)]),
        ("between 2pm monday and 3pm tuesday", [Moments(at(11, 24, 14), at(11, 25, 15))]),
        ("from 2pm monday to 3pm tuesday", [Moments(at(11, 24, 14), at(11, 25, 15))]),
        ("sat noon", [at(11, 22, 12)]),
        ("24th nov, 15.00", [at(11, 24, 15)]),
        ("sevenish tomorrow", [at(11, 19, 7)]),
        ("pop by tomorrow at 3", [at(11, 19, 15)]),
        ("drop by on friday before 4", [Moments(None, at(11, 21, 16))]),
        ("I could come by 4", [Times(None, time(16))]),
        ("tomorrow evening before 7", [Moments(at(11, 19, 17), at(11, 19, 19))]),
        ("monday morning until 11", [Moments(at(11, 24, 6), at(11, 24, 11))]),
        ("9-5", [Times(time(9), time(17))]),
        ("a massage for an hour after 3", [timedelta(hours=1), Times(time(15), None)]),
        ("since friday works for me, 3pm", [date(2025, 11, 21), at(11, 21, 15)]),
    ],
)
def test_days_and_times_are_put_together_as_they_are_meant(text: str, expected: list[When]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the day b4 tomorrow", [date(2025, 11, 18)]),
        ("in half a year", [date(2026, 5, 18)]),
        ("a year and a half from now", [date(2027, 5, 18)]),
        ("in half a month", [date(2025, 12, 3)]),
        ("sun 30", [date(2025, 11, 30)]),
        ("nov 28th for 3 nights", [Days(date(2025, 11, 28), date(2025, 12, 1))]),
        ("the 20th, for one night", [Days(date(2025, 11, 20), date(2025, 11, 21))]),
        ("week commencing 2 dec", [Days(date(2025, 12, 2), date(2025, 12, 9))]),
        ("w/c 1 dec", [Days(date(2025, 12, 1), date(2025, 12, 8))]),
        ("since monday", []),
        ("friday, since monday is full", [date(2025, 11, 21)]),
    ],
)
def test_days_are_read_as_they_are_meant(text: str, expected: list[When]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize("text", ["on the 34th floor", "the 45th street store"])
def test_what_is_counted_otherwise_is_no_day(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(("text", "nights"), [("7, no hold on, 8", 8), ("two, sorry, three", 3)])
def test_nights_are_counted_by_what_is_said_last(text: str, nights: int) -> None:
    context = Context(now=HERE.now, said="How many nights will you stay?")
    assert [found.value for found in duration.answer(text, context)] == [timedelta(days=nights)]


@pytest.mark.parametrize("text", ["an overnight flight", "7 or 8"])
def test_what_leaves_open_how_many_nights_is_no_answer(text: str) -> None:
    context = Context(now=HERE.now, said="How many nights will you stay?")
    assert duration.answer(text, context) == ()


NEXT_WEEK = Days(date(2025, 11, 24), date(2025, 12, 1))
LATER = Days(date(2025, 12, 1), date(2025, 12, 8))


@pytest.mark.parametrize("text", ["the week after", "the following week", "and the week after?"])
def test_the_week_after_is_counted_from_the_days_talked_about(text: str) -> None:
    within = [found.value for found in read(text, replace(HERE, within=NEXT_WEEK))]
    beside = [found.value for found in read(text, replace(HERE, beside=PlainDay(date(2025, 11, 26))))]
    assert within == beside == [LATER]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the wednesday after that", date(2025, 12, 3)),
        ("the following friday then", date(2025, 11, 28)),
        ("the monday after at 3", datetime(2025, 12, 1, 15, tzinfo=HERE.now.tzinfo)),
        ("the tuesday before that", date(2025, 11, 25)),
    ],
)
def test_a_weekday_after_that_is_never_the_day_talked_about(text: str, expected: When) -> None:
    assert [found.value for found in read(text, replace(HERE, beside=PlainDay(date(2025, 11, 26))))] == [expected]


def test_a_following_weekday_is_counted_from_the_day_said_before_it() -> None:
    said = [found.value for found in read("not on December 5. The following Friday then", HERE)]
    assert said == [date(2025, 12, 5), date(2025, 12, 12)]


def test_next_week_is_the_same_whatever_was_talked_about() -> None:
    assert [found.value for found in read("next week", replace(HERE, within=LATER))] == [NEXT_WEEK]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("before the 25th, mornings", [Days(None, date(2025, 11, 25)), Times(time(6), time(12))]),
        ("before the 25th, after 4", [Days(None, date(2025, 11, 25)), Times(time(16), None)]),
        ("next week, in the evening, not on monday", [NEXT_WEEK, Times(time(17), time(22)), date(2025, 11, 24)]),
    ],
)
def test_hours_beside_a_range_are_of_all_its_days(text: str, expected: list[When]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize("told", [datetime(2025, 11, 26, 14, tzinfo=HERE.now.tzinfo), date(2025, 11, 26)])
@pytest.mark.parametrize("text", ["the monday after at 3", "and the monday after that at 3"])
def test_what_follows_a_moment_is_counted_from_its_day(text: str, told: date) -> None:
    assert [found.value for found in read(text, HERE.after(["Budget", told]))] == [
        datetime(2025, 12, 1, 15, tzinfo=HERE.now.tzinfo)
    ]
