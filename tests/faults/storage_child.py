"""Works on databases until it is killed at a given statement; run as a program by the fault tests.

Reads lines of JSON: the URL of a database, the phase in which to die (opening it is the first, then there are turns),
and the number of the statement there; zero for none. For each it works in a copy of this process, which has all loaded,
and prints a line of JSON: the statements of each phase that was over, and how the copy ended.
"""

import json
import os
import sys
import traceback
from functools import partial

from frontdesk.storage import Unit, open_store
from frontdesk.storage.rows import Action, BookingRow, Message, Side, Turn
from tests.contracts.storage_examples import NOW, booking, conversation, delivery, inbound, intent, time_of
from tests.faults.countdown import NEVER, Countdown, watch

TURNS = 4
OVER = "over"  # the step after the last statement of a phase, before anybody can be told


def turn(unit: Unit, number: int) -> None:
    accepted = unit.inbox.accept(inbound(f"m{number}"))
    before = unit.conversations.by_id("c1") or conversation("c1")
    row = booking(number)
    made = unit.bookings.add(row, time_of(row, "emily", "room"), "guest")
    assert isinstance(made, BookingRow)
    unit.actions.record(Action(intent(f"k{number}"), "booked", "{}", NOW))
    unit.messages.add(
        Message("c1", number, Side.GUEST, "sms", "hi", NOW), Message("c1", number, Side.DESK, "sms", "!", NOW)
    )
    unit.messages.add_turn(Turn("c1", number, NOW, "{}", "[]", "{}"))
    unit.outbox.put(delivery(f"d{number}"))
    assert unit.conversations.save(before, NOW)
    unit.inbox.answered(accepted.id, "c1", "{}")


def work(url: str, phase: int, last: int) -> None:
    countdown = Countdown()
    watch(countdown)
    countdown.set(last if phase == 0 else NEVER)
    with open_store(url) as store:
        tell(countdown)
        for number in range(TURNS):
            countdown.set(last if phase == number + 1 else NEVER)
            store.run_sync(partial(turn, number=number))
            tell(countdown)


def tell(countdown: Countdown) -> None:
    countdown.step(OVER)
    print(json.dumps(countdown.steps), flush=True)  # noqa: T201 - this is how the parent learns it


def in_a_process(url: str, phase: int, last: int) -> tuple[list[list[str]], int]:
    """Work in a copy of this process; return the statements of each phase that was over, and how the copy ended."""
    told, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(tells, sys.stdout.fileno())
            work(url, phase, last)
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(tells)
    with os.fdopen(told) as pipe:
        over = [json.loads(line) for line in pipe]
    return over, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(in_a_process(*json.loads(line))), flush=True)  # noqa: T201 - as above
