"""Books and cancels places of a tour in processes that are killed inside those turns; run as a program.

Argument: the URL of a database. Each kill, at every seventh statement of one of them, is a conversation of its own;
after it another process says again all that has no answer. Prints a line of JSON for each conversation.
"""

import asyncio
import os
import signal
import sys
import traceback
from contextlib import AsyncExitStack

from frontdesk.dialogue.asked import Asked
from frontdesk.storage import open_store
from tests.faults.countdown import NEVER, Countdown, watch
from tests.faults.desk_child import write_line
from tests.faults.test_last_place import desks_on, harbour, now

APART = 7  # statements between two kills
WANTED = "a harbour tour for 1 person on saturday at 10am, my name is Ann Miller, my phone number is 207 555 {:04}"
BOOKS, CANCELS = 1, 3
LINES = (WANTED, "yes", "cancel my tour", "yes")


async def converse(url: str, number: int, line: int, last_step: int, countdown: Countdown) -> None:
    """Say all lines; what was answered before is only repeated. Dies at a step of one of them."""
    async with AsyncExitStack() as stack:
        (desk,) = await desks_on(stack, url, 1)
        for place, text in enumerate(LINES[: 2 if line == BOOKS else None]):
            countdown.set(last_step if place == line else NEVER)
            await desk.say(text.format(100 + number), conversation=f"c{number}", message_id=f"c{number}-{place}")
        countdown.set(NEVER)


def is_killed(url: str, number: int, line: int, last_step: int) -> bool:
    """Converse in a process of its own; say whether that was killed."""
    child = os.fork()
    if child == 0:
        try:
            countdown = Countdown()
            watch(countdown)
            asyncio.run(converse(url, number, line, last_step, countdown))
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in {0, -signal.SIGKILL}:
        raise SystemExit(f"a process ended with {code}")
    return code == -signal.SIGKILL


def main(url: str) -> None:
    open_store(url).close()  # kills while tables are made are another test
    harbour().understanding.understand(WANTED, Asked(), now())  # so that the copies have loaded it, and the model
    number = 0
    for line in (CANCELS, BOOKS):  # bookings stay, and the boat is small
        last_step, killed = 1, True
        while killed:
            killed = is_killed(url, number, line, last_step)
            if killed:
                is_killed(url, number, line, NEVER)
            write_line(sys.stdout.fileno(), {"line": line, "step": last_step, "killed": killed})
            number, last_step = number + 1, last_step + APART


if __name__ == "__main__":
    main(sys.argv[1])
