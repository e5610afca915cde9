"""Staff decide on a ticket once, by what is true then; the guest and the ERP are told of it, once."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import psycopg
import pytest

from frontdesk.calendars.erp import WriteRefused, Written
from frontdesk.desk import reserving, tickets
from frontdesk.desk.background import Background
from frontdesk.desk.desk import Desk
from frontdesk.desk.staff_bookings import Hand
from frontdesk.desk.ticket_jobs import TicketJobs
from frontdesk.desk.ticket_notices import EXPIRY, NEWS, OVERDUE
from frontdesk.desk.tickets import AlreadyDecided, Decided, NightsGone, NoReason, NoSuchTicket, TicketChanged
from frontdesk.desk.work import work_of
from frontdesk.scheduling.booking import Status
from frontdesk.storage.tickets import WantedTickets
from frontdesk.storage.unit import Unit
from tests.desk.lotus import FIRST_NIGHT, GUEST, NOW, ROOMS, STAY, Answer, hand, lotus_on, made, rows, scarce, synced

ASKED = (
    "I'd like to book a suite from 2026-02-07 to 2026-02-10 for 2 guests. My name is John Doe, 312-555-0143",
    "yes",
)


async def decide(desk: Desk, work: Callable[[Hand], object], by: str = "ana") -> object:
    return await desk.store.run(lambda unit: work(hand(desk, unit, by)))


async def status(desk: Desk, reference: str = "LOTUS-0001") -> Status:
    return {row.reference: row.status for row in await rows(desk)}[reference]


async def said_in(desk: Desk, conversation: str) -> list[tuple[str, str]]:
    """Return what was said after the guest's last word: on which channel, and what."""
    lines = await desk.store.run(lambda unit: unit.messages.of(conversation))
    return [(line.channel, line.text) for line in lines if line.side.value == "staff"]


@dataclass
class Asked:
    desk: Desk
    background: Background
    conversation: str

    async def approve(self, seen: int | None = None, by: str = "ana") -> object:
        return await decide(self.desk, lambda one: tickets.approve(one, "LOTUS-0001", seen), by)

    async def reject(self, reason: str = "We are closed that week.", seen: int | None = None) -> object:
        return await decide(self.desk, lambda one: tickets.reject(one, "LOTUS-0001", reason, seen))

    async def told(self) -> list[tuple[str, str]]:
        await self.background.run_due()
        await self.background.run_due()
        return await said_in(self.desk, self.conversation)

    async def requests(self) -> list[str]:
        waiting = await self.desk.store.run(lambda unit: unit.requests.open("hotel"))
        return [each.reason for each in waiting]


def background_of(desk: Desk) -> Background:
    """Return what runs the jobs of tickets; nobody is at the address of the ERP."""
    kinds = {kind.name: kind for kind in TicketJobs(desk.store, lambda: desk.house, lambda: NOW).kinds()}
    assert kinds.keys() < work_of(desk).background.kinds.keys()
    return Background(desk.store, "hotel", kinds)


@asynccontextmanager
async def asked(url: str, channel: str = "sms") -> AsyncIterator[Asked]:
    """Let a guest ask for the last suite, in a conversation."""
    async with lotus_on(url, scarce(1, "suite")) as desk:
        answer: Answer = {}
        for line in ASKED:
            answer = await desk.say(line, conversation="c1", channel=channel)
        assert answer["bookings"][0]["status"] == "pending"
        conversation = str(answer["conversation"])
        yield Asked(desk, background_of(desk), conversation)


def test_an_approved_ticket_keeps_its_nights_and_its_guest_and_the_erp_are_told_once(database_url: str) -> None:
    async def main() -> None:
        async with asked(database_url) as it:
            approved = await it.approve()
            assert isinstance(approved, Decided)
            assert isinstance(await it.approve(by="ben"), AlreadyDecided)
            assert await status(it.desk) is Status.APPROVED
            jobs = Background(it.desk.store, "hotel", {})
            reservation = await it.desk.store.run(lambda unit: jobs.put(unit, reserving.KIND, "LOTUS-0001"))
            assert not reservation  # it is there already
            ((channel, text),) = await it.told()
            assert channel == "sms"
            assert "LOTUS-0001" in text
            assert "Suite" in text
            taken: Answer = await it.desk.call("query_room_inventory", STAY)
            assert "suite" not in [each["room_type"] for each in taken["available_rooms"]]

    asyncio.run(main())


def test_a_rejection_has_a_reason_which_the_guest_is_told_and_gives_the_nights_back(database_url: str) -> None:
    async def main() -> None:
        async with asked(database_url) as it:
            assert isinstance(await it.reject("  "), NoReason)
            assert isinstance(await it.reject("x" * 501), NoReason)
            assert isinstance(await it.reject(), Decided)
            late = await it.approve(by="ben")
            assert isinstance(late, AlreadyDecided)
            assert (late.by, late.ticket.status) == ("ana", Status.REJECTED)
            ((_, text),) = await it.told()
            assert "We are closed that week." in text
            assert await made(it.desk) == "LOTUS-0002"

    asyncio.run(main())


