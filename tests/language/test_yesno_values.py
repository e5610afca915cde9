"""A yes counts only for the values that the desk named: another day, time or number is a no."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from frontdesk.language import yesno
from frontdesk.language.reading import Context

NOW = datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York"))  # a Monday
TABLE = "You want a table for 2 on March 5th at 7 pm, is that correct?"
STAY = "So that's one queen room for two adults, checking in June 12 and out June 15. Correct?"
MEETING = "A 30 minute meeting with Omar on Tuesday, March 10 at 1 PM. Should I send it?"
TODAY = "Your visit is on March 2nd at noon, right?"


def answer(text: str, said: str) -> str:
    return yesno.read(text, Context(now=NOW, said=said)).answer


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (TABLE, "yes, for two"),
        (TABLE, "yes, Thursday at 7"),
        (TABLE, "yes the 5th of March"),
        (TABLE, "yes, and one more thing: do you have parking?"),
        (STAY, "yep, 12th to 15th"),
        (STAY, "yes, two adults, 3 nights"),
        (STAY, "yes, call me at 212 555 0177"),
        (MEETING, "yup tuesday 1pm"),
        (MEETING, "works 4 me"),
        (TODAY, "yes, today at 12"),
    ],
)
def test_the_same_value_in_other_words_is_no_change(said: str, text: str) -> None:
    assert answer(text, said) == "yes"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (TABLE, "Make it for 4 people"),
        (TABLE, "there's 3 of us"),
        (TABLE, "the 6th of March please"),
        (TABLE, "yes, at half past 8"),
        (TABLE, "yes, on Friday"),
        (STAY, "till the 16th"),
        (STAY, "Three adults actually"),
        (STAY, "it should be a king"),
        (STAY, "yes, two queen rooms"),
        (MEETING, "make it 45 mins"),
        (MEETING, "push it to 3"),
        (MEETING, "without Omar"),
        (TODAY, "yes, tomorrow"),
    ],
)
def test_another_value_is_a_no(said: str, text: str) -> None:
    assert answer(text, said) == "no"


@pytest.mark.parametrize("text", ["is it one hour or two?", "does it seat 4?"])
def test_a_value_that_is_asked_about_is_no_change(text: str) -> None:
    assert answer(text, TABLE) == "unclear"
