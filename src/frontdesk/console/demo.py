"""What the demo has behind the desk: a login that is no secret, and a day of conversations to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import yaml

from frontdesk.console.access.accounts import new_owner
from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import Arrival
from frontdesk.desk.serving import seed_diary
from frontdesk.desk.structured import quietly
from frontdesk.storage.unit import Unit

LOGIN, PASSWORD = "demo", "front desk for show"
NAME = "Robin Vale"
LINES = (f"Log in as {LOGIN} with the password: {PASSWORD}",)
FILE = "demo.yaml"
BETWEEN = timedelta(seconds=55)  # two lines of a guest


@dataclass(frozen=True, slots=True)
class Visit:
    """What a guest of the demo said, and how long ago they began."""

    ago: timedelta
    lines: Sequence[str]


async def fill(desk: Desk, folder: Path) -> None:
    """Fill the diary of an example, let its guests say what they have to say, and let the demo's owner in."""
    if await desk.store.run(lambda unit: unit.accounts.by_login(desk.house.business.id, LOGIN)):
        return  # it was filled before
    await seed_diary(desk)
    with quietly():  # hundreds of lines about guests who are made up would hide where the demo is
        for number, visit in enumerate(visits(folder)):
            await _hold(desk, visit, f"demo-{desk.house.business.id}-{number}")
    await desk.store.run(lambda unit: _let_in(unit, desk))


def visits(folder: Path) -> Iterator[Visit]:
    """Give the conversations that an example has for the demo."""
    file = folder / FILE
    if file.is_file():
        for each in yaml.safe_load(file.read_text())["conversations"]:
            yield Visit(timedelta(minutes=each["ago"]), each["lines"])


async def _hold(desk: Desk, visit: Visit, conversation: str) -> None:
    at = desk.clock().astimezone(desk.house.business.zone) - visit.ago
    for number, line in enumerate(visit.lines):
        moment = at + number * BETWEEN
        arrival = Arrival(line, "web", f"{number}", moment, conversation=conversation, holds_token=True, in_person=True)
        await desk.receive(arrival)


def _let_in(unit: Unit, desk: Desk) -> None:
    business = desk.house.business.id
    unit.accounts.add(new_owner(business, LOGIN, NAME, PASSWORD, desk.clock()))