def test_when_the_erp_has_no_room_left_approving_changes_nothing(database_url: str) -> None:
    async def main() -> None:
        async with asked(database_url) as it:
            await synced(it.desk, scarce(0, "suite"))
            gone = await it.approve()
            assert isinstance(gone, NightsGone)
            assert gone.nights == (FIRST_NIGHT,)
            assert await status(it.desk) is Status.PENDING
            assert await it.told() == []
            await synced(it.desk, ROOMS)
            assert isinstance(await it.approve(), Decided)

    asyncio.run(main())


def test_nights_that_the_erp_no_longer_names_are_not_approved(sqlite_database: str) -> None:
    async def main() -> object:
        async with asked(sqlite_database) as it:
            await synced(it.desk, replace(ROOMS, rates={"standard": ROOMS.rates["standard"]}))
            return await it.approve()

    assert isinstance(asyncio.run(main()), NightsGone)


def test_of_ten_who_click_at_once_one_decides(database_url: str) -> None:
    async def main() -> list[object]:
        async with asked(database_url) as it:
            clicks = [it.approve(by=f"p{n}") if n % 2 else it.reject() for n in range(10)]
            ended = await asyncio.gather(*clicks)
            assert len(await it.told()) == 1
            return list(ended)

    ended = asyncio.run(main())
    assert sorted(type(each).__name__ for each in ended) == ["AlreadyDecided"] * 9 + ["Decided"]


def test_what_the_guest_has_changed_meanwhile_is_not_decided_on_unseen(database_url: str) -> None:
    async def main() -> None:
        async with lotus_on(database_url) as desk:
            reference = await made(desk)
            look = lambda unit: tickets.ticket(unit, desk.house.business, NOW, reference)  # noqa: E731 - said twice
            seen = await desk.store.run(look)
            assert not isinstance(seen, NoSuchTicket)
            mine = {"ticket_id": reference, "phone": GUEST, "check_out": "2026-02-12"}
            assert (await desk.call("change_reservation_ticket", mine))["outcome"] == "updated"
            refused = await decide(desk, lambda one: tickets.approve(one, reference, seen.version))
            assert isinstance(refused, TicketChanged)
            assert isinstance(await decide(desk, lambda one: tickets.approve(one, reference, refused.version)), Decided)

    asyncio.run(main())


def wait_until_somebody_waits(url: str) -> None:
    """Return when somebody else waits for a row of this database."""
    waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        for _ in range(3000):
            if (connection.execute(waiting).fetchone() or (0,))[0]:
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits")


@pytest.mark.parametrize("tool", ["withdraw_reservation_ticket", "change_reservation_ticket"])
def test_what_staff_are_just_approving_a_guest_neither_withdraws_nor_changes(
    postgresql_database: str, tool: str
) -> None:
    async def main() -> tuple[object, tuple[Status, int]]:
        async with lotus_on(postgresql_database) as desk:
            reference, deciding = await made(desk), threading.Event()

            def approve(unit: Unit) -> object:
                decision = tickets.approve(hand(desk, unit), reference)
                deciding.set()
                wait_until_somebody_waits(postgresql_database)
                return decision

            staff = asyncio.create_task(desk.store.run(approve))
            await asyncio.to_thread(deciding.wait)
            wish = {} if tool.startswith("withdraw") else {"check_out": "2026-02-12"}
            told = await desk.call(tool, {"ticket_id": reference, "phone": GUEST, **wish})
            assert isinstance(await staff, Decided)
            row = (await rows(desk))[0]
            return told["outcome"], (row.status, (row.ends_at - row.starts_at).days)

    assert asyncio.run(main()) == ("decided", (Status.APPROVED, 2))


def test_the_history_says_who_when_from_what_to_what_and_why(database_url: str) -> None:
    async def main() -> list[tuple[str, object, str, str | None]]:
        async with asked(database_url) as it:
            await it.reject()
            found = await it.desk.store.run(
                lambda unit: tickets.ticket(unit, it.desk.house.business, NOW, "lotus-0001")
            )
            assert not isinstance(found, NoSuchTicket)
            return [(line.by, line.before and line.before.value, line.after.value, line.note) for line in found.history]

    assert asyncio.run(main()) == [
        ("desk", None, "pending", None),
        ("ana", "pending", "rejected", "We are closed that week."),
    ]


