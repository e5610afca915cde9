"""No guest keeps a desk busy by what they write: reading and understanding cost what a text is long, not its square.

Counted in processor time, which also sees the inside of patterns, and as what a text four times as long costs beside a
short one. A busy or a slow machine changes little about either, and what seems too much is measured again.
"""

import gc
import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count

import pytest

from frontdesk.desk.readers import LONGEST
from tests.growth import least_seconds, takes_longer_than, takes_too_much_longer
from tests.language.hostile import UNITS, Work, listed_units, positions, readers

TIMES_AS_LONG = 4
TIMES_THE_WORK = 8  # at most; sixteen would be the square of what is four times as long
AT_ONCE = 0.04  # seconds: what takes no longer may grow as it likes
READ_WITHIN = 0.6  # seconds, or as many more as the machine is slower
UNDERSTOOD_WITHIN = 0.25  # seconds, likewise
RUNS = 2  # each on a text that is shorter by a character than the one before
UNDERSTOOD = 2_000  # characters of a message that are understood
SHARE = 150  # every position hears one unit in so many, but for these, so that each unit is heard twice at least:
SHARES = {"idle": UNITS, "choice": UNITS[::2], "confirm": UNITS[1::2]}
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
    units = SHARES.get(name) or _share(UNITS, place, SHARE)
    units = (*units, *_share(LISTED, place, LISTED_SHARE))
    assert list(_too_much(HEARING[name], units, UNDERSTOOD, UNDERSTOOD_WITHIN)) == []


def test_a_reader_that_looks_to_the_end_from_each_place_is_found() -> None:
    (found,) = _too_much(partial(re.findall, "(?=.*z)"), ("a",), 20_000, READ_WITHIN)
    assert "for a quarter of them" in found


def _share(units: tuple[str, ...], place: int, among: int) -> tuple[str, ...]:
    return units[place % among :: among]


def _too_much(work: Work, units: Iterable[str], longest: int, most: float) -> Iterator[str]:
    """Name the units with which a long text takes too long, or too much longer than a short one."""
    for unit in units:
        shorter = count()  # never the same text: one that was read before may be known
        long = partial(_least, work, unit, longest, shorter)
        short = partial(_least, work, unit, longest // TIMES_AS_LONG, shorter)
        first = long(1)  # what is far below its bar is measured once
        if first <= AT_ONCE:
            continue
        if first > most and takes_longer_than(most, long):
            yield f"{unit!r}: {first:.3f} s for {longest} characters"
        if first > TIMES_THE_WORK * short() and takes_too_much_longer(short, long, TIMES_THE_WORK):
            yield f"{unit!r}: {first:.3f} s for {longest} characters, {short():.3f} s for a quarter of them"


def _least(work: Work, unit: str, length: int, shorter: Iterator[int], runs: int = RUNS) -> float:
    """Return the least processor time of some runs, never on the same text."""
    return least_seconds(work, ((unit * length)[: length - next(shorter)] for _ in range(runs)))
