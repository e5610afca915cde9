"""A message that was misread, and where the talk stood: typed by somebody, or out of a stored conversation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from frontdesk.desk.house import House
from frontdesk.desk.records.recording import parts_of
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Meaning
from frontdesk.language.readers import name
from frontdesk.storage.codec import Undecodable
from frontdesk.storage.rows import Turn
from frontdesk.storage.unit import Unit

PERSON = "person_name"
CONTACT = (PERSON, "phone", "email")
# By where a conversation stands, where its next message is said.
_PLACES = {
    "collecting": "slot",
    "choosing": "choice",
    "confirming": "confirm",
    "changing": "changing",
    "sorting": "flow",
}


class NoSuchMessage(Exception):  # noqa: N818 - what is the case with the conversation
    """There is no such message, or what was kept of it cannot be read."""


@dataclass(frozen=True, slots=True)
class Misread:
    """What a guest wrote, after what the desk said."""

    text: str
    at: str = "idle"
    desk: str = ""
    asked: str | None = None
    options: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of persons, as they were read
    secrets: tuple[str, ...] = ()  # words that were read as something sensitive that cannot be made up


def stored_message(house: House, unit: Unit, conversation: str, number: int) -> Misread:
    """Return message `number` of a conversation; raise `NoSuchMessage`."""
    turns = unit.messages.turns(conversation)
    here = next((place for place, turn in enumerate(turns) if turn.turn == number), None)
    if here is None:
        raise NoSuchMessage(f"Conversation {conversation} has no message {number}.")
    event = _read(turns[here].event)
    if not event.get("text"):
        raise NoSuchMessage(f"In turn {number} of {conversation} the guest wrote nothing, or it was forgotten.")
    before = _read(turns[here - 1].reply) if here else {}
    told = [inform for turn in turns for inform in _informed(turn)]
    kinds = _kinds(house)
    at = _place(before)
    asked = before.get("asking")
    return Misread(
        text=str(event["text"]),
        at=at,
        desk=str(before.get("reply") or "") if at != "idle" else "",
        asked=str(asked) if at == "slot" else None,
        options=tuple(_option(house, each) for each in _listed(before.get("offered"))) if at == "choice" else (),
        names=tuple(word for each in told if kinds.get(each.slot) == PERSON for word in (each.words, str(each.value))),
        secrets=tuple(each.words for each in told if each.slot in _secret(house)),
    )


def _read(text: str) -> Mapping[str, object]:
    try:
        plain = json.loads(text)
    except ValueError:
        plain = None
    if not isinstance(plain, dict):
        raise NoSuchMessage("What is kept of this conversation cannot be read.")
    return plain


def _informed(turn: Turn) -> Iterator[Inform]:
    try:
        parts = parts_of(_read(turn.event).get("parts", []))
    except Undecodable:
        raise NoSuchMessage("What is kept of this conversation cannot be read.") from None
    for part in parts:
        for event in part.events:
            told = event.meanings if isinstance(event, GuestSpoke) else ()
            yield from (each for each in told if isinstance(each, Inform))


def _place(before: Mapping[str, object]) -> str:
    """Return where a message stands that follows a reply."""
    did = [each["outcome"] for each in _listed(before.get("did"))]
    position = str(before.get("position"))
    return _PLACES.get(position, "booked" if position == "idle" and "booked" in did else "idle")


def _listed(value: object) -> Sequence[Mapping[str, object]]:
    return value if isinstance(value, list) else ()


def _option(house: House, option: Mapping[str, object]) -> str:
    """Return an option in one line: "Wednesday 4:00 PM, Dr. Sarah Smith"."""
    start = option.get("start")
    when = datetime.fromisoformat(start).strftime("%A %I:%M %p").replace(" 0", " ") if isinstance(start, str) else ""
    named = [
        house.business.resources[str(value)].name for value in option.values() if value in house.business.resources
    ]
    return ", ".join(filter(None, [when, *named])) or f"option {option.get('option')}"


def _kinds(house: House) -> dict[str, str]:
    return {slot.name: slot.kind for flow in house.flows.newest.values() for slot in flow.slots.values()}


def _secret(house: House) -> frozenset[str]:
    slots = [slot for flow in house.flows.newest.values() for slot in flow.slots.values()]
    return frozenset(slot.name for slot in slots if slot.sensitive and slot.kind not in CONTACT)


def typed_message(house: House, told: Misread, now: datetime) -> Misread:
    """Return a message that somebody typed, with the names in it that readers find."""
    context = house.context(now)
    found = [each.value for each in name.read(told.text, context)]
    flow = next((one for one in house.flows.newest.values() if told.asked in one.slots), None)
    if flow is not None and told.asked is not None:
        asked = Asked(Wanted.SLOT, flow.name, slot=flow.slots[told.asked], slots=flow.slots)
        reads = house.understanding.understand(told.text, asked, now, told.desk or None)
        found += [each for read in reads if (each := _person(read.meaning, flow.slots))]
    return replace(told, names=tuple(found))


def _person(meaning: Meaning, slots: Mapping[str, Slot]) -> str | None:
    named = isinstance(meaning, Inform) and meaning.slot in slots and slots[meaning.slot].kind == PERSON
    return str(meaning.value) if named and isinstance(meaning, Inform) and meaning.value else None
