"""Jobs of the background: each run once at a time, tried again later if it came to nothing, given back at the end."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.desk.background import (
    AtItAlready,
    Background,
    DoneUntil,
    Finished,
    HeldJob,
    JobKind,
    RunEnd,
    TryAgain,
    wall,
)
from frontdesk.storage import Store, Unit, open_store

HOUR = timedelta(hours=1)
KEYS = ("count/spa",)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with open_store(database_url) as opened:
        yield opened


class Counting:
    """Counts what is run, and ends each run as it is told."""

    def __init__(self, *ends: RunEnd | Exception) -> None:
        self.ends = list(ends)
        self.runs: list[str] = []

    async def run(self, held: HeldJob) -> RunEnd:
        self.runs.append(held.job.key.rpartition("/")[2])
        end = self.ends.pop(0) if self.ends else Finished()
        if isinstance(end, Exception):
            raise end
        return end


def background(store: Store, run: Callable[[HeldJob], Awaitable[RunEnd]], business: str = "spa") -> Background:
    return Background(store, business, {"count": JobKind("count", run, timedelta(seconds=30))})


def put(store: Store, jobs: Background, *names: str) -> list[bool]:
    return store.run_sync(lambda unit: [jobs.put(unit, "count", name) for name in names])


def due_in(store: Store) -> timedelta:
    due = store.run_sync(lambda unit: unit.jobs.next_due(KEYS))
    assert due is not None
    return due - wall()


def test_what_is_put_is_run_once(store: Store) -> None:
    counting = Counting()
    jobs = background(store, counting.run)
    assert put(store, jobs, "a", "b", "a") == [True, True, False]
    assert asyncio.run(jobs.run_due()) == 2
    assert sorted(counting.runs) == ["a", "b"]
    assert put(store, jobs, "a") == [False]
    assert asyncio.run(jobs.run_due()) == 0
    assert jobs.log.counters["job_ended"] == 2


def test_a_job_that_comes_back_is_due_again_after_a_while(store: Store) -> None:
    jobs = background(store, Counting(DoneUntil(HOUR)).run)
    put(store, jobs, "a")
    assert asyncio.run(jobs.run_due()) == 1
    assert 0.9 * HOUR < due_in(store) <= HOUR
    assert asyncio.run(jobs.run_due()) == 0


@pytest.mark.parametrize("failure", [TryAgain("The line was busy."), ArithmeticError("a bug")])
def test_what_came_to_nothing_is_tried_again_later_each_time_and_the_others_go_on(
    store: Store, failure: TryAgain | ArithmeticError
) -> None:
    counting = Counting(failure, Finished(), failure, failure)
    jobs = background(store, counting.run)
    put(store, jobs, "a", "b")
    assert asyncio.run(jobs.run_due()) == 2
    waits = [due_in(store)]
    for _ in range(2):
        asyncio.run(jobs.run_now("count", counting.runs[0]))
        waits.append(due_in(store))
    seconds = [wait.total_seconds() for wait in waits]
    assert all(15 * 2**times - 5 < wait <= 30 * 2**times for times, wait in enumerate(seconds))


def test_a_success_forgets_the_failures_before_it(store: Store) -> None:
    no = TryAgain("no")
    jobs = background(store, Counting(no, no, DoneUntil(HOUR), no).run)
    put(store, jobs, "a")
    for _ in range(4):
        asyncio.run(jobs.run_now("count", "a"))
    assert due_in(store).total_seconds() <= 30


def test_a_run_that_takes_too_long_is_stopped_before_anybody_else_may_begin(store: Store) -> None:
    async def hang(_: HeldJob) -> RunEnd:
        await asyncio.sleep(3600)
        return Finished()

    kind = JobKind("count", hang, longest=timedelta(seconds=0.05))
    assert kind.lease > kind.longest
    jobs = Background(store, "spa", {"count": kind})
    end = asyncio.run(jobs.run_now("count", "a"))
    assert end == TryAgain("It took longer than 0.05 seconds.")


def test_a_job_is_run_now_by_one_only(store: Store) -> None:
    runs = 0

    async def slow(_: HeldJob) -> RunEnd:
        nonlocal runs
        runs += 1
        await asyncio.sleep(0.3)
        return DoneUntil(HOUR)

    async def main() -> list[RunEnd | AtItAlready]:
        workers = [background(store, slow) for _ in range(5)]
        return await asyncio.gather(*(worker.run_now("count", "a") for worker in workers))

    ends = asyncio.run(main())
    assert runs == 1
    assert sorted(map(str, ends)) == sorted(map(str, [DoneUntil(HOUR), *[AtItAlready()] * 4]))


def test_a_business_leaves_the_jobs_of_another_alone(store: Store) -> None:
    ours, theirs = Counting(), Counting()
    put(store, background(store, theirs.run, "hotel"), "a")
    assert asyncio.run(background(store, ours.run).run_due()) == 0
    assert asyncio.run(background(store, theirs.run, "hotel").run_due()) == 1


def test_workers_side_by_side_run_each_job_once(store: Store) -> None:
    runs: list[str] = []

    async def count(held: HeldJob) -> RunEnd:
        runs.append(held.job.key)
        await asyncio.sleep(0)
        return Finished()

    async def main() -> None:
        workers = [background(store, count) for _ in range(4)]
        names = [str(number) for number in range(40)]
        await store.run(lambda unit: [workers[0].put(unit, "count", name) for name in names])
        await asyncio.gather(*(worker.run_due() for worker in workers))

    asyncio.run(main())
    assert len(runs) == len(set(runs)) == 40


def test_a_worker_runs_what_is_put_while_it_works_and_several_at_a_time(store: Store) -> None:
    async def main() -> None:
        together = asyncio.Barrier(3)

        met = asyncio.Event()

        async def meet(_: HeldJob) -> RunEnd:
            await together.wait()  # none of the three ends before all have begun
            met.set()
            return Finished()

        jobs = background(store, meet)
        async with jobs.running(), asyncio.timeout(60):
            await store.run(lambda unit: [jobs.put(unit, "count", name) for name in "abc"])
            jobs.wake()
            await met.wait()

    asyncio.run(main())


def test_a_worker_outlives_jobs_that_break_and_a_database_that_is_gone(store: Store) -> None:
    async def main() -> None:
        ran = asyncio.Queue[str]()

        async def run(held: HeldJob) -> RunEnd:
            name = held.job.key.rpartition("/")[2]
            await ran.put(name)
            if name == "broken":
                raise ArithmeticError
            return Finished()

        jobs = background(store, run)
        async with jobs.running(), asyncio.timeout(60):
            for name in ("broken", "sound"):
                await asyncio.to_thread(put, store, jobs, name)
                jobs.wake()
                assert await ran.get() == name
            store.close()
            jobs.wake()
            await asyncio.sleep(0.05)
        assert jobs.log.counters["job_broke"] >= 1

    asyncio.run(main())


def test_what_is_under_way_when_a_worker_stops_is_given_back_at_once(store: Store) -> None:
    async def main() -> None:
        begun = asyncio.Event()

        async def hang(_: HeldJob) -> RunEnd:
            begun.set()
            await asyncio.sleep(3600)
            return Finished()

        jobs = background(store, hang)
        async with jobs.running(), asyncio.timeout(60):
            await store.run(lambda unit: jobs.put(unit, "count", "a"))
            jobs.wake()
            await begun.wait()
        counting = Counting()
        assert await background(store, counting.run).run_due() == 1
        assert counting.runs == ["a"]

    asyncio.run(main())


def test_what_a_run_does_with_its_finish_counts_once_also_if_it_was_taken_over(store: Store) -> None:
    def effect(held: HeldJob, unit: Unit) -> None:
        if held.finish(unit):
            unit.audit.add("spa", wall(), "worker", "did", held.job.key)

    async def slow(held: HeldJob) -> RunEnd:
        # While it is at it, its lease ends and another worker takes the job and does it.
        other = await store.run(lambda unit: unit.jobs.take(KEYS, wall() + HOUR, HOUR))
        assert other is not None
        await store.run(lambda unit: effect(HeldJob(other), unit))
        await store.run(lambda unit: effect(held, unit))
        return Finished()

    jobs = background(store, slow)
    put(store, jobs, "a")
    asyncio.run(jobs.run_due())
    assert len(store.run_sync(lambda unit: unit.audit.page("spa"))) == 1


@given(failures=st.integers(1, 10_000), chance=st.floats(0, 1, exclude_max=True))
def test_pauses_grow_to_a_limit_and_differ_by_chance(failures: int, chance: float) -> None:
    kind = JobKind("count", Counting().run)
    pause = kind.pause(failures, chance)
    assert kind.first_pause / 2 <= pause <= kind.longest_pause
    assert kind.pause(failures, 0.0) <= pause
    assert kind.pause(failures + 1, chance) >= pause
