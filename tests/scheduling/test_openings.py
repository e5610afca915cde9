"""Openings by example: grid, buffers, breaks, nights, clock changes, notice, horizon, wishes, rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from frontdesk.scheduling.business import Business, Hours, Resource
from frontdesk.scheduling.busy import Busy, nothing_taken
from frontdesk.scheduling.openings import openings, stands
from frontdesk.scheduling.search import Opening, Search, Times, provider_of
from frontdesk.scheduling.spans import Span
from tests.scheduling.salon import (
    COLOUR,
    CUT,
    MAYA,
    MONDAY,
    NOW,
    OTTO,
    SUNDAY,
    WASH,
    WEEKDAYS,
    ZONE,
    clock,
    diary,
    minutes,
    moment,
    salon,
    shift,
    span,
    starts,
)

NOTHING: Mapping[str, Sequence[Span]] = {}
ANY_CUT = Search(("cut",), MONDAY, MONDAY)


def found(
    business: Business, search: Search, busy: Mapping[str, Sequence[Span]] = NOTHING, now: datetime = NOW
) -> list[Opening]:
    return list(openings(business, search, diary(busy), now))


def short_day(*shifts: str) -> Hours:
    return Hours({day: tuple(map(shift, shifts)) for day in range(7)})


def test_every_start_of_the_day_by_the_first_who_is_free() -> None:
    answer = found(salon(short_day("09:00-11:00")), ANY_CUT, {"maya": [span(MONDAY, "09:30-10:30")]})
    assert starts(answer) == ["09:00", "09:30", "10:00", "10:30"]
    assert [each.resources for each in answer] == [("maya",), ("otto",), ("otto",), ("maya",)]


def test_an_opening_shows_the_wall_clock_with_its_offset() -> None:
    (first, *_) = found(salon(), ANY_CUT)
    assert first.start.isoformat() == "2026-03-16T09:00:00-04:00"
    assert first.end.isoformat() == "2026-03-16T09:30:00-04:00"


def test_a_service_must_end_before_closing() -> None:
    assert starts(found(salon(), Search(("colour",), MONDAY, MONDAY)))[-1] == "15:30"


def test_starts_are_counted_from_the_opening_of_the_day_across_breaks() -> None:
    hours = replace(short_day("09:10-12:00", "13:00-14:30"), breaks=(shift("10:00-10:30"),))
    assert starts(found(salon(hours), ANY_CUT)) == ["09:10", "10:40", "11:10", "13:10", "13:40"]


def test_buffers_keep_clear_of_bookings_but_may_lie_outside_the_hours() -> None:
    business = salon(short_day("09:00-12:00"), resources=[MAYA])
    answer = found(business, Search(("wash",), MONDAY, MONDAY), {"maya": [span(MONDAY, "10:00-10:30")]})
    assert starts(answer) == ["09:00", "11:00", "11:30"]


def test_buffers_outside_the_hours_keep_clear_of_what_is_taken_there() -> None:
    business = salon(short_day("09:00-10:30"), resources=[MAYA])
    busy = {"maya": [span(MONDAY, "08:00-08:50"), span(MONDAY, "10:40-11:00")]}
    assert starts(found(business, Search(("wash",), MONDAY, MONDAY), busy)) == ["09:30"]


def test_bookings_that_touch_do_not_clash() -> None:
    busy = {"otto": [span(MONDAY, "09:00-09:30"), span(MONDAY, "10:00-17:00")], "maya": [span(MONDAY, "08:00-18:00")]}
    assert starts(found(salon(), ANY_CUT, busy)) == ["09:30"]


def test_a_room_and_a_provider_are_both_needed() -> None:
    rooms = [Resource("blue", "Blue room", kind="room"), Resource("red", "Red room", kind="room")]
    business = salon(short_day("09:00-11:00"), [replace(CUT, needs=("provider", "room"))], [MAYA, *rooms])
    busy = {"blue": [span(MONDAY, "09:30-11:00")], "red": [span(MONDAY, "10:00-10:30")]}
    answer = found(business, ANY_CUT, busy)
    assert [(f"{each.start:%H:%M}", each.resources) for each in answer] == [
        ("09:00", ("maya", "blue")),
        ("09:30", ("maya", "red")),
        ("10:30", ("maya", "red")),
    ]
    assert {provider_of(business, each.parts[0]) for each in answer} == {"maya"}


def test_a_provider_works_when_both_they_and_the_business_do() -> None:
    early = replace(MAYA, hours=short_day("07:00-10:00"))
    business = salon(replace(WEEKDAYS, exceptions={MONDAY: (shift("08:30-12:00"),)}), resources=[early])
    assert starts(found(business, ANY_CUT)) == ["08:30", "09:00", "09:30"]
    assert found(business, replace(ANY_CUT, first=SUNDAY, last=SUNDAY)) == []


def test_a_wish_for_a_provider_is_kept() -> None:
    answer = found(salon(), replace(ANY_CUT, provider="otto"), {"otto": [span(MONDAY, "09:00-16:30")]})
    assert [(f"{each.start:%H:%M}", each.resources) for each in answer] == [("16:30", ("otto",))]


def test_a_provider_who_does_not_do_it_has_no_openings() -> None:
    assert found(salon(), Search(("colour",), MONDAY, MONDAY, provider="maya")) == []
    assert found(salon(), replace(ANY_CUT, provider="nobody")) == []


def test_a_provider_can_be_ruled_out() -> None:
    answer = found(salon(), replace(ANY_CUT, without_providers=("maya",)))
    assert {each.resources for each in answer} == {("otto",)}


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        (Times(clock("15:30"), None), ["15:30", "16:00", "16:30"]),
        (Times(None, clock("10:00")), ["09:00", "09:30"]),
        (Times(clock("11:00"), clock("12:00")), ["11:00", "11:30"]),
        (Times(clock("16:00"), clock("00:00")), ["16:00", "16:30"]),
        (Times(clock("16:30"), clock("09:30")), ["09:00", "16:30"]),
        (Times(clock("11:00"), clock("11:00")), ["11:00"]),
        (Times(clock("17:00"), None), []),
    ],
)
def test_a_wish_for_times_is_about_the_start(times: Times, expected: list[str]) -> None:
    assert starts(found(salon(), replace(ANY_CUT, times=times))) == expected


def test_times_can_be_ruled_out() -> None:
    search = replace(
        ANY_CUT,
        times=Times(clock("14:00"), None),
        without_times=(Times(clock("15:00"), clock("15:00")), Times(clock("16:00"), None)),
    )
    assert starts(found(salon(), search)) == ["14:00", "14:30", "15:30"]


def test_days_can_be_ruled_out() -> None:
    week = replace(ANY_CUT, last=MONDAY + timedelta(days=2), at=clock("14:30"))
    others = found(salon(), replace(week, without_days=(MONDAY, MONDAY + timedelta(days=1))))
    assert [each.start.date() for each in others] == [MONDAY + timedelta(days=2)]


def test_part_of_one_day_can_be_ruled_out() -> None:
    search = replace(
        ANY_CUT,
        last=MONDAY + timedelta(days=1),
        times=Times(None, clock("10:00")),
        without_spans=((moment(MONDAY, "08:00"), moment(MONDAY, "09:30")),),
    )
    assert starts(found(salon(), search)) == ["09:30", "09:00", "09:30"]


def test_an_exact_time() -> None:
    assert starts(found(salon(), replace(ANY_CUT, at=clock("14:30")))) == ["14:30"]


def test_nothing_past_and_nothing_sooner_than_the_notice() -> None:
    now = moment(MONDAY, "15:20")
    assert starts(found(salon(), ANY_CUT, now=now)) == ["15:30", "16:00", "16:30"]
    hurried = salon(services=[replace(CUT, notice=minutes(40))])
    assert starts(found(hurried, ANY_CUT, now=now)) == ["16:00", "16:30"]
    assert found(salon(), ANY_CUT, now=now + timedelta(days=1)) == []


def test_the_horizon_includes_its_whole_last_day() -> None:
    business = salon(services=[replace(CUT, horizon=timedelta(days=3))])
    answer = found(business, replace(ANY_CUT, last=MONDAY + timedelta(days=5)))
    assert {each.start.date() for each in answer} == {MONDAY}
    assert starts(answer)[-1] == "16:30"


def test_a_night_shift_is_on_two_days_of_the_calendar() -> None:
    friday = date(2026, 3, 20)
    business = salon(Hours({4: (shift("22:15-01:00"),)}))
    assert starts(found(business, Search(("cut",), friday, friday))) == ["22:15", "22:45", "23:15", "23:45"]
    saturday = friday + timedelta(days=1)
    assert starts(found(business, Search(("cut",), saturday, saturday))) == ["00:15"]


def test_open_around_the_clock_a_service_may_run_past_midnight() -> None:
    business = salon(short_day("00:00-00:00"))
    answer = found(business, Search(("colour",), MONDAY, MONDAY, times=Times(clock("22:30"), None)))
    assert starts(answer) == ["22:30", "23:00", "23:30"]
    assert answer[-1].end.isoformat() == "2026-03-17T01:00:00-04:00"


def test_no_start_in_an_hour_that_is_skipped() -> None:
    spring = date(2026, 3, 8)
    answer = found(salon(short_day("01:00-04:00")), Search(("cut",), spring, spring), now=NOW - timedelta(days=10))
    assert starts(answer) == ["01:00", "01:30", "03:00", "03:30"]


def test_an_hour_that_comes_twice_can_be_booked_twice() -> None:
    autumn = date(2026, 11, 1)
    now = datetime(2026, 10, 30, tzinfo=ZONE)
    answer = found(salon(short_day("01:00-02:30"), resources=[MAYA]), Search(("cut",), autumn, autumn), now=now)
    assert [each.start.isoformat()[11:] for each in answer] == [
        "01:00:00-04:00",
        "01:30:00-04:00",
        "01:00:00-05:00",
        "01:30:00-05:00",
        "02:00:00-05:00",
    ]
    taken = {"maya": [Span(answer[2].start, answer[2].end)]}
    again = found(salon(short_day("01:00-02:30"), resources=[MAYA]), Search(("cut",), autumn, autumn), taken, now)
    assert again == [*answer[:2], *answer[3:]]


def test_now_may_be_given_in_any_zone() -> None:
    now = moment(MONDAY, "15:20").astimezone(ZoneInfo("Asia/Tokyo"))
    assert starts(found(salon(), ANY_CUT, now=now)) == ["15:30", "16:00", "16:30"]


def test_days_are_computed_only_when_reached() -> None:
    busy = diary({"maya": [span(MONDAY, "09:00-17:00")], "otto": [span(MONDAY, "09:00-17:00")]})
    asked = set()

    def counted(day: date) -> Mapping[str, Busy]:
        asked.add(day)
        return busy(day)

    first = next(openings(salon(), replace(ANY_CUT, last=MONDAY + timedelta(days=80)), counted, NOW))
    assert first.start == moment(MONDAY + timedelta(days=1), "09:00")
    assert asked == {MONDAY, MONDAY + timedelta(days=1)}


def test_a_service_that_needs_nobody_still_keeps_to_the_hours() -> None:
    business = salon(short_day("09:00-10:00"), [replace(COLOUR, needs=(), duration=minutes(45))])
    (only,) = found(business, Search(("colour",), MONDAY, MONDAY))
    assert (only.start.time(), only.resources) == (time(9), ())


def test_a_service_longer_than_a_day_needs_the_doors_open_throughout() -> None:
    long = replace(CUT, duration=timedelta(hours=30), grid=timedelta(hours=12))
    assert starts(found(salon(short_day("00:00-00:00"), [long]), ANY_CUT)) == ["00:00", "12:00"]
    longer = replace(long, duration=timedelta(hours=60))
    assert starts(found(salon(short_day("00:00-00:00"), [longer]), ANY_CUT)) == ["00:00", "12:00"]
    assert found(salon(services=[long]), ANY_CUT) == []


def test_a_grid_that_does_not_move_on_is_refused() -> None:
    with pytest.raises(ValueError, match="does not move on"):
        found(salon(services=[replace(CUT, grid=timedelta())]), ANY_CUT)


def test_a_search_that_cannot_mean_anything_is_refused() -> None:
    with pytest.raises(ValueError, match="no service"):
        Search((), MONDAY, MONDAY)
    with pytest.raises(ValueError, match="ends before"):
        Search(("cut",), MONDAY, SUNDAY)


def test_the_order_of_the_file_decides_not_the_order_of_the_alphabet() -> None:
    answer = found(salon(resources=[OTTO, MAYA]), ANY_CUT)
    assert {each.resources for each in answer} == {("otto",)}
    assert WASH.id not in OTTO.services


def test_an_opening_stands_until_something_changes() -> None:
    business = salon()
    (opening,) = found(business, replace(ANY_CUT, at=clock("14:00")))
    assert stands(business, opening, diary({"maya": [span(MONDAY, "13:00-14:00")]}), NOW)
    assert not stands(business, opening, diary({"maya": [span(MONDAY, "13:00-14:15")]}), NOW)
    assert not stands(business, opening, nothing_taken, moment(MONDAY, "14:01"))
    assert not stands(business, opening, nothing_taken, NOW - timedelta(days=120))
    assert not stands(
        salon(short_day("09:00-14:00"), resources=[replace(MAYA, hours=WEEKDAYS)]), opening, nothing_taken, NOW
    )
    assert not stands(salon(short_day("09:00-14:00")), opening, nothing_taken, NOW)
    assert not stands(salon(resources=[OTTO]), opening, nothing_taken, NOW)
    assert not stands(salon(services=[COLOUR]), opening, nothing_taken, NOW)
    assert not stands(salon(services=[replace(CUT, duration=minutes(45))]), opening, nothing_taken, NOW)
    assert not stands(salon(resources=[replace(MAYA, services=("wash",))]), opening, nothing_taken, NOW)
