"""Tickets and rooms in the console: lists, decisions that are made once, syncs, without a browser's scripts."""

import asyncio
import re
from datetime import timedelta

import httpx
from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

from frontdesk.calendars.erp.simulator import Simulation, simulated_erp
from frontdesk.desk.background import Background
from frontdesk.desk.ticket_jobs import TicketJobs
from frontdesk.storage.rows import BookingRow
from tests.console.consoles import Worker, backroom_on
from tests.console.lotuses import Lobby, lobby_on
from tests.desk.lotus import NOW, made, rows, scarce, synced

ASKED = (
    "I'd like to book a suite from 2026-02-07 to 2026-02-10 for 2 guests. My name is John Doe, 312-555-0143",
    "yes",
)
VERSION = re.compile(r'name="version" value="(\d+)"')


def simulated() -> httpx.ASGITransport:
    return httpx.ASGITransport(simulated_erp(Simulation(), lambda: NOW))


async def version(worker: Worker, reference: str) -> str:
    """Return the version that the page of a ticket shows."""
    found = VERSION.search((await worker.get(f"tickets/{reference}")).text)
    assert found is not None
    return found.group(1)


async def approve(worker: Worker, reference: str, seen: str) -> httpx.Response:
    return await worker.post(f"tickets/{reference}/approve", version=seen)


async def only(lobby: Lobby, reference: str) -> BookingRow:
    return next(row for row in await rows(lobby.desk) if row.reference == reference)


def names_in(text: str) -> list[str]:
    return re.findall(r'<tr id="ticket-([^"]+)"', text)


def test_tickets_are_listed_by_status_searched_and_turned_over(database_url: str) -> None:
    async def work() -> None:
        async with lobby_on(database_url) as lobby:
            first = await made(lobby.desk, guest_name="Ann <i>Bell</i>", special_requests="<b>late</b> arrival")
            second = await made(lobby.desk, room_type="deluxe", guest_name="Omar Haddad", phone_number="+13125550177")
            third = await made(lobby.desk, room_type="standard", guest_name="Priya Nair")
            stella = await lobby.worker()
            assert names_in((await stella.get("tickets")).text) == [first, second, third]
            rejected = await stella.post(f"tickets/{third}/reject", version="1", reason="Closed that week.")
            assert rejected.status_code == 303
            waiting = (await stella.get("tickets")).text
            assert names_in(waiting) == [first, second]
            assert "<i>Bell" not in waiting
            assert names_in((await stella.get("tickets?view=rejected")).text) == [third]
            assert names_in((await stella.get("tickets?view=overdue")).text) == []
            for typed in ("omar", second, "555 0177", second.lower()):
                assert names_in((await stella.get(f"tickets?q={typed}")).text) == [second], typed
            elsewhere = (await stella.get("tickets?q=priya")).text
            assert (names_in(elsewhere), "rejected tickets have it" in elsewhere) == ([], True)
            for odd in ("tickets?view=x", "tickets?beyond=-3", "tickets?beyond=x", f"tickets?beyond={10**30}"):
                assert (await stella.get(odd)).status_code == 200, odd
            shown = (await stella.get(f"tickets/{first}")).text
            assert "&lt;b&gt;late&lt;/b&gt; arrival" in shown
            assert "<b>late" not in shown

    asyncio.run(work())


def test_a_page_has_so_many_and_leads_to_the_next(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database) as lobby:
            stays = [{"check_in": f"2026-03-{day:02}", "check_out": f"2026-03-{day + 1:02}"} for day in range(1, 28)]
            rooms = ("standard", "deluxe")
            many = [await made(lobby.desk, room_type=room, **stay) for room in rooms for stay in stays]
            stella = await lobby.worker()
            page = (await stella.get("tickets")).text
            following = re.search(r'rel="next" href="([^"]+)"', page)
            assert following is not None
            rest = (await stella.http.get(following.group(1).replace("&amp;", "&"))).text
            assert names_in(page) + names_in(rest) == many

    asyncio.run(work())


