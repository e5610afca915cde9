"""What is kept and read back: one frozen dataclass per kind of row. JSON is text here; the desk reads and writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from frontdesk.scheduling.booking import Claim, Share, Status


@dataclass(frozen=True, slots=True)
class Inbound:
    """A message as a channel received it: `provider_id` tells it from the others of the same `sender`."""

    business: str
    channel: str
    sender: str
    provider_id: str
    text: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Fresh:
    """A message not seen before."""

    id: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """A message seen before; `reply` is the answer it got, or None if it has none yet."""

    id: int
    reply: str | None


Accepted: TypeAlias = Fresh | Repeat


class Side(StrEnum):
    """Who said something."""

    GUEST = "guest"
    DESK = "desk"
    STAFF = "staff"
    NOTE = "note"  # nobody said it: what happened, for both sides to read


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that was said."""

    conversation_id: str
    turn: int
    side: Side
    channel: str
    text: str
    at: datetime
    by: str | None = None  # the login of whoever of staff said or did it


@dataclass(frozen=True, slots=True)
class NumberedMessage:
    """One thing that was said, with its number: numbers grow in the order things are said."""

    id: int
    turn: int
    side: Side
    text: str
    at: datetime
    by: str | None = None  # the login of whoever of staff said or did it


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn was given and what it caused, for replay."""

    conversation_id: str
    turn: int
    at: datetime
    event: str
    actions: str
    reply: str
    trouble: str | None = None  # a kind of trouble, and after a colon what it was about


class TroubleKind(StrEnum):
    """In what way a turn did not go well."""

    ASKED_AGAIN = "asked_again"  # the same question, as the answer was not understood
    GAVE_UP = "gave_up"  # a question was asked as often as it may be, or the flow got no further
    PASSED_ON = "passed_on"  # to staff: a question, or a wish


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """An offer as it was shown."""

    conversation_id: str
    step: str
    options: str
    made_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation in a list: where it stands, not what was said."""

    id: str
    guest_id: int | None
    position: str
    flow: str | None
    started_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Address:
    """Where a channel knows a guest: a caller id, an e-mail account, a login."""

    business: str
    channel: str
    address: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a guest; None is not known."""

    name: str | None = None
    phone: str | None = None
    email: str | None = None
    notes: str | None = None


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest of one business."""

    id: int
    business: str
    facts: Facts
    created_at: datetime
    forgotten_at: datetime | None


@dataclass(frozen=True, slots=True)
class Holder:
    """The conversation, and the run of it, for which time is held."""

    business: str
    conversation_id: str
    run: int


@dataclass(frozen=True, slots=True)
class Window:
    """Which resources of a business, from when until when."""

    business: str
    resources: tuple[str, ...]
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class BookingRow:
    """A booking as it is kept. `details` is JSON: what only its kind has (room type, attendees, ...)."""

    business: str
    kind: str
    status: Status
    service: str
    provider: str | None
    starts_at: datetime
    ends_at: datetime
    created_at: datetime
    guest_id: int | None = None
    conversation_id: str | None = None
    name: str | None = None
    phone: str | None = None
    email: str | None = None
    notes: str | None = None
    details: str = "{}"
    party: int | None = None  # how many people it is for
    id: int = 0  # given when it is stored
    reference: str = ""  # given when it is stored


@dataclass(frozen=True, slots=True)
class Move:
    """Where a booking is to go."""

    provider: str | None
    starts_at: datetime
    ends_at: datetime
    claims: tuple[Claim, ...]
    by: str
    service: str | None = None  # as before where left out
    party: int | None = None  # as before where left out
    shares: tuple[Share, ...] = ()  # of what is counted
    details: str | None = None  # as before where left out
    notes: str | None = None  # as before where left out


class Refused(StrEnum):
    """Why a booking was not made or changed."""

    TAKEN = "taken"  # somebody else has that time
    GONE = "gone"  # no such booking, or its status does not allow it


@dataclass(frozen=True, slots=True)
class BookingChange:
    """An entry of the audit log: what the booking was from then on, and who made it so."""

    at: datetime
    by: str
    status: Status
    provider: str | None
    starts_at: datetime
    ends_at: datetime
    claims: tuple[Claim, ...] | None  # the time it took; None in entries of older versions
    note: str | None = None  # why, in the words of staff


@dataclass(frozen=True, slots=True)
class Block:
    """Time that staff keep free of bookings."""

    id: int
    resource: str
    starts_at: datetime
    ends_at: datetime
    by: str
    at: datetime  # when it was made
    removed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """A block that was made, and the bookings that stand in it and stay."""

    id: int
    touches: tuple[BookingRow, ...]


class By(StrEnum):
    """Who asked for an action."""

    DESK = "desk"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Intent:
    """An action that is about to run. `key` makes it happen once."""

    key: str
    conversation_id: str
    step: str
    action: str
    arguments: str
    by: By
    at: datetime


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the log; `outcome` is None while it has not ended, as far as we know."""

    intent: Intent
    outcome: str | None
    fields: str | None
    done_at: datetime | None


class RequestKind(StrEnum):
    """What staff are asked for."""

    HANDOFF = "handoff"
    CALLBACK = "callback"


@dataclass(frozen=True, slots=True)
class StaffRequest:
    """Something a guest needs of staff, with what is known."""

    business: str
    conversation_id: str
    guest_id: int | None
    kind: RequestKind
    reason: str
    known: str
    at: datetime
    answer: str | None = None
    answered_by: str | None = None
    answered_at: datetime | None = None
    closed_by: str | None = None
    closed_at: datetime | None = None
    id: int = 0  # given when it is stored
    assigned_to: str | None = None  # the login of whoever sees to it


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something to do after the commit; `key` keeps it single. `attempts` counts how often it was taken."""

    kind: str
    key: str
    payload: str
    due_at: datetime
    conversation_id: str | None = None
    id: int = 0  # given when it is stored
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class FlowVersion:
    """A version of a flow, as its author wrote it."""

    business: str
    fingerprint: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class ConversationPass:
    """Which conversation a token lets into, and until when."""

    business: str
    conversation_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class BookingPass:
    """Which booking a link leads to, and until when."""

    booking_id: int
    expires_at: datetime


class Role(StrEnum):
    """What somebody behind the desk may do: an owner may change the business and who works there."""

    OWNER = "owner"
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who works behind the desk of a business; `login` is how the audit log calls them, `name` guests."""

    business: str
    login: str
    name: str
    role: Role
    password: str  # a hash
    created_at: datetime
    totp_secret: str | None = None  # set once the second factor is on
    totp_step: int | None = None
    recovery: str | None = None  # digests of the codes that are left
    removed_at: datetime | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has logged in, in one browser. What the browser holds is known by its digest only."""

    digest: str
    account_id: int
    csrf: str
    began_at: datetime
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class AuditRow:
    """Something that a person changed."""

    id: int
    at: datetime
    by: str
    what: str
    about: str
    details: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class BusinessVersion:
    """Files of a business, by path, as they were before somebody changed them; `note` says what was changed."""

    id: int
    business: str
    at: datetime
    by: str
    note: str
    files: Mapping[str, str]
