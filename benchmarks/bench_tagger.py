"""The small model on one core: what it costs beside bare answers, at 40 pieces, in memory, and in a whole turn."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench_start import CHAT, compiled
from bench_understanding import LONG, Place, places, write_business
from conversation import NOW, SPA, open_spa, talk_in_turn
from measuring import RUNS, percentile, processor_seconds, show, show_ratio, title, under

from frontdesk.desk.house import House
from frontdesk.desk.model_choice import OFF, VARIABLE
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.language.tagger.labels import labels_of
from frontdesk.language.tagger.opinions import SHIPPED, Opinion, Tagger
from frontdesk.language.tagger.running import TaggerLabels, loaded
from frontdesk.language.understand import Understanding

HERE = Path(__file__).parent
PIECES = 40
TIMES = 20  # that each bare answer is given
GUESTS = range(1, 25)
# What is read at once, by what was asked for.
BARE: Mapping[str, tuple[str, ...]] = {
    "day": ("friday", "tomorrow", "march 5"),
    "name": ("Ann Bell",),
    "phone": ("212 555 0123",),
    "email": ("ann@bell.example",),
}
ANSWERS = ("yes", "yes please", "no", "nope")
HARD = "any place around to ditch the car\n"
MEMORY = """
import asyncio, sys
from pathlib import Path
from frontdesk.desk.desk import Desk
async def main():
    async with Desk.open(Path(sys.argv[1]), sys.argv[2]) as desk:
        await desk.say(sys.argv[3])
        status = Path("/proc/self/status").read_text()
        print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
asyncio.run(main())
"""


@contextmanager
def without_the_model() -> Iterator[None]:
    """Open desks that have none."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = OFF
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


class Counting(Tagger):
    """The model, and how often it was asked."""

    asked = 0

    def opinion(self, place: str, desk: str, text: str, labels: TaggerLabels, options: Sequence[str] = ()) -> Opinion:
        """Count, and ask it."""
        Counting.asked += 1
        return Tagger.opinion(self, place, desk, text, labels, options)


def counted(house: House) -> House:
    """Return a house whose model counts how often it is asked."""
    return replace(house, understanding=Understanding(house.business, house.flows, Counting(SHIPPED)))


def bare(house: House, found: list[Place]) -> list[float]:
    """Have bare answers understood, and return the milliseconds of each."""
    work = []
    for place in found:
        slot = place.asked.slot
        if place.asked.wanted is Wanted.SLOT and slot is not None:
            work += [(place, text) for text in BARE.get(slot.name, ())]
        if place.asked.wanted is Wanted.CONFIRMATION:
            work += [(place, text) for text in ANSWERS]
    # Never the same text twice: what was kept of an earlier one is of no use.
    varied = [(place, text + " " * number) for number in range(TIMES) for place, text in work]
    return [1000 * processor_seconds(partial(hear, house, place.asked, text, place.said)) for place, text in varied]


def hear(house: House, asked: Asked, text: str, said: str) -> object:
    """Have one message understood."""
    return house.understanding.understand(text, asked, NOW, said)


def texts_of(pieces: int, lines: list[str]) -> list[str]:
    """Return texts that the model cuts into so many pieces."""
    tokenizer = loaded(SHIPPED).tokenizer
    words, found = " ".join(lines).split(), []
    while len(words) > pieces:
        text, rest = "", list(words)
        while rest and len(tokenizer.encode(f"{text} {rest[0]}", add_special_tokens=False).ids) <= pieces:
            text = f"{text} {rest.pop(0)}".strip()
        found.append(text)
        words = rest
    return found


def opinions(house: House, texts: list[str]) -> list[float]:
    """Ask the model about each text, against all that the business does and answers; in milliseconds."""
    tagger, labels = Tagger(SHIPPED), labels_of(house.business, house.flows)
    return [1000 * processor_seconds(partial(tagger.opinion, "idle", "", text, labels)) for text in texts]


