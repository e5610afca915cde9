"""The ERP is told of an approved ticket once per key; how that ended is told once, however often it was tried."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from frontdesk.calendars.erp import Reservation, Unreachable, WriteInvalid, WriteOutcome, WriteRefused, Written
from frontdesk.desk.background import Background
from frontdesk.desk.erp_link import ErpLink
from frontdesk.desk.reserving import KIND, MOST_TRIES, Reserving, put_reservation
from frontdesk.storage import Store, Unit, open_store
from tests.calendars.hostile_erp import Behaviour, Request, answer, hostile_erp, replies
from tests.calendars.test_erp_writes import RECEIPT, STAY
from tests.desk.hotels import hotel


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with open_store(database_url) as opened:
        yield opened


class Desk:
    """A desk that writes down what it was told."""

    def __init__(self, store: Store, url: str) -> None:
        self.store = store
        self.told: list[tuple[Reservation, WriteOutcome]] = []
        reserving = Reserving(store, ErpLink(lambda: hotel(url)), self.tell)
        self.background = Background(store, "lotus", {KIND: reserving.kind()})

    def tell(self, unit: Unit, reservation: Reservation, outcome: WriteOutcome) -> None:
        assert unit.syncs.page("lotus") == ()  # within a transaction
        self.told.append((reservation, outcome))

    async def approve(self, stay: Reservation = STAY) -> bool:
        return await self.store.run(lambda unit: put_reservation(unit, "lotus", stay))

    async def try_again(self) -> None:
        await self.background.run_now(KIND, STAY.key)


def outcomes(store: Store, behave: Behaviour) -> tuple[list[WriteOutcome], int]:
    """Approve a ticket and run what is due; return what was told, and how often the ERP was asked."""

    async def main() -> tuple[list[WriteOutcome], int]:
        async with hostile_erp(behave) as erp:
            desk = Desk(store, erp.url)
            assert await desk.approve()
            assert not await desk.approve()
            await desk.background.run_due()
            await desk.background.run_due()
            return [outcome for _, outcome in desk.told], len(erp.requests)

    return asyncio.run(main())


def test_an_approved_ticket_is_written_and_told_once(store: Store) -> None:
    assert outcomes(store, replies(answer(RECEIPT, 201))) == ([Written("ERP-00001")], 1)


@pytest.mark.parametrize(("status", "kind"), [(409, WriteRefused), (400, WriteInvalid)])
def test_a_no_is_told_and_not_tried_again(store: Store, status: int, kind: type[WriteOutcome]) -> None:
    (told,), requests = outcomes(store, replies(answer(b"{}", status)))
    assert isinstance(told, kind)
    assert requests == 1


def test_what_is_sent_is_what_was_approved(store: Store) -> None:
    async def main() -> None:
        async with hostile_erp(replies(answer(RECEIPT))) as erp:
            desk = Desk(store, erp.url)
            await desk.approve()
            await desk.background.run_due()
            assert desk.told == [(STAY, Written("ERP-00001"))]
            assert json.loads(erp.requests[0].body)["total"] == "630.50"

    asyncio.run(main())


def test_what_is_unknown_is_tried_again_with_the_same_key_until_it_is_known(store: Store) -> None:
    async def main() -> None:
        async def lose_the_first(request: Request, writer: asyncio.StreamWriter) -> None:
            writer.write(answer(RECEIPT) if request.number > 1 else answer(b"<html>"))

        async with hostile_erp(lose_the_first) as erp:
            desk = Desk(store, erp.url)
            await desk.approve()
            await desk.background.run_due()
            assert desk.told == []
            await desk.try_again()
            assert desk.told == [(STAY, Written("ERP-00001"))]
            assert len({request.head.splitlines()[0] for request in erp.requests}) == 1

    asyncio.run(main())


def test_what_stays_unclear_is_told_in_the_end(store: Store) -> None:
    async def main() -> None:
        desk = Desk(store, "http://127.0.0.1:1")
        await desk.approve(replace(STAY))
        for tries in range(MOST_TRIES):
            assert desk.told == [], tries
            await desk.try_again()
        ((_, outcome),) = desk.told
        assert isinstance(outcome, Unreachable)

    asyncio.run(main())
