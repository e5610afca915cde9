"""What one turn works with: the house, the open transaction, the message, and who sent it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from uuid import uuid4

from frontdesk.desk.house import House
from frontdesk.desk.log import Log
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Conversation, Filled, Run
from frontdesk.dialogue.effects import CallStaff, RunAction, Say
from frontdesk.dialogue.events import Event
from frontdesk.dialogue.values import Value
from frontdesk.storage.unit import Unit

LONGEST_MESSAGE = 10_000  # characters; what is longer is refused with a sentence
KEPT_OF_TOO_LONG = 200
LONGEST_ID = 200  # characters; an index of PostgreSQL takes no entry of some thousands
NO_CHARACTER = re.compile(r"[\x00\ud800-\udfff]")


class Button(StrEnum):
    """What a guest may press instead of typing."""

    OPTION = "option"
    MORE = "more"
    YES = "yes"
    NO = "no"
    CHANGE = "change"
    LEAVE = "leave"  # the way out of a form


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that a guest pressed: what it stands for, and the turn that showed it."""

    button: Button
    turn: int
    value: str = ""  # the id of an option, or the slot to change


@dataclass(frozen=True, slots=True)
class Filling:
    """What a guest put into a form: texts by placeholder; `sent`: and its button was pressed."""

    run: str
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sent: bool = False
    turn: int | None = None  # the turn that showed it, where whoever sends it knows


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
    too_long: bool = False  # what was sent was longer than anybody reads; `text` is how it begins
    holds_token: bool = False  # the channel has checked that this caller may continue the conversation
    address: str | None = None  # where on the network it came from, if the channel knows
    pressed: Pressed | None = None  # the button that was pressed; `text` is what it reads
    in_person: bool = False  # from whoever runs this program, at the terminal or from code, or holds an owner's token
    filling: Filling | None = None  # what was put into a form; `text` follows from it
    staff: str | None = None  # the login of whoever of staff did something, where no guest did; it is `silent`, too

    @property
    def sender(self) -> str:
        """Whoever it came from, told from all others: their messages wait for each other and are numbered by them."""
        # The kind is one word, so no address can run into another; `storage/forgetting.py` builds the same text.
        return f"phone {self.phone}" if self.phone is not None else f"conversation {self.conversation}"


def admitted(arrival: Arrival) -> Arrival:
    """Return the message as it can be kept: of somebody, no longer than is read, in texts that databases hold."""
    if len(arrival.text) > LONGEST_MESSAGE:
        arrival = replace(arrival, text=arrival.text[:KEPT_OF_TOO_LONG], too_long=True)
    if arrival.phone is None and not arrival.conversation:
        # Nobody knows who it is, so nobody else can ever be taken for them.
        arrival = replace(arrival, conversation=uuid4().hex)
    return replace(
        arrival,
        text=storable_text(arrival.text),
        channel=storable_text(arrival.channel),
        provider_id=storable_id(arrival.provider_id),
        phone=None if arrival.phone is None else storable_id(arrival.phone),
        conversation=None if arrival.conversation is None else storable_id(arrival.conversation),
    )


def storable_id(name: str) -> str:
    """Return a name as every database can hold and find it; two that differ stay two."""
    if len(name) <= LONGEST_ID and not NO_CHARACTER.search(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"\N{REPLACEMENT CHARACTER}{digest}"


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
    knew: Mapping[str, Filled] = field(default_factory=dict)  # of the guest, from before this conversation

    @property
    def at(self) -> datetime:
        """The moment of the turn."""
        return self.arrival.at


@dataclass(frozen=True, slots=True)
class Part:
    """What one transaction of a turn was decided from, so that it can be decided again the same way.

    Parts are in the order of their versions; a turn that waits for an outside action has several, and another
    turn of the conversation may lie between them.
    """

    version: int  # of the conversation that it left
    at: datetime
    events: tuple[Event, ...] = ()
    knew: Mapping[str, Filled] = field(default_factory=dict)  # of the guest, from before this conversation
    phrase: str | None = None  # said without a decision: an apology, or that a message is too long
    alone: bool = False  # nobody was there to hear the reply
    named: Mapping[str, Value] = field(default_factory=dict)  # what only the reply named, by kind of value
    stood: Conversation | None = None  # where it began, if what led there could not be read; staff know of that


@dataclass(frozen=True, slots=True)
class Did:
    """An action that was run in this turn."""

    action: str
    arguments: Mapping[str, Value]
    outcome: str


@dataclass(frozen=True, slots=True)
class Acted:
    """The last action of a turn that ended: its step, and the run that asked for it, as it was then."""

    run: Run
    step: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What a turn came to."""

    conversation: Conversation
    says: tuple[Say, ...]
    did: tuple[Did, ...]
    calls: tuple[CallStaff, ...]
    parts: tuple[Part, ...] = ()  # what it was decided from
    again: bool = False  # the last reply is to be said once more
    aloud: bool = False  # said also while a person is answering: it is about the message, not about the matter
    waits: RunAction | None = None  # for this outside action, which is called with no transaction open
    acted: Acted | None = None
    gave_up: bool = False  # a question was asked as often as it may be
