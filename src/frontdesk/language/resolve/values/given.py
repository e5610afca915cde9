"""A value in a message: the words it rests on, and how it is meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Value


class Stance(StrEnum):
    """How a value is meant."""

    WANTED = "wanted"
    EXCLUDED = "excluded"
    PAST = "past"
    ASKED = "asked"
    BOOKED = "booked"  # it says which booking is meant
    ELSEWHERE = "elsewhere"  # it says when something else is
    THEIRS = "theirs"  # it names somebody who is with the guest


@dataclass(frozen=True, slots=True)
class Given:
    """A value in a message, by the kind of slot that could take it."""

    kind: str
    value: Value | None
    words: str
    start: int
    end: int
    problem: Problem | None = None
    candidates: tuple[Value, ...] = ()
    stance: Stance = Stance.WANTED

    def overlaps(self, other: Given) -> bool:
        """Tell whether both rest on some of the same words."""
        return self.start < other.end and other.start < self.end


def apart(found: Iterable[Given], taken: Sequence[Given]) -> list[Given]:
    """Leave out what rests on words of `taken`; in one pass, since a long text has many of both."""
    if not taken:
        return list(found)
    if len(taken) == 1:
        return [given for given in found if not given.overlaps(taken[0])]
    spans = sorted((given.start, given.end) for given in taken)
    starts = [start for start, _ in spans]
    ends = list(accumulate((end for _, end in spans), max))
    return [
        given for given in found if not ((before := bisect_left(starts, given.end)) and ends[before - 1] > given.start)
    ]
