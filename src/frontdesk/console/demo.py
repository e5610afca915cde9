"""What the demo has behind the desk: a login that is no secret, and a day of conversations to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import httpx
import yaml

from frontdesk.calendars.erp.simulator import Simulation, simulated_erp
from frontdesk.console.access.accounts import new_owner
from frontdesk.desk import tickets
from frontdesk.desk.background import Background
from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import Arrival
from frontdesk.desk.serving import Show, seed_diary
from frontdesk.desk.staff_bookings import Hand
from frontdesk.desk.structured import quietly
from frontdesk.desk.ticket_jobs import TicketJobs
from frontdesk.desk.ticket_notices import NEWS
from frontdesk.desk.work import work_of
from frontdesk.storage.unit import Unit

LOGIN, PASSWORD = "demo", "front desk for show"
NAME = "Robin Vale"
LINES = (f"Log in as {LOGIN} with the password: {PASSWORD}",)
FILE = "demo.yaml"
DAY_AHEAD = re.compile(r"\{\+(\d+)\}")  # so many days from now, as a guest would write that day
BETWEEN = timedelta(seconds=55)  # two lines of a guest


@dataclass(frozen=True, slots=True)
class Visit:
    """What a guest of the demo said, and how long ago they began; of a ticket also what was decided, and how soon."""

    ago: timedelta
    lines: Sequence[str]
    decided_after: timedelta | None = None
    rejected: str | None = None  # why; None: it was approved


@cache
def demo_erp() -> httpx.ASGITransport:
    """Return the ERP of the demo's hotel: the simulated one, within this process, so that it needs no port."""
    return httpx.ASGITransport(simulated_erp(Simulation()))


def shown() -> Show:
    """Return what the examples have that no other business has."""
    return Show(fill, LINES, demo_erp())


async def fill(desk: Desk, folder: Path) -> None:
    """Fill the diary of an example, let its guests say what they have to say, and let the demo's owner in."""
    if await desk.store.run(lambda unit: unit.accounts.by_login(desk.house.business.id, LOGIN)):
        return  # it was filled before
    await seed_diary(desk)
    with quietly():  # hundreds of lines about guests who are made up would hide where the demo is
        if desk.house.business.erp is not None:
            await work_of(desk, demo_erp()).sync_now()
        for number, visit in enumerate(visits(folder)):
            await _hold(desk, visit, f"demo-{desk.house.business.id}-{number}")
    await desk.store.run(lambda unit: _let_in(unit, desk))


def visits(folder: Path) -> Iterator[Visit]:
    """Give the conversations that an example has for the demo."""
    file = folder / FILE
    if file.is_file():
        for each in yaml.safe_load(file.read_text())["conversations"]:
            after = each.get("decided_after")
            decided = None if after is None else timedelta(minutes=after)
            yield Visit(timedelta(minutes=each["ago"]), each["lines"], decided, each.get("rejected"))


async def _hold(desk: Desk, visit: Visit, conversation: str) -> None:
    now = desk.clock().astimezone(desk.house.business.zone)
    at = now - visit.ago
    for number, line in enumerate(visit.lines):
        said = DAY_AHEAD.sub(lambda found: _day(now + timedelta(days=int(found[1]))), line)
        moment = at + number * BETWEEN
        arrival = Arrival(said, "web", f"{number}", moment, conversation=conversation, holds_token=True, in_person=True)
        await desk.receive(arrival)
    if visit.decided_after is not None:
        await _decide(desk, visit, conversation, at + visit.decided_after)


def _day(moment: datetime) -> str:
    return f"{moment:%B} {moment.day}"


async def _decide(desk: Desk, visit: Visit, conversation: str, at: datetime) -> None:
    """Approve or reject the ticket of a conversation, as the demo's owner, and tell the guest then."""

    def work(unit: Unit) -> None:
        hand = Hand(desk.house, unit, at, LOGIN)
        for row in unit.bookings.of_conversation(conversation):
            if visit.rejected is None:
                tickets.approve(hand, row.reference)
            else:
                tickets.reject(hand, row.reference, visit.rejected)

    await desk.store.run(work)
    jobs = TicketJobs(desk.store, lambda: desk.house, lambda: at)
    news = {kind.name: kind for kind in jobs.kinds() if kind.name == NEWS}
    await Background(desk.store, desk.house.business.id, news).run_due()


def _let_in(unit: Unit, desk: Desk) -> None:
    business = desk.house.business.id
    unit.accounts.add(new_owner(business, LOGIN, NAME, PASSWORD, desk.clock()))
