"""What guests write about days and times is read as they mean it, at the business's own clock."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.values import Anytime, Days, Moments, Soonest, Times
from frontdesk.language.readers.reading import Context, Found, Problem
from frontdesk.language.readers.when import When, as_json, including_last, parts, read

ZONE = ZoneInfo("America/New_York")
NOW = datetime(2025, 11, 18, 10, 0, tzinfo=ZONE)  # a Tuesday
HERE = Context(now=NOW)


def values(text: str, context: Context = HERE) -> list[When | None]:
    return [found.value for found in read(text, context)]


def at(month: int, day: int, hour: int, minute: int = 0, year: int = 2025) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=ZONE)


def only(text: str, context: Context = HERE) -> Found[When | None]:
    (found,) = read(text, context)
    return found


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today works", date(2025, 11, 18)),
        ("tmrw pls", date(2025, 11, 19)),
        ("2moro?", date(2025, 11, 19)),
        ("the day after tomorrow", date(2025, 11, 20)),
        ("Thursday would be best", date(2025, 11, 20)),
        ("this Thursday", date(2025, 11, 20)),
        ("next Thursday", date(2025, 11, 27)),
        ("Tuesday", date(2025, 11, 25)),
        ("on sat", date(2025, 11, 22)),
        ("Friday next week", date(2025, 11, 28)),
        ("the 15th", date(2025, 12, 15)),
        ("on the 18th", date(2025, 11, 18)),
        ("the 3rd of this month next", date(2025, 11, 3)),
        ("December 5", date(2025, 12, 5)),
        ("5 dec", date(2025, 12, 5)),
        ("Dec. 5th, 2026", date(2026, 12, 5)),
        ("the fifth of march", date(2026, 3, 5)),
        ("May twenty-first", date(2026, 5, 21)),
        ("Friday the 21st", date(2025, 11, 21)),
        ("2026-02-03", date(2026, 2, 3)),
        ("feb 29", date(2028, 2, 29)),
        ("in 3 days", date(2025, 11, 21)),
        ("in a fortnight", date(2025, 12, 2)),
        ("a week from Tuesday", date(2025, 12, 2)),
        ("the first Friday of next month", date(2025, 12, 5)),
        ("the day after Christmas", date(2025, 12, 26)),
        ("in four business days", date(2025, 11, 24)),
    ],
)
def test_a_day(text: str, day: date) -> None:
    assert values(text) == [day]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("at 4", time(16)),
        ("5-ish", time(17)),
        ("at 10 please", time(10)),
        ("at 7", time(7)),
        ("at 12", time(12)),
        ("4 o'clock", time(16)),
        ("4pm", time(16)),
        ("4 p . m .", time(16)),
        ("9a at 9a", time(9)),
        ("3ish", time(15)),
        ("noonish", time(12)),
        ("12 midnight", time(0)),
        ("half past three", time(15, 30)),
        ("quarter to five", time(16, 45)),
        ("ten past 1 in the afternoon", time(13, 10)),
        ("5:15 in the evening", time(17, 15)),
        ("8:30 at night", time(20, 30)),
        ("evening 6:30", time(18, 30)),
        ("3.30 pm", time(15, 30)),
        ("15h30", time(15, 30)),
        ("06:45", time(6, 45)),
        ("eleven oh five", time(11, 5)),
        ("nine thirty", time(9, 30)),
        ("at 1030", time(10, 30)),
    ],
)
def test_a_time(text: str, clock: time) -> None:
    assert values(text)[-1:] == [clock]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Tuesday at 3", at(11, 25, 15)),
        ("Thursday in the morning at 9", at(11, 20, 9)),
        ("in the evening on Thursday at 8", at(11, 20, 20)),
        ("the evening of the 20th at 8", at(11, 20, 20)),
        ("0915 tomorrow", at(11, 19, 9, 15)),
        ("sun. at eleven", at(11, 23, 11)),
        ("3pm tomorrow", at(11, 19, 15)),
        ("tomorrow morning at 9", at(11, 19, 9)),
        ("tonite at 8", at(11, 18, 20)),
        ("tmr 3", at(11, 19, 15)),
        ("Dec 5, 2:30pm", at(12, 5, 14, 30)),
        ("midnight tonight", at(11, 19, 0)),
        ("at 8 today", at(11, 18, 20)),  # eight in the morning is over
        ("in 2 hours", at(11, 18, 12)),
        ("2025-12-16T12:23", at(12, 16, 12, 23)),
    ],
)
def test_a_moment(text: str, moment: datetime) -> None:
    assert values(text) == [moment]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("this weekend", Days(date(2025, 11, 22), date(2025, 11, 24))),
        ("over Thanksgiving weekend", Days(date(2025, 11, 27), date(2025, 12, 1))),
        ("Memorial Day weekend maybe", Days(date(2026, 5, 23), date(2026, 5, 26))),
        ("the weekend of Labor Day", Days(date(2026, 9, 5), date(2026, 9, 8))),
        ("Easter week", Days(date(2026, 3, 30), date(2026, 4, 6))),
        ("the weekend before Christmas", Days(date(2025, 12, 20), date(2025, 12, 22))),
        ("the weekend after the 10th", Days(date(2025, 12, 13), date(2025, 12, 15))),
        ("Thursday night to Sunday", Days(date(2025, 11, 20), date(2025, 11, 23))),
        ("an hour and a quarter", timedelta(minutes=75)),
        ("three nights, four days", timedelta(days=3)),
        ("8.20 in the evening", time(20, 20)),
        ("my shift ends at 6, anything after that", Times(time(18), None)),
        ("by the end of the day", Times(None, time(18))),
        ("next week", Days(date(2025, 11, 24), date(2025, 12, 1))),
        ("in March", Days(date(2026, 3, 1), date(2026, 4, 1))),
        ("the week of the 8th", Days(date(2025, 12, 8), date(2025, 12, 15))),
        ("the week after next", Days(date(2025, 12, 1), date(2025, 12, 8))),
        ("from the 12th to the 17th", Days(date(2025, 12, 12), date(2025, 12, 17))),
        ("from the 28th until the 3rd", Days(date(2025, 11, 28), date(2025, 12, 3))),
        ("arriving Saturday, leaving Wednesday", Days(date(2025, 11, 22), date(2025, 11, 26))),
        ("we fly in on Saturday and we fly home on Wednesday", Days(date(2025, 11, 22), date(2025, 11, 26))),
        ("check in the 22nd, check out the 26th of December", Days(date(2025, 12, 22), date(2025, 12, 26))),
        ("my stay begins on the 22nd and ends on the 26th", Days(date(2025, 11, 22), date(2025, 11, 26))),
        ("from the 22nd up to and including the 26th", Days(date(2025, 11, 22), date(2025, 11, 26))),
        ("the last weekend in November", Days(date(2025, 11, 29), date(2025, 12, 1))),
        ("two nights from Friday", Days(date(2025, 11, 21), date(2025, 11, 23))),
        ("Dec 24-27", Days(date(2025, 12, 24), date(2025, 12, 27))),
        ("Dec 30 to Jan 2", Days(date(2025, 12, 30), date(2026, 1, 2))),
        ("after Friday", Days(date(2025, 11, 22), None)),
        ("not before Friday", Days(date(2025, 11, 21), None)),
        ("no sooner than Friday", Days(date(2025, 11, 21), None)),
        ("not until the 5th", Days(date(2025, 12, 5), None)),
        ("sooner than Friday", Days(None, date(2025, 11, 21))),
        ("on or before Friday", Days(None, date(2025, 11, 22))),
        ("Friday at the latest", Days(None, date(2025, 11, 22))),
        ("from 3 on", Times(time(15), None)),
        ("not before 3", Times(time(15), None)),
        ("5 at the latest", Times(None, time(17))),
        ("before the 5th", Days(None, date(2025, 12, 5))),
        ("on or after the 5th", Days(date(2025, 12, 5), None)),
        ("the weekend of the 6th", Days(date(2025, 12, 6), date(2025, 12, 8))),
        ("later this week", Days(date(2025, 11, 18), date(2025, 11, 24))),
        ("after 3", Times(time(15), None)),
        ("at 3 pm or later", Times(time(15), None)),
        ("after lunch", Times(time(14), None)),
        ("3 or later", Times(time(15), None)),
        ("after work", Times(time(17), None)),
        ("before noon", Times(None, time(12))),
        ("no later than 5", Times(None, time(17))),
        ("between 2 and 4", Times(time(14), time(16))),
        ("2-4pm", Times(time(14), time(16))),
        ("11 to 3pm", Times(time(11), time(15))),
        ("7 to 10pm", Times(time(19), time(22))),
        ("in the morning", Times(time(6), time(12))),
        ("tomorrow afternoon", Moments(at(11, 19, 12), at(11, 19, 17))),
        ("sat am", Moments(at(11, 22, 0), at(11, 22, 12))),
        ("Friday in the pm", Moments(at(11, 21, 12), at(11, 21, 23, 59))),
        ("Friday between 9 and 11", Moments(at(11, 21, 9), at(11, 21, 11))),
        ("tomorrow after 3", Moments(at(11, 19, 15), None)),
        ("30 minutes", timedelta(minutes=30)),
        ("an hour and a half", timedelta(minutes=90)),
        ("2 hrs 15 min", timedelta(hours=2, minutes=15)),
        ("the earliest you have", Soonest()),
        ("asap", Soonest()),
        ("any time", Anytime()),
    ],
)
def test_a_range_a_length_or_a_wish(text: str, value: When) -> None:
    assert values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "2",
        "15",
        "for 2 people",
        "at twenty past",
        "20 units",
        "we are 2 adults at table 12",
        "call me at 212-555-0120",
        "sam1@example.com",
        "it costs $30",
        "May I come in?",
        "I may come",
        "they march in",
        "the sun is out",
        "I sat down",
        "the second one",
        "the first one",
        "the third",
        "the 2nd floor",
        "one sec",
        "a minute ago",
        "I need it done now?",
        "at 4 Main Street",
        "at One Washington Circle",
        "a table at 2g Brasserie",
        "are you open 24/7?",
        "my name is April",
        "good morning",
        "see you later",
        "3 or 4?",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "value", "problem"),
    [
        ("yesterday", date(2025, 11, 17), Problem.PAST),
        ("around lunar new year", None, Problem.AMBIGUOUS),
        ("25 December 2024", date(2024, 12, 25), Problem.PAST),
        ("today at 9 AM", at(11, 18, 9), Problem.PAST),
        ("last week", Days(date(2025, 11, 10), date(2025, 11, 17)), Problem.PAST),
        ("Monday this week", date(2025, 11, 17), Problem.PAST),
        ("31 November", None, Problem.IMPOSSIBLE),
        ("2025-13-45", None, Problem.IMPOSSIBLE),
        ("at 25:00", None, Problem.IMPOSSIBLE),
        ("in a while", None, Problem.AMBIGUOUS),
        ("later", None, Problem.AMBIGUOUS),
        ("Thursday the 21st", date(2026, 5, 21), Problem.AMBIGUOUS),
        ("Monday, December 5", date(2025, 12, 5), Problem.AMBIGUOUS),
        ("March 12 to March 4", Days(date(2026, 3, 12), date(2027, 3, 4)), Problem.AMBIGUOUS),
    ],
)
def test_a_problem_is_named_beside_the_value(text: str, value: When | None, problem: Problem) -> None:
    found = only(text)
    assert (found.value, found.problem) == (value, problem)


@pytest.mark.parametrize(
    ("region", "day", "problem"),
    [
        ("US", date(2026, 5, 6), None),
        ("GB", date(2026, 6, 5), None),
        ("DE", date(2026, 6, 5), None),
        ("CA", date(2026, 5, 6), Problem.AMBIGUOUS),
        ("", date(2026, 5, 6), Problem.AMBIGUOUS),
    ],
)
def test_the_order_of_day_and_month_follows_the_region(region: str, day: date, problem: Problem | None) -> None:
    found = only("5/6", Context(now=NOW, region=region))
    assert (found.value, found.problem) == (day, problem)


@pytest.mark.parametrize(
    ("text", "region", "day"),
    [
        ("on Christmas", "US", date(2025, 12, 25)),
        ("on the 5.12. if you can", "DE", date(2025, 12, 5)),
        ("the early May bank holiday", "GB", date(2026, 5, 4)),
        ("Super Bowl Sunday", "US", date(2026, 2, 8)),
        ("Thanksgiving", "US", date(2025, 11, 27)),
        ("Thanksgiving", "CA", date(2026, 10, 12)),
        ("the fourth of july", "US", date(2026, 7, 4)),
        ("Easter Monday", "DE", date(2026, 4, 6)),
        ("xmas eve", "GB", date(2025, 12, 24)),
        ("black friday", "US", date(2025, 11, 28)),
        ("Black Friday 2027", "GB", date(2027, 11, 26)),
        ("cyber monday", "US", date(2025, 12, 1)),
        ("the day after thanksgiving", "US", date(2025, 11, 28)),
        ("the Friday before Christmas", "US", date(2025, 12, 19)),
        ("the monday after easter", "US", date(2026, 4, 6)),
        ("mardi gras", "US", date(2026, 2, 17)),
    ],
)
def test_holidays_are_those_of_the_country(text: str, region: str, day: date) -> None:
    assert values(text, Context(now=NOW, region=region)) == [day]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 or 3pm", [time(14), time(15)]),
        ("10 or 11pm", [time(22), time(23)]),
        ("11 or 12pm", [time(11), time(12)]),
        ("at 3 or 4", [time(15), time(16)]),
        ("before 11 or after 4", [Times(None, time(11)), Times(time(16), None)]),
        ("mon, wed or fri", [date(2025, 11, 24), date(2025, 11, 19), date(2025, 11, 21)]),
        ("sat or sun", [date(2025, 11, 22), date(2025, 11, 23)]),
        ("next Tuesday or Wednesday", [date(2025, 11, 25), date(2025, 11, 26)]),
        ("saturday or next monday", [date(2025, 11, 22), date(2025, 11, 24)]),
        ("thursday or next friday", [date(2025, 11, 20), date(2025, 11, 28)]),
        ("monday or wednesday next week", [date(2025, 11, 24), date(2025, 11, 26)]),
        ("thurs or fri pm", [Moments(at(11, 20, 12), at(11, 20, 23, 59)), Moments(at(11, 21, 12), at(11, 21, 23, 59))]),
        ("the 5th or 6th of January", [date(2026, 1, 5), date(2026, 1, 6)]),
        ("Friday at 2 or 3pm", [at(11, 21, 14), at(11, 21, 15)]),
    ],
)
def test_choices_are_read_apart_and_share_what_is_said_once(text: str, expected: list[When]) -> None:
    assert values(text) == expected


def test_a_time_far_from_the_only_day_is_on_that_day() -> None:
    found = read("I could leave on the 21st, for two people from Boston, at half past 9", HERE)
    assert [one.value for one in found] == [date(2025, 11, 21), at(11, 21, 9, 30)]
    assert [one.words for one in found] == ["the 21st", "at half past 9"]


def test_a_vague_word_beside_a_day_says_nothing() -> None:
    assert values("sometime on Friday") == [date(2025, 11, 21)]


def test_a_time_that_the_clock_skips_is_impossible() -> None:
    found = only("March 8 2026 at 2:30 am")
    assert (found.value, found.problem) == (date(2026, 3, 8), Problem.IMPOSSIBLE)  # the day is there


def test_hours_ahead_are_counted_across_a_change_of_the_clock() -> None:
    before = Context(now=datetime(2026, 3, 8, 1, 30, tzinfo=ZONE))
    assert values("in 2 hours", before) == [datetime(2026, 3, 8, 4, 30, tzinfo=ZONE)]


@pytest.mark.parametrize(
    ("text", "day", "clock"),
    [
        ("Tuesday at 3", date(2025, 11, 25), time(15)),
        ("tomorrow afternoon", date(2025, 11, 19), Times(time(12), time(17))),
        ("tomorrow after 3", date(2025, 11, 19), Times(time(15), None)),
        ("next week", Days(date(2025, 11, 24), date(2025, 12, 1)), None),
        ("at 3", None, time(15)),
        ("asap", Soonest(), Soonest()),
        ("30 minutes", None, None),
    ],
)
def test_day_and_time_come_apart(text: str, day: object, clock: object) -> None:
    assert parts(only(text)) == (day, clock)


def test_who_counts_days_has_the_named_end_in_the_range() -> None:
    assert including_last(only("from Monday to Wednesday"), HERE) == Days(date(2025, 11, 24), date(2025, 11, 27))
    assert including_last(only("next week"), HERE) == Days(date(2025, 11, 24), date(2025, 12, 1))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("December 5", {"kind": "day", "start": "2025-12-05"}),
        ("4pm", {"kind": "time", "start": "16:00"}),
        ("tomorrow at 4", {"kind": "moment", "start": "2025-11-19T16:00-05:00"}),
        ("this weekend", {"kind": "days", "start": "2025-11-22", "end": "2025-11-24"}),
        ("after 3", {"kind": "times", "start": "15:00"}),
        ("before 3", {"kind": "times", "start": None, "end": "15:00"}),
        ("2 hours", {"kind": "duration", "seconds": 7200}),
    ],
)
def test_json(text: str, written: dict[str, object]) -> None:
    assert as_json(only(text)) == written | {"text": text}


def test_a_wish_and_an_impossible_day_have_no_json() -> None:
    assert [as_json(only(text)) for text in ("asap", "31 November")] == [None, None]


patient = settings(deadline=None)  # the first holiday of a run loads the calendars of all countries

WORDS = """
at on the next this last from to until and or between after before by in a few ago for people , . - !
3 15 31 59 99 2026 0730 3:30 25:61 12/5 13/45 2025-11-31 1st 22nd third twenty one half quarter past 10000
noon midnight am pm o'clock morning night tonight tomorrow monday sat may march december
week weekend month day days nights hours min easter thanksgiving asap soon later any time
""".split()  # noqa: SIM905 - a list of 90 words is easier to read as text
near_time = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@patient
@given(text=st.one_of(st.text(max_size=60), near_time), now=st.datetimes(timezones=st.just(ZONE)))
def test_no_text_breaks_the_reader_and_every_span_is_exact(text: str, now: datetime) -> None:
    context = Context(now=now)
    found = read(text, context)
    assert found == read(text, context)
    assert all(text[one.start : one.end] == one.words for one in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
    assert all(one.value is not None or one.problem for one in found)
    for one in found:
        assert (as_json(one) is None) == (one.value in {None, Soonest(), Anytime()})
        assert len(parts(one)) == 2
