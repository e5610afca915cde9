"""No guest keeps a desk busy by what they write: reading and understanding cost what a text is long, not its square.

Counted in processor time, which also sees the inside of patterns, and as what a text four times as long costs beside a
short one: a busy or a slow machine changes little about either.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from time import thread_time

import pytest

from frontdesk.desk.readers import LONGEST
from tests.language.hostile import UNITS, Work, listed_units, positions, readers

TIMES_AS_LONG = 4
TIMES_THE_WORK = 8  # at most; sixteen would be the square of what is four times as long
AT_ONCE = 0.04  # seconds: what takes no longer may grow as it likes
READ_WITHIN = 0.6  # seconds
UNDERSTOOD_WITHIN = 0.25  # seconds
RUNS, AGAIN = range(2), range(2, 5)  # each on a text that is shorter by so many characters
UNDERSTOOD = 2_000  # characters of a message that are understood
SHARE = 150  # every position hears one unit in so many; these hear all:
EVERYWHERE = ("idle", "choice", "confirm")
LISTED = tuple(listed_units())
LISTED_SHARE = 450  # everything reads an entry of one list in so many

READING, HEARING = readers(), positions()


@pytest.fixture(autouse=True, scope="module")
def settled() -> None:
    """Have what is made once be made, and keep it out of the garbage that is looked through."""
    for work in (*READING.values(), *HEARING.values()):
        work("hello, 3pm? ann@example.com 212 555 0111 $5 two people, yes no")
    gc.collect()
    gc.freeze()


def test_there_are_many_units_from_every_list() -> None:
    assert len(UNITS) >= 200
    assert len(set(LISTED)) >= 500


@pytest.mark.parametrize("name", READING)
def test_a_reader_costs_what_a_text_is_long(name: str) -> None:
    units = (*UNITS, *_share(LISTED, [*READING].index(name), LISTED_SHARE))
    assert list(_too_much(READING[name], units, LONGEST, READ_WITHIN)) == []


@pytest.mark.parametrize("name", HEARING)
def test_understanding_costs_what_a_text_is_long(name: str) -> None:
    place = [*HEARING].index(name)
    units = UNITS if name in EVERYWHERE else _share(UNITS, place, SHARE)
    units = (*units, *_share(LISTED, place, LISTED_SHARE))
    assert list(_too_much(HEARING[name], units, UNDERSTOOD, UNDERSTOOD_WITHIN)) == []


def _share(units: tuple[str, ...], place: int, among: int) -> tuple[str, ...]:
    return units[place % among :: among]


def _too_much(work: Work, units: Iterable[str], longest: int, most: float) -> Iterator[str]:
    """Name the units with which a long text takes too long, or too much longer than a short one."""
    for unit in units:
        long = _least(work, unit, longest, AT_ONCE)
        if long <= AT_ONCE:
            continue
        short = _least(work, unit, longest // TIMES_AS_LONG, 0)
        if long > most or long > TIMES_THE_WORK * short:  # or somebody else kept the processor's cache busy
            long = min(long, _least(work, unit, longest, AT_ONCE, AGAIN))
            short = max(short, _least(work, unit, longest // TIMES_AS_LONG, 0, AGAIN))
        if long > most or long > TIMES_THE_WORK * short:
            yield f"{unit!r}: {long:.3f} s for {longest} characters, {short:.3f} s for a quarter of them"


def _least(work: Callable[[str], object], unit: str, length: int, enough: float, runs: range = RUNS) -> float:
    """Return the least processor time of some runs, never on the same text; one that is short enough will do."""
    least = float("inf")
    for run in runs:
        text = (unit * length)[: length - run]
        begin = thread_time()
        work(text)
        least = min(least, thread_time() - begin)
        if least <= enough:
            break
    return least
