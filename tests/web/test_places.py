"""Places on a tour behind their link: the page says for how many and where, moves the whole party, and frees places."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from functools import cache
from pathlib import Path

from frontdesk.desk.house import House, open_house
from frontdesk.scheduling.booking import Status
from frontdesk.storage.pools import PoolWindow
from tests.faults.desks import talk
from tests.web.visits import Visit, links, visiting, words_of

FRIDAY = date(2025, 11, 21)
TOUR = "a harbour tour for {} people on {} at {}, my name is Ann Miller, my phone number is 207 555 0142"


@cache
def harbour() -> House:
    return open_house(Path(__file__).parents[2] / "examples" / "harbour")


def run(url: str, story: Callable[[Visit], Awaitable[None]]) -> None:
    async def told() -> None:
        async with visiting(url, harbour(), TOUR.format(10, "wednesday", "10am"), "yes") as visit:
            await story(visit)

    asyncio.run(told())


async def taken(visit: Visit) -> dict[str, int]:
    """Return how many places are taken, by day and time in UTC."""
    window = PoolWindow("harbour", ("session:harbour_tour",), "2025", "2026")
    found = await visit.desk.store.run(lambda unit: unit.pools.taken(window, visit.clock[0]))
    return {at: units for (_, at), units in found.items() if units}


def test_the_page_says_for_how_many_it_is_and_where_the_boat_leaves(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        page = await visit.open()
        assert "Harbour tour" in page
        assert ">10<" in page
        assert "Long Pier, 20 Commercial Street" in page
        event = await visit.event()
        assert str(event["LOCATION"]).startswith("Long Pier")
        assert event["SUMMARY"] == "Harbour tour, Old Harbour Tours"

    run(sqlite_database, story)


def test_the_whole_party_is_moved_and_its_places_are_free_again(database_url: str) -> None:
    async def story(visit: Visit) -> None:
        assert await taken(visit) == {"2025-11-19T15:00Z": 10}
        assert (await visit.move(FRIDAY, "2 PM")).status_code == 303
        assert await taken(visit) == {"2025-11-21T19:00Z": 10}
        assert (await visit.row()).party == 10
        assert (await visit.cancel()).status_code == 303
        assert (await visit.row()).status is Status.CANCELLED
        assert await taken(visit) == {}

    run(database_url, story)


def test_a_tour_without_room_for_all_of_them_cannot_be_picked(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        await talk(visit.desk, "other", TOUR.format(3, "friday", "2pm"), "yes")
        page = await visit.open(f"?show=move&day={FRIDAY.isoformat()}")
        picks = [words_of(page, path) for path in links(page) if "pick=" in path]
        assert picks == ["10 AM"]

    run(sqlite_database, story)
