"""One of several programs on one database; run as a program by the tests of crowds, which tell it when to begin.

Arguments: what to do, the URL of a database, the number of this program, and how many (guests, openings, writes).
Prints a line when it is ready and waits for one. Whatever goes wrong ends it with that error.
"""

import asyncio
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from frontdesk.desk.desk import Desk
from frontdesk.storage import Unit, open_store
from frontdesk.storage.store import Store
from tests.contracts.storage_examples import delivery
from tests.faults.desks import NOW, med_spa, now, outcomes, own_opening, talk

# Much less than it takes to serve all guests, so that a program that is passed over would give up.
PATIENCE = 2.0


def lines(number: int) -> tuple[str, ...]:
    """Return what the guest of this number says."""
    return (
        "hello",
        "how much is botox?",
        "book a hydrafacial",
        f"on {own_opening(number)}",
        "how long does it take?",
        "my name is Ann Miller",
        f"212 555 {100 + number:04}",
        "skip",
        "yes",
    )


async def serve(url: str, guests: range) -> None:
    """Serve all guests at once, and see that each has booked."""
    store = await Store.open(url, PATIENCE)
    desk = Desk(med_spa(), store, now)
    ended = await asyncio.gather(*(talk(desk, f"guest-{number}", *lines(number)) for number in guests))
    store.close()
    for number, answer in zip(guests, ended, strict=True):
        assert outcomes(answer) == [("book_appointment", "booked")], (number, answer)


def serve_guests(url: str, program: int, count: int) -> None:
    asyncio.run(serve(url, range(program * count, (program + 1) * count)))


def hour_wanted(number: int) -> int:
    """Return the hour tomorrow at which the guest of this number wants the treatment: many want the same."""
    return 10 + number % 3


def is_written_from(program: int, number: int, programs: int) -> bool:
    """Say whether a guest writes from this program; every third writes from two at once."""
    return program == number % programs or (number % 3 == 0 and program == (number + 1) % programs)


# What a guest says to a question: whatever it takes to come to an end.
TO_QUESTIONS = {"confirmation": "yes", "choice": "the first one", "email": "skip", None: "thanks"}
ROUNDS = 7


async def race(desk: Desk, number: int, program: int) -> None:
    """Want an opening that others want too, and take another where it is gone. Half of the guests are vouched for."""
    guest = f"212 555 {100 + number:04}" if number % 2 else None
    text = f"book a hydrafacial tomorrow at {hour_wanted(number)}am, I am Ann Miller, 212 555 {100 + number:04}"
    for turn in range(ROUNDS):
        answer = await desk.say(
            text, conversation=f"guest-{number}", guest=guest, message_id=f"{number}-{program}-{turn}"
        )
        asking = answer["asking"]
        text = TO_QUESTIONS.get(asking if isinstance(asking, str) else None, "any time in the next days")


async def race_all(url: str, program: int, guests: int) -> None:
    """Let all guests of this program race, each program with a clock of its own."""
    store = await Store.open(url)
    desk = Desk(med_spa(), store, lambda: NOW + timedelta(minutes=program))
    mine = (number for number in range(guests) if is_written_from(program, number, RACING_PROGRAMS))
    await asyncio.gather(*(race(desk, number, program) for number in mine))
    store.close()
    assert desk.log.counters["turn_broke"] == 0


RACING_PROGRAMS = 4


def race_for_few(url: str, program: int, count: int) -> None:
    asyncio.run(race_all(url, program, count))


def put(unit: Unit, key: str) -> None:
    assert unit.outbox.put(delivery(key))


def open_often(url: str, program: int, count: int) -> None:
    """Open, write and close again and again: now and then this is the first to open or the last to close."""
    for number in range(count):
        with open_store(url, PATIENCE) as store:
            store.run_sync(partial(put, key=f"{program}-{number}"))


def write_on(url: str, program: int, count: int) -> None:
    """Write without a pause: while some work is done, more waits."""
    with open_store(url) as store:
        waiting = [store.workers.submit(partial(put, key=f"{program}-{number}")) for number in range(count)]
        for each in waiting:
            each.result()


TASKS: dict[str, Callable[[str, int, int], None]] = {
    "serve_guests": serve_guests,
    "race_for_few": race_for_few,
    "open_often": open_often,
    "write_on": write_on,
}


if __name__ == "__main__":
    if sys.argv[1] in ("serve_guests", "race_for_few"):
        med_spa()  # so that all open the database at the same moment
    print("ready", flush=True)  # noqa: T201 - this is how the parent learns it
    sys.stdin.readline()
    TASKS[sys.argv[1]](sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
