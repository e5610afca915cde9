"""A flow: slots to learn and steps to take, as the loader has checked them.

Texts are not here. A flow names phrases; `language` turns a phrase and values into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta, tzinfo
from enum import StrEnum
from typing import TypeAlias

from frontdesk.dialogue.expression import Expression
from frontdesk.dialogue.values import Value

DEFAULT_TRIES = 3
END = "end"
REFERENCE = "reference"  # the kind of a slot for what a guest was given at the booking


class Role(StrEnum):
    """What a value is to what is booked. Guests announce it in words of its own: "from", "until", "for my mom"."""

    ORIGIN = "origin"  # where a trip begins
    DESTINATION = "destination"
    LANDING = "landing"  # the hours in which a trip shall end
    DEPARTURE = "departure"
    ARRIVAL = "arrival"
    IN = "in"  # the first day of a stay
    OUT = "out"  # the day on which it ends
    START = "start"
    END = "end"
    RETURN = "return"  # the way back
    OLD = "old"  # of a booking that is to be changed
    NEW = "new"
    BENEFICIARY = "beneficiary"  # for whom it is, if not for the guest


@dataclass(frozen=True, slots=True)
class Slot:
    """Something a flow must learn. `kind` names the reader; catalogue kinds are `service`, `provider`, ..."""

    name: str
    kind: str
    ask: str | None = None  # phrase; its wordings are used one per try
    why: str | None = None  # phrase for "why do you need that?"
    required: bool = True
    many: bool = False  # several values may be given: "Botox and a peel"
    remember: bool = False  # belongs to the guest, not to this flow: name, phone, e-mail
    sensitive: bool = False
    default: Value | None = None
    depends_on: tuple[str, ...] = ()
    validate: Expression | None = None  # what a value must satisfy
    invalid: str | None = None  # phrase for a value that does not
    read_back: bool = False  # say it back where it is spoken
    examples: tuple[str, ...] = ()  # answers that guests give
    excludes: bool = False  # exclusions ("not Botox", "not 3pm") narrow what is offered rather than clear it
    label: str = ""  # what it is called where values are listed
    hint: str = ""  # what a form says below its field
    placeholder: str = ""  # what a plan calls it while it is empty; its name, or what the action calls it
    guest: bool = True  # whether what guests say may fill it
    roles: frozenset[Role] = frozenset()  # those that its name tells, where none is declared

    def __post_init__(self) -> None:
        """Label it by its name, unless it has a label: "departure_date" becomes "Departure date". Roles likewise."""
        words = self.name.split("_")
        if not self.label:
            label = " ".join(words)
            object.__setattr__(self, "label", label[:1].upper() + label[1:])
        if not self.roles:
            object.__setattr__(self, "roles", frozenset(role for role in Role if role.value in words))


def in_role(slots: Mapping[str, Slot], *roles: Role) -> Slot | None:
    """Return the slot that has just these roles; None where there is none."""
    return next((slot for slot in slots.values() if slot.roles == frozenset(roles)), None)


class FormUse(StrEnum):
    """When what a flow asks for is shown as a form as well."""

    NEVER = "never"
    ALWAYS = "always"
    WHEN_STUCK = "when_stuck"  # once a question has been asked as often as it may be


@dataclass(frozen=True, slots=True)
class Collect:
    """Ask for a slot if it is empty."""

    name: str
    slot: str
    next: str
    when: Expression | None = None
    tries: int = DEFAULT_TRIES
    on_exit: str | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Let the guest pick one of the options that the action step `source` offered; fills `slot` with its id.

    `take` maps fields of the chosen option to slots.
    """

    name: str
    slot: str
    source: str
    ask: str
    next: str
    take: Mapping[str, str] = field(default_factory=dict)
    when: Expression | None = None
    tries: int = DEFAULT_TRIES
    on_exit: str | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """Show `shows` and wait for a yes to exactly those values."""

    name: str
    message: str
    shows: tuple[str, ...]
    next: str
    on_no: str | None = None
    when: Expression | None = None
    tries: int = DEFAULT_TRIES
    on_exit: str | None = None
    yes: str = ""  # texts of its buttons, where the channel has any; "" is the usual one of the language
    no: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """Run an action and go where its outcome leads. A guarded one needs the yes of `confirmed_by`."""

    name: str
    call: str
    arguments: Mapping[str, str]  # argument name -> slot name
    next: str
    outputs: Mapping[str, str] = field(default_factory=dict)  # outcome field -> slot name
    on: Mapping[str, str] = field(default_factory=dict)  # outcome -> step
    guarded: bool = False
    confirmed_by: str | None = None
    succeeds: frozenset[str] = frozenset()  # outcomes that go to `next` when not listed in `on`
    when: Expression | None = None
    retries: int = 0  # how often it is tried again when it did not end
    timeout: timedelta | None = None  # how long it may take; None leaves that to the desk
    by_name: frozenset[str] = frozenset()  # arguments that are passed because a slot has their name, written nowhere
    outside: bool = False  # what it had done before it broke is not undone
    ends: bool = False  # it cancels or deletes what was booked


