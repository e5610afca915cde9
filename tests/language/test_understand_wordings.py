"""Hundreds of ways to say things to the spa, each with what it must mean: `wordings.yaml`, by what was asked before."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path

import pytest
import yaml

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    ByValue,
    Change,
    Choose,
    Deny,
    Exclude,
    Inform,
    Meaning,
    Number,
    Skip,
    StartFlow,
    WantPerson,
)
from frontdesk.dialogue.values import Days, Item, Times, Value, to_json

SPA = Path(__file__).parents[2] / "examples" / "medspa"
WORDINGS = Path(__file__).with_name("wordings.yaml")
TOMORROW = date(2025, 11, 19)
BOTOX = Item("service", "botox")
DOCTOR, AESTHETICIAN = Item("provider", "sarah_smith"), Item("provider", "lisa_lee")
CHOSEN: dict[str, Value] = {"service": (BOTOX,), "day": TOMORROW}
BOOKED: dict[str, Value] = {**CHOSEN, "time": time(15), "provider": DOCTOR, "name": "Paul Marsh"}
SUMMARY = (
    "So that is Botox on Wednesday, November 19 at 3 PM with Dr. Sarah Smith, for Paul Marsh, phone (212) 555-0120. "
    "Shall I book it?"
)
OFFER = "These times are open for Botox: 1. 9:00 AM 2. 9:30 AM 3. 10:00 AM 4. 10:30 AM 5. 11:00 AM"


@cache
def spa() -> House:
    return open_house(SPA)


def opening(day: date, hour: int, minute: int, provider: Item = DOCTOR, service: Item = BOTOX) -> Option:
    start = datetime.combine(day, time(hour, minute), spa().business.zone)
    end = start + timedelta(minutes=30)
    fields: dict[str, Value] = {"start": start, "end": end, "provider": provider, "service": service}
    return Option(start.isoformat(), fields)


def before(name: str) -> tuple[Asked, str | None]:
    """Return what the desk asked before the guest spoke, and how it put that."""
    flows = spa().flows.newest
    book = Asked(flow="book", slots=flows["book"].slots, known=CHOSEN)
    if name.startswith("slot:"):
        slot = flows["book"].slots[name.removeprefix("slot:")]
        known = {"service": {}, "day": {"service": (BOTOX,)}}.get(slot.name, {**CHOSEN, "time": time(9, 30)})
        return replace(book, wanted=Wanted.SLOT, slot=slot, known=known), None
    five = tuple(opening(TOMORROW, *divmod(minutes, 60)) for minutes in range(540, 690, 30))
    two = (opening(TOMORROW, 15, 30), opening(TOMORROW, 16, 30))
    own = (
        opening(date(2025, 11, 20), 14, 0),
        opening(date(2025, 11, 25), 10, 0, AESTHETICIAN, Item("service", "hydrafacial")),
    )
    cancel = Asked(Wanted.CONFIRMATION, "cancel", slots=flows["cancel"].slots)
    positions: dict[str, tuple[Asked, str | None]] = {
        "idle": (Asked(), None),
        "about": (Asked(topics={"service": BOTOX}), "Botox is $300 to $600."),
        "choice": (replace(book, wanted=Wanted.CHOICE, options=five), OFFER),
        "two": (replace(book, wanted=Wanted.CHOICE, options=two), "4 PM is taken. 1. 3:30 PM 2. 4:30 PM"),
        "confirm": (replace(book, wanted=Wanted.CONFIRMATION, known=BOOKED), SUMMARY),
        "change": (replace(book, wanted=Wanted.CHANGE, known=BOOKED), None),
        "cconfirm": (cancel, "Shall I cancel Botox on Tuesday, November 25 at 2 PM?"),
        "mchoice": (Asked(Wanted.CHOICE, "move", options=own, slots=flows["move"].slots), "Which appointment?"),
    }
    return positions[name]


def written(value: Value | None) -> str:
    match value:
        case None:
            return ""
        case Days(start, end) | Times(start, end):
            return f"[{written(start)}..{written(end)}]"
        case tuple():
            return "+".join(written(each) for each in value)
        case _:
            return str(to_json(value)).replace(" ", "_")


def short(meaning: Meaning) -> str:
    """Write a meaning in one word."""
    match meaning:
        case StartFlow(flow=what) | Ask(topic=what) | Change(slot=what):
            return f"{type(meaning).__name__.lower()}:{what}"
        case Inform(slot, value, _, problem, candidates):
            doubt = f"?{written(candidates)}" if candidates else ""
            return f"{slot}={written(value)}{f'!{problem.value}' if problem else ''}{doubt}"
        case Exclude(slot, value):
            return f"not:{slot}={written(value)}"
        case Choose(Number(position)):
            return f"choose:{position}"
        case Choose(AtTime(at)):
            return f"choose:@{written(at)}"
        case Choose(ByValue(_, value)):
            return f"choose:{written(value)}"
        case Choose(pick):
            return f"choose:{pick}"
        case Skip(_, slot):
            return f"skip:{slot}" if slot else "skip"
        case _:
            return _SHORT.get(type(meaning), type(meaning).__name__.lower())


_SHORT: dict[type, str] = {Affirm: "yes", Deny: "no", WantPerson: "person"}


SAID: dict[str, dict[str, str]] = yaml.safe_load(WORDINGS.read_text(encoding="utf-8"))


def misread(name: str) -> Iterator[str]:
    """Give each wording that means something else than is claimed, and what."""
    asked, said = before(name)
    now = datetime(2025, 11, 18, 10, tzinfo=spa().business.zone)
    for text, meanings in SAID[name].items():
        reads = spa().understanding.understand(text, asked, now, said)
        found = {short(read.meaning) for read in reads}
        if found != set(meanings.split()) or not all(read.why for read in reads):
            yield f"{text!r}: {' '.join(sorted(found))}, not {meanings}"


@pytest.mark.parametrize("name", SAID)
def test_every_wording_means_what_is_claimed(name: str) -> None:
    assert "\n".join(misread(name)) == ""
