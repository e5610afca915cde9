"""Every answer a search can get, and what it names instead of what was asked."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from frontdesk.scheduling.business import Business, Hours, Resource
from frontdesk.scheduling.find import find
from frontdesk.scheduling.findings import (
    ClosedDay,
    ClosedThen,
    ExactlyFree,
    Finding,
    Free,
    Full,
    NobodyDoes,
    NobodyIn,
    NoneInPart,
    OffGrid,
    Taken,
    TooFar,
    TooMany,
    TooSoon,
    UnknownService,
)
from frontdesk.scheduling.inquiry import MOST
from frontdesk.scheduling.search import Search, Times
from frontdesk.scheduling.spans import Span
from tests.scheduling.salon import (
    COLOUR,
    CUT,
    MAYA,
    MONDAY,
    NOW,
    OTTO,
    SUNDAY,
    WEEKDAYS,
    clock,
    diary,
    minutes,
    moment,
    salon,
    shift,
    span,
    starts,
)

DAY = timedelta(days=1)
FRIDAY = NOW.date()
TUESDAY = MONDAY + DAY
ANY_CUT = Search(("cut",), MONDAY, MONDAY)


def answer(
    search: Search,
    busy: Mapping[str, Sequence[Span]] | None = None,
    business: Business | None = None,
    now: datetime = NOW,
) -> Finding:
    return find(business or salon(), search, diary(busy or {}), now)


def both(*texts: str, day: date = MONDAY) -> dict[str, list[Span]]:
    """Return these times as taken for everyone."""
    taken = [span(day, text) for text in texts]
    return {"maya": taken, "otto": taken}


def test_free() -> None:
    finding = answer(replace(ANY_CUT, times=Times(clock("16:00"), None)))
    assert isinstance(finding, Free)
    assert starts(finding.openings) == ["16:00", "16:30"]


def test_days_are_given_whole_until_there_are_plenty() -> None:
    finding = answer(replace(ANY_CUT, last=MONDAY + 4 * DAY))
    assert isinstance(finding, Free)
    assert Counter(each.start.date() for each in finding.openings) == {MONDAY: 16, TUESDAY: 16}


def test_a_day_with_more_than_anyone_reads_is_cut() -> None:
    finding = answer(ANY_CUT, business=salon(services=[replace(CUT, grid=minutes(5))]))
    assert isinstance(finding, Free)
    assert len(finding.openings) == MOST
    assert starts(finding.openings)[:2] == ["09:00", "09:05"]


def test_exactly_free_with_the_rest_of_the_day() -> None:
    finding = answer(replace(ANY_CUT, at=clock("16:00")), both("09:00-15:30"))
    assert isinstance(finding, ExactlyFree)
    assert starts([finding.opening]) == ["16:00"]
    assert starts(finding.others) == ["15:30", "16:30"]


def test_a_time_on_several_days_is_free_on_each() -> None:
    finding = answer(replace(ANY_CUT, last=TUESDAY, at=clock("16:00")))
    assert isinstance(finding, Free)
    assert [each.start.date() for each in finding.openings] == [MONDAY, TUESDAY]


def test_taken_names_one_on_each_side() -> None:
    finding = answer(replace(ANY_CUT, at=clock("14:00")), both("13:30-14:30"))
    assert isinstance(finding, Taken)
    assert finding.at == moment(MONDAY, "14:00")
    assert starts(finding.nearest) == ["13:00", "14:30"]


def test_taken_names_one_on_each_side_also_where_two_on_one_side_are_nearer() -> None:
    finding = answer(replace(ANY_CUT, at=clock("14:00")), both("14:00-15:30"))
    assert isinstance(finding, Taken)
    assert starts(finding.nearest) == ["13:30", "15:30"]


def test_taken_at_the_end_of_the_day_names_two_before() -> None:
    finding = answer(replace(ANY_CUT, at=clock("16:30")), both("16:00-17:00"))
    assert isinstance(finding, Taken)
    assert starts(finding.nearest) == ["15:00", "15:30"]


def test_taken_on_a_full_day_names_the_next_at_that_time() -> None:
    finding = answer(replace(ANY_CUT, at=clock("14:00")), both("09:00-17:00"))
    assert isinstance(finding, Taken)
    assert [each.start for each in finding.nearest] == [moment(TUESDAY, "14:00")]


def test_taken_on_several_days_names_what_those_days_have() -> None:
    busy = {who: [span(MONDAY, "14:00-14:30"), span(TUESDAY, "14:00-14:30")] for who in ("maya", "otto")}
    finding = answer(replace(ANY_CUT, last=TUESDAY, at=clock("14:00")), busy)
    assert isinstance(finding, NoneInPart)
    assert finding.times == Times(clock("14:00"), clock("14:00"))
    assert {each.start.date() for each in finding.others} == {MONDAY, TUESDAY}
    assert [each.start for each in finding.later] == [moment(TUESDAY + DAY, "14:00")]


def test_off_the_grid_names_the_starts_around() -> None:
    finding = answer(replace(ANY_CUT, at=clock("15:10")))
    assert isinstance(finding, OffGrid)
    assert (finding.at, finding.grid) == (moment(MONDAY, "15:10"), minutes(30))
    assert starts(finding.nearest) == ["15:00", "15:30"]


def test_a_skipped_time_is_none_of_the_starts() -> None:
    spring = date(2026, 3, 8)
    business = salon(Hours({6: (shift("00:00-06:00"),)}))
    finding = answer(Search(("cut",), spring, spring, at=clock("02:30")), None, business, NOW - 10 * DAY)
    assert isinstance(finding, OffGrid)
    assert starts(finding.nearest) == ["01:30", "03:00"]


@pytest.mark.parametrize(("asked", "service", "last"), [("20:00", "cut", "16:30"), ("16:00", "colour", "15:30")])
def test_closed_then_names_the_first_and_last_start(asked: str, service: str, last: str) -> None:
    finding = answer(Search((service,), MONDAY, MONDAY, at=clock(asked)), {"otto": [span(MONDAY, "09:00-15:00")]})
    assert isinstance(finding, ClosedThen)
    assert (finding.at, finding.opens) == (moment(MONDAY, asked), moment(MONDAY, "09:00"))
    assert finding.last_start == moment(MONDAY, last)
    assert starts(finding.openings)[-1] == last


def test_closed_in_a_break() -> None:
    business = salon(replace(WEEKDAYS, breaks=(shift("12:00-13:00"),)))
    assert isinstance(answer(replace(ANY_CUT, at=clock("12:30")), None, business), ClosedThen)


def test_closed_on_that_day() -> None:
    finding = answer(Search(("cut",), SUNDAY, SUNDAY))
    assert isinstance(finding, ClosedDay)
    assert finding.nearest_open_days == (FRIDAY, MONDAY)
    assert finding.later[0].start == moment(MONDAY, "09:00")


def test_a_day_that_is_over_is_not_named_as_open() -> None:
    finding = answer(Search(("cut",), SUNDAY, SUNDAY), now=moment(FRIDAY, "18:00"))
    assert isinstance(finding, ClosedDay)
    assert finding.nearest_open_days == (MONDAY, TUESDAY)


def test_a_day_beyond_the_horizon_is_not_named_as_open() -> None:
    business = salon(services=[replace(CUT, horizon=2 * DAY)])
    assert answer(Search(("cut",), SUNDAY, SUNDAY), None, business) == ClosedDay(SUNDAY, SUNDAY, (FRIDAY,), ())


def test_closed_on_that_day_also_when_a_time_is_asked() -> None:
    assert isinstance(answer(Search(("cut",), SUNDAY, SUNDAY, at=clock("10:00"))), ClosedDay)


def test_nobody_in_on_that_day() -> None:
    off_monday = replace(OTTO, hours=Hours({1: (shift("09:00-17:00"),)}))
    finding = answer(Search(("colour",), MONDAY, MONDAY, provider="otto"), None, salon(resources=[MAYA, off_monday]))
    assert isinstance(finding, NobodyIn)
    assert finding.provider == "otto"
    assert finding.nearest_days == (TUESDAY, TUESDAY + 7 * DAY)
    assert finding.later[0].start == moment(TUESDAY, "09:00")


def test_full_names_the_next_day_that_has_some() -> None:
    busy = {who: [span(MONDAY, "09:00-17:00"), span(TUESDAY, "08:00-18:00")] for who in ("maya", "otto")}
    finding = answer(ANY_CUT, busy)
    assert isinstance(finding, Full)
    assert (finding.first, finding.last) == (MONDAY, MONDAY)
    assert {each.start.date() for each in finding.later} == {TUESDAY + DAY}


def test_full_keeps_the_part_of_day_where_it_can() -> None:
    finding = answer(replace(ANY_CUT, times=Times(clock("16:00"), None)), both("09:00-17:00"))
    assert isinstance(finding, Full)
    assert [each.start for each in finding.later] == [moment(TUESDAY, "16:00"), moment(TUESDAY, "16:30")]


def test_full_to_the_horizon_names_nothing() -> None:
    everything = [Span(NOW, NOW + 200 * DAY)]
    finding = answer(ANY_CUT, {"maya": everything, "otto": everything})
    assert finding == Full(MONDAY, MONDAY, ())


def test_none_in_that_part_of_the_day() -> None:
    finding = answer(replace(ANY_CUT, times=Times(clock("12:00"), None)), both("12:00-17:00"))
    assert isinstance(finding, NoneInPart)
    assert starts(finding.others) == ["09:00", "09:30", "10:00", "10:30", "11:00", "11:30"]
    assert finding.later[0].start == moment(TUESDAY, "12:00")


def test_past_times_are_too_soon_not_taken() -> None:
    for search in (
        Search(("cut",), FRIDAY, FRIDAY, at=clock("09:00")),
        Search(("cut",), FRIDAY, FRIDAY, at=clock("09:10")),
        Search(("cut",), FRIDAY, FRIDAY, at=clock("07:00")),
        Search(("cut",), FRIDAY, FRIDAY, times=Times(None, clock("10:00"))),
        Search(("cut",), FRIDAY - 90 * DAY, FRIDAY - 90 * DAY),
    ):
        finding = answer(search)
        assert isinstance(finding, TooSoon)
        assert finding.earliest is not None
        assert finding.earliest.start >= NOW


def test_closed_later_today_is_closed_and_not_too_soon() -> None:
    assert isinstance(answer(Search(("cut",), FRIDAY, FRIDAY, at=clock("20:00"))), ClosedThen)


def test_a_day_that_is_over_is_too_soon() -> None:
    finding = answer(Search(("cut",), FRIDAY, FRIDAY), now=moment(FRIDAY, "18:00"))
    assert isinstance(finding, TooSoon)
    assert finding.earliest is not None
    assert finding.earliest.start == moment(MONDAY, "09:00")


def test_sooner_than_the_notice() -> None:
    business = salon(services=[replace(CUT, notice=timedelta(days=3))])
    finding = answer(replace(ANY_CUT, at=clock("09:30")), None, business)
    assert isinstance(finding, TooSoon)
    assert finding.earliest is not None
    assert finding.earliest.start == moment(MONDAY, "10:00")


def test_full_on_the_last_bookable_day_names_nothing_later() -> None:
    last = (NOW + 90 * DAY).date()
    business = salon(Hours({day: (shift("09:00-17:00"),) for day in range(7)}))
    assert answer(Search(("cut",), last, last), both("09:00-17:00", day=last), business) == Full(last, last, ())


def test_days_without_an_end_are_cut_to_the_horizon() -> None:
    assert answer(Search(("cut",), date.min, date.max), None, salon(Hours({}))) == ClosedDay(
        FRIDAY, FRIDAY + 90 * DAY, (), ()
    )


def test_too_far() -> None:
    assert answer(Search(("cut",), date(2027, 1, 4), date(2027, 1, 4))) == TooFar(FRIDAY + 90 * DAY)


def test_an_unknown_service() -> None:
    assert answer(Search(("cut", "nails"), MONDAY, MONDAY)) == UnknownService("nails")


def test_a_provider_who_does_not_do_it() -> None:
    assert answer(Search(("colour",), MONDAY, MONDAY, provider="maya")) == NobodyDoes("colour", "maya", ("otto",))
    assert answer(replace(ANY_CUT, provider="zoe")) == NobodyDoes("cut", "zoe", ("maya", "otto"))


def test_nobody_is_left_when_the_only_one_is_ruled_out() -> None:
    search = Search(("colour",), MONDAY, MONDAY, without_providers=("otto",))
    assert answer(search) == NobodyDoes("colour", None, ("otto",))


def test_two_services_at_a_time_that_only_one_fits() -> None:
    finding = answer(Search(("cut", "colour"), MONDAY, MONDAY, at=clock("16:00")))
    assert isinstance(finding, ClosedThen)
    assert finding.last_start == moment(MONDAY, "15:00")


clocks = some.builds(time, some.integers(0, 23), some.sampled_from([0, 10, 30]))
office_times = some.builds(time, some.integers(9, 16), some.sampled_from([0, 30]))
times = some.builds(Times, some.none() | clocks, some.none() | clocks)
searches = some.builds(
    lambda services, first, length, at, within, provider: Search(
        services, FRIDAY + first * DAY, FRIDAY + (first + length) * DAY, within, at, provider
    ),
    some.sampled_from([("cut",)] * 3 + [("colour",), ("cut", "colour"), ("nails",)]),
    some.integers(-1, 5) | some.integers(-3, 95),
    some.sampled_from([0, 0, 0, 3]),
    some.none() | office_times | clocks,
    some.just(Times()) | times,
    some.sampled_from([None] * 5 + ["maya", "otto", "zoe"]),
)
taken = some.lists(some.tuples(some.integers(0, 5), some.integers(1, 100)), max_size=8)


def sorted_spans(pairs: list[tuple[int, int]]) -> list[Span]:
    """Lay the gaps and lengths end to end, in half hours from now on."""
    spans, at = [], NOW
    for gap, length in pairs:
        start = at + minutes(30 * gap)
        at = start + minutes(30 * length)
        spans.append(Span(start, at))
    return spans


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(searches, taken, taken, some.sampled_from([0, 0, 0, 350, 1000, 5000]))
def test_every_search_has_an_answer_and_says_free_only_of_what_was_asked(
    search: Search, maya: list[tuple[int, int]], otto: list[tuple[int, int]], later: int
) -> None:
    now = NOW + minutes(later)
    business = salon(resources=[MAYA, OTTO, Resource("chair", "Chair", kind="chair")], services=[CUT, COLOUR])
    finding = answer(search, {"maya": sorted_spans(maya), "otto": sorted_spans(otto)}, business, now)
    match finding:
        case Free(openings):
            assert openings
            assert all(search.first <= each.start.date() <= search.last for each in openings)
            assert all(search.allows(each.start.time()) and each.start >= now for each in openings)
        case ExactlyFree(opening, others):
            assert opening.start.time() == search.at
            assert opening not in others
        case Taken(_, nearest) | OffGrid(_, _, nearest):
            assert len(nearest) <= 2
            assert all(each.start.time() != search.at or each.start.date() > search.last for each in nearest)
        case ClosedThen(at, opens, last_start, _):
            assert opens <= last_start
            assert at.date() == opens.date()
        case ClosedDay(first, last, nearest_days, _) | NobodyIn(first, last, _, nearest_days, _):
            assert not any(first <= each <= last for each in nearest_days)
        case Full(_, last, openings):
            assert all(each.start.date() > last for each in openings)
        case NoneInPart(_, others, _):
            assert not any(search.allows(each.start.time()) for each in others)
        case TooSoon(earliest):
            assert earliest is None or earliest.start >= now
        case TooFar(last_day):
            assert search.first > last_day
        case UnknownService(service) | TooMany(service):  # nobody said how many come
            assert service == "nails"
        case NobodyDoes(_, provider, who):
            assert provider not in who
