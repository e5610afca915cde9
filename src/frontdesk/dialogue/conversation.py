"""A conversation and where it stands. There is one "where am I", `position`, and nothing beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from frontdesk.dialogue.meanings import Inform, Meaning, Pick
from frontdesk.dialogue.values import Days, Value

IDENTITY = "id"  # the field that every option has, and that picks just one


class Source(StrEnum):
    """Who gave a value."""

    GUEST = "guest"
    MODEL = "model"  # proposed by a language model: always shown at the confirm
    MEMORY = "memory"  # the guest's own, from before
    TOPIC = "topic"  # talked about just before
    ACTION = "action"  # or a set step
    CHOICE = "choice"  # came with what was chosen, and goes when that is void
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot's value, who gave it, and the words it rests on."""

    value: Value
    source: Source
    words: str = ""
    instead_of: Filled | None = None  # what a choice replaced, and gives back when it is voided


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen: an id and what is known of it, by field name."""

    id: str
    fields: Mapping[str, Value]

    def value(self, name: str) -> Value | None:
        """Return a field, or the id; the day and the time follow from the start where they are not told."""
        if name == IDENTITY:
            return self.id
        start = self.fields.get("start")
        if name in self.fields or not isinstance(start, datetime):
            return self.fields.get(name)
        if name == "day":
            return start.date()
        return start.time() if name == "time" else None


@dataclass(frozen=True, slots=True)
class Offer:
    """What an action found. The guest has been shown `options[first : first + shown]`, numbered from 1."""

    options: tuple[Option, ...]
    made_at: datetime
    expires_at: datetime
    first: int = 0
    shown: int = 0
    size: int = 5  # options on a page
    exact: str | None = None  # the option that is just what the guest had asked for
    several: bool = False  # more than one of them may be taken at once

    def visible(self) -> tuple[Option, ...]:
        """Return the options as the guest sees them, in the numbers the guest sees."""
        return self.options[self.first : self.first + self.shown]


# Positions. Each waiting position names its step and how often it has asked.


@dataclass(frozen=True, slots=True)
class Idle:
    """No flow is under way; `unclear` counts the messages in a row that said nothing to the desk."""

    unclear: int = 0


@dataclass(frozen=True, slots=True)
class Collecting:
    """Waits for a slot; `among` narrows it to what the guest may have meant, or is half of a moment."""

    step: str
    slot: str
    tries: int
    among: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Choosing:
    """Waits for a choice from exactly the offer that the action step `source` made; `among` holds the ids in doubt."""

    step: str
    source: str
    tries: int
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirming:
    """Waits for a yes to exactly the values of `digest`; `wavered`: a half-hearted one was heard, and asked about."""

    step: str
    digest: str
    tries: int
    wavered: bool = False


@dataclass(frozen=True, slots=True)
class Changing:
    """The guest said no at the confirm `step`; waits to hear what to change, or that it is off."""

    step: str
    tries: int


@dataclass(frozen=True, slots=True)
class Acting:
    """An action was asked for under `key` and has not ended."""

    step: str
    key: str


@dataclass(frozen=True, slots=True)
class Calling:
    """Waits beneath the flow that the call step `step` went into; never where the guest stands."""

    step: str


@dataclass(frozen=True, slots=True)
class WithStaff:
    """A person has taken over; the desk stays out of it, and goes on from `before` when they leave."""

    by: str
    before: Position


@dataclass(frozen=True, slots=True)
class Sorting:
    """Several flows fit what the guest said; waits to hear which. `heard` is what they said with it."""

    flows: tuple[str, ...]
    heard: tuple[Inform, ...]
    tries: int
    before: Position  # where the conversation stood


Position: TypeAlias = Idle | Collecting | Choosing | Confirming | Changing | Acting | WithStaff | Sorting


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a flow, by the step that puts it."""

    flow: str
    step: str


@dataclass(frozen=True, slots=True)
class Run:
    """One passage through one version of a flow."""

    number: int  # counts the runs of this conversation
    flow: str
    fingerprint: str
    slots: Mapping[str, Filled] = field(default_factory=dict)
    excluded: tuple[tuple[str, Value], ...] = ()
    path: tuple[str, ...] = ()  # steps passed, oldest first
    visits: int = 0  # actions asked for so far
    skipped: frozenset[str] = frozenset()
    offers: Mapping[str, Offer] = field(default_factory=dict)  # by the action step that found them
    agreed: Mapping[str, str] = field(default_factory=dict)  # confirm step -> digest that got a yes
    stalled: int = 0  # turns in a row that brought nothing
    summed: tuple[str, ...] = ()  # digests of the summaries that were put, oldest first
    picks: tuple[Pick, ...] = ()  # what the guest picked before it was offered: "cancel both"
    span: Days | None = None  # the days out of which the guest was asked to name one
    let_go: bool = False  # for something else: what waits is come back to only when the guest asks for it again
    called: Mapping[str, Run] = field(default_factory=dict)  # the flows it has come back from, by the step that called
    recalled: Mapping[str, Run] = field(default_factory=dict)  # those that know their answers if called once more
    form: bool = False  # shown since a question was asked as often as it may be
    afterwards: tuple[Meaning, ...] = ()  # what the guest wants besides, taken up when this has been left
    given_up: Question | None = None  # in place of which this run offers help: it may be answered after all


@dataclass(frozen=True, slots=True)
class Suspended:
    """A run that was interrupted, and where it waits."""

    run: Run
    position: Position | Calling


@dataclass(frozen=True, slots=True)
class Settled:
    """What was booked or moved last, by the kind of value: "make that 4" is said of this."""

    at: datetime
    fields: Mapping[str, Value]
    flow: str = ""  # that booked or moved it
    slots: Mapping[str, Value] = field(default_factory=dict)  # what that was agreed with, without what is the guest's
    names: str = ""  # texts and addresses by which it may be named
    told: frozenset[str] = frozenset()  # of the slots, those that the guest spoke of


@dataclass(frozen=True, slots=True)
class Conversation:
    """One guest and one business, over time."""

    id: str
    business: str
    version: int = 0  # counts commits; a commit on a stale version redoes the turn
    position: Position = field(default_factory=Idle)
    run: Run | None = None
    suspended: tuple[Suspended, ...] = ()
    runs: int = 0
    memory: Mapping[str, Filled] = field(default_factory=dict)  # the guest's own: name, phone, e-mail
    declined: frozenset[str] = frozenset()  # what the guest has not got, or keeps: "no e-mail"
    topics: Mapping[str, Value] = field(default_factory=dict)  # last talked about, by catalogue kind
    said: str = ""  # the last reply, for "say that again" and for what depends on it
    unheard: tuple[Meaning, ...] = ()  # the rest of a message whose question is being answered first
    untold: str = ""  # a reply that was made when nobody was there to hear it any more
    settled: Settled | None = None
    holds: bool = False  # whether the guest, whom the channel vouches for, had something booked when they last wrote

    def callers(self) -> tuple[Suspended, ...]:
        """Return the runs that wait for the one under way because they called it, the nearest last."""
        count = 0
        while count < len(self.suspended) and isinstance(self.suspended[-1 - count].position, Calling):
            count += 1
        return self.suspended[len(self.suspended) - count :]

    def without_callers(self) -> tuple[Suspended, ...]:
        """Return what waits when the run under way is given up: those that called it cannot go on without it."""
        return self.suspended[: len(self.suspended) - len(self.callers())]
