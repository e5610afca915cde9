"""Telephone numbers, typed and spoken."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers import phone
from frontdesk.language.readers.reading import Context, Problem, Style

CONTEXT = Context(now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("15555550178", "+15555550178"),
        ("+1 212 555 0177", "+12125550177"),
        ("+1-555-123-4567", "+15551234567"),
        ("call 312-555-0143 please", "+13125550143"),
        ("(212) 555-0120.", "+12125550120"),
        ("kim@ray.org (212 555 0120)", "+12125550120"),
        ("Kim Ray (kim@ray.org, 212 555 0120)", "+12125550120"),
        ("Kim Ray (kim@ray.org / (212) 555-0120)", "+12125550120"),
        ("212.555.0120 ext 12", "+12125550120"),
        ("( 212 ) 555 0120", "+12125550120"),
        ("+44 (0)20 7946 0018", "+442079460018"),
        ("yes, it's Kim Ray, +1 212 555 0177", "+12125550177"),
        ("five five five, one two three, double four five six", "+15551234456"),
        ("two one two five five five oh one seven seven", "+12125550177"),
        ("two one two, five fifty-five, zero one seventy-seven", "+12125550177"),
        ("two one two five five five oh one seven seven, no wait, seven eight", "+12125550178"),
        ("212 555 0177, sorry, oh one seven nine", "+12125550179"),
        ("212 555 0177 oh sorry 0176", "+12125550176"),
        ("212 555 0177, actually eleven would be better", "+12125550177"),
        ("eight hundred five five five twelve thirty four", "+18005551234"),
        ("area code two one two, 555 oh one two oh", "+12125550120"),
    ],
)
def test_a_number_is_read(text: str, number: str) -> None:
    assert [(found.value, found.problem) for found in phone.read(text, CONTEXT)] == [(number, None)]


@pytest.mark.parametrize(
    "text",
    [
        "123",
        "12345678901234567",
        "2025-11-19",
        "20251119",
        "11/19/2025",
        "LOTUS-0004",
        "$3125550143",
        "at 10:30",
        "1,234,567",
        "4111 1111 1111 1111",
        "4111111111111111",
        "account number 12345678",
        "911-67-0060",
        "0.000000012",
        "2 people at 3",
    ],
)
def test_other_numbers_are_not_phones(text: str) -> None:
    assert phone.read(text, CONTEXT) == ()


@pytest.mark.parametrize(("text", "problem"), [("212-555-01200", Problem.IMPOSSIBLE), ("555-0143", Problem.AMBIGUOUS)])
def test_a_number_that_cannot_be_called_has_a_problem(text: str, problem: Problem) -> None:
    assert [found.problem for found in phone.read(text, CONTEXT)] == [problem]


def test_the_region_decides() -> None:
    british = Context(now=CONTEXT.now, region="GB")
    assert [found.value for found in phone.read("020 7946 0018", british)] == ["+442079460018"]


@given(st.text() | st.from_regex(r"[0-9 ()+./-]{0,30}", fullmatch=True))
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in phone.read(text, CONTEXT):
        assert found.words == text[found.start : found.end]


@pytest.mark.parametrize("text", ["000-000-0000", "111 111 1111", "(999) 999-9999", "0000000000", "+1 222 222 2222"])
def test_a_number_that_is_nobodys_is_refused(text: str) -> None:
    (found,) = phone.read(text, CONTEXT)
    assert found.problem is Problem.IMPOSSIBLE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("212 555 0143, no wait, 0144", "+12125550144"),
        ("212-555-0143 sorry 99", "+12125550199"),
        ("it's 212 555 0143, I mean 555 0144", "+12125550143"),
        ("212 555 0143, sorry, 0144 please", "+12125550144"),
        ("212 555 0143, actually 11 would be better", "+12125550143"),
        ("212 555 0143 sorry 330 suits me better", "+12125550143"),
        ("212 555 0143, no, 4 is better", "+12125550143"),
    ],
)
def test_the_last_digits_may_be_said_anew(text: str, value: str) -> None:
    assert phone.read(text, CONTEXT)[0].value == value


NUMBERS = st.from_regex(r"\+1[2-9][0-9]{2}[2-9][0-9]{6}", fullmatch=True).filter(lambda said: len(set(said[2:])) > 1)


@given(NUMBERS, st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(number: str, style: Style) -> None:
    assert [found.value for found in phone.read(phone.say(number, CONTEXT, style), CONTEXT)] == [number]
