"""Durations, hours, prices, days: how they may be written, and what is refused."""

from datetime import date, time, timedelta
from decimal import Decimal
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.flows.reading import kinds
from frontdesk.flows.reading.kinds import Kind, Wrong
from frontdesk.scheduling.business import Shift

T = TypeVar("T")


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (kinds.DURATION, "30 minutes", minutes(30)),
        (kinds.DURATION, "45m", minutes(45)),
        (kinds.DURATION, "24 hours", minutes(24 * 60)),
        (kinds.DURATION, "1h30m", minutes(90)),
        (kinds.DURATION, "1 hour and 15 minutes", minutes(75)),
        (kinds.DURATION, "1.5 hours", minutes(90)),
        (kinds.DURATION, "2 weeks", timedelta(weeks=2)),
        (kinds.DURATION, "none", minutes(0)),
        (kinds.LENGTH, "30", minutes(30)),
        (kinds.LENGTH, "1 day", timedelta(days=1)),
        (kinds.SHIFT, "9-19", Shift(time(9), time(19))),
        (kinds.SHIFT, "9:30 - 12:15", Shift(time(9, 30), time(12, 15))),
        (kinds.SHIFT, "9am-7pm", Shift(time(9), time(19))),
        (kinds.SHIFT, "12am to 12pm", Shift(time(0), time(12))),
        (kinds.SHIFT, "18-2", Shift(time(18), time(2))),
        (kinds.SHIFT, "20:00-24:00", Shift(time(20), time(0))),
        (kinds.SHIFTS, "9-12, 13-19", (Shift(time(9), time(12)), Shift(time(13), time(19)))),
        (kinds.SHIFTS, "closed", ()),
        (kinds.WEEKDAYS, "mon", (0,)),
        (kinds.WEEKDAYS, "mon-fri", (0, 1, 2, 3, 4)),
        (kinds.WEEKDAYS, "sat-mon", (5, 6, 0)),
        (kinds.WEEKDAYS, "Monday, wed, fri-sat", (0, 2, 4, 5)),
        (kinds.WEEKDAYS, "daily", (0, 1, 2, 3, 4, 5, 6)),
        (kinds.PRICE, "300", (Decimal(300), Decimal(300))),
        (kinds.PRICE, "300-600", (Decimal(300), Decimal(600))),
        (kinds.PRICE, "$1,200.50", (Decimal("1200.50"), Decimal("1200.50"))),
        (kinds.PRICE, "free", (Decimal(0), Decimal(0))),
        (kinds.FRACTION, "half", Decimal("0.5")),
        (kinds.FRACTION, "50%", Decimal("0.5")),
        (kinds.FRACTION, "0.25", Decimal("0.25")),
        (kinds.DATE, "2028-02-29", date(2028, 2, 29)),
        (kinds.BOOLEAN, "yes", True),
        (kinds.BOOLEAN, "False", False),
        (kinds.COUNT, "5", 5),
    ],
)
def test_is_read(kind: Kind[object], text: str, value: object) -> None:
    assert kind.read(text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (kinds.DURATION, "30"),
        (kinds.DURATION, "a while"),
        (kinds.DURATION, "5 minutes or so"),
        (kinds.DURATION, "-5 minutes"),
        (kinds.DURATION, "999999999 weeks"),
        (kinds.LENGTH, "0"),
        (kinds.SHIFT, "9-7"),  # nine in the morning to seven in the morning is hardly meant
        (kinds.SHIFT, "9"),
        (kinds.SHIFT, "9-25"),
        (kinds.SHIFT, "9:60-10"),
        (kinds.SHIFT, "13pm-14pm"),
        (kinds.SHIFT, "9-12-15"),
        (kinds.SHIFTS, "9-12, 11-19"),
        (kinds.SHIFTS, "13-19, 9-12"),
        (kinds.SHIFTS, ""),
        (kinds.WEEKDAYS, "mo"),
        (kinds.WEEKDAYS, "mon-wed-fri"),
        (kinds.PRICE, "600-300"),
        (kinds.PRICE, "cheap"),
        (kinds.PRICE, "1,20"),
        (kinds.FRACTION, "50"),
        (kinds.FRACTION, "-0.5"),
        (kinds.DATE, "2026-02-29"),
        (kinds.DATE, "25.12.2026"),
        (kinds.BOOLEAN, "maybe"),
        (kinds.COUNT, "0"),
        (kinds.COUNT, "\u0663"),
        (kinds.ZONE, "Mars/Olympus"),
        (kinds.ZONE, "../etc/passwd"),
        (kinds.ZONE, "America"),
        (kinds.REGION, "us"),
        (kinds.ID, "Botox"),
        (kinds.EMAIL, "nobody"),
        (kinds.TEXT, " "),
    ],
)
def test_is_refused(kind: Kind[object], text: str) -> None:
    assert isinstance(kind.read(text), Wrong)


def test_a_zone_is_suggested() -> None:
    assert kinds.ZONE.read("America/NewYork") == Wrong(suggestion="America/New_York")


every = [kind for kind in vars(kinds).values() if isinstance(kind, Kind)]


@given(kind=st.sampled_from(every), text=st.text(alphabet="0123456789-:., amphdw$%+/", max_size=12))
def test_nothing_that_is_written_raises(kind: Kind[object], text: str) -> None:
    assert kind.read(text) is not None


@given(st.integers(0, 23 * 60 + 59), st.integers(1, 12 * 60))
def test_a_shift_is_read_as_written(start: int, length: int) -> None:
    end = start + length
    text = f"{start // 60}:{start % 60:02}-{end // 60 % 24}:{end % 60:02}"
    expected = Shift(time(start // 60, start % 60), time(end // 60 % 24, end % 60))
    assert kinds.SHIFT.read(text) == expected
