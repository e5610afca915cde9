"""What is taken, as numbers, says the same as the spans it was made of."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as some

from frontdesk.scheduling.busy import Attempt, busy_with, instant, moment_of
from frontdesk.scheduling.spans import Span, merge, overlaps

START = datetime(2026, 3, 2, tzinfo=UTC)
MINUTE = timedelta(minutes=1)

zones = some.sampled_from(
    [UTC, ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu")]
)
moments = some.timedeltas(timedelta(days=-40_000), timedelta(days=60_000)).map(lambda distance: START + distance)
spans = some.builds(
    lambda start, length: Span(START + start * MINUTE, START + (start + length) * MINUTE),
    some.integers(0, 600),
    some.integers(1, 90),
)


@given(moments, zones)
def test_a_moment_and_its_number_are_the_same_in_every_zone(moment: datetime, zone: ZoneInfo) -> None:
    assert moment_of(instant(moment.astimezone(zone))) == moment
    assert instant(moment + datetime.resolution) == instant(moment) + 1


@given(some.lists(spans))
def test_spans_come_back_sorted_and_joined(taken: list[Span]) -> None:
    assert busy_with(taken).spans() == list(merge(taken))


@given(some.lists(spans), some.lists(spans))
def test_an_attempt_is_clear_if_nothing_that_is_taken_overlaps_it(taken: list[Span], wanted: list[Span]) -> None:
    attempts = [Attempt(each.start, instant(each.start), instant(each.end)) for each in wanted]
    clear = busy_with(taken).clear_of(attempts)
    expected = [not any(overlaps(each, other) for other in taken) for each in wanted]
    assert clear == [attempt for attempt, is_clear in zip(attempts, expected, strict=True) if is_clear]
