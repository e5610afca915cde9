"""Talks to a desk in processes that are killed inside a turn, each at another statement; run as a program.

Argument: the URL of a database. First it listens to which statements each turn runs. Then each kill is a conversation
of its own: a process talks until it is killed, and another says again all that has no answer. The turn that books is
interrupted at every statement, the others at their first, in the middle, at the commit and after it. Prints a line of
JSON for each conversation.
"""

import asyncio
import json
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from frontdesk.storage import open_store
from tests.faults.countdown import NEVER, Countdown, watch
from tests.faults.desks import desk_on, own_opening

BOOKING = 3  # the line that books
ANSWERED = "answered"  # the step after the commit, before the process could tell anybody


def lines(number: int) -> tuple[str, ...]:
    """Return what the guest of a conversation says."""
    return (
        "hello",
        f"book a hydrafacial on {own_opening(number)}",
        f"my name is Ann Miller, my phone number is 212 555 {100 + number:04}, email a@example.com",
        "yes",
        "thank you",
    )


@dataclass(frozen=True, slots=True)
class Point:
    """Where to kill: in the turn of a line, at a step of it."""

    line: int
    step: int
    statement: str


NOWHERE = Point(-1, NEVER, "")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a process told: which lines were answered and what their turns ran, where it died, and whether it did."""

    turns: Mapping[int, list[str]]
    last: str | None
    killed: bool


async def converse(url: str, number: int, first: int, point: Point, countdown: Countdown) -> None:
    """Say all lines from the first that has no answer; tell of each answer."""
    async with desk_on(url) as desk:
        for place, line in enumerate(lines(number)[first:], first):
            countdown.set(point.step if place == point.line else NEVER)
            await desk.say(line, conversation=f"c{number}", message_id=f"c{number}-{place}")
            countdown.step(ANSWERED)
            countdown.tell([place, countdown.steps])
            countdown.set(NEVER)


def in_a_process(url: str, number: int, first: int, point: Point) -> Heard:
    """Converse in a process of its own."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            countdown = Countdown(partial(write_line, tell))
            watch(countdown)
            asyncio.run(converse(url, number, first, point, countdown))
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told) as pipe:
        heard = [json.loads(line) for line in pipe]
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in {0, -signal.SIGKILL}:
        raise SystemExit(f"conversation {number} ended with {code}")
    turns = {each[0]: each[1] for each in heard if isinstance(each, list)}
    last = [each for each in heard if isinstance(each, str)]
    return Heard(turns, last[0] if last else None, code == -signal.SIGKILL)


def write_line(descriptor: int, value: object) -> None:
    os.write(descriptor, json.dumps(value).encode() + b"\n")


def points(turns: Mapping[int, list[str]]) -> Iterator[Point]:
    """Return where to kill."""
    for line, steps in turns.items():
        commit = steps.index("COMMIT") + 1
        some = {1, commit // 2, commit, commit + 1, len(steps)}
        for step in range(1, len(steps) + 1) if line == BOOKING else sorted(some):
            yield Point(line, step, steps[step - 1])


def main(url: str) -> None:
    open_store(url).close()  # kills while tables are made are another test
    # What is done once is done now: all processes forked from this one have loaded the business.
    asyncio.run(converse(url, 0, 0, NOWHERE, Countdown()))
    turns = in_a_process(url, 1, 0, NOWHERE).turns
    tell({"conversations": [f"c{number}" for number in (0, 1)], "turns": list(turns.values())})
    for number, point in enumerate(points(turns), 2):
        heard = in_a_process(url, number, 0, point)
        in_a_process(url, number, len(heard.turns), NOWHERE)
        tell(
            {
                "conversation": f"c{number}",
                "line": point.line,
                "step": point.step,
                "statement": point.statement,
                "killed": heard.killed,
                "answered": len(heard.turns),
                "died_at": heard.last,
            }
        )


def tell(about: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(about) + "\n")
    sys.stdout.flush()  # nothing may wait here to be written again by a fork


if __name__ == "__main__":
    main(sys.argv[1])
