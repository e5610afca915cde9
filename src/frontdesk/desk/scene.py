"""What one turn works with: the house, the open transaction, the message, and who sent it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from frontdesk.desk.house import House
from frontdesk.desk.log import Log
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.effects import CallStaff, RunAction, Say
from frontdesk.dialogue.values import Value
from frontdesk.storage.unit import Unit

NO_CHARACTER = re.compile(r"[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message as it came in, or that none came. `phone` is an address that the channel vouches for."""

    text: str
    channel: str
    provider_id: str
    at: datetime
    phone: str | None = None
    conversation: str | None = None
    silent: bool = False  # the guest has said nothing for a while; `text` is empty

    @property
    def sender(self) -> str:
        """Whoever it came from: messages of one sender wait for each other."""
        return self.phone or self.conversation or self.provider_id


def storable(arrival: Arrival) -> Arrival:
    """Return the message as every database can hold it: a mark stands for what is no character."""
    texts = (arrival.text, arrival.channel, arrival.provider_id, arrival.phone or "", arrival.conversation or "")
    if not any(map(NO_CHARACTER.search, texts)):
        return arrival
    return replace(
        arrival,
        text=storable_text(arrival.text),
        channel=storable_text(arrival.channel),
        provider_id=storable_text(arrival.provider_id),
        phone=None if arrival.phone is None else storable_text(arrival.phone),
        conversation=None if arrival.conversation is None else storable_text(arrival.conversation),
    )


def storable_text(text: str) -> str:
    """Return a text as every database can hold it."""
    # PostgreSQL holds no NUL, and half of a surrogate pair cannot be written as UTF-8 at all.
    return NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text)


@dataclass(frozen=True, slots=True)
class Scene:
    """The surroundings of one turn."""

    house: House
    unit: Unit
    arrival: Arrival
    visitor: Visitor
    log: Log

    @property
    def at(self) -> datetime:
        """The moment of the turn."""
        return self.arrival.at


@dataclass(frozen=True, slots=True)
class Did:
    """An action that was run in this turn."""

    action: str
    arguments: Mapping[str, Value]
    outcome: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What a turn came to."""

    conversation: Conversation
    says: tuple[Say, ...]
    did: tuple[Did, ...]
    calls: tuple[CallStaff, ...]
    again: bool = False  # the last reply is to be said once more
    waits: RunAction | None = None  # for this outside action, which is called with no transaction open
