"""A search that reads the diary as it goes finds what is in the whole of it, and reads no more than it needs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count, groupby

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from frontdesk.desk.actions.calls import Call
from frontdesk.desk.actions.diary_pages import busy_for
from frontdesk.desk.visitor import Visitor
from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.find import find
from frontdesk.scheduling.search import Search, Times
from frontdesk.scheduling.spans import Span, merge
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.rows import Holder
from tests.scheduling.salon import MONDAY, NOW, clock, diary, salon, span

DAY = timedelta(days=1)
STEP = timedelta(minutes=15)
NUMBERS = count()


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """Give a store in memory; each example is a business of its own in it."""
    with open_store("sqlite://") as opened:
        yield opened


def fresh_salon() -> Business:
    return replace(salon(), id=f"salon{next(NUMBERS)}")


def call_in(unit: Unit, business: Business) -> Call:
    return Call(unit, business, NOW, Visitor(1, "web", vouched=False), "asking", 1, {})


def take(unit: Unit, business: Business, taken: Mapping[str, Sequence[Span]]) -> None:
    claims = [Claim(who, each.start, each.end) for who, spans in taken.items() for each in spans]
    assert unit.claims.hold(Holder(business.id, "other", 1), claims, NOW + 90 * DAY, NOW) is not None


def days(first: int, last: int) -> Search:
    return Search(("cut",), MONDAY + first * DAY, MONDAY + last * DAY)


some_spans = some.lists(
    some.builds(
        lambda day, step, length: Span(
            datetime(2026, 3, 13 + day, 8, tzinfo=NOW.tzinfo) + step * STEP,
            datetime(2026, 3, 13 + day, 8, tzinfo=NOW.tzinfo) + (step + length) * STEP,
        ),
        some.integers(0, 17),
        some.integers(0, 36),
        some.integers(1, 200),
    ),
    max_size=10,
).map(merge)
searches = some.builds(
    lambda services, first, length, times, at, who: Search(
        services, MONDAY + first * DAY, MONDAY + (first + length) * DAY, times, at, who
    ),
    some.sampled_from([("cut",), ("colour",), ("wash",), ("cut", "colour")]),
    some.integers(-4, 10),
    some.integers(0, 20),
    some.sampled_from([Times(), Times(clock("15:00"), None)]),
    some.sampled_from([None, None, clock("14:00"), clock("14:10")]),
    some.sampled_from([None, None, "maya", "otto"]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(maya=some_spans, otto=some_spans, search=searches)
def test_what_is_found_is_what_the_whole_diary_has(
    store: Store, maya: tuple[Span, ...], otto: tuple[Span, ...], search: Search
) -> None:
    business, taken = fresh_salon(), {"maya": maya, "otto": otto}

    def look(unit: Unit) -> object:
        take(unit, business, taken)
        return find(business, search, busy_for(call_in(unit, business), search), NOW)

    assert store.run_sync(look) == find(business, search, diary(taken), NOW)


def test_more_days_are_read_each_time_and_none_beyond_the_last_before_it_is_reached(store: Store) -> None:
    business, search = fresh_salon(), days(0, 4)

    def look(unit: Unit) -> list[int]:
        around = busy_for(call_in(unit, business), search)
        pages = [around(MONDAY + distance * DAY) for distance in range(9)]
        return [len(list(same)) for _, same in groupby(pages, key=id)]

    assert store.run_sync(look) == [1, 2, 2, 4]  # the third would have four days, were the fifth not the last


def test_only_those_are_read_who_do_what_is_wanted(store: Store) -> None:
    business = fresh_salon()
    everyone = {who: (span(MONDAY, "09:00-10:00"),) for who in ("maya", "otto")}

    def look(unit: Unit) -> set[str]:
        take(unit, business, everyone)
        return set(busy_for(call_in(unit, business), replace(days(0, 0), services=("colour",)))(MONDAY))

    assert store.run_sync(look) == {"otto"}
