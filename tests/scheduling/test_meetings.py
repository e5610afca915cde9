"""Meetings against each other and against the hours of a day: what clashes, and where there is room."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Hours, Shift
from frontdesk.scheduling.meetings import Entry, Meeting, first_clash, free_spans, starts_in
from frontdesk.scheduling.spans import Span

LONDON = ZoneInfo("Europe/London")
HOUR = timedelta(hours=1)
DAY = date(2025, 11, 28)
WEEK = Hours({day: (Shift(time(9), time(18)),) for day in range(5)})


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2025, 11, 28, hour, minute, tzinfo=UTC)


def entry(name: str, *hours: int, takes_time: bool = True) -> Entry:
    spans = tuple(Span(at(hour), at(hour) + HOUR) for hour in hours)
    return Entry(name, Meeting(name, spans[0].start, spans[0].end, LONDON), spans, takes_time=takes_time)


def test_the_first_occurrence_that_lies_over_something_is_told() -> None:
    wanted = [Span(at(9), at(10)), Span(at(13), at(14)), Span(at(15), at(16))]
    clash = first_clash(wanted, [entry("late", 15), entry("early", 10, 13)])
    assert clash is not None
    assert (clash.span.start, clash.over.id) == (at(13), "early")


def test_what_only_touches_is_noted_or_is_itself_is_not_in_the_way() -> None:
    wanted = [Span(at(10), at(11))]
    assert first_clash(wanted, [entry("before", 9), entry("after", 11)]) is None
    assert first_clash(wanted, [entry("birthday", 10, takes_time=False)]) is None
    assert first_clash(wanted, [entry("itself", 10)], besides="itself") is None


def test_room_is_within_the_hours_and_between_meetings() -> None:
    free = free_spans(WEEK, [DAY], LONDON, [Span(at(10), at(11)), Span(at(11, 20), at(17))])
    assert list(starts_in(free, HOUR, at(0))) == [at(9), at(17)]
    assert list(starts_in(free, timedelta(minutes=15), at(10, 50))) == [
        at(11),
        *(at(17, 15 * each) for each in range(4)),
    ]


def test_nothing_begins_before_now_and_starts_are_on_the_quarter() -> None:
    free = free_spans(WEEK, [DAY], LONDON, [])
    assert next(starts_in(free, HOUR, at(13, 7))) == at(13, 15)
    assert list(starts_in(free, HOUR, at(17, 1))) == []


def test_a_day_off_has_no_room() -> None:
    assert free_spans(WEEK, [date(2025, 11, 29)], LONDON, []) == ()
