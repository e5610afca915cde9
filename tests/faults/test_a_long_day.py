"""Hundreds of conversations, finished and dropped, leave nothing open: no connection, thread, task or file."""

import asyncio
import gc
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path

from sqlalchemy import QueuePool

from frontdesk.desk.desk import Desk
from frontdesk.storage.schema import bookings, conversations
from tests.faults.desks import NOW, WANTED, booked, desk_on, med_spa, row_counts, talk

CONVERSATIONS = 240  # many more than there are threads and connections
BOOKING = 20  # every so many conversations one is finished with a booking
HOURS = range(10, 17)
GREETINGS = ("hi", "how much is botox?", "book a hydrafacial", "qwertyuiop", "i want to talk to a person", "")

EARLY = "could somebody have a look at my skin some time"  # takes a while to hear, and the model


def wanted(number: int) -> str:
    """Return a message that asks for an opening of its own."""
    day = NOW + timedelta(days=6 + number // len(HOURS) % 5 + 7 * (number // (5 * len(HOURS))))
    return WANTED.replace("tomorrow at 10am", f"on {day:%B} {day.day} at {HOURS[number % len(HOURS)]}:00")


async def hold(desk: Desk, number: int) -> None:
    """Have one conversation: some end in a booking, some are dropped at the confirm, most are a word or two."""
    match number % BOOKING:
        case 0:
            await talk(desk, f"c{number}", wanted(number // BOOKING), "yes")
        case 1:
            await talk(desk, f"c{number}", wanted(number // BOOKING))
        case _:
            await talk(desk, f"c{number}", GREETINGS[number % len(GREETINGS)])


def alive() -> Counter[str]:
    """Count threads and tasks by kind, and open files."""
    threads = Counter(thread.name.rpartition("_")[0] or thread.name for thread in threading.enumerate())
    return threads + Counter(tasks=len(asyncio.all_tasks()), files=len(list(Path("/proc/self/fd").iterdir())))


def in_use(desk: Desk) -> int:
    """Return how many connections are checked out of the pool."""
    pool = desk.store.workers.engine.pool
    assert isinstance(pool, QueuePool)
    return pool.checkedout()


async def work_all_day(url: str) -> int:
    before = alive()
    async with desk_on(url) as desk:
        # As many at once as there may ever be threads, so that all of them are there.
        await asyncio.gather(*(talk(desk, f"early-{number}", EARLY) for number in range(40)))
        morning, connections = alive(), in_use(desk)
        for number in range(CONVERSATIONS):
            await hold(desk, number)
        assert in_use(desk) == connections
        assert not alive() - morning  # fewer may be: a desk of an earlier test ends its threads when it likes
        assert desk.waiting == {}
        assert desk.log.counters["turn_broke"] == 0
        standing = len(await booked(desk))
    gc.collect()  # what was not closed warns now, and warnings are errors
    assert not alive() - before
    return standing


async def settle(url: str) -> int:
    await asyncio.to_thread(int)  # the event loop's own thread, which the store is opened in
    return await work_all_day(url)


def test_hundreds_of_conversations_leave_nothing_open(database_url: str) -> None:
    med_spa()
    assert asyncio.run(settle(database_url)) == CONVERSATIONS // BOOKING
    counts = row_counts(database_url, (bookings, conversations))
    assert counts == {"bookings": CONVERSATIONS // BOOKING, "conversations": CONVERSATIONS + 40}
