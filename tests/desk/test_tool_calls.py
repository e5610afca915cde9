"""Tools called with odd texts, or for a guest whom nobody vouches for, book what was asked and break nothing."""

import asyncio

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.tools import BadCall
from frontdesk.storage.schema import guests
from tests.faults.desks import Answer, booked, desk_on, row_counts

LOOK = {"service_type": "hydrafacial", "date": "2025-11-19"}
GUEST = "+12125550142"
BOOK = {"opening": "1", "service_type": "hydrafacial", "name": "Ann", "phone": GUEST}


async def book(desk: Desk, name: str, guest: str | None) -> Answer:
    """Book the first opening there is through the tools."""
    found: Answer = await desk.call("check_availability", LOOK, guest=guest)
    wanted = {"opening": found["options"][0]["id"], "service_type": "hydrafacial", "name": name, "phone": GUEST}
    return await desk.call("book_appointment", wanted, guest=guest)


@pytest.mark.parametrize("guest", [None, GUEST], ids=["unknown", "vouched for"])
def test_odd_names_are_booked_as_far_as_a_database_can_hold_them(database_url: str, guest: str | None) -> None:
    async def book_some() -> list[str | None]:
        async with desk_on(database_url) as desk:
            for name in ("Ann Miller", "A\0nn", "B\ud83db", "x'); DROP TABLE guests;--"):
                assert (await book(desk, name, guest))["outcome"] == "booked"
            return [row.name for row in await booked(desk)]

    lost = "\N{REPLACEMENT CHARACTER}"
    assert asyncio.run(book_some()) == ["Ann Miller", f"A{lost}nn", f"B{lost}b", "x'); DROP TABLE guests;--"]
    assert row_counts(database_url, (guests,)) == {"guests": 4 if guest is None else 1}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("drop_tables", {}),
        ("check_availability", {}),
        ("check_availability", {"service_type": "haircut"}),
        ("check_availability", {**LOOK, "date": "soon"}),
        ("check_availability", {**LOOK, "date": 19}),
        ("check_availability", {**LOOK, "colour": "red"}),
        *(("book_appointment", {**BOOK, "phone": phone}) for phone in ("", "soon", "12", "555-CALL me", "+1 999 99")),
        *(("book_appointment", {**BOOK, "email": email}) for email in ("", "ann", "ann@", "a@b..c", "x; a@b.com")),
        *(("book_appointment", {**BOOK, "name": name}) for name in ("", " \t ")),
    ],
)
def test_a_call_that_makes_no_sense_is_refused_with_a_sentence(
    sqlite_database: str, tool: str, arguments: dict[str, object]
) -> None:
    async def call() -> None:
        async with desk_on(sqlite_database) as desk:
            await desk.call(tool, arguments)

    with pytest.raises(BadCall, match=r"\w+ \w+"):
        asyncio.run(call())
    assert row_counts(sqlite_database, (guests,)) == {"guests": 0}


def test_a_move_makes_of_a_booking_only_what_was_agreed_to(sqlite_database: str) -> None:
    async def move() -> list[object]:
        async with desk_on(sqlite_database) as desk:
            await book(desk, "Ann Miller", GUEST)
            found: Answer = await desk.call("get_appointment_details", {}, guest=GUEST)
            others: Answer = await desk.call("check_availability", {**LOOK, "service_type": "botox"}, guest=GUEST)
            wanted = {"booking": found["options"][0]["id"], "opening": others["options"][-1]["id"]}
            tried = [wanted, {**wanted, "service_type": "hydrafacial"}, {**wanted, "service_type": "botox"}]
            told = [(await desk.call("reschedule_appointment", each, guest=GUEST))["outcome"] for each in tried]
            return [*told, *(row.service for row in await booked(desk))]

    assert asyncio.run(move()) == ["refused", "refused", "booked", "botox"]


def test_one_who_only_looks_leaves_no_guest_behind(database_url: str) -> None:
    async def look() -> None:
        async with desk_on(database_url) as desk:
            assert (await desk.call("check_availability", LOOK))["outcome"] == "openings"

    asyncio.run(look())
    assert row_counts(database_url, (guests,)) == {"guests": 0}


@pytest.mark.parametrize(
    ("phone", "email"), [("(212) 555-0142", " Ann@Example.org "), ("212.555.0142", "Ann@EXAMPLE.org")]
)
def test_contact_data_is_kept_as_everywhere_however_it_is_written(sqlite_database: str, phone: str, email: str) -> None:
    async def book_one() -> tuple[str | None, str | None]:
        async with desk_on(sqlite_database) as desk:
            found: Answer = await desk.call("check_availability", LOOK)
            wanted = {**BOOK, "opening": found["options"][0]["id"], "phone": phone, "email": email}
            assert (await desk.call("book_appointment", wanted, guest=phone))["outcome"] == "booked"
            (row,) = await booked(desk)
            return row.phone, row.email

    assert asyncio.run(book_one()) == (GUEST, "Ann@example.org")
    assert row_counts(sqlite_database, (guests,)) == {"guests": 1}
