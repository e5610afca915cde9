"""The numbers of a desk, from real conversations: the funnel, the period before, hours where the business is."""

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from frontdesk.desk.numbers import FunnelStage, Numbers, hours_of, numbers_of, period_of
from frontdesk.storage.counting import QUARTER
from frontdesk.storage.rows import TroubleKind
from tests.faults.desks import NOW, WANTED, desk_on, med_spa, talk

NEW_YORK = ZoneInfo("America/New_York")
KATHMANDU = ZoneInfo("Asia/Kathmandu")  # a quarter of an hour off


def quarter(moment: datetime) -> int:
    return int(moment.timestamp()) // QUARTER


def counted(url: str) -> Numbers:
    async def lived() -> Numbers:
        async with desk_on(url) as desk:
            await talk(desk, "greets", "hello")
            await talk(desk, "wants", "book a hydrafacial")
            await talk(desk, "is puzzling", "book a hydrafacial", "asdf qwer")
            await talk(desk, "is asked", WANTED)
            await talk(desk, "books", WANTED, "yes")
            await talk(desk, "asks", "which bank do you use?")
            business = desk.house.business
            period = period_of(business, NOW + timedelta(minutes=1), 7)
            return await numbers_of(desk.store, business, period)

    return asyncio.run(lived())


def test_a_conversation_counts_for_all_that_it_came_by(database_url: str) -> None:
    numbers = counted(database_url)
    reached = {stage: figure.now for stage, figure in numbers.stages.items()}
    assert reached == {
        FunnelStage.BEGUN: 6,
        FunnelStage.WANTED: 5,
        FunnelStage.OFFERED: 2,
        FunnelStage.ASKED: 2,
        FunnelStage.BOOKED: 1,
    }
    assert (numbers.bookings.now, numbers.messages_per_booking.now) == (1, 2)
    assert numbers.troubles[TroubleKind.ASKED_AGAIN].now == 1
    assert {name: figure.now for name, figure in numbers.asked_about.items()} == {"day": 1}
    assert {name: figure.now for name, figure in numbers.reasons.items()} == {"question": 1}
    assert numbers.messages.now == 8
    assert numbers.hours[1][10] == 8  # Tuesday, 10 AM in New York
    assert numbers.messages.share is None


def test_a_period_is_compared_with_the_same_stretch_before_it() -> None:
    period = period_of(med_spa().business, datetime(2025, 11, 5, 15, tzinfo=UTC), 7)
    assert period.now.start == datetime(2025, 10, 30, 0, tzinfo=NEW_YORK)
    assert period.before.start == datetime(2025, 10, 23, 0, tzinfo=NEW_YORK)
    # Clocks were turned back in between: ten in the morning is ten in the morning.
    assert period.before.end == datetime(2025, 10, 29, 10, tzinfo=NEW_YORK)


def test_hours_are_those_on_the_wall_across_clock_changes() -> None:
    before = datetime(2025, 11, 1, 9, tzinfo=NEW_YORK)  # a Saturday, in summer time
    after = datetime(2025, 11, 8, 9, 45, tzinfo=NEW_YORK)  # a week later, in winter time
    table = hours_of({quarter(before): 2, quarter(after): 3}, NEW_YORK)
    assert table[5][9] == 5
    assert sum(map(sum, table)) == 5


def test_the_hour_that_comes_twice_counts_twice() -> None:
    first = datetime(2025, 11, 2, 5, 30, tzinfo=UTC)  # 1:30 AM in New York, before the clocks are turned back
    table = hours_of({quarter(first): 1, quarter(first + timedelta(hours=1)): 1}, NEW_YORK)
    assert table[6][1] == 2


def test_hours_are_right_where_clocks_differ_by_a_quarter() -> None:
    moment = datetime(2025, 11, 3, 9, 0, tzinfo=KATHMANDU)
    table = hours_of({quarter(moment): 1, quarter(moment - timedelta(minutes=1)): 1}, KATHMANDU)
    assert (table[0][9], table[0][8]) == (1, 1)
