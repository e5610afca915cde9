"""Syncs at once, killed, beside readers, a thousand in a row: one runs, none is half swapped, nothing stays open."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from frontdesk.desk.background import AtItAlready, wall
from frontdesk.desk.syncing import KIND, LONGEST
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.syncs import Sync, SyncOutcome
from tests.calendars.hostile_erp import (
    DAYS,
    NOW,
    HostileErp,
    Request,
    Row,
    answer,
    document,
    hostile_erp,
    replies,
    rows,
)
from tests.desk.hotels import Front, hotel
from tests.faults.copies import copying
from tests.faults.leftovers import open_things

CHILD = Path(__file__).with_name("sync_child.py")
READERS = 40
SWAPS = 15
MANY = 1000


def generation(number: int) -> bytes:
    """Return an answer in which every night has as many rooms as its number says."""
    nights: list[Row] = [{**each, "rooms": number} for each in rows()]
    return answer(document(nights, generated_at=(NOW - timedelta(hours=1) + timedelta(seconds=number)).isoformat()))


@asynccontextmanager
async def slow_erp() -> AsyncIterator[HostileErp]:
    """Run an ERP that takes its time."""

    async def behave(_: Request, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.5)
        writer.write(generation(1))

    async with hostile_erp(behave) as server:
        yield server


def test_of_many_syncs_at_once_one_runs(database_url: str) -> None:
    async def main() -> None:
        with await Store.open(database_url) as one, await Store.open(database_url) as two:
            async with slow_erp() as erp:
                fronts = [Front(store, hotel(erp.url)) for store in (one, two) for _ in range(4)]
                ends = await asyncio.gather(*(front.sync() for front in fronts))
                assert len(erp.requests) == 1
            assert sum(isinstance(end, Sync) for end in ends) == 1
            assert sum(isinstance(end, AtItAlready) for end in ends) == 7
            assert len(await one.run(lambda unit: unit.syncs.page("lotus"))) == 1

    asyncio.run(main())


def generations(unit: Unit) -> list[set[int]]:
    """Return which generations are in the nights, and which the history says were swapped in."""
    seen = {each.rooms for each in unit.nights.between("lotus", NOW.date(), NOW.date() + timedelta(DAYS)).nights}
    return [seen, {sync.id for sync in unit.syncs.page("lotus") if sync.outcome is SyncOutcome.SUCCESS}]


async def killed_everywhere(new_database: Callable[[], str]) -> None:
    """Sync once, have a second sync killed at statements all along, and look at what is there."""
    number = 1

    async def behave(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(generation(number))

    with copying(CHILD) as work:
        async with hostile_erp(behave) as erp:
            (statements,), _ = await asyncio.to_thread(work, new_database(), erp.url, 0)
            for step in points(statements):
                url, number = new_database(), 1
                with await Store.open(url, 60) as store:
                    await Front(store, hotel(erp.url)).sync()
                number = 2
                _, killed = await asyncio.to_thread(work, url, erp.url, step)
                assert killed, (step, statements)
                with await Store.open(url, 60) as store:
                    seen, successes = await store.run(generations)
                    assert len(seen) == 1, (step, seen)  # whole: the old one or the new one
                    assert seen == {len(successes)}  # and the history says the same
                    await taken_over(store, erp.url)


def points(statements: list[str]) -> list[int]:
    """Return where to kill: at the first and the last statement, and all around the swap of the nights."""
    swap = [number for number, each in enumerate(statements, 1) if each.startswith("INSERT INTO nights")]
    commit = statements.index("COMMIT", swap[-1]) + 1
    return sorted({1, swap[0] - 1, swap[0], swap[len(swap) // 2], swap[-1], commit, commit + 1, len(statements)})


async def taken_over(store: Store, url: str) -> None:
    """See that nobody has to wait for a killed one longer than its lease, and that the next sync is whole."""
    far = wall() + timedelta(hours=2)  # when its lease has ended, or it is due anyway
    job = None
    while job is None:  # a server lets go of what a killed process held as soon as it sees that the process is gone
        job = await store.run(lambda unit: unit.jobs.take([f"{KIND}/lotus"], far, LONGEST))
    await store.run(lambda unit: unit.jobs.leave(job, wall(), 0))
    assert isinstance(await Front(store, hotel(url)).sync(), Sync)
    seen, _ = await store.run(generations)
    assert seen == {2}


@pytest.mark.timeout(600)  # some twenty processes, on a machine that may be busy
def test_a_kill_at_any_statement_of_a_sync_leaves_one_whole_generation_in_the_file(tmp_path: Path) -> None:
    asyncio.run(killed_everywhere(lambda: f"sqlite:///{tmp_path / uuid4().hex}.db"))


@pytest.mark.timeout(600)  # as above
def test_a_kill_at_any_statement_of_a_sync_leaves_one_whole_generation_on_the_server(postgres_url: str) -> None:
    asyncio.run(killed_everywhere(lambda: f"{postgres_url}/synced_{uuid4().hex}"))


def test_forty_readers_see_one_generation_each_while_syncs_go_on(database_url: str) -> None:
    async def main() -> None:
        looks = 0
        with await Store.open(database_url) as store:
            async with hostile_erp(replies(*(generation(number + 1) for number in range(SWAPS)))) as erp:
                front = Front(store, hotel(erp.url))
                await front.sync()
                done = asyncio.Event()

                async def read() -> None:
                    nonlocal looks
                    newest = 0
                    while not done.is_set():
                        shadow = await store.run(front.seen_by)
                        assert len(shadow.nights) == len(rows())
                        (seen,) = {night.rooms for night in shadow.nights.values()}
                        assert seen >= newest  # nobody sees an older one after a newer
                        newest = seen
                        looks += 1

                async def sync_all() -> None:
                    for _ in range(SWAPS - 1):
                        assert isinstance(await front.sync(), Sync)
                    done.set()

                await asyncio.gather(sync_all(), *(read() for _ in range(READERS)))
        assert looks > SWAPS

    asyncio.run(main())


@pytest.mark.timeout(600)  # a thousand of them, on a machine that may be busy
def test_a_thousand_syncs_leave_nothing_open(sqlite_database: str) -> None:
    """Successes, refusals and failures alike: as many files, threads and unfinished generators after as before."""

    async def main() -> None:
        with open_store(sqlite_database) as store:
            answers = (generation(1), answer(b"<html>"), answer(document([])), answer(b"", 404))

            async def behave(request: Request, writer: asyncio.StreamWriter) -> None:
                writer.write(answers[request.number % len(answers)])

            async with hostile_erp(behave) as erp:
                front = Front(store, hotel(erp.url))
                for _ in range(20):
                    await front.sync()
                before = await open_things()
                for _ in range(MANY):
                    assert isinstance(await front.sync(), Sync)
                after = await open_things()
            assert len(erp.requests) == MANY + 20
            assert all(now <= then + 2 for now, then in zip(after, before, strict=True)), (before, after)

    asyncio.run(main())
