"""A value beside what it is called: one line of a card."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.desk.house import House
from frontdesk.dialogue.conversation import Conversation, Run
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.flow import Flow
from frontdesk.language.readers.reading import Context, Style
from frontdesk.scheduling.business import Business

UNSAID = ("option", "booking")  # kinds of slot that hold ids: nobody says those


@dataclass(frozen=True, slots=True)
class Row:
    """A value in words, what it is called, and the slot or the field that holds it."""

    slot: str
    label: str
    text: str


def under_way(house: House, conversation: Conversation) -> tuple[Flow, Run] | None:
    """Return the flow that a conversation is in and what it knows; the house has the versions that it runs on."""
    run = conversation.run
    flow = house.flows.of(run.flow, run.fingerprint) if run else None
    return (flow, run) if flow and run else None


def caption(house: House, phrase: str, context: Context) -> str:
    """Return a short text of the replies."""
    business: Business = house.business
    return house.phrases.text(Say(phrase), context, business, Style.RICH)
