"""An office that sets meetings and gives parties: flows with forms, and steps that rest on each other."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from frontdesk.desk.beginning import id_of
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House
from frontdesk.storage.store import Store

NOW = datetime(2025, 11, 27, 9, tzinfo=ZoneInfo("Europe/London"))

BUSINESS = """\
id: office
name: The Office
zone: Europe/London
region: GB
hours: {daily: 0-24}
choices:
  floor:
    ground: Ground floor
    roof: Roof terrace
"""

MEETING = """\
flows:
  set_meeting:
    description: set a meeting
    trigger: [set a meeting, make a meeting, "set a meeting about {title}"]
    form: yes
    slots:
      title: {type: text, ask: "What is it called?", examples: [Standup]}
      start_time: {type: moment, ask: "When does it start?", label: Start}
      length: {type: duration, ask: "How long is it?", hint: "In minutes", validate: "length <= 8 hours"}
      attendees: {type: email, many: yes, ask: "Who comes?", label: Guests}
      notes: {type: notes, required: no, ask: "Anything to note?"}
    steps:
      - {step: ask_title, type: collect, slot: title}
      - {step: ask_start, type: collect, slot: start_time}
      - {step: ask_length, type: collect, slot: length}
      - {step: ask_attendees, type: collect, slot: attendees}
      - {step: ask_notes, type: collect, slot: notes}
      - step: agree
        type: confirm
        message: "{title} on {start_time} for {length} with {attendees}[, {notes?}]?"
        buttons: {yes: Create the meeting, no: Not now}
      - step: create
        type: action
        call: create_event
        map_outputs: {code: code}
        on: {taken: busy, unknown: pass_on, failed: sorry}
      - {step: done, type: say, message: "It is set: {code}.", next: end}
      - {step: busy, type: say, message: "You are busy then.", next: ask_start}
      - {step: sorry, type: say, message: "That did not work.", next: end}
      - {step: pass_on, type: handoff}
"""

PARTY = """\
flows:
  give_party:
    description: give a party
    trigger: [give a party]
    form: FORM
    slots:
      day: {type: day, ask: "On which day?"}
      people: {type: party, ask: "How many come?"}
      floor: {type: floor, ask: "On which floor?"}
      email: {type: email, ask: "To which address shall we write?", placeholder: invited_email}
    steps:
      - {step: ask_day, type: collect, slot: day}
      - {step: ask_people, type: collect, slot: people}
      - {step: ask_floor, type: collect, slot: floor}
      - step: find
        type: action
        call: find_hall
        map_outputs: {hall: hall, price: price}
        on: {none: full}
      - {step: agree, type: confirm, message: "{hall} on the {floor}, {day}, for {people} at ${price}?"}
      - step: reserve
        type: action
        call: reserve_hall
        map_outputs: {code: code}
        on: {taken: full, unknown: pass_on, failed: sorry}
      - {step: ask_email, type: collect, slot: email}
      - {step: agree_to_invite, type: confirm, message: "Shall I write to {email} about {code}?"}
      - step: invite
        type: action
        call: send_invitation
        map_outputs: {receipt: receipt}
        on: {unknown: pass_on, failed: sorry, taken: sorry}
      - {step: done, type: say, message: "Done: {receipt}.", next: end}
      - {step: full, type: say, message: "Nothing is free that day.", next: ask_day}
      - {step: sorry, type: say, message: "That did not work.", next: end}
      - {step: pass_on, type: handoff}
"""

ACTIONS = '''\
from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Annotated

from frontdesk.desk.kit import Away, Failed, Here, Item, NewBooking, Nothing, Taken, action, kind, placeholder


@dataclass(frozen=True)
class Created:
    code: str


@dataclass(frozen=True)
class HallFound:
    hall: str
    price: Annotated[Decimal, kind("money")]


@dataclass(frozen=True)
class Invited:
    receipt: str


@action(guarded=True)
def create_event(
    here: Here,
    title: Annotated[str, placeholder("meeting_title", label="Title", hint="What it is about")],
    start_time: datetime,
    length: timedelta,
    attendees: Annotated[tuple[str, ...], kind("email"), placeholder("attendee_email")],
    notes: str | None = None,
) -> Created | Taken:
    """Create a meeting."""
    details = {"title": title, "attendees": ", ".join(attendees)}
    new = NewBooking("meeting", "meeting", start_time, start_time + length, details)
    booked = here.bookings.book_one(new, ["calendar"])
    return Created(booked.reference) if booked else Taken()


@action
def find_hall(
    day: date, people: Annotated[int, kind("party")], floor: Annotated[Item, kind("floor")]
) -> HallFound | Nothing:
    """Find a hall."""
    return Nothing() if day.day == 1 else HallFound(f"Hall {people}", Decimal(10 * people))


@action(guarded=True)
def reserve_hall(here: Here, hall: str, day: date, people: Annotated[int, kind("party")]) -> Created | Taken:
    """Reserve a hall."""
    start = datetime(day.year, day.month, day.day, 18, tzinfo=here.now.tzinfo)
    booked = here.bookings.book_one(NewBooking("party", "party", start, start + timedelta(hours=3)), [hall])
    return Created(booked.reference) if booked else Taken()


@action(guarded=True, repeatable=True)
async def send_invitation(away: Away, email: Annotated[str, kind("email")], code: str) -> Invited | Taken:
    """Write to whoever is invited."""
    if email.startswith("broken"):
        raise ValueError("nobody there")
    while email.startswith("slow") and not (away.folder / "go").exists():
        await asyncio.sleep(0.01)
    return Invited(f"written to {email}")
'''


def office(folder: Path, form: str = "yes") -> Path:
    """Write the office into `folder`; `form` says when the party is shown as one."""
    (folder / "flows").mkdir(parents=True, exist_ok=True)
    (folder / "business.yaml").write_text(BUSINESS.replace("id: office", f"id: {id_of(folder.name)}"), encoding="utf-8")
    (folder / "actions.py").write_text(ACTIONS, encoding="utf-8")
    (folder / "flows" / "meeting.yaml").write_text(MEETING, encoding="utf-8")
    (folder / "flows" / "party.yaml").write_text(PARTY.replace("FORM", form), encoding="utf-8")
    return folder


@asynccontextmanager
async def desk_at(url: str, house: House) -> AsyncIterator[Desk]:
    """Open a desk of the office on a database."""
    store = await Store.open(url)
    desk = Desk(house, store, lambda: NOW)
    try:
        yield desk
    finally:
        desk.ears.close()
        store.close()