@dataclass(frozen=True, slots=True)
class Tell:
    """Say something."""

    name: str
    message: str
    next: str
    when: Expression | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """Go to the first case that holds."""

    name: str
    cases: tuple[tuple[Expression, str], ...]
    otherwise: str
    when: Expression | None = None


@dataclass(frozen=True, slots=True)
class Handoff:
    """Leave a request for staff with what is known."""

    name: str
    reason: str
    message: str
    next: str = END
    when: Expression | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Let the engine do what the guest has asked for: the move that a pattern surrounds."""

    name: str
    next: str
    when: Expression | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The flow is done."""

    name: str
    when: Expression | None = None
    next: str = END


@dataclass(frozen=True, slots=True)
class Copy:
    """The value that another slot holds; nothing if it is empty."""

    slot: str


@dataclass(frozen=True, slots=True)
class Assign:
    """Put values into slots: as written, or what other slots hold."""

    name: str
    values: Mapping[str, Value | Copy]
    next: str
    when: Expression | None = None


@dataclass(frozen=True, slots=True)
class CallFlow:
    """Go through another flow and come back with what it learnt."""

    name: str
    flow: str
    next: str
    inputs: Mapping[str, str] = field(default_factory=dict)  # its slot -> our slot
    outputs: Mapping[str, str] = field(default_factory=dict)  # its slot -> our slot
    when: Expression | None = None
    version: str = ""  # fingerprint of the other flow as this one was proved with it; "" leaves it open


@dataclass(frozen=True, slots=True)
class Link:
    """Go over to another flow for good."""

    name: str
    flow: str
    inputs: Mapping[str, str] = field(default_factory=dict)  # its slot -> our slot
    next: str = END
    when: Expression | None = None


Step: TypeAlias = Collect | Choose | Confirm | Act | Tell | Branch | Handoff | Move | End | Assign | CallFlow | Link


@dataclass(frozen=True, slots=True)
class Migration:
    """How runs of older versions of a flow go on with this one; what is not named keeps its name."""

    versions: tuple[str, ...] = ()  # how their fingerprints begin; none: every older version of the same name
    steps: Mapping[str, str] = field(default_factory=dict)  # what was done or asked there -> the step that does it now
    slots: Mapping[str, str] = field(default_factory=dict)  # what they know -> the slot that it goes into
    dropped: frozenset[str] = frozenset()  # slots whose values stay behind


@dataclass(frozen=True, slots=True)
class Flow:
    """A checked flow. `fingerprint` names this version; `bound` is the proved number of moves a turn can take."""

    name: str
    description: str
    slots: Mapping[str, Slot]
    steps: Mapping[str, Step]  # in the order of the file
    first: str
    fingerprint: str
    bound: int
    triggers: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()  # sentences with which guests have asked for it
    answers: tuple[str, ...] = ()  # topics this flow answers; such a flow is a digression
    inputs: tuple[str, ...] = ()  # slots that a caller must fill
    outputs: tuple[str, ...] = ()  # slots that a caller may take back
    interruptible: bool = True  # False: other wishes wait until it is done; a person or a cancel is always heard
    form: FormUse = FormUse.NEVER
    lines: Mapping[str, int] = field(default_factory=dict)  # step -> line in its file, for messages
    # An edge (from, to) that leads back to a question empties these slots, so that it is asked anew.
    clears: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    migrations: tuple[Migration, ...] = ()
    # Where there are migrations: step -> what is certain to be known there; "@find": what the step find has offered.
    certain: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # Of the steps, those that every answer is held against.
    choices: tuple[Choose, ...] = field(init=False, repr=False)
    acts: tuple[Act, ...] = field(init=False, repr=False)
    collects: tuple[Collect, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Sort out the steps."""
        steps = tuple(self.steps.values())
        object.__setattr__(self, "choices", tuple(step for step in steps if isinstance(step, Choose)))
        object.__setattr__(self, "acts", tuple(step for step in steps if isinstance(step, Act)))
        object.__setattr__(self, "collects", tuple(step for step in steps if isinstance(step, Collect)))


@dataclass(frozen=True, slots=True)
class Flows:
    """The flows of one business: the newest by name, and older ones that conversations still run on."""

    newest: Mapping[str, Flow]
    pinned: Mapping[str, Flow] = field(default_factory=dict)  # fingerprint -> flow
    budget: int = 6  # turns without progress before the desk offers another way
    depth: int = 3  # flows that may wait while another is under way
    zone: tzinfo | None = None  # where the day of a turn is told; None: as its moment has it
    moves: int = field(init=False, repr=False)  # more than all flows together can take in a turn

    def __post_init__(self) -> None:
        """Add up the proved bounds."""
        every = (*self.newest.values(), *self.pinned.values())
        object.__setattr__(self, "moves", sum(flow.bound + len(flow.steps) + 1 for flow in every))

    def of(self, name: str, fingerprint: str) -> Flow | None:
        """Return the version of `name` that a run began with, or None if it is gone."""
        flow = self.newest.get(name)
        if flow is not None and flow.fingerprint == fingerprint:
            return flow
        return self.pinned.get(fingerprint)
