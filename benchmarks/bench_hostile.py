"""An ordinary guest's turn while another guest sends the most expensive messages known: beside one with nobody else."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from conversation import open_spa, talk
from measuring import RUNS, percentile, show, show_ratio, title, under

from frontdesk.desk.desk import Desk

GUESTS = 48  # in each round
ROUNDS = RUNS + 2  # it is the slowest turns that count, so chance has more of a say
HOSTILE = "hostile"
TO_CONFIRM = (
    "a consultation with Dr. Smith on March 12 at 10am",
    "the first one",
    "Jane Miller",
    "212 555 0147",
    "skip",
)
WORDS = "tomorrow or friday at 3 maybe not with ann miller a1@b.c 212 555 0147 $5 two people, yes no "
# Each all of one kind: what a reader goes through from every place in it, or what takes part in many readings.
UNITS = ("a1", "1 ", "$1", WORDS, "no, ", "at 3 or ", "the first one ", "a@", "friday ", "- ")
LENGTH = 4_000  # characters; understanding reads no more


def heavy_messages() -> Iterator[str]:
    """Give message after message, no two of them alike."""
    for number in count():
        unit = UNITS[number % len(UNITS)]
        yield f"{number} {unit * LENGTH}"[:LENGTH]


async def send_heavy_messages(desk: Desk, enough: asyncio.Event) -> None:
    """Come to the confirm, where most is read into a message, and send heavy ones without a pause."""
    for text in TO_CONFIRM:
        await desk.say(text, conversation=HOSTILE)
    for text in heavy_messages():
        if enough.is_set():
            return
        await desk.say(text, conversation=HOSTILE)


@asynccontextmanager
async def beside_heavy_messages(desk: Desk) -> AsyncIterator[None]:
    """Have somebody send heavy messages meanwhile."""
    enough = asyncio.Event()
    sending = asyncio.create_task(send_heavy_messages(desk, enough))
    yield
    enough.set()
    await sending  # so that nothing of it goes on in the next round


async def ordinary_turns(desk: Desk) -> list[float]:
    """Serve ordinary guests one after another; return what each of their turns took."""
    return [turn for guest in range(1, GUESTS + 1) for turn in await talk(desk, guest)]


async def slow_turns(folder: Path, round_: int) -> tuple[float, float]:
    """Return the p99 of an ordinary turn in milliseconds, alone and beside heavy messages, each on a new database."""
    async with open_spa(f"sqlite:///{folder / f'alone{round_}.db'}") as desk:
        await talk(desk, 0)
        alone = await ordinary_turns(desk)
    async with open_spa(f"sqlite:///{folder / f'beside{round_}.db'}") as desk:
        await talk(desk, 0)
        async with beside_heavy_messages(desk):
            beside = await ordinary_turns(desk)
    return percentile(alone, 99) * 1000, percentile(beside, 99) * 1000


def main() -> None:
    title(
        "An ordinary turn beside a guest who sends the heaviest messages without a pause; SQLite on disk, one process"
    )
    with tempfile.TemporaryDirectory() as folder:
        rounds = [asyncio.run(slow_turns(Path(folder), round_)) for round_ in range(ROUNDS)]
    alone, beside = [one for one, _ in rounds], [other for _, other in rounds]
    show("a turn with nobody else, p99", alone, "ms")
    show("a turn beside heavy messages, p99", beside, "ms")
    show_ratio("beside heavy messages to nobody else", beside, alone, under(3))


if __name__ == "__main__":
    main()
