"""Changes the settings of a business until it is killed at a given step; run as a program by the fault tests.

Arguments: the folder, the URL of the database, and the number of the step, counted from when the change begins; zero
for none. Steps are the statements that the database runs, and what is done to files of the folder. Prints the steps.
"""

import asyncio
import json
import sys
from pathlib import Path

from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.saving import Editing
from tests.desk.settings import NOW, made, tuesday
from tests.faults.countdown import NEVER, Countdown, watch

OVER = "over"
TO_FILES = {"os.rename": "replace", "tempfile.mkstemp": "make"}


async def main(folder: Path, url: str, last: int) -> None:
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
        print(json.dumps(countdown.steps), flush=True)  # noqa: T201 - this is how the parent learns it


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
