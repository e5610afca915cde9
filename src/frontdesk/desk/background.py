"""Work that no guest waits for: jobs by kind, over the outbox, each run by one worker at a time.

A job is put with a turn or once for good, and taken on a lease. A worker that is killed leaves a lease that ends, and
whoever looks next takes the job over. What a run does in our database it does together with `HeldJob.finish` or after
`HeldJob.is_ours`, so that it counts once; what it does elsewhere it does under a key.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from random import SystemRandom
from typing import TypeAlias

from frontdesk.desk.log import Log
from frontdesk.storage.jobs import TakenJob
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable

LOOK = 5.0  # seconds between two looks at most: another process may have put something there
BROKE = "job_broke"  # the event
TOGETHER = 4  # jobs that one process runs at a time


def wall() -> datetime:
    """Read the real clock: how long a worker has been gone has nothing to do with the time of the desk."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class HeldJob:
    """A job that this worker has for itself while it runs."""

    job: TakenJob

    def is_ours(self, unit: Unit) -> bool:
        """Say whether nobody has taken it over, and keep it so until the transaction ends."""
        return unit.jobs.hold(self.job)

    def finish(self, unit: Unit) -> bool:
        """Tick it off together with what the transaction does; False if somebody has taken it over."""
        return unit.jobs.finish(self.job, wall())


@dataclass(frozen=True, slots=True)
class Finished:
    """It is done for good."""


@dataclass(frozen=True, slots=True)
class DoneUntil:
    """It is done for now, and due again after a while."""

    after: timedelta


@dataclass(frozen=True, slots=True)
class TryAgain:
    """It came to nothing and is tried again, later each time; `why` is for whoever asked for the run."""

    why: str


RunEnd: TypeAlias = Finished | DoneUntil | TryAgain


@dataclass(frozen=True, slots=True)
class AtItAlready:
    """Another worker has the job."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job of one business: what a run does, how long it may take, how soon it is tried again."""

    name: str
    run: Callable[[HeldJob], Awaitable[RunEnd]]
    longest: timedelta = timedelta(seconds=60)
    first_pause: timedelta = timedelta(seconds=30)
    longest_pause: timedelta = timedelta(hours=1)
    grace: timedelta = timedelta(seconds=15)  # to write down how a run ended that took all its time

    @property
    def lease(self) -> timedelta:
        """How long nobody else gets the job: a run that takes longer is stopped before."""
        return self.longest + self.grace

    def pause(self, failures: int, chance: float) -> timedelta:
        """Return how long to wait after so many failures in a row; a random half, so that many do not come together."""
        whole = min(self.longest_pause, self.first_pause * 2.0 ** min(failures - 1, 20))
        return whole / 2 * (1 + chance)


