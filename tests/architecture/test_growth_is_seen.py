"""What measures growth sees it wherever the work is done: in lines of ours, and inside a pattern."""

import re
from collections.abc import Callable

import pytest

from tests.growth import KNOWN_WORK, MEASUREMENTS, grows_evenly, takes_longer_than, takes_too_much_longer


def looks_once(text: str) -> object:
    return [word for word in text.split() if re.match("z", word)]


def looks_at_all_words_for_each_word(text: str) -> object:
    words = text.split()
    found = 0
    for one in words:
        for other in words:
            found += one == other
    return found


def looks_to_the_end_from_each_place(text: str) -> object:
    return re.findall("(?=.*z)", text)


@pytest.mark.parametrize(
    ("work", "evenly"),
    [(looks_once, True), (looks_at_all_words_for_each_word, False), (looks_to_the_end_from_each_place, False)],
)
def test_what_grows_with_the_square_is_told_from_what_grows_evenly(
    work: Callable[[str], object], *, evenly: bool
) -> None:
    assert grows_evenly(work, "please ", times=10) is evenly


@pytest.mark.parametrize(
    ("times", "too_much"),
    [([4.0], False), ([16.0] * MEASUREMENTS, True), ([30.0, 20.0, 10.0, 4.0], False)],
    ids=["even", "always too much", "noise at first"],
)
def test_only_what_takes_too_long_each_time_it_is_measured_counts(times: list[float], *, too_much: bool) -> None:
    measured = iter(times)
    assert takes_too_much_longer(lambda: 1.0, lambda: next(measured), most=9) is too_much
    assert next(measured, None) is None


def test_a_limit_in_seconds_is_that_of_a_machine_as_slow_as_this_one() -> None:
    assert takes_longer_than(KNOWN_WORK, lambda: float("inf"))
    assert not takes_longer_than(KNOWN_WORK, lambda: KNOWN_WORK)
