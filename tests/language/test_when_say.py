"""Whatever is said about a time is read back as the same time, in every style."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.values import Anytime, Days, Moments, Soonest, Times
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.readers.when import When, read, say

ZONES = [ZoneInfo(name) for name in ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo")]

patient = settings(deadline=None)  # a busy machine is no failure
styles = st.sampled_from(list(Style))
clocks = st.times().map(lambda at: at.replace(microsecond=0))
minutes = clocks.map(lambda at: at.replace(second=0))
years = st.integers(min_value=2020, max_value=2040)
days = st.dates(min_value=date(2015, 1, 1), max_value=date(2045, 12, 31))


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    zone = draw(st.sampled_from(ZONES))
    region = draw(st.sampled_from(["US", "GB", "DE", "JP"]))
    return Context(
        now=datetime.combine(date(draw(years), 6, 1), time(10), zone)
        + draw(st.timedeltas(timedelta(0), timedelta(365))),
        region=region,
    )


def moment(day: date, at: time, context: Context) -> datetime:
    """Return the wall-clock time in the context's zone; times that the clock skips are assumed away."""
    made = datetime.combine(day, at, tzinfo=context.now.tzinfo)
    assume(
        made.astimezone(ZoneInfo("UTC")).astimezone(context.now.tzinfo).replace(tzinfo=None)
        == made.replace(tzinfo=None)
    )
    return made


def read_back(value: When, context: Context, style: Style) -> list[When | None]:
    return [found.value for found in read(say(value, context, style), context)]


@patient
@given(day=days, context=contexts(), style=styles)
def test_a_day_is_read_back(day: date, context: Context, style: Style) -> None:
    assert read_back(day, context, style) == [day]


@patient
@given(at=clocks, context=contexts(), style=styles)
def test_a_time_is_read_back(at: time, context: Context, style: Style) -> None:
    assert read_back(at, context, style) == [at]


@patient
@given(day=days, at=clocks, context=contexts(), style=styles)
def test_a_moment_is_read_back(day: date, at: time, context: Context, style: Style) -> None:
    value = moment(day, at, context)
    assert read_back(value, context, style) == [value]


@patient
@given(start=days, length=st.integers(1, 400), context=contexts(), style=styles)
def test_days_are_read_back(start: date, length: int, context: Context, style: Style) -> None:
    end = start + timedelta(days=length)
    for value in (Days(start, end), Days(start, None), Days(None, end)):
        assert read_back(value, context, style) == [value]


@patient
@given(start=minutes, end=minutes, context=contexts(), style=styles)
def test_times_are_read_back(start: time, end: time, context: Context, style: Style) -> None:
    for value in (Times(start, end), Times(start, None), Times(None, end)):
        assert read_back(value, context, style) == [value]


@patient
@given(start=days, length=st.integers(0, 20), first=minutes, last=minutes, context=contexts(), style=styles)
def test_moments_are_read_back(
    start: date, length: int, first: time, last: time, context: Context, style: Style
) -> None:
    begins, ends = moment(start, first, context), moment(start + timedelta(days=length), last, context)
    assume(begins < ends)
    for value in (Moments(begins, ends), Moments(begins, None), Moments(None, ends)):
        assert read_back(value, context, style) == [value]


@patient
@given(length=st.timedeltas(timedelta(0), timedelta(days=5000)), context=contexts(), style=styles)
def test_a_length_is_read_back(length: timedelta, context: Context, style: Style) -> None:
    whole = timedelta(seconds=int(length.total_seconds()))
    assert read_back(whole, context, style) == [whole]


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("wish", [Soonest(), Anytime()])
def test_a_wish_is_read_back(wish: Soonest | Anytime, style: Style) -> None:
    assert read_back(wish, Context(now=datetime(2025, 11, 18, 10, tzinfo=ZONES[0])), style) == [wish]


def test_each_style_has_its_own_words() -> None:
    context = Context(now=datetime(2025, 11, 18, 10, tzinfo=ZONES[0]))
    value = datetime(2025, 11, 25, 15, 30, tzinfo=ZONES[0])
    assert say(value, context, Style.RICH) == "Tuesday, November 25 at 3:30 PM"
    assert say(value, context, Style.SPOKEN) == "Tuesday, November 25th at 3:30 PM"
    assert say(value, context, Style.SHORT) == "Tue Nov 25 at 3:30pm"
