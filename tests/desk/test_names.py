"""A name is kept as the guest wrote it, whatever it would mean to a database, a browser or a template."""

import asyncio

from frontdesk.storage.schema import bookings
from tests.faults.desks import booked, desk_on, row_counts, talk

NAMES = ["José García", "O'Brien", "山田太郎", "Robert'); DROP TABLE bookings;--", "<b>Bob</b>", "Ann {phone} Lee"]
HOURS = range(10, 10 + len(NAMES))


async def book_under_each_name(url: str) -> list[str | None]:
    async with desk_on(url) as desk:
        for hour, name in zip(HOURS, NAMES, strict=True):
            lines = (f"book a hydrafacial tomorrow at {hour}:00", name, "212 555 0142", "skip")
            asked = await talk(desk, name, *lines)
            assert asked["position"] == "confirming", name
            assert name in asked["reply"]
            done = await talk(desk, name, "yes")
            assert [each["guest"]["name"] for each in done["bookings"]] == [name]
        return [row.name for row in await booked(desk)]


def test_names_are_kept_as_they_were_written(database_url: str) -> None:
    assert asyncio.run(book_under_each_name(database_url)) == NAMES
    assert row_counts(database_url, (bookings,)) == {"bookings": len(NAMES)}
