"""How people write hours, lengths and prices, and how a change is told."""

from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from frontdesk.desk.editing.applying import applied
from frontdesk.desk.editing.changes import changes_between
from frontdesk.desk.editing.edits import Edit, RemoveService, SetClosedDays, SetHours
from frontdesk.desk.editing.settings import read_settings
from frontdesk.desk.editing.writing import (
    Unlike,
    id_from,
    length_text,
    price_text,
    read_length,
    read_price,
    read_shifts,
    shifts_text,
)
from frontdesk.scheduling.business import Shift
from tests.desk.settings import salon, settings_of, span


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        *(("45", 45), ("45 min", 45), ("45m", 45), ("1 h 30", 90), ("1h30", 90), ("1:30", 90), ("1.5 hours", 90)),
        *(("1,5 h", 90), ("2 hours", 120), ("1 hour 15 minutes", 75), (" 90 MINUTES ", 90)),
    ],
)
def test_lengths_are_read_as_people_write_them(text: str, minutes: int) -> None:
    assert read_length(text) == timedelta(minutes=minutes)
    assert read_length(length_text(timedelta(minutes=minutes))) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "soon", "0", "-5", "1 h 90 x", "30 hours", "0.01 hours"])
def test_what_is_no_length_is_refused_with_how_to_write_it(text: str) -> None:
    with pytest.raises(Unlike):
        read_length(text)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        *(("120", "120", "120"), ("$120", "120", "120"), ("120 USD", "120", "120"), ("free", "0", "0")),
        *(("300-600", "300", "600"), ("$300 to $600", "300", "600"), ("1,200.50", "1200.50", "1200.50")),
        *(("$300 \u2013 $600", "300", "600"), ("usd 99", "99", "99")),
    ],
)
def test_prices_are_read_as_people_write_them(text: str, low: str, high: str) -> None:
    price = read_price(text, "USD")
    assert price == (Decimal(low), Decimal(high))
    assert read_price(price_text(*price, "USD"), "USD") == price


@pytest.mark.parametrize("text", ["", "a lot", "600-300", "€120", "12.345", "-5", "1-2-3"])
def test_what_is_no_price_is_refused_with_how_to_write_it(text: str) -> None:
    with pytest.raises(Unlike):
        read_price(text, "USD")


def test_a_price_in_a_currency_without_a_sign_says_which() -> None:
    assert price_text(Decimal(80), Decimal(80), "CHF") == "80 CHF"
    assert read_price("80 CHF", "CHF") == (Decimal(80), Decimal(80))


@pytest.mark.parametrize(
    ("spans", "shifts"),
    [
        (["9-17"], span(9, 17)),
        (["9:00-12:30", "13.30 - 17"], (Shift(time(9), time(12, 30)), Shift(time(13, 30), time(17)))),
        (["9am-5 pm"], span(9, 17)),
        (["9h30-11"], (Shift(time(9, 30), time(11)),)),
        (["18-2"], (Shift(time(18), time(2)),)),
        (["0-24"], (Shift(time(0), time(0)),)),
        (["closed"], ()),
        ([""], ()),
    ],
)
def test_hours_are_read_as_people_write_them(spans: list[str], shifts: tuple[Shift, ...]) -> None:
    assert read_shifts(spans) == shifts
    assert read_shifts([shifts_text(shifts)]) == shifts


@pytest.mark.parametrize("spans", [["9"], ["17-9"], ["9-12", "11-15"], ["25-26"], ["noonish-5"]])
def test_what_is_no_span_of_hours_is_refused(spans: list[str]) -> None:
    with pytest.raises(Unlike):
        read_shifts(spans)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Café Spécial", "cafe_special"),
        ("3D lashes", "d_lashes"),
        ("按摩", "service"),
        ("Cut", "cut_2"),
        ("x" * 90, "x" * 60),
    ],
)
def test_something_new_has_an_id_of_its_own(name: str, made: str) -> None:
    assert id_from(name, {"cut"}, "service") == made


def told(folder: Path, edit: Edit) -> list[str]:
    before = settings_of(folder)
    return [change.sentence for change in changes_between(before, read_settings(applied(before, edit)))]


def test_a_change_is_told_in_words(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")
    week = settings_of(folder).business.hours.week
    later = {day: span(10, 18) if day < 4 else shifts for day, shifts in week.items()}
    assert told(folder, SetHours(None, later)) == ["Hours of Tuesday to Thursday: 9:00-18:00 became 10:00-18:00"]
    assert told(folder, SetHours("maria", week)) == ["Hours of Maria: those of the business became their own"]
    assert told(folder, SetClosedDays("tom", {date(2026, 12, 25): ()})) == [
        "Tom, Friday 25 December 2026: as every week became closed"
    ]
    assert told(folder, RemoveService("coloring")) == ["Service Coloring was removed"]