def test_tickets_are_listed_searched_counted_and_leafed_through(database_url: str) -> None:
    async def main() -> None:
        async with lotus_on(database_url) as desk:
            names = ["Ann Bell", "Cleo March", "Dan Frey"]
            for name in names:
                await made(desk, guest_name=name, room_type="standard")
            await decide(desk, lambda one: tickets.approve(one, "LOTUS-0002"))
            business, later = desk.house.business, NOW + timedelta(minutes=31)

            async def page(wanted: WantedTickets) -> tickets.TicketPage:
                return await desk.store.run(lambda unit: tickets.tickets(unit, business, later, wanted))

            whole = await page(WantedTickets("hotel", limit=2))
            assert [each.reference for each in whole.tickets] == ["LOTUS-0003", "LOTUS-0002"]
            assert whole.counts == {Status.PENDING: 2, Status.APPROVED: 1}
            assert whole.overdue == 2
            rest = await page(WantedTickets("hotel", limit=2, below=whole.next_below or 0))
            assert ([each.name for each in rest.tickets], rest.next_below) == (["Ann Bell"], None)
            assert [each.is_overdue for each in whole.tickets] == [True, False]
            for search in ("cleo", "LOTUS-0002", "0002"):
                assert [each.name for each in (await page(WantedTickets("hotel", search=search))).tickets] == [
                    "Cleo March"
                ]
            waiting = await page(WantedTickets("hotel", Status.PENDING, search="5550143"))
            assert [each.name for each in waiting.tickets] == ["Dan Frey", "Ann Bell"]

    asyncio.run(main())


def test_staff_are_reminded_once_of_what_waits_too_long_and_it_expires(database_url: str) -> None:
    async def main() -> None:
        async with asked(database_url) as it:
            await it.background.run_due()
            assert await it.requests() == []  # neither is due yet
            for _ in range(2):
                await it.background.run_now(OVERDUE, "LOTUS-0001")
            assert await it.requests() == ["ticket_overdue"]
            for _ in range(2):
                await it.background.run_now(EXPIRY, "LOTUS-0001")
            assert await status(it.desk) is Status.EXPIRED
            ((_, text),) = await it.told()
            assert "expired" in text
            assert isinstance(await it.approve(), AlreadyDecided)
            assert await made(it.desk) == "LOTUS-0002"  # its nights are free again

    asyncio.run(main())


def test_what_was_decided_in_time_neither_reminds_nor_expires(sqlite_database: str) -> None:
    async def main() -> tuple[list[str], Status]:
        async with asked(sqlite_database) as it:
            await it.approve()
            await it.background.run_now(OVERDUE, "LOTUS-0001")
            await it.background.run_now(EXPIRY, "LOTUS-0001")
            return await it.requests(), await status(it.desk)

    assert asyncio.run(main()) == ([], Status.APPROVED)


def test_a_guest_without_a_conversation_is_called(sqlite_database: str) -> None:
    async def main() -> list[str]:
        async with lotus_on(sqlite_database) as desk:
            reference = await made(desk)
            await decide(desk, lambda one: tickets.reject(one, reference, "We are full."))
            it = Asked(desk, background_of(desk), "")
            await it.background.run_now(NEWS, f"{reference}/rejected")
            return await it.requests()

    assert asyncio.run(main()) == ["tell_guest"]


def test_an_approved_stay_that_staff_cancel_is_told_and_free_again(database_url: str) -> None:
    async def main() -> None:
        async with asked(database_url) as it:
            await it.approve()
            cancelled = await decide(it.desk, lambda one: tickets.cancel(one, "LOTUS-0001", "A burst pipe."))
            assert isinstance(cancelled, Decided)
            assert "A burst pipe." in (await it.told())[-1][1]
            assert await made(it.desk) == "LOTUS-0002"

    asyncio.run(main())


@pytest.mark.parametrize(("outcome", "left"), [(WriteRefused("No."), ["erp_write"]), (Written("ERP-1"), [])])
def test_what_the_erp_did_not_take_is_left_to_staff(
    sqlite_database: str, outcome: WriteRefused | Written, left: list[str]
) -> None:
    async def main() -> list[str]:
        async with asked(sqlite_database) as it:
            await it.approve()
            jobs = TicketJobs(it.desk.store, lambda: it.desk.house, lambda: NOW)
            (row,) = await rows(it.desk)
            stay = tickets.reservation_of(row, it.desk.house.business)
            await it.desk.store.run(lambda unit: jobs.tell_of_write(unit, stay, outcome))
            return await it.requests()

    assert asyncio.run(main()) == left


def test_another_kind_of_booking_is_no_ticket(sqlite_database: str) -> None:
    async def main() -> object:
        async with lotus_on(sqlite_database) as desk:
            return await decide(desk, lambda one: tickets.approve(one, "NOSUCH1"))

    assert isinstance(asyncio.run(main()), NoSuchTicket)