def test_a_ticket_is_approved_once_and_the_second_person_sees_who_was_quicker(database_url: str) -> None:
    async def work() -> None:
        async with lobby_on(database_url) as lobby:
            reference = await made(lobby.desk)
            stella, sven = await lobby.worker("stella"), await lobby.worker("sven")
            seen = await version(stella, reference)
            both = await asyncio.gather(approve(stella, reference, seen), approve(stella, reference, seen))
            assert sorted(each.status_code for each in both) == [303, 409]
            late = await sven.post(f"tickets/{reference}/reject", version=seen, reason="No.")
            assert late.status_code == 409
            assert "Nothing was changed: Stella has approved this already" in late.text
            assert (await approve(sven, reference, seen)).status_code == 409
            assert (await only(lobby, reference)).status.value == "approved"
            assert await lobby.audit() == [("stella", "ticket_approved", reference)]
            assert (await stella.get(f"tickets/{reference}/approve")).headers["location"].endswith(reference)

    asyncio.run(work())


def test_a_rejection_needs_a_reason_and_a_ticket_that_changed_is_looked_at_again(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database) as lobby:
            reference = await made(lobby.desk)
            stella = await lobby.worker()
            for reason in ("", "   ", "x" * 501):
                refused = await stella.post(f"tickets/{reference}/reject", version="1", reason=reason)
                assert (refused.status_code, "Say why" in refused.text) == (400, True)
            for seen in ("2", "", "x", "9" * 30):
                stale = await stella.post(f"tickets/{reference}/reject", version=seen, reason="We & you <3")
                assert (stale.status_code, "not what you saw" in stale.text) == (409, True), seen
                assert "We &amp; you &lt;3</textarea>" in stale.text
            assert (await only(lobby, reference)).status.value == "pending"
            assert (await approve(stella, "LOTUS-9999", "1")).status_code == 404
            assert (await stella.get("tickets/LOTUS-9999")).status_code == 404
            assert await lobby.audit() == []

    asyncio.run(work())


def test_an_approved_stay_is_cancelled_on_its_page_and_the_erp_is_thought_of(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database) as lobby:
            reference = await made(lobby.desk)
            stella = await lobby.worker()
            assert "/cancel" not in (await stella.get(f"tickets/{reference}")).text  # it is rejected, with a reason
            await approve(stella, reference, "1")
            assert "cancel it there too" in (await stella.get(f"tickets/{reference}")).text
            assert (await stella.post(f"tickets/{reference}/cancel", version="1")).status_code == 409
            for status_code in (303, 409):
                answer = await stella.post(f"tickets/{reference}/cancel", version="2", note="As you wished.")
                assert answer.status_code == status_code
            assert (await only(lobby, reference)).status.value == "cancelled"
            assert "As you wished." in (await stella.get(f"tickets/{reference}")).text
            assert [what for _, what, _ in await lobby.audit()] == ["ticket_approved", "ticket_cancelled"]

    asyncio.run(work())


def test_nights_that_are_gone_are_said_and_nothing_changes(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database) as lobby:
            reference = await made(lobby.desk)
            await synced(lobby.desk, scarce(0, "suite"))
            stella = await lobby.worker()
            gone = await approve(stella, reference, "1")
            assert gone.status_code == 409
            assert "nothing was changed: no Suite is left" in gone.text
            assert "Sat 7 Feb" in gone.text
            assert (await only(lobby, reference)).status.value == "pending"

    asyncio.run(work())


def test_what_the_erp_was_told_is_seen(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database, erp=simulated()) as lobby:
            reference = await made(lobby.desk)
            stella = await lobby.worker()
            assert (await approve(stella, reference, "1")).status_code == 303
            assert "The ERP is being told" in (await stella.get(f"tickets/{reference}")).text
            await lobby.work.background.run_due()
            assert "The ERP has it" in (await stella.get(f"tickets/{reference}")).text

    asyncio.run(work())


def test_what_the_erp_refused_is_seen_with_its_reason(sqlite_database: str) -> None:
    erp = FastAPI()

    @erp.put("/reservations/{key}")
    async def no(key: str) -> Response:
        return JSONResponse({"detail": f"{key}: the suite is being <u>painted</u>."}, 409)

    async def work() -> None:
        async with lobby_on(sqlite_database, erp=httpx.ASGITransport(erp)) as lobby:
            reference = await made(lobby.desk)
            stella = await lobby.worker()
            await approve(stella, reference, "1")
            await lobby.work.background.run_due()
            shown = (await stella.get(f"tickets/{reference}")).text
            assert "The ERP refused it" in shown
            assert "being &lt;u&gt;painted" in shown
            assert "The ERP does not have a stay" in (await stella.get("today")).text

    asyncio.run(work())


