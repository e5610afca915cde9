"""Understanding one message by the rules alone, in a business with fifty services, wherever a booking stands."""

from __future__ import annotations

import asyncio
import gc
import shutil
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import yaml
from conversation import NOW, SPA, messages
from measuring import RUNS, percentile, processor_seconds, show, title, under

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House
from frontdesk.dialogue.asked import Asked, asked

HERE = Path(__file__).parent
SERVICES = 50
LONG = 10_000  # characters
BODIES = ("back", "foot", "scalp", "hand", "neck", "shoulder", "leg")
TREATMENTS = ("massage", "scrub", "wrap", "mask", "bath", "polish")
CONVERSATION = "measured"


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere in a booking: what the desk waits for, and how it put it."""

    asked: Asked
    said: str


def write_business(folder: Path) -> None:
    """Write a business like the example spa, with more services."""
    shutil.copytree(SPA, folder)
    file = folder / "business.yaml"
    declared = yaml.load(file.read_text(), yaml.BaseLoader)  # noqa: S506 - it makes nothing but texts
    for body in BODIES:
        for treatment in TREATMENTS:
            if len(declared["services"]) < SERVICES:
                name = f"{body} {treatment}"
                service = {
                    "name": name.capitalize(),
                    "minutes": "60",
                    "price": "90",
                    "also": [f"{treatment} for the {body}"],
                }
                declared["services"][name.replace(" ", "_")] = service
                declared["providers"]["lisa_lee"]["does"].append(name.replace(" ", "_"))
    file.write_text(yaml.safe_dump(declared, sort_keys=False))


async def places(folder: Path) -> tuple[House, list[Place]]:
    """Hold a conversation and note where it stands after each turn."""
    found = []
    async with Desk.open(folder, f"sqlite:///{folder / 'desk.db'}", lambda: NOW) as desk:
        for text in messages(0)[:-1]:
            answer = await desk.say(text, conversation=CONVERSATION)
            conversation = await desk.store.run(lambda unit: unit.conversations.by_id(CONVERSATION))
            if conversation is not None:
                found.append(Place(asked(conversation, desk.house.flows), str(answer["reply"])))
        return desk.house, found


def pass_over(house: House, found: list[Place], lines: list[str], run: int) -> list[float]:
    """Have every message understood at every place, and return the milliseconds of each."""
    taken = []
    for number, place in enumerate(found, run * len(found)):
        for line in lines:
            text = line + " " * number  # never the same text twice: what was kept of an earlier one is of no use
            work = partial(house.understanding.understand, text, place.asked, NOW, place.said)
            taken.append(1000 * processor_seconds(work))
    return taken


def main() -> None:
    lines = (HERE / "messages.txt").read_text().splitlines()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "spa"
        write_business(folder)
        house, found = asyncio.run(places(folder))
    services = len(house.business.services)
    title(f"Understanding: {len(lines)} messages at {len(found)} places, {services} services; processor time")
    pass_over(house, found, lines, 0)  # loads the word lists
    gc.freeze()  # as an open desk does: what stays is not looked through for garbage
    runs = [pass_over(house, found, lines, run) for run in range(1, RUNS + 1)]
    show("a message, median", [percentile(run, 50) for run in runs], "ms", under(5))
    show("a message, p95", [percentile(run, 95) for run in runs], "ms", under(10))
    long = " ".join(lines * 3)[:LONG]
    show(f"{LONG:,} characters", [max(pass_over(house, found, [long], run)) for run in range(RUNS)], "ms", under(50))


if __name__ == "__main__":
    main()
