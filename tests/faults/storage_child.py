"""Works on a database until it is killed at a given statement; run as a program by the fault tests.

Arguments: the URL of the database, and the number of the statement at which to die without a word.
Prints the number of each turn once it is committed.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from functools import partial

import psycopg
from sqlalchemy import event
from sqlalchemy.pool import Pool

from frontdesk.storage import Unit, open_store, postgresql
from frontdesk.storage.encoded import Bytes
from frontdesk.storage.rows import Action, BookingRow, Message, Side, Turn
from frontdesk.storage.wire import Wire
from tests.contracts.storage_examples import NOW, booking, conversation, delivery, inbound, intent, time_of

TURNS = 4


class Countdown:
    """Kills this process at the n-th statement."""

    def __init__(self, left: int) -> None:
        self.left = left

    def step(self, _: str = "") -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def watch(countdown: Countdown) -> None:
    """Count every statement that the drivers run from now on."""

    class Counting(psycopg.Cursor[tuple[object, ...]]):
        def execute(self, query: str, params: Mapping[str, object] | None = None) -> object:  # type: ignore[override]  # as SQLAlchemy calls it
            countdown.step()
            return super().execute(query, params)

    class CountingWire(Wire):
        def later(self, text: str, parameters: Sequence[Bytes] = (), otherwise: Exception | None = None) -> None:
            countdown.step()
            super().later(text, parameters, otherwise)

        def execute(self, text: str, parameters: Sequence[Bytes] = ()) -> None:
            countdown.step()
            super().execute(text, parameters)

        def commit(self) -> None:
            countdown.step()
            super().commit()

    postgresql.Wire = CountingWire  # type: ignore[attr-defined]  # the one thing between us and the server

    @event.listens_for(Pool, "connect")
    def connected(connection: sqlite3.Connection | psycopg.Connection, _: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(countdown.step)
        else:
            connection.cursor_factory = Counting


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


def main(url: str, last: int) -> None:
    watch(Countdown(last))
    with open_store(url) as store:
        for number in range(TURNS):
            store.run_sync(partial(turn, number=number))
            print(number, flush=True)  # noqa: T201 - this is how the parent learns it


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
