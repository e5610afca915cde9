"""Works on databases until it is killed at a given statement; run as a program by the fault tests.

Reads lines of JSON: the URL of a database, the phase in which to die (opening it is the first, then there are turns),
and the number of the statement there; zero for none. For each it works in a copy of this process, which has all loaded,
and prints a line of JSON: the statements of each phase that was over, and how the copy ended.
"""

from functools import partial

from frontdesk.storage import Unit, open_store
from frontdesk.storage.rows import Action, BookingRow, Message, Side, Turn
from tests.contracts.storage_examples import NOW, booking, conversation, delivery, inbound, intent, time_of
from tests.faults.copies import serve, tell
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


def over(countdown: Countdown) -> list[str]:
    """Return the statements of a phase that is over."""
    countdown.step(OVER)
    return countdown.steps


def work(url: str, phase: int, last: int) -> None:
    countdown = Countdown()
    watch(countdown)
    countdown.set(last if phase == 0 else NEVER)
    with open_store(url) as store:
        tell(over(countdown))
        for number in range(TURNS):
            countdown.set(last if phase == number + 1 else NEVER)
            store.run_sync(partial(turn, number=number))
            tell(over(countdown))


if __name__ == "__main__":
    serve(work)
