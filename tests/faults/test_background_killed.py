"""Two worker processes never do the same job twice, and what a killed one was at is done by another."""

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from time import sleep

from frontdesk.desk.background import LOOK as LOOK_OF_WORKERS
from frontdesk.desk.background import wall
from frontdesk.storage import Store, open_store
from tests.faults.worker_child import BUSINESS, KIND, background
from tests.prepared import Program, program

CHILD = Path(__file__).with_name("worker_child.py")
JOBS = 120
KILLS = 5
LOOK = 0.05  # seconds between two looks at how far they are
STORED_KIND = [f"{KIND}/{BUSINESS}"]


@contextmanager
def worker(url: str) -> Iterator[Program]:
    """Start a worker; kill it in the end."""
    with program(CHILD, url) as child:
        assert child.stdout.readline() == "ready\n"
        yield child


def put_jobs(store: Store, later: timedelta = timedelta()) -> None:
    jobs, due = background(store), wall() + later
    store.run_sync(lambda unit: [jobs.put(unit, KIND, str(number), due_at=due) for number in range(JOBS)])


def count(store: Store, what: str) -> Counter[str]:
    """Count by job what workers have written down."""
    rows = store.run_sync(lambda unit: unit.audit.page(BUSINESS, what=what, limit=100_000))
    return Counter(row.about for row in rows)


def wait_until_done(store: Store, number: int) -> None:
    while len(count(store, "did")) < number:
        sleep(LOOK)


def test_two_workers_share_the_jobs_and_begin_each_once(database_url: str) -> None:
    with open_store(database_url, 60) as store:
        with worker(database_url), worker(database_url):
            put_jobs(store, timedelta(seconds=LOOK_OF_WORKERS + 1))  # so that both have seen them when they are due
            wait_until_done(store, JOBS)
        assert len(count(store, "did")) == JOBS
        assert set(count(store, "began").values()) == {1}  # no run began twice: nobody was gone
        assert set(count(store, "did").values()) == {1}
        by = {row.by for row in store.run_sync(lambda unit: unit.audit.page(BUSINESS, what="did", limit=1000))}
        assert len(by) == 2  # both have worked


def test_the_jobs_of_killed_workers_are_done_by_others_and_once(database_url: str) -> None:
    with open_store(database_url, 60) as store, ExitStack() as workers:
        put_jobs(store)
        living = [workers.enter_context(worker(database_url)) for _ in range(2)]
        for kill in range(KILLS):
            wait_until_done(store, (kill + 1) * JOBS // (KILLS + 2))
            living.pop(0).send_signal(signal.SIGKILL)
            living.append(workers.enter_context(worker(database_url)))
        wait_until_done(store, JOBS)
        assert set(count(store, "did").values()) == {1}
        # Only what a killed one was at began again: at most what one process runs together, each time.
        assert sum(times - 1 for times in count(store, "began").values()) <= 4 * KILLS
        assert store.run_sync(lambda unit: unit.jobs.next_due(STORED_KIND)) is None
