"""The simulated ERP speaks the protocol, is the same for the same seed, and misbehaves as it is told."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import uvicorn

from frontdesk.calendars.erp import (
    Flaw,
    Inventory,
    InventoryOutcome,
    RefusedAnswer,
    Unreachable,
    WriteOutcome,
    WriteRefused,
    Written,
)
from frontdesk.calendars.erp.simulator import Completeness, SimulatedHotel, SimulatedType, Simulation, simulated_erp
from tests.calendars.hostile_erp import FIRST, NOW, QUICK, WANTED, erp_at
from tests.calendars.test_erp_writes import STAY


class AnnouncedServer(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()


@asynccontextmanager
async def simulated(simulation: Simulation) -> AsyncIterator[str]:
    """Run the simulator for the length of the block and give its address."""
    config = uvicorn.Config(simulated_erp(simulation, lambda: NOW), log_config=None, lifespan="off")
    server = AnnouncedServer(config)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve([taken]))
        await server.listens.wait()
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"
        server.should_exit = True
        await running


def inventories(simulation: Simulation, times: int = 1) -> list[InventoryOutcome]:
    async def ask() -> list[InventoryOutcome]:
        async with simulated(simulation) as url:
            return [await erp_at(url, replace(QUICK, tries=1)).inventory(WANTED) for _ in range(times)]

    return asyncio.run(ask())


def rates(outcome: InventoryOutcome) -> list[Decimal]:
    assert isinstance(outcome, Inventory), outcome
    return [each.rate for each in outcome.nights]


def test_it_answers_every_night_of_every_type_and_the_same_for_the_same_seed() -> None:
    one, again = inventories(Simulation(), 2)
    (elsewhere,) = inventories(Simulation())
    (other,) = inventories(Simulation(SimulatedHotel(seed=2)))
    assert isinstance(one, Inventory)
    assert one == again == elsewhere != other
    assert {each.room_type for each in one.nights} == {"standard", "deluxe", "suite"}
    assert all(each.rooms > 0 for each in one.nights)


def test_weekend_nights_cost_more() -> None:
    (found,) = inventories(Simulation(SimulatedHotel(types=(SimulatedType("deluxe", 6, Decimal(189)),))))
    assert isinstance(found, Inventory)
    saturday, sunday, _ = found.nights  # 31 January 2026 is a Saturday
    assert saturday.rate > Decimal(189) * Decimal("1.19") > sunday.rate


def test_rates_change_when_they_are_to_and_rooms_do_not() -> None:
    one, two = inventories(Simulation(SimulatedHotel(changing_rates=True)), 2)
    assert rates(one) != rates(two)
    assert isinstance(one, Inventory)
    assert isinstance(two, Inventory)
    assert [each.rooms for each in one.nights] == [each.rooms for each in two.nights]


def test_days_are_sold_out_as_told() -> None:
    (found,) = inventories(Simulation(SimulatedHotel(sold_out=frozenset({FIRST}))))
    assert isinstance(found, Inventory)
    assert {each.night for each in found.nights if not each.rooms} == {FIRST}


def test_partial_and_empty_answers_are_what_the_client_refuses() -> None:
    flaws = [
        found.flaw
        for how in (Completeness.PARTIAL, Completeness.EMPTY)
        for found in inventories(Simulation(answering=how))
        if isinstance(found, RefusedAnswer)
    ]
    assert flaws == [Flaw.INCOMPLETE, Flaw.EMPTY]


def test_failures_come_as_often_as_told_and_in_the_same_order_for_the_same_seed() -> None:
    one = [type(each) for each in inventories(Simulation(failure_rate=0.5), 20)]
    assert one == [type(each) for each in inventories(Simulation(failure_rate=0.5), 20)]
    assert 4 < one.count(Unreachable) < 16


def test_an_answer_takes_as_long_as_told() -> None:
    async def ask() -> InventoryOutcome:
        async with simulated(Simulation(latency=1)) as url:
            return await erp_at(url, replace(QUICK, tries=1, attempt=0.2)).inventory(WANTED)

    found = asyncio.run(ask())
    assert isinstance(found, Unreachable)
    assert "0.2 seconds" in found.why or "ReadTimeout" in found.why


def test_a_secret_is_asked_for() -> None:
    (found,) = inventories(Simulation(secret="another"))
    assert isinstance(found, RefusedAnswer)
    assert found.flaw is Flaw.DENIED
    (let_in,) = inventories(Simulation(secret="s3cret"))
    assert isinstance(let_in, Inventory)


def test_a_reservation_is_kept_once_per_key() -> None:
    async def write() -> list[WriteOutcome]:
        hotel = SimulatedHotel(sold_out=frozenset({STAY.check_in + timedelta(30)}))
        async with simulated(Simulation(hotel)) as url:
            erp = erp_at(url)
            gone = replace(
                STAY, key="LOTUS-0006", check_in=STAY.check_in + timedelta(29), check_out=STAY.check_out + timedelta(29)
            )
            stays = [
                STAY,
                STAY,
                replace(STAY, key="LOTUS-0005"),
                replace(STAY, guests=3),
                gone,
                replace(gone, room_type="cave"),
            ]
            return [await erp.write(stay) for stay in stays]

    first, again, other, *refused = asyncio.run(write())
    assert first == again == Written("ERP-00001")
    assert other == Written("ERP-00002")
    assert all(isinstance(each, WriteRefused) for each in refused)


def test_what_it_made_is_as_of_now() -> None:
    (found,) = inventories(Simulation())
    assert isinstance(found, Inventory)
    assert found.generated_at == NOW