def longest(house: House, found: list[Place], text: str) -> float:
    """Return the most milliseconds that a very long message takes at any place."""
    return max(1000 * processor_seconds(partial(hear, house, place.asked, text, place.said)) for place in found)


def first_answer(folder: Path, number: int, around: dict[str, str]) -> float:
    """Return the seconds until `frontdesk chat` has answered a message that only the model understands."""
    command = [sys.executable, "-c", CHAT, "chat", str(SPA), "--database", f"sqlite:///{folder}/chat{number}.db"]
    start = time.perf_counter()
    subprocess.run(command, input=HARD, check=True, env=around, text=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def memory(folder: Path, around: dict[str, str], text: str) -> float:
    """Return the megabytes of a process that has answered a message."""
    command = [sys.executable, "-c", MEMORY, str(SPA), f"sqlite:///{folder}/memory.db", text]
    told = subprocess.run(command, check=True, env=around, text=True, capture_output=True).stdout
    return int(told.split()[-1]) / 1024


async def turns(database: Path) -> float:
    """Return the median milliseconds of a turn of the spa booking."""
    async with open_spa(f"sqlite:///{database}") as desk:
        await talk_in_turn(desk, [0])
        return percentile(await talk_in_turn(desk, GUESTS), 50) * 1000


def show_understanding(folder: Path, lines: list[str]) -> None:
    """Print what understanding costs, on one core."""
    business = folder / "spa"
    write_business(business)
    house, found = asyncio.run(places(business))
    house = counted(house)
    texts = texts_of(PIECES, lines)
    title(f"The small model: {len(texts)} texts of up to {PIECES} pieces; processor time on one core")
    bare(house, found)
    opinions(house, texts[:5])
    gc.freeze()
    Counting.asked = 0
    show("a bare answer, median", [percentile(bare(house, found), 50) for _ in range(RUNS)], "ms", under(0.3))
    show("how often the model was asked for it", [Counting.asked], "times", under(1))
    runs = [opinions(house, texts) for _ in range(RUNS)]
    show(f"the model at {PIECES} pieces, median", [percentile(run, 50) for run in runs], "ms", under(5))
    show(f"the model at {PIECES} pieces, p95", [percentile(run, 95) for run in runs], "ms", under(10))
    long = " ".join(lines * 3)[:LONG]
    show(f"a message of {LONG:,} characters", [longest(house, found, long) for _ in range(RUNS)], "ms", under(50))


def show_processes(folder: Path) -> None:
    """Print what a process costs, with the model and without."""
    around = compiled(folder)
    off = around | {VARIABLE: OFF}
    first_answer(folder, 0, around)  # so that every module is compiled
    firsts = [first_answer(folder, number, around) for number in range(1, RUNS + 1)]
    show("first answer of `frontdesk chat`, by the model", firsts, "s", under(2))
    with_it = [memory(folder, around, HARD) for _ in range(RUNS)]
    without = [memory(folder, off, HARD) for _ in range(RUNS)]
    show("memory of a process that has asked the model", with_it, "MB")
    show("memory of a process without it", without, "MB")
    show("the difference", [one - other for one, other in zip(with_it, without, strict=True)], "MB")


def show_turns(folder: Path) -> None:
    """Print a turn of a booking before the model and after, taken in turns."""
    before, after = [], []
    for run in range(RUNS):
        with without_the_model():
            before.append(asyncio.run(turns(folder / f"before{run}.db")))
        after.append(asyncio.run(turns(folder / f"after{run}.db")))
    show("a turn of a booking without the model, p50", before, "ms")
    show("a turn of a booking with it, p50", after, "ms")
    show_ratio("with it to without", after, before, under(1.1))


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        show_understanding(folder, (HERE / "messages.txt").read_text().splitlines())
        show_processes(folder)
        show_turns(folder)


if __name__ == "__main__":
    main()
