"""Takes a conversation over, answers and hands back in processes that are killed inside it; run as a program.

Argument: the URL of a database. Each kill, at every third statement, is a conversation of its own; after it another
process does the same again. Prints a line of JSON for each conversation.
"""

import asyncio
import os
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable

from frontdesk.desk.desk import Desk
from frontdesk.desk.taking_over import Reply, answer, hand_back, take_over
from frontdesk.storage import open_store
from frontdesk.storage.rows import Side
from tests.faults.countdown import NEVER, Countdown, watch
from tests.faults.desk_child import write_line
from tests.faults.desks import desk_on, talk

EMILY, TEXT = "emily", "Hello, this is Emily."
APART = 3  # statements between two kills


async def say(desk: Desk, conversation: str) -> object:
    """Answer what the guest said, knowing what a page knew that was loaded before the answer."""
    lines = await desk.store.run(lambda unit: unit.messages.page(conversation, 0, 99))
    seen = max(each.id for each in lines if each.side is not Side.STAFF)
    return await answer(desk, conversation, EMILY, Reply(TEXT, seen))


ACTS: tuple[Callable[[Desk, str], Awaitable[object]], ...] = (
    lambda desk, conversation: take_over(desk, conversation, EMILY),
    say,
    lambda desk, conversation: hand_back(desk, conversation, EMILY),
)


async def act(url: str, conversation: str, number: int, last_step: int, countdown: Countdown) -> None:
    """Do one of the acts, and die at a step of it."""
    async with desk_on(url) as desk:
        countdown.set(last_step)
        await ACTS[number](desk, conversation)
        countdown.set(NEVER)


def is_killed(url: str, conversation: str, number: int, last_step: int) -> bool:
    """Do one of the acts in a process of its own; say whether that was killed."""
    child = os.fork()
    if child == 0:
        try:
            countdown = Countdown()
            watch(countdown)
            asyncio.run(act(url, conversation, number, last_step, countdown))
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in {0, -signal.SIGKILL}:
        raise SystemExit(f"a process ended with {code}")
    return code == -signal.SIGKILL


async def begin(url: str, conversation: str) -> None:
    async with desk_on(url) as desk:
        await talk(desk, conversation, "book a hydrafacial")


def main(url: str) -> None:
    open_store(url).close()  # kills while tables are made are another test
    for number in range(len(ACTS)):
        last_step, killed = 1, True
        while killed:
            killed = converse(url, f"act{number}-{last_step}", number, last_step)
            last_step += APART


def converse(url: str, conversation: str, number: int, last_step: int) -> bool:
    """Do all acts in a conversation, one of them killed and then done again; say whether it was."""
    asyncio.run(begin(url, conversation))
    killed = False
    for each in range(len(ACTS)):
        if is_killed(url, conversation, each, last_step if each == number else NEVER):
            killed = True
            is_killed(url, conversation, each, NEVER)
    write_line(sys.stdout.fileno(), {"conversation": conversation, "act": number, "killed": killed})
    return killed


if __name__ == "__main__":
    main(sys.argv[1])
