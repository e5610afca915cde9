"""Guests behind the desk: found, looked at, merged and forgotten; what is written down of it holds ids only."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import make_url

from frontdesk.console.names import phone_shown
from frontdesk.console.pages import breakable_email
from frontdesk.storage.guest_overview import PAGE
from frontdesk.storage.rows import Facts
from tests.console.consoles import Backroom, Worker, backroom_on
from tests.console.reading import ANN, PHONE, PHONE_SHOWN, audited, guest_named, live, text_of

Visit = Callable[[Backroom, Worker], Awaitable[None]]


def visit(scene: Visit, login: str = "owen", url: str = "sqlite://") -> None:
    async def go() -> None:
        async with backroom_on(url) as room:
            await live(room.desk)
            await scene(room, await room.worker(login))

    asyncio.run(go())


def test_guests_are_listed_and_found_by_what_is_known_of_them() -> None:
    async def scene(_: Backroom, owen: Worker) -> None:
        assert ANN in text_of((await owen.get("guests")).text)
        for typed in ("ann", "555-0142", "a@example"):
            assert ANN in text_of((await owen.get(f"guests?q={typed}")).text), typed
        nobody = text_of((await owen.get("guests?q=nobody")).text)
        assert "No guest fits" in nobody
        assert "Search everybody" in nobody
        assert ANN in text_of((await owen.get("guests?show=coming")).text)
        assert "Guest" in text_of((await owen.get("guests?show=all")).text)

    visit(scene)


@pytest.mark.parametrize(
    ("kept", "shown"),
    [("+12125550142", "+1 212-555-0142"), ("+442079460000", "+44 20 7946 0000"), ("desk 7", "desk 7"), (None, "")],
)
def test_a_number_is_shown_as_it_is_read_aloud(kept: str | None, shown: str) -> None:
    assert phone_shown(kept) == shown


def test_an_address_breaks_after_its_sign_and_is_no_markup() -> None:
    assert breakable_email("ann@example.com") == "ann@<wbr>example.com"
    assert breakable_email("<b>@<i>") == "&lt;b&gt;@<wbr>&lt;i&gt;"


def test_a_long_list_comes_in_pages() -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        def many(unit: object) -> None:
            for number in range(PAGE):
                unit.guests.add("medspa", Facts(f"Visitor {number:02}"), room.desk.clock())  # type: ignore[attr-defined]  # a unit

        await room.desk.store.run(many)
        first = (await owen.get("guests")).text
        assert "Visitor 49" in first
        assert ANN not in text_of(first)
        older = first.partition('rel="next" href="/staff/medspa/')[2].partition('"')[0].replace("&amp;", "&")
        assert ANN in text_of((await owen.get(older)).text)

    visit(scene)


def test_a_guest_has_a_page_with_all_that_is_kept() -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        said = text_of((await owen.get(f"guests/{await guest_named(room.desk, 'Ann')}")).text)
        for part in (ANN, PHONE_SHOWN, "a@example.com", "HydraFacial", "Booked", "Conversations 1", "Bookings 1"):
            assert part in said, part
        for nowhere in ("guests/999999", "guests/0", "guests/abc", f"guests/{9**30}", "guests/-1"):
            assert (await owen.get(nowhere)).status_code == 404, nowhere

    visit(scene)


def test_guests_of_another_business_are_not_there() -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        other = (await room.desk.store.run(lambda unit: unit.guests.add("twin", Facts("Elsie"), room.desk.clock()))).id
        ann = await guest_named(room.desk, "Ann")
        assert (await owen.get(f"guests/{other}")).status_code == 404
        assert (await owen.get(f"guests/{other}/merge")).status_code == 404
        assert (await owen.post(f"guests/{other}/forget", word="forget")).status_code == 404
        assert (await owen.post(f"guests/{ann}/merge", other=str(other))).status_code == 404
        assert "Elsie" not in (await owen.get("search?q=Elsie")).text.partition('id="found"')[2]

    visit(scene)


def test_two_guests_are_shown_side_by_side_and_become_one() -> None:
    async def scene(room: Backroom, stella: Worker) -> None:
        ann = await guest_named(room.desk, "Ann")
        facts = Facts("Annie Miller", PHONE, notes="likes tea")
        twin = (await room.desk.store.run(lambda unit: unit.guests.add("medspa", facts, room.desk.clock()))).id
        assert "Annie Miller" in text_of((await stella.get(f"guests/{ann}/merge")).text)  # of the same phone
        both = text_of((await stella.get(f"guests/{ann}/merge?with={twin}")).text)
        assert "Afterwards" in both
        assert "likes tea" in both
        assert (await stella.post(f"guests/{ann}/merge", other=str(twin))).status_code == 303
        kept = text_of((await stella.get(f"guests/{ann}")).text)
        assert "likes tea" in kept
        assert f"guest {twin}" in kept
        moved = await stella.get(f"guests/{twin}")
        assert (moved.status_code, moved.headers["location"]) == (303, f"/staff/medspa/guests/{ann}")
        assert await audited(room.desk) == [("stella", "guests_merged", str(ann))]
        again = await stella.post(f"guests/{ann}/merge", other=str(twin))
        assert again.status_code == 409
        assert "merged with somebody already" in text_of(again.text)
        itself = await stella.post(f"guests/{ann}/merge", other=str(ann))
        assert "one and the same" in text_of(itself.text)

    visit(scene, "stella")


def test_only_an_owner_who_types_the_word_forgets_a_guest() -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        ann = await guest_named(room.desk, "Ann")
        stella = await room.worker("stella")
        assert "Only an owner may do this" in text_of((await stella.get(f"guests/{ann}")).text)
        assert (await stella.post(f"guests/{ann}/forget", word="forget")).status_code == 403
        assert (await owen.post(f"guests/{ann}/forget", word="yes")).status_code == 400
        assert ANN in text_of((await owen.get(f"guests/{ann}")).text)
        assert (await owen.post(f"guests/{ann}/forget", word=" Forget ")).status_code == 303
        gone = text_of((await owen.get(f"guests/{ann}")).text)
        assert "This guest was forgotten" in gone
        assert ANN not in gone
        assert ANN not in text_of((await owen.get("guests?show=all")).text)
        assert await audited(room.desk) == [("owen", "guest_forgotten", str(ann))]
        assert (await owen.post(f"guests/{ann}/forget", word="forget")).status_code == 303  # and says that it was done
        assert len(await audited(room.desk)) == 1

    visit(scene)


def test_it_says_when_a_guest_is_not_forgotten_yet(sqlite_database: str) -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        ann = await guest_named(room.desk, "Ann")
        reader = sqlite3.connect(make_url(sqlite_database).database or "")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM messages").fetchall()
        await owen.post(f"guests/{ann}/forget", word="forget")
        assert "not done yet" in text_of((await owen.get(f"guests/{ann}")).text)
        reader.close()
        assert "not done yet" not in text_of((await owen.get(f"guests/{ann}")).text.partition("<main")[2])

    visit(scene, url=sqlite_database)


def test_the_log_holds_nothing_personal() -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        ann = await guest_named(room.desk, "Ann")
        twin = (await room.desk.store.run(lambda unit: unit.guests.add("medspa", Facts(ANN), room.desk.clock()))).id
        await owen.post(f"guests/{ann}/merge", other=str(twin))
        await owen.post(f"guests/{ann}/forget", word="forget")
        rows = await room.desk.store.run(lambda unit: unit.audit.page("medspa"))
        written = json.dumps([(row.about, dict(row.details)) for row in rows])
        assert "Ann" not in written
        assert "0142" not in written

    visit(scene)