def test_today_has_the_tickets_that_wait_and_a_reminder_is_not_a_second_line(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database) as lobby:
            for line in ASKED:
                await lobby.desk.say(line, conversation="c1", channel="web")
            later = NOW + timedelta(minutes=31)
            lobby.desk.clock = lambda: later
            (row,) = await rows(lobby.desk)
            jobs = TicketJobs(lobby.desk.store, lambda: lobby.desk.house, lambda: later)
            await lobby.desk.store.run(lambda unit: jobs.remind(unit, row, row.status))
            stella = await lobby.worker()
            today = (await stella.get("today")).text
            assert today.count("waiting-row") == 1
            assert "Over 30 min" in today
            assert (await stella.get("waiting")).json()["count"] == 1
            assert names_in((await stella.get("tickets?view=overdue")).text) == [row.reference]
            await approve(stella, row.reference, "1")
            assert "waiting-row" not in (await stella.get("today")).text
            assert await lobby.desk.store.run(lambda unit: unit.requests.open("hotel")) == ()
            told = Background(lobby.desk.store, "hotel", {kind.name: kind for kind in jobs.kinds()})
            await told.run_due()
            assert row.reference in (await stella.get(f"tickets/{row.reference}")).text.partition('id="talk"')[2]

    asyncio.run(work())


def test_rooms_are_shown_less_what_is_taken_and_what_is_unknown_is_not_full(sqlite_database: str) -> None:
    async def work() -> None:
        async with lobby_on(sqlite_database) as lobby:
            await made(lobby.desk)
            stella = await lobby.worker()
            suite = (await stella.get("inventory")).text.partition('<th scope="row">Suite')[2]
            assert re.findall(r"<b>(\d+)</b>", suite)[6:11] == ["3", "2", "2", "2", "3"]
            beyond = (await stella.get("inventory?from=2026-12-01")).text
            assert "Unknown: beyond what the ERP was asked for" in beyond
            for odd in ("2020-01-01", "x", "9999-12-31"):
                assert "Sat 31 Jan to Fri 13 Feb" in (await stella.get(f"inventory?from={odd}")).text

    asyncio.run(work())


def test_a_sync_is_asked_for_and_one_that_runs_is_not_doubled(database_url: str) -> None:
    async def work() -> None:
        async with lobby_on(database_url, rooms=None, erp=simulated()) as lobby:
            stella = await lobby.worker()
            assert "Never synced" in (await stella.get("inventory")).text
            asked = await stella.post("inventory/sync")
            assert asked.headers["location"] == stella.at("inventory")
            shown = (await stella.get("inventory")).text
            assert "Synced: 270 nights" in shown
            assert "Fresh: synced 0 min ago" in shown
            assert await lobby.audit() == [("stella", "sync_asked", "hotel")]

    asyncio.run(work())


def test_who_asks_while_a_sync_runs_is_told_so(sqlite_database: str) -> None:
    erp, begun = FastAPI(), asyncio.Event()

    @erp.get("/inventory")
    async def slow() -> Response:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def work() -> None:
        async with lobby_on(sqlite_database, erp=httpx.ASGITransport(erp)) as lobby:
            stella = await lobby.worker()
            first = asyncio.create_task(lobby.work.sync_now())
            await begun.wait()
            assert "A sync is running" in (await stella.get("inventory")).text
            await stella.post("inventory/sync")
            assert "A sync is running already" in (await stella.get("inventory")).text
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)

    asyncio.run(work())


def test_a_business_without_rooms_has_no_such_pages() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            assert 'data-go="k"' not in (await owen.get("today")).text
            for path in ("tickets", "tickets/LOTUS-0001", "tickets/LOTUS-0001/approve", "inventory", "inventory/sync"):
                assert (await owen.get(path)).status_code == 404, path
            for path in ("tickets/LOTUS-0001/approve", "tickets/LOTUS-0001/reject", "inventory/sync"):
                assert (await owen.post(path)).status_code == 404, path

    asyncio.run(work())
