"""Times in the wordings of other places: short, British, American, by the full clock, and two days with one hour."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from frontdesk.dialogue.values import Days, Moments, Times
from frontdesk.language.readers.reading import Context, Problem
from frontdesk.language.readers.when import When, including_last, read

ZONE = ZoneInfo("America/New_York")
HERE = Context(now=datetime(2025, 11, 18, 10, 0, tzinfo=ZONE))  # a Tuesday


def at(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2025, month, day, hour, minute, tzinfo=ZONE)


def values(text: str) -> list[When | None]:
    return [found.value for found in read(text, HERE)]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("quarter til 4", time(15, 45)),
        ("a quarter till ten", time(9, 45)),
        ("five and twenty to three", time(14, 35)),
        ("five and twenty past one", time(13, 25)),
        ("2 sharp", time(14)),
        ("four on the dot", time(16)),
        ("11 am sharp", time(11)),
        ("close to 4", time(16)),
        ("2-45 pm", time(14, 45)),
    ],
)
def test_a_clock_time_is_read(text: str, clock: time) -> None:
    assert values(text) == [clock]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("from ten till four", Times(time(10), time(16))),
        ("10 till 4", Times(time(10), time(16))),
        ("nine to six", Times(time(9), time(18))),
        ("from 3 till late", Times(time(15), None)),
        ("around teatime", Times(time(15), time(18))),
    ],
)
def test_hours_are_read(text: str, hours: Times) -> None:
    assert values(text) == [hours]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("noon sun", at(11, 23, 12)),
        ("3pm sat please", at(11, 22, 15)),
        ("10:30, wed", at(11, 19, 10, 30)),
        ("sat 4", at(11, 22, 16)),
        ("mon 10 please", at(11, 24, 10)),
        ("friday 3 please", at(11, 21, 15)),
        ("1530 on the 21st", at(11, 21, 15, 30)),
        ("the 21st 1530", at(11, 21, 15, 30)),
        ("1100 on 2 december", at(12, 2, 11)),
        ("9 am sharp on thursday", at(11, 20, 9)),
        ("friday at sharp 3", at(11, 21, 15)),
        ("eleven thirty-ish friday", at(11, 21, 11, 30)),
        ("botox mon 11", at(11, 24, 11)),
    ],
)
def test_a_day_and_a_clock_time_make_a_moment(text: str, moment: datetime) -> None:
    assert values(text) == [moment]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("between 1 and 3 on friday afternoon", Moments(at(11, 21, 13), at(11, 21, 15))),
        ("friday lunch please", Moments(at(11, 21, 12), at(11, 21, 14))),
    ],
)
def test_a_part_of_a_day_may_be_short(text: str, hours: Moments) -> None:
    assert values(text) == [hours]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wednesday or friday morning", [Moments(at(11, day, 6), at(11, day, 12)) for day in (19, 21)]),
        ("the 24th or the 26th at 2", [at(11, 24, 14), at(11, 26, 14)]),
        ("today or tomorrow at 5", [at(11, 18, 17), at(11, 19, 17)]),
        ("friday or at 3 on monday", [date(2025, 11, 21), at(11, 24, 15)]),
        ("friday at 2 or monday", [at(11, 21, 14), date(2025, 11, 24)]),
    ],
)
def test_an_hour_behind_two_days_is_for_both(text: str, expected: list[When]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("tuesday to thursday next week", Days(date(2025, 11, 25), date(2025, 11, 27))),
        ("from saturday to monday", Days(date(2025, 11, 22), date(2025, 11, 24))),
        ("one night on saturday", Days(date(2025, 11, 22), date(2025, 11, 23))),
        ("two nights on the 4th", Days(date(2025, 12, 4), date(2025, 12, 6))),
        ("arriving on the 2nd and going on the 6th", Days(date(2025, 12, 2), date(2025, 12, 6))),
        ("week commencing monday the 1st", Days(date(2025, 12, 1), date(2025, 12, 8))),
        ("from thursday until the end of the month", Days(date(2025, 11, 20), date(2025, 12, 1))),
        ("from the 3rd of december for two weeks", Days(date(2025, 12, 3), date(2025, 12, 17))),
        ("a three-night stay from the 5th", Days(date(2025, 12, 5), date(2025, 12, 8))),
        ("between now and monday", Days(None, date(2025, 11, 25))),
    ],
)
def test_days_are_read_in_one(text: str, days: Days) -> None:
    assert values(text) == [days]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("mothers' day", date(2026, 5, 10)),
        ("wednesday last week", date(2025, 11, 12)),
        ("wed 10 dec", date(2025, 12, 10)),
        ("tmoz", date(2025, 11, 19)),
    ],
)
def test_a_day_is_read(text: str, day: date) -> None:
    assert values(text) == [day]


@pytest.mark.parametrize("text", ["in a month or two", "in 3 or 4 weeks", "in a day or two"])
def test_a_length_that_may_be_another_is_no_time_yet(text: str) -> None:
    assert [(found.value, found.problem) for found in read(text, HERE)] == [(None, Problem.AMBIGUOUS)]


@pytest.mark.parametrize(
    "text",
    [
        "it's a 60/40 split",
        "he is 8 months old",
        "I'm 52 years of age",
        "hang on a min",
        "this is June",
        "my sister April told me",
        "I live at 14 June Street",
        "it fell on my nose, it's sharp",
        "Eve is coming",
    ],
)
def test_other_words_say_no_time(text: str) -> None:
    assert values(text) == []


def test_a_week_is_counted_by_either_of_two_ordinals() -> None:
    assert date(2025, 12, 2) not in values("the 2nd or 3rd week of december")


@pytest.mark.parametrize(
    ("text", "region", "days"),
    [
        ("29/12 - 4/1", "US", Days(date(2025, 12, 29), date(2026, 1, 4))),
        ("12/29 - 1/4", "GB", Days(date(2025, 12, 29), date(2026, 1, 4))),
        ("4/1 to 19/1", "US", Days(date(2026, 1, 4), date(2026, 1, 19))),
        ("1/4 to 1/9", "US", Days(date(2026, 1, 4), date(2026, 1, 9))),
    ],
)
def test_dates_written_together_are_in_one_order(text: str, region: str, days: Days) -> None:
    assert [found.value for found in read(text, Context(HERE.now, region))] == [days]


def test_dates_to_choose_from_are_in_one_order() -> None:
    assert values("6/12 or 14/12") == [date(2025, 12, 6), date(2025, 12, 14)]


def test_a_range_that_runs_to_the_end_has_no_day_more() -> None:
    (found,) = read("from thursday until the end of the month", HERE)
    assert including_last(found, HERE) == found.value


def test_a_party_before_an_hour_is_no_minutes() -> None:
    assert values("a table for five after seven") == [Times(time(7), None)]


def test_the_number_of_a_room_is_no_hour() -> None:
    assert values("room 1430 tomorrow") == [date(2025, 11, 19)]
