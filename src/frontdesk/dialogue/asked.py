"""What the desk last asked or offered, as the reader of the next message needs to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

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
    Run,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Confirm, Flow, Flows, Slot
from frontdesk.dialogue.values import Value


class Wanted(StrEnum):
    """The kinds of answer the desk can be waiting for."""

    NOTHING = "nothing"
    SLOT = "slot"
    CHOICE = "choice"
    CONFIRMATION = "confirmation"
    CHANGE = "change"  # after a no: what shall be different?
    FLOW = "flow"  # several flows fit: which one?


@dataclass(frozen=True, slots=True)
class Asked:
    """What the next message is likely to answer."""

    wanted: Wanted = Wanted.NOTHING
    flow: str | None = None
    slot: Slot | None = None
    among: tuple[Value, ...] = ()  # the values in doubt
    options: tuple[Option, ...] = ()  # as shown: the first is number 1
    slots: Mapping[str, Slot] = field(default_factory=dict)  # of the running flow
    known: Mapping[str, Value] = field(default_factory=dict)  # of the running flow
    shows: tuple[str, ...] = ()  # the slots shown at the confirm
    topics: Mapping[str, Value] = field(default_factory=dict)  # last talked about, by catalogue kind
    flows: tuple[str, ...] = ()  # the flows in doubt


def asked(conversation: Conversation, flows: Flows) -> Asked:
    """Return what `conversation` is waiting for."""
    position, run = conversation.position, conversation.run
    if isinstance(position, Sorting):
        return Asked(wanted=Wanted.FLOW, flows=position.flows, topics=conversation.topics)
    flow = flows.of(run.flow, run.fingerprint) if run else None
    if run is None or flow is None:
        return Asked(topics=conversation.topics)
    known = {name: filled.value for name, filled in run.slots.items()}
    base = Asked(flow=flow.name, slots=flow.slots, known=known, topics=conversation.topics)
    return _waiting(base, position, flow, run)


def _waiting(base: Asked, position: Position, flow: Flow, run: Run) -> Asked:
    match position:
        case Idle() | Acting() | WithStaff() | Sorting():
            return base
        case Collecting(slot=slot, among=among):
            return replace(base, wanted=Wanted.SLOT, slot=flow.slots.get(slot), among=among)
        case Choosing(source=source):
            return replace(base, wanted=Wanted.CHOICE, options=run.offers[source].visible())
        case Confirming(step=name):
            step = flow.steps.get(name)
            return replace(base, wanted=Wanted.CONFIRMATION, shows=step.shows if isinstance(step, Confirm) else ())
        case Changing():
            return replace(base, wanted=Wanted.CHANGE)
        case _:
            assert_never(position)
