"""Spans of time and their arithmetic: half-open, always in UTC."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to but not including `end`; any aware time is taken and kept in UTC."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        # Python compares two times of one zone by the wall clock, which is wrong in an hour that comes twice.
        if self.start.tzinfo is not UTC:
            object.__setattr__(self, "start", in_utc(self.start))
        if self.end.tzinfo is not UTC:
            object.__setattr__(self, "end", in_utc(self.end))
        if self.end < self.start:
            raise ValueError(f"A span ends before it starts: {self.start} to {self.end}")


def in_utc(moment: datetime) -> datetime:
    """Return the same moment in UTC; a time without a zone is nobody's moment and is refused."""
    if moment.utcoffset() is None:
        raise ValueError(f"A time without a zone: {moment}")
    return moment.astimezone(UTC)


def elapsed(start: datetime, end: datetime) -> timedelta:
    """Return the time that goes by between two moments; Python's difference in one zone is that of the wall clock."""
    return in_utc(end) - in_utc(start)


def overlaps(one: Span, other: Span) -> bool:
    """Say whether the two share any time; spans that only touch do not."""
    return max(one.start, other.start) < min(one.end, other.end)


def holds(spans: Iterable[Span], start: datetime, end: datetime) -> bool:
    """Say whether one of `spans` holds all of the time from `start` to `end`, both in UTC."""
    for each in spans:  # noqa: SIM110 - asked for every start of a day; `any` takes twice as long
        if each.start <= start and end <= each.end:
            return True
    return False


def merge(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the same time as sorted spans that neither overlap nor touch; empty ones vanish."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda each: each.start):
        if span.start == span.end:
            continue
        if merged and span.start <= merged[-1].end:
            if span.end > merged[-1].end:
                merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return tuple(merged)


def without(spans: Iterable[Span], busy: Iterable[Span]) -> tuple[Span, ...]:
    """Return the time of `spans` that is not in `busy`."""
    left: list[Span] = []
    taken = merge(busy)
    for span in merge(spans):
        start = span.start
        for each in taken:
            if each.end <= start:
                continue
            if each.start >= span.end:
                break
            if each.start > start:
                left.append(Span(start, each.start))
            start = each.end
        if start < span.end:
            left.append(Span(start, span.end))
    return tuple(left)
