"""Spans against the plainest model there is: sets of minutes."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from frontdesk.scheduling.spans import Span, holds, merge, overlaps, without

START = datetime(2026, 3, 16, tzinfo=UTC)
LENGTH = 60


def span(start: int, end: int) -> Span:
    return Span(START + timedelta(minutes=start), START + timedelta(minutes=end))


def minutes_of(spans: Iterable[Span]) -> set[int]:
    """Return the minutes the spans cover, counted one by one."""
    each = list(spans)
    return {
        minute
        for minute in range(LENGTH)
        if any(one.start <= START + timedelta(minutes=minute) < one.end for one in each)
    }


bounds = some.integers(0, LENGTH)
spans = some.tuples(bounds, bounds).map(sorted).map(lambda pair: span(*pair))
several = some.lists(spans, max_size=6)


@given(several)
def test_merging_keeps_every_minute_and_leaves_nothing_touching(given_spans: list[Span]) -> None:
    merged = merge(given_spans)
    assert minutes_of(merged) == minutes_of(given_spans)
    assert all(one.end < other.start for one, other in pairwise(merged))
    assert all(each.start < each.end for each in merged)


@given(several, several)
def test_without_takes_out_exactly_the_busy_minutes(given_spans: list[Span], busy: list[Span]) -> None:
    left = without(given_spans, busy)
    assert minutes_of(left) == minutes_of(given_spans) - minutes_of(busy)
    assert left == merge(left)


@given(spans, spans)
def test_overlapping_is_sharing_a_minute(one: Span, other: Span) -> None:
    assert overlaps(one, other) == bool(minutes_of([one]) & minutes_of([other]))


@given(spans.filter(lambda each: each.start < each.end), several)
def test_within_one_merged_span_is_having_all_its_minutes(one: Span, others: list[Span]) -> None:
    assert holds(merge(others), one.start, one.end) == (minutes_of([one]) <= minutes_of(others))


def test_spans_that_touch_do_not_overlap() -> None:
    assert not overlaps(span(0, 30), span(30, 60))


def test_an_hour_that_comes_twice_is_two_hours() -> None:
    zone = ZoneInfo("America/New_York")
    twice = Span(datetime(2026, 11, 1, 1, tzinfo=zone), datetime(2026, 11, 1, 1, tzinfo=zone, fold=1))
    assert twice.end - twice.start == timedelta(hours=1)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        Span(datetime(2026, 3, 16, 9), datetime(2026, 3, 16, 10))  # noqa: DTZ001 - that is the point


def test_a_span_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(ValueError, match="ends before it starts"):
        span(10, 5)
