"""Talks to a desk in processes that are killed at a given statement, and in others that go on; run as a program.

Arguments: the URL of a database, and how many kills to spread over a conversation. Each kill is a conversation of
its own. What then has no answer is delivered again. Prints a line of JSON for each conversation.
"""

import asyncio
import json
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

import psycopg
from sqlalchemy import event
from sqlalchemy.pool import Pool

from frontdesk.storage import open_store
from tests.faults.desks import NOW, desk_on

HOURS = range(10, 17)  # open on every day but Sunday
NEVER = 10**9


@dataclass(slots=True)
class Countdown:
    """Kills this process at the n-th statement."""

    left: int

    def step(self, _: str = "") -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def watch(countdown: Countdown) -> None:
    """Count every statement that the drivers run from now on."""

    class Counting(psycopg.Cursor[tuple[object, ...]]):
        def execute(self, query: str, params: Mapping[str, object] | None = None) -> object:  # type: ignore[override]  # as we call it
            countdown.step()
            return super().execute(query, params)

    @event.listens_for(Pool, "connect")
    def connected(connection: sqlite3.Connection | psycopg.Connection, _: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(countdown.step)
        else:
            connection.cursor_factory = Counting


def lines(number: int) -> tuple[str, ...]:
    """Return what the guest of a conversation says: each wants an opening of their own."""
    day = NOW + timedelta(days=7 * (1 + number // (5 * len(HOURS))) + number // len(HOURS) % 5)
    hour = HOURS[number % len(HOURS)]
    return (
        "hello",
        "book a hydrafacial",
        f"on {day:%B} {day.day}",
        f"at {hour}:00",
        "my name is Ann Miller",
        "212 555 0142",
        "skip",
        "yes",
        "thank you",
    )


async def converse(url: str, number: int, answered: int, countdown: Countdown, told: int) -> None:
    """Say all that has no answer yet; tell of each answer."""
    async with desk_on(url) as desk:
        for place, line in enumerate(lines(number)):
            if place >= answered:
                await desk.say(line, conversation=f"c{number}", message_id=f"c{number}-{place}")
                countdown.step()  # a process may also die between the commit and the answer
                os.write(told, b".")


def in_a_process(url: str, number: int, answered: int, last: int) -> tuple[bool, int]:
    """Converse in a process of its own; return whether it was killed, and how many answers it told of."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            countdown = Countdown(last)
            watch(countdown)
            asyncio.run(converse(url, number, answered, countdown, tell))
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(tell)
    _, status = os.waitpid(child, 0)
    heard = os.read(told, 1000)
    os.close(told)
    code = os.waitstatus_to_exitcode(status)
    if code not in {0, -signal.SIGKILL}:
        raise SystemExit(f"conversation {number} ended with {code}")
    return code != 0, len(heard)


def undisturbed(url: str) -> int:
    """Converse in this process, so that those forked from it have all loaded; return how many statements it ran."""
    countdown = Countdown(NEVER)
    watch(countdown)
    with open(os.devnull, "wb") as nobody:  # noqa: PTH123 - a descriptor is wanted, not a file
        asyncio.run(converse(url, 0, 0, countdown, nobody.fileno()))
    return NEVER - countdown.left


def main(url: str, kills: int) -> None:
    open_store(url).close()  # kills while tables are made are another test
    statements = undisturbed(url)
    tell({"conversation": "c0", "lines": lines(0), "killed": False, "answered": len(lines(0))})
    for number in range(1, kills + 1):
        killed, answered = in_a_process(url, number, 0, max(1, statements * number // kills))
        if killed:
            in_a_process(url, number, answered, NEVER)
        tell({"conversation": f"c{number}", "lines": lines(number), "killed": killed, "answered": answered})


def tell(about: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(about) + "\n")
    sys.stdout.flush()  # nothing may wait here to be written again by a fork


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
