"""Syncs a hotel once, and is killed at a given statement of it; run as a program by the fault tests.

Arguments: the URL of the database, that of the ERP, and the number of the statement; zero for none. Prints the
statements once it is over, as a line of JSON.
"""

import asyncio
import json
import sys

from frontdesk.storage import Store
from frontdesk.storage.syncs import Sync
from tests.desk.hotels import Front, hotel
from tests.faults.countdown import Countdown, watch

OVER = "over"  # the step after the last statement, before anybody can be told


async def main(url: str, erp: str, last: int) -> None:
    countdown = Countdown()
    watch(countdown)
    with await Store.open(url, 60) as store:
        countdown.set(last)
        end = await Front(store, hotel(erp)).sync()
        countdown.step(OVER)
        assert isinstance(end, Sync), end
        print(json.dumps(countdown.steps), flush=True)  # noqa: T201 - this is how the parent learns it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
