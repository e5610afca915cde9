"""What is taken, as sorted numbers: a diary has thousands of spans, and a search looks at all of its days."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple, TypeAlias

from frontdesk.scheduling.spans import Span, merge

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

Instant: TypeAlias = int  # a moment: microseconds since 1970


def instant(moment: datetime) -> Instant:
    """Return an aware moment as a number."""
    return (moment - EPOCH) // MICROSECOND


def moment_of(number: Instant) -> datetime:
    """Return the moment of a number, in UTC."""
    return EPOCH + number * MICROSECOND


class Attempt(NamedTuple):
    """A start that might be had, and from when until when it would take a resource, buffers included."""

    start: datetime
    taken_from: Instant
    taken_until: Instant


@dataclass(frozen=True, slots=True)
class Busy:
    """When one resource is taken, buffers included: in order, none over another, each start with its end."""

    starts: Sequence[Instant] = ()
    ends: Sequence[Instant] = ()

    def clear_of(self, attempts: Iterable[Attempt]) -> list[Attempt]:
        """Return the attempts of whose time nothing is taken."""
        starts, ends, count = self.starts, self.ends, len(self.starts)
        # The first to end after an attempt begins is the only one that can stand in its way.
        return [
            each
            for each in attempts
            if (after := bisect_right(ends, each.taken_from)) == count or starts[after] >= each.taken_until
        ]

    def spans(self) -> list[Span]:
        """Return the same as spans."""
        return [Span(moment_of(start), moment_of(end)) for start, end in zip(self.starts, self.ends, strict=True)]


# Asks what is taken around a day, by resource: a search looks at few of the days it may look at.
BusyAround: TypeAlias = Callable[[date], Mapping[str, Busy]]


# Asks how many places of a service are taken around a day, by `booking.moment_key`.
PlacesTaken: TypeAlias = Callable[[str, date], Mapping[str, int]]


def no_places_taken(_: str, __: date) -> Mapping[str, int]:
    """Say that nobody has a place."""
    return {}


def nothing_taken(_: date) -> Mapping[str, Busy]:
    """Say that nobody has booked anything."""
    return {}


def busy_with(spans: Iterable[Span]) -> Busy:
    """Return spans in any order as what is taken of a resource."""
    merged = merge(spans)
    return Busy([instant(each.start) for each in merged], [instant(each.end) for each in merged])
