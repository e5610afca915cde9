"""The object that a turn prints: what was said, done, known, offered and booked."""

from __future__ import annotations

import re
from functools import cache
from typing import assert_never

from frontdesk.desk.actions.surroundings import name_of
from frontdesk.desk.booking_data import booking_data
from frontdesk.desk.plans.forms import shown_form
from frontdesk.desk.plans.planning import plan_after
from frontdesk.desk.scene import Did, Scene, Taken
from frontdesk.desk.speaking import Spoken
from frontdesk.dialogue.conversation import (
    Acting,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Idle,
    Option,
    Position,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.values import Item, Value, to_json

HIDDEN = ("option", "booking", "any")  # kinds of slot that only the desk uses
BY_NAME = ("city",)  # kinds that everybody calls by name; what else is in a catalogue is shown by its id


def report(scene: Scene, number: int, taken: Taken, spoken: Spoken) -> dict[str, object]:
    """Return what a turn came to, as plain data."""
    conversation, zone = taken.conversation, scene.house.business.zone
    past = scene.unit.bookings.of_guest(scene.visitor.guest)
    form = shown_form(scene.house, conversation, scene.at, past)
    return {
        "conversation": conversation.id,
        "turn": number,
        "guest": scene.arrival.text,
        "reply": spoken.text,
        "position": snake_case(type(conversation.position).__name__),
        "asking": asking_of(conversation.position),
        "step": _step(conversation),
        "did": [_did(scene, each) for each in taken.did],
        "known": _known(scene, conversation),
        "offered": _offered(scene, conversation),
        "form": None if form is None else form.as_data(),
        "run": plan_after(scene, taken),
        "bookings": [booking_data(row, zone) for row in past],
    }


def _plain(scene: Scene, value: Value) -> object:
    """Return a value as plain data."""
    match value:
        case str():
            return value
        case Item(kind, _) if kind in BY_NAME:
            return name_of(scene.house.business, value)
        case (single,):
            return _plain(scene, single)
        case tuple():
            return [_plain(scene, item) for item in value]
        case _:
            return to_json(value)


@cache
def snake_case(name: str) -> str:
    """Write `WithStaff` as `with_staff`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _did(scene: Scene, did: Did) -> dict[str, object]:
    arguments = {name: _plain(scene, value) for name, value in did.arguments.items()}
    return {"action": did.action, "arguments": arguments, "outcome": did.outcome, "by": "desk"}


def asking_of(position: Position) -> str | None:
    """Return what the guest is asked for: a slot's name, `choice`, `confirmation`, or None."""
    match position:
        case Collecting(slot=slot):
            return slot
        case Choosing() | Changing() | Sorting():
            return "choice"
        case Confirming():
            return "confirmation"
        case Idle() | Acting() | WithStaff():
            return None
        case _:
            assert_never(position)


def _step(conversation: Conversation) -> dict[str, str] | None:
    position = conversation.position
    if conversation.run is None or isinstance(position, Idle | WithStaff | Sorting):
        return None
    return {"flow": conversation.run.flow, "step": position.step}


def _known(scene: Scene, conversation: Conversation) -> dict[str, object]:
    """Return what the guest has told, or is known of them; not what only the desk works with."""
    known = {name: _plain(scene, filled.value) for name, filled in conversation.memory.items()}
    run = conversation.run
    flow = scene.house.flows.of(run.flow, run.fingerprint) if run else None
    if run is None or flow is None:
        return known
    told = {name: _plain(scene, run.slots[name].value) for name in _told(flow) if name in run.slots}
    return {**known, **told}


def _told(flow: Flow) -> list[str]:
    """Name the slots that a guest fills: not those that hold ids or what actions found."""
    found = {slot for step in flow.acts for slot in step.outputs.values()}
    return [slot.name for slot in flow.slots.values() if slot.kind not in HIDDEN and slot.name not in found]


def _offered(scene: Scene, conversation: Conversation) -> list[dict[str, object]]:
    position, run = conversation.position, conversation.run
    if not isinstance(position, Choosing) or run is None:
        return []
    return [_option(scene, n, option) for n, option in enumerate(run.offers[position.source].visible(), start=1)]


def _option(scene: Scene, number: int, option: Option) -> dict[str, object]:
    fields = {name: value for name, value in option.fields.items() if name not in ("kind", "day", "time")}
    shown = {name: _plain(scene, value) for name, value in fields.items()}
    return {"option": number, **shown}
