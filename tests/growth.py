"""How much more work a longer text makes, counted in lines run: a busy machine changes nothing about it."""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines that `work` runs, each round of a loop anew."""
    lines = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:  # noqa: ANN401 - as the interpreter has it
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def grows_evenly(work: Callable[[str], object], words: str, times: int = 40) -> bool:
    """Tell whether a text four times as long makes about four times the work, and not sixteen times."""
    work(words)  # what is made once is made now
    short, long = (lines_run(partial(work, words * count)) for count in (times, 4 * times))
    return long < 6 * short
