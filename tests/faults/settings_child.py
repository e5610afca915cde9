"""Changes the settings of a business until it is killed at a given step; run as a program by the fault tests.

Reads lines of JSON: the folder, the URL of the database, and the number of the step, counted from when the change
begins; zero for none. Steps are the statements that the database runs, and what is done to files of the folder. A copy
of this program tells the steps once it is over.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.saving import Editing
from frontdesk.desk.house import open_house
from tests.desk.settings import NOW, made, salon, tuesday
from tests.faults.copies import serve, tell
from tests.faults.countdown import NEVER, Countdown, watch

OVER = "over"
TO_FILES = {"os.rename": "replace", "tempfile.mkstemp": "make"}


async def change(folder: Path, url: str, last: int) -> None:
    countdown = Countdown()
    watch(countdown)
    countdown.set(NEVER)

    def done(event: str, arguments: tuple[object, ...]) -> None:
        if event in TO_FILES and str(folder) in str(arguments):
            countdown.step(f"file {TO_FILES[event]}")

    sys.addaudithook(done)
    async with Desk.open(folder, url, lambda: NOW) as desk:
        editing = Editing(desk, folder)
        shown = await editing.shown()
        countdown.set(last)
        await made(editing, lambda _: tuesday(shown.settings))
        countdown.step(OVER)
        tell(countdown.steps)


if __name__ == "__main__":
    with TemporaryDirectory() as unused:
        open_house(salon(Path(unused) / "salon"))  # so that the copies have loaded what every business needs
    serve(lambda folder, url, last: asyncio.run(change(Path(folder), url, last)))