@dataclass(slots=True)
class Background:
    """The jobs of one business, and a worker for them in this process."""

    store: Store
    business: str
    kinds: Mapping[str, JobKind]
    log: Log = field(default_factory=Log)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    under_way: set[asyncio.Task[object]] = field(default_factory=set)

    def put(self, unit: Unit, kind: str, name: str, payload: str = "", due_at: datetime | None = None) -> bool:
        """Keep a job with what the transaction does; False if there is one of that name, or was."""
        return put_job(unit, self.business, NewJob(kind, name, payload, due_at))

    def wake(self) -> None:
        """Have the worker look at once: something was put."""
        self.woken.set()

    async def run_now(self, kind: str, name: str) -> RunEnd | AtItAlready:
        """Run a job, due or not, and wait for its end; a job that is not there yet is put."""
        lease, key = self.kinds[kind].lease, self._key(kind, name)

        def take(unit: Unit) -> TakenJob | None:
            self.put(unit, kind, name)
            return unit.jobs.take_named(key, wall(), lease)

        job = await self.store.run(take)
        return AtItAlready() if job is None else await self._run(kind, job)

    async def run_due(self) -> int:
        """Run what is due, one after the other; return how many."""
        done = 0
        while (taken := await self._take()) is not None:
            await self._run(*taken)
            done += 1
        return done

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run what becomes due while the block lasts. What is under way at its end is given back."""
        worker = asyncio.create_task(self._again_and_again())
        try:
            yield
        finally:
            tasks = [worker, *self.under_way]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _again_and_again(self) -> None:
        while True:
            self.woken.clear()
            pause = await self._looked()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self.woken.wait()

    async def _looked(self) -> float:
        """Start what is due, and return how long there is nothing more to do."""
        try:
            await self._start_due()
            return await self._pause()
        except DatabaseUnusable:
            return LOOK  # whoever talks to a guest says so; here there is nobody to tell
        except Exception as broken:  # noqa: BLE001 - the top of the worker: it must go on looking
            self.log.broke(broken, BROKE)
            return LOOK

    async def _start_due(self) -> None:
        """Start what is due, as much as may run together."""
        while len(self.under_way) < TOGETHER and (taken := await self._take()) is not None:
            task: asyncio.Task[object] = asyncio.create_task(self._run(*taken))
            self.under_way.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[object]) -> None:
        self.under_way.discard(task)
        self.wake()
        if not task.cancelled() and isinstance(broken := task.exception(), Exception):
            self.log.broke(broken, BROKE)  # the database was lost: the lease ends, and somebody takes the job over

    async def _pause(self) -> float:
        """Return how long there is nothing to do; a job that ends wakes us."""
        if len(self.under_way) >= TOGETHER:
            return LOOK
        due = await self.store.run(lambda unit: unit.jobs.next_due(self._stored_kinds()))
        left = LOOK if due is None else (due - wall()).total_seconds()
        return min(LOOK, max(0.1, left))

    async def _take(self) -> tuple[str, TakenJob] | None:
        for name, kind in self.kinds.items():
            job = await self.store.run(partial(_taken, self._stored_kind(name), kind.lease))
            if job is not None:
                return name, job
        return None

    async def _run(self, kind: str, job: TakenJob) -> RunEnd:
        try:
            end = await self._run_in_time(self.kinds[kind], HeldJob(job))
        except asyncio.CancelledError:
            with suppress(DatabaseUnusable):  # then its lease ends by itself
                await self.store.run(lambda unit: unit.jobs.leave(job, wall(), job.failures))
            raise
        await self.store.run(lambda unit: self._close(unit, kind, job, end))
        self.log.event("job_ended", job=kind, end=type(end).__name__, failures=job.failures)
        return end

    async def _run_in_time(self, kind: JobKind, held: HeldJob) -> RunEnd:
        try:
            async with asyncio.timeout(kind.longest.total_seconds()):
                return await kind.run(held)
        except TimeoutError:
            return TryAgain(f"It took longer than {kind.longest.total_seconds():g} seconds.")
        except DatabaseUnusable:
            raise  # how it ended cannot be written down either
        except Exception as broken:  # noqa: BLE001 - the top of the worker: whatever broke, the other jobs go on
            self.log.broke(broken, BROKE)
            return TryAgain(f"It broke ({type(broken).__name__}).")

    def _close(self, unit: Unit, kind: str, job: TakenJob, end: RunEnd) -> None:
        """Write down how a run ended; nothing, if it was finished within it or somebody has taken it over."""
        match end:
            case Finished():
                unit.jobs.finish(job, wall())
            case DoneUntil(after):
                unit.jobs.leave(job, wall() + after, 0)
            case TryAgain():
                failures = job.failures + 1
                pause = self.kinds[kind].pause(failures, SystemRandom().random())
                unit.jobs.leave(job, wall() + pause, failures)

    def _stored_kinds(self) -> Sequence[str]:
        return [self._stored_kind(name) for name in self.kinds]

    def _stored_kind(self, kind: str) -> str:
        """Return a kind as it is stored: a server takes jobs of its own businesses only."""
        return _stored(self.business, kind)

    def _key(self, kind: str, name: str) -> str:
        return f"{self._stored_kind(kind)}/{name}"


@dataclass(frozen=True, slots=True)
class NewJob:
    """Something to do in the background, once for each name of a kind."""

    kind: str
    name: str
    payload: str = ""
    due_at: datetime | None = None  # None: now
    conversation_id: str | None = None  # what is to be forgotten with it


def put_job(unit: Unit, business: str, job: NewJob) -> bool:
    """Keep a job of a business with what the transaction does; False if there is one of that name, or was."""
    kind = _stored(business, job.kind)
    return unit.jobs.put(kind, f"{kind}/{job.name}", job.payload, job.due_at or wall(), job.conversation_id)


def _stored(business: str, kind: str) -> str:
    return f"{kind}/{business}"


def _taken(kind: str, lease: timedelta, unit: Unit) -> TakenJob | None:
    return unit.jobs.take([kind], wall(), lease)
