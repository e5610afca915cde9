"""How much more work a longer text makes, in lines run and, for what patterns do out of sight, in processor time.

Lines are the same on every machine. Processor time is not: whoever else runs keeps the caches busy. So the least of
several runs counts, nothing is cleaned up meanwhile, and what seems to grow too fast is measured again: noise makes an
even growth look steep once or twice, and the square of a length looks steep every time.
"""

import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

RUNS = 3  # the least of them counts
MEASUREMENTS = 6  # that all have to say that it grows too fast
TIMES_THE_TIME = 9  # at most, for four times the text: even growth is four times, the square is sixteen
KNOWN_WORK = 0.00125  # seconds that it takes on a usual machine


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


def least_seconds(work: Callable[[str], object], texts: Iterable[str], enough: float = 0) -> float:
    """Return the least processor time that one of these texts takes; one that is quick enough ends the search."""
    least = float("inf")
    with _nothing_cleaned_up():
        for text in texts:
            before = time.thread_time()
            work(text)
            least = min(least, time.thread_time() - before)
            if least <= enough:
                break
    return least


def takes_too_much_longer(short: Callable[[], float], long: Callable[[], float], most: float) -> bool:
    """Tell whether the long text takes `most` times as long as the short one, however often it is measured."""
    return all(long() >= most * short() for _ in range(MEASUREMENTS))


def takes_longer_than(seconds: float, taken: Callable[[], float]) -> bool:
    """Tell whether work takes longer than so many seconds of a usual machine, however often it is measured."""
    return all(taken() > seconds * _slowness() for _ in range(MEASUREMENTS))


def grows_evenly(work: Callable[[str], object], words: str, times: int = 40) -> bool:
    """Tell whether a text four times as long makes about four times the work, and not sixteen times."""
    work(words)  # what is made once is made now
    short, long = (lines_run(partial(work, words * count)) for count in (times, 4 * times))
    if long >= 6 * short:
        return False
    # Longer texts for the clock: what is measured has to be more than how exact the clock is.
    short_time, long_time = (partial(_seconds_taken, work, words, count * times) for count in (25, 100))
    return not takes_too_much_longer(short_time, long_time, TIMES_THE_TIME)


def _seconds_taken(work: Callable[[str], object], words: str, times: int) -> float:
    # No two are the same, so none is known already.
    return least_seconds(work, (words * (times + more) for more in range(RUNS)))


def _slowness() -> float:
    """Return how many times as long as usual this machine takes at the moment for work that is known, at least 1."""
    return max(1, least_seconds(_known_work, [""] * RUNS) / KNOWN_WORK)


def _known_work(_text: str) -> int:
    return sum(number % 7 for number in range(50_000))


@contextmanager
def _nothing_cleaned_up() -> Iterator[None]:
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
