"""Works on a database until it is killed at a given statement; run as a program by the fault tests.

Arguments: the URL of the database, the phase in which to die (opening it is the first, then there are turns), and the
number of the statement there; zero for none. Prints the statements of each phase once it is over, as a line of JSON.
"""

import json
import sys
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


def main(url: str, phase: int, last: int) -> None:
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


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
