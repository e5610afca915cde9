"""Several services on one day: back to back where possible, in either order, or else as close as can be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import combinations, pairwise, permutations, product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from frontdesk.scheduling.booking import claims
from frontdesk.scheduling.business import Business, Hours, Resource, Service
from frontdesk.scheduling.openings import openings
from frontdesk.scheduling.search import Opening, Search, Times
from frontdesk.scheduling.spans import Span, merge, overlaps
from tests.scheduling.salon import (
    COLOUR,
    CUT,
    MAYA,
    MONDAY,
    NOW,
    OTTO,
    WASH,
    ZONE,
    clock,
    diary,
    minutes,
    moment,
    salon,
    shift,
    span,
)

BOTH = Search(("cut", "colour"), MONDAY, MONDAY)


def hours(text: str) -> Hours:
    return Hours({0: (shift(text),)})


def shown(opening: Opening) -> list[tuple[str, ...]]:
    return [(part.service, f"{part.start:%H:%M}", *part.resources) for part in opening.parts]


def found(business: Business, search: Search, busy: Mapping[str, Sequence[Span]] | None = None) -> list[Opening]:
    return list(openings(business, search, diary(busy or {}), NOW))


def test_the_given_order_is_preferred_and_parts_touch() -> None:
    answer = found(salon(hours("09:00-11:30")), BOTH)
    assert [shown(each) for each in answer] == [
        [("cut", "09:00", "maya"), ("colour", "09:30", "otto")],
        [("cut", "09:30", "maya"), ("colour", "10:00", "otto")],
    ]
    assert answer[0].end == moment(MONDAY, "11:00")
    assert answer[0].resources == ("maya", "otto")


def test_the_other_order_is_taken_where_only_it_fits() -> None:
    busy = {"maya": [span(MONDAY, "09:00-10:30")], "otto": [span(MONDAY, "10:30-12:00")]}
    (only,) = found(salon(hours("09:00-11:00")), BOTH, busy)
    assert shown(only) == [("colour", "09:00", "otto"), ("cut", "10:30", "maya")]


def test_a_day_without_room_back_to_back_gives_the_smallest_gap() -> None:
    busy = {"maya": [span(MONDAY, "09:00-17:00")], "otto": [span(MONDAY, "10:30-11:30"), span(MONDAY, "13:00-17:00")]}
    answer = found(salon(hours("09:00-17:00")), BOTH, busy)
    # 11:30 to 13:00 holds the colour alone; a cut at 10:00 is the nearest to it.
    assert [shown(each) for each in answer] == [
        [("colour", "09:00", "otto"), ("cut", "11:30", "otto")],
        [("cut", "10:00", "otto"), ("colour", "11:30", "otto")],
    ]


def test_a_later_second_part_is_taken_where_it_brings_the_third_nearer() -> None:
    services = [Service(name, name, minutes(length)) for name, length in (("one", 30), ("two", 45), ("three", 30))]
    resources = [Resource(f"for {each.id}", "", services=(each.id,)) for each in services]
    busy = {
        "for one": [span(MONDAY, "09:30-17:00")],
        "for two": [span(MONDAY, "09:00-10:00"), span(MONDAY, "11:15-17:00")],
        "for three": [span(MONDAY, "09:00-11:15"), span(MONDAY, "12:45-17:00")],
    }
    (only,) = found(
        salon(services=services, resources=resources), Search(("one", "two", "three"), MONDAY, MONDAY), busy
    )
    assert [f"{part.start:%H:%M}" for part in only.parts] == ["09:00", "10:30", "11:15"]


def test_one_resource_for_both_keeps_its_buffers_between() -> None:
    business = salon(hours("09:00-11:00"), [CUT, WASH], [MAYA])
    search = Search(("wash", "cut"), MONDAY, MONDAY)
    answer = found(business, search)
    assert shown(answer[0]) == [("wash", "09:00", "maya"), ("cut", "09:45", "maya")]
    two = salon(hours("09:00-11:00"), [CUT, WASH], [MAYA, OTTO])
    assert shown(found(two, search)[0]) == [("wash", "09:00", "maya"), ("cut", "09:30", "otto")]


def test_a_wish_for_a_provider_binds_what_that_provider_does() -> None:
    answer = found(salon(), replace(BOTH, provider="maya"))
    assert {part.resources for each in answer for part in each.parts if part.service == "cut"} == {("maya",)}
    assert {part.resources for each in answer for part in each.parts if part.service == "colour"} == {("otto",)}


def test_wished_times_are_about_the_start_of_the_whole() -> None:
    answer = found(salon(), replace(BOTH, times=Times(clock("14:00"), None)))
    assert [f"{each.start:%H:%M}" for each in answer] == ["14:00", "14:30", "15:00"]


def test_the_same_service_twice_is_two_parts() -> None:
    answer = found(salon(hours("09:00-10:00")), Search(("cut", "cut"), MONDAY, MONDAY))
    assert [shown(each) for each in answer] == [[("cut", "09:00", "maya"), ("cut", "09:30", "maya")]]


def test_the_notice_of_every_service_is_kept() -> None:
    slow = replace(COLOUR, notice=timedelta(days=3))
    business = salon(services=[CUT, slow])
    now = moment(MONDAY, "10:00") - timedelta(days=3)
    answer = list(openings(business, BOTH, diary({}), now))
    assert f"{answer[0].start:%H:%M}" == "09:30"  # the cut may start before the notice of the colour is over


def test_four_services_keep_the_given_order() -> None:
    search = Search(("colour", "cut", "wash", "cut"), MONDAY, MONDAY)
    answer = found(salon(), search)
    assert answer
    assert {tuple(part.service for part in each.parts) for each in answer} == {search.services}


OPENS = moment(MONDAY, "09:00").astimezone(UTC)
CLOSES = moment(MONDAY, "12:30").astimezone(UTC)


def candidates(order: Sequence[Service], first: datetime) -> Iterator[tuple[datetime, ...]]:
    """Return every way to time the services in this order: at once, after buffers, or on the grid."""
    end = first + order[0].duration
    if end > CLOSES:
        return
    if len(order) == 1:
        yield (first,)
        return
    grid = {OPENS + step * order[1].grid for step in range((CLOSES - OPENS) // order[1].grid)}
    for start in {end, end + order[0].after + order[1].before, *grid}:
        if start >= end:
            yield from ((first, *rest) for rest in candidates(order[1:], start))


def bookable(
    business: Business, order: Sequence[Service], times: Sequence[datetime], busy: Mapping[str, Sequence[Span]]
) -> bool:
    """Try every resource for every part."""
    able = [
        [each.id for each in business.resources.values() if not each.services or service.id in each.services]
        for service in order
    ]
    shown_spans = [Span(start, start + service.duration) for service, start in zip(order, times, strict=True)]
    claimed = [
        Span(each.start - service.before, each.end + service.after)
        for service, each in zip(order, shown_spans, strict=True)
    ]
    return any(
        not any(overlaps(one, taken) for who, one in zip(chosen, claimed, strict=True) for taken in busy[who])
        and not any(
            one_who == other_who and overlaps(one, other)
            for (one_who, one), (other_who, other) in combinations(zip(chosen, claimed, strict=True), 2)
        )
        for chosen in product(*able)
    )


def is_tight(order: Sequence[Service], times: Sequence[datetime]) -> bool:
    """Say whether nothing but buffers lies between the parts."""
    ends = [start + service.duration for service, start in zip(order, times, strict=True)]
    pauses = [one.after + other.before for one, other in pairwise(order)]
    gaps = [start - end for end, start in zip(ends, times[1:], strict=False)]
    return all(gap in {timedelta(), pause} for gap, pause in zip(gaps, pauses, strict=True))


def plans(
    business: Business, search: Search, busy: Mapping[str, Sequence[Span]]
) -> Iterator[tuple[datetime, timedelta]]:
    """Try everything: when each plan starts that can be booked, and how long it takes if it is not back to back."""
    for order in permutations(business.services[each] for each in search.services):
        for step in range((CLOSES - OPENS) // order[0].grid):
            for times in candidates(order, OPENS + step * order[0].grid):
                if bookable(business, order, times, busy):
                    length = times[-1] + order[-1].duration - times[0]
                    yield times[0], timedelta() if is_tight(order, times) else length


def check(opening: Opening, business: Business, busy: Mapping[str, Sequence[Span]]) -> None:
    """Check that an opening could be booked as it stands."""
    taken = claims(business, opening)
    assert all(one.end <= other.start for one, other in pairwise(opening.parts))
    for one, other in combinations(taken, 2):
        assert one.resource != other.resource or not overlaps(Span(one.start, one.end), Span(other.start, other.end))
    for one in taken:
        assert not any(overlaps(Span(one.start, one.end), each) for each in busy[one.resource])


buffers = some.sampled_from([0, 0, 15]).map(minutes)


@some.composite
def days(draw: some.DrawFn) -> tuple[Business, Search, dict[str, tuple[Span, ...]]]:
    names = ["one", "two", "three"][: draw(some.integers(2, 3))]
    services = [
        Service(name, name, minutes(draw(some.sampled_from([30, 45]))), before=draw(buffers), after=draw(buffers))
        for name in names
    ]
    resources = [
        Resource(f"r{index}", "", services=tuple(draw(some.lists(some.sampled_from(names), unique=True))))
        for index in range(3)
    ]
    midnight = datetime.combine(MONDAY, time(9), tzinfo=ZONE)
    bookings = some.lists(some.tuples(some.integers(0, 13), some.integers(1, 3)), min_size=2, max_size=5)
    busy = {
        each.id: merge(
            Span(midnight + minutes(15 * start), midnight + minutes(15 * (start + length)))
            for start, length in draw(bookings)
        )
        for each in resources
    }
    return salon(hours("09:00-12:30"), services, resources), Search(tuple(names), MONDAY, MONDAY), busy


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(days())
def test_what_is_found_is_bookable_and_nothing_closer_is_missed(
    day: tuple[Business, Search, dict[str, tuple[Span, ...]]],
) -> None:
    business, search, busy = day
    answer = found(business, search, busy)
    for each in answer:
        check(each, business, busy)
    every = set(plans(business, search, busy))
    best = min((gap for _, gap in every), default=None)
    assert [each.start for each in answer] == sorted({start for start, gap in every if gap == best})
