"""Syncs a hotel once, and is killed at a given statement of it; run as a program by the fault tests.

Reads lines of JSON: the URL of the database, that of the ERP, and the number of the statement; zero for none. A copy of
this program tells the statements once it is over.
"""

import asyncio

from frontdesk.storage import Store
from frontdesk.storage.syncs import Sync
from tests.desk.hotels import Front, hotel
from tests.faults.copies import serve, tell
from tests.faults.countdown import Countdown, watch

OVER = "over"  # the step after the last statement, before anybody can be told


async def sync(url: str, erp: str, last: int) -> None:
    countdown = Countdown()
    watch(countdown)
    with await Store.open(url, 60) as store:
        countdown.set(last)
        end = await Front(store, hotel(erp)).sync()
        countdown.step(OVER)
        assert isinstance(end, Sync), end
        tell(countdown.steps)


if __name__ == "__main__":
    serve(lambda *arguments: asyncio.run(sync(*arguments)))
