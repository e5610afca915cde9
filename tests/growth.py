"""How much more work a longer text makes, in lines run and, for what patterns do out of sight, in processor time."""

import sys
import time
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


def seconds_taken(work: Callable[[str], object], words: str, times: int) -> float:
    """Return the processor time that a text takes, at best; no two are the same, so none is known already."""
    taken = []
    for more in range(3):
        text = words * (times + more)
        before = time.thread_time()
        work(text)
        taken.append(time.thread_time() - before)
    return min(taken)


def grows_evenly(work: Callable[[str], object], words: str, times: int = 40) -> bool:
    """Tell whether a text four times as long makes about four times the work, and not sixteen times."""
    work(words)  # what is made once is made now
    short, long = (lines_run(partial(work, words * count)) for count in (times, 4 * times))
    if long >= 6 * short:
        return False
    # Longer texts for the clock: what is measured has to be more than how exact the clock is.
    short_time, long_time = (seconds_taken(work, words, count * times) for count in (25, 100))
    return long_time < 9 * short_time
