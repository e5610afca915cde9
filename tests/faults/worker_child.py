"""Works off jobs until it is killed; run as a program by the fault tests.

Argument: the URL of the database. Every run writes down that it began, waits a little, and writes down that it was
done together with its finish.
"""

import asyncio
import os
import sys
from datetime import timedelta
from random import Random

from frontdesk.desk.background import Background, Finished, HeldJob, JobKind, RunEnd, wall
from frontdesk.storage import Store, Unit
from frontdesk.storage.unusable import DatabaseUnusable

BUSINESS = "spa"
KIND = "count"
LEASE = 2.0  # seconds, after which a killed worker's job is taken over
LONGEST_WAIT = 0.03  # seconds in the middle of a run


def note(unit: Unit, what: str, key: str) -> None:
    unit.audit.add(BUSINESS, wall(), str(os.getpid()), what, key)


def background(store: Store) -> Background:
    chance = Random(os.getpid())  # noqa: S311 - it spreads the kills, no more

    async def run(held: HeldJob) -> RunEnd:
        await store.run(lambda unit: note(unit, "began", held.job.key))
        await asyncio.sleep(chance.random() * LONGEST_WAIT)

        def done(unit: Unit) -> None:
            if held.finish(unit):
                note(unit, "did", held.job.key)

        await store.run(done)
        return Finished()

    kind = JobKind(KIND, run, timedelta(seconds=LEASE - 0.5), grace=timedelta(seconds=0.5))
    return Background(store, BUSINESS, {KIND: kind})


async def main(url: str) -> None:
    with await Store.open(url, 60) as store:
        print("ready", flush=True)  # noqa: T201 - this is how the parent learns it
        async with background(store).running():
            await asyncio.sleep(3600)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1]))
    except DatabaseUnusable as error:
        sys.exit(str(error))
