"""What measures growth sees it wherever the work is done: in lines of ours, and inside a pattern."""

import re
from collections.abc import Callable

import pytest

from tests.growth import grows_evenly


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
