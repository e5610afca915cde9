"""Sixty-four guests want one opening: one gets it, and the others are told the truth."""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from conversation import ConversationWentWrong, open_spa, talk
from durable_postgres import running_durable_postgres
from measuring import RUNS, percentile, show, title, under

from frontdesk.desk.desk import Desk

GUESTS = 64
BEFORE = ("a consultation with Dr. Smith on March 12 at 10am", "the first one", "Jane Miller", "212 555 0147", "skip")


@dataclass(slots=True)
class Ending:
    """How the last turn of every guest went."""

    booked: int = 0
    told: int = 0
    seconds: list[float] = field(default_factory=list)


async def bring_to_confirm(desk: Desk, guest: int) -> None:
    """Bring a guest to the question whether to book that opening."""
    conversation, answer = f"guest-{guest}", dict[str, object]()
    for text in BEFORE:
        answer = await desk.say(text, conversation=conversation)
        if answer["position"] == "confirming":
            return
    raise ConversationWentWrong(f"guest {guest} was not brought to the confirm: {answer}")


async def say_yes(desk: Desk, guest: int, ending: Ending) -> None:
    """Let the guest say yes, and take down what came of it."""
    start = time.perf_counter()
    answer = await desk.say("yes please", conversation=f"guest-{guest}")
    ending.seconds.append(time.perf_counter() - start)
    did = answer["did"]
    outcomes = (
        [each["outcome"] for each in did if each["action"] == "book_appointment"] if isinstance(did, list) else []
    )
    ending.booked += outcomes == ["booked"]
    ending.told += outcomes == ["taken"] and "taken" in str(answer["reply"])


async def contend(database: str) -> Ending:
    """Bring all guests to the confirm, and let all say yes at once."""
    ending = Ending()
    async with open_spa(database) as desk:
        await talk(desk, 0)  # the desk has been at work before
        for guest in range(GUESTS):
            await bring_to_confirm(desk, guest)
        await asyncio.gather(*(say_yes(desk, guest, ending) for guest in range(GUESTS)))
    return ending


def print_endings(name: str, endings: list[Ending]) -> None:
    """Print who got it, who was told, and how long they waited."""
    for ending in endings:
        print(f"  {name}: {ending.booked} booked, {ending.told} told that it is taken")
    show(f"{name}: last turn, p50", [percentile(ending.seconds, 50) for ending in endings], "s")
    show(f"{name}: last turn, p99", [percentile(ending.seconds, 99) for ending in endings], "s", under(0.3))


def main() -> None:
    title(f"{GUESTS} guests say yes to one opening at once; durable on both databases")
    with tempfile.TemporaryDirectory() as folder:
        endings = [asyncio.run(contend(f"sqlite:///{Path(folder) / f'run{run}.db'}")) for run in range(RUNS)]
    print_endings("SQLite", endings)
    with running_durable_postgres() as server:
        endings = [asyncio.run(contend(f"{server}/run{run}")) for run in range(RUNS)]
    print_endings("PostgreSQL", endings)


if __name__ == "__main__":
    main()
