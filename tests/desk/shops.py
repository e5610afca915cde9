"""A shop that sells tickets to a show, as small as a business can be, with whatever actions a test gives it."""

from pathlib import Path

from frontdesk.desk.beginning import id_of

BUSINESS = """\
id: shop
name: Ticket Shop
zone: UTC
hours: {daily: 0-24}
resources:
  opera: {kind: show, name: Opera}
  ballet: {kind: show, name: Ballet}
"""

FLOW = """\
flows:
  buy:
    description: buy a ticket
    trigger: [buy a ticket, "buy a ticket for the {show}"]
    slots:
      show: {type: show, ask: "Which show?"}
    steps:
      - {step: ask_show, type: collect, slot: show}
      - {step: agree, type: confirm, message: "A ticket for {show}?"}
      - step: sell
        type: action
        call: sell_ticket
        map_outputs: {ticket: ticket}
        on: {taken: sold_out, unknown: pass_to_staff, failed: sorry}
      - {step: done, type: say, message: "Your ticket is {ticket}.", next: end}
      - {step: sold_out, type: say, message: "It is sold out.", next: end}
      - {step: sorry, type: say, message: "That did not work.", next: end}
      - {step: pass_to_staff, type: handoff}
"""

HEAD = """\
from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

from frontdesk.desk.kit import Away, Failed, Here, Item, NewBooking, Nothing, Taken, action, kind

Show = Annotated[Item, kind("show")]
START = datetime(2030, 1, 1, 20, tzinfo=UTC)


@dataclass(frozen=True)
class Sold:
    ticket: str


def booking(here: Here, show: Item) -> NewBooking:
    return NewBooking("ticket", show.id, START, START + timedelta(hours=2), {"show": here.name_of(show)})

"""

SELLS = """
@action(guarded=True)
def sell_ticket(here: Here, show: Show) -> Sold | Taken:
    booked = here.bookings.book_one(booking(here, show), ["seat-1", "seat-2"])
    return Sold(booked.reference) if booked else Taken()
"""


def shop(folder: Path, actions: str, flow: str = FLOW) -> Path:
    """Write a ticket shop with these actions into `folder`; two folders are two businesses."""
    folder.mkdir(parents=True, exist_ok=True)
    business = BUSINESS.replace("id: shop", f"id: {id_of(folder.name)}")
    (folder / "business.yaml").write_text(business, encoding="utf-8")
    (folder / "actions.py").write_text(HEAD + actions, encoding="utf-8")
    (folder / "flows").mkdir(exist_ok=True)
    (folder / "flows" / "buy.yaml").write_text(flow, encoding="utf-8")
    return folder


LINES = HEAD.count("\n")  # what a test writes begins on the line after these
