"""What a guest's words say: typed values, each with the words it rests on. One message may carry many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from typing import TypeAlias

from frontdesk.dialogue.values import Times, Value


class Problem(StrEnum):
    """Why a value that was read must not be used without asking."""

    PAST = "past"
    AMBIGUOUS = "ambiguous"
    IMPOSSIBLE = "impossible"
    UNOFFERED = "unoffered"  # understood, but the business does not have it
    INVALID = "invalid"  # not a phone number, not an e-mail address, ...
    SEVERAL = "several"  # "for two people", where one is booked at a time
    ZONE = "zone"  # a time of a zone that nobody can tell
    REPEATED = "repeated"  # "every Tuesday", where one thing is booked at a time
    TOO_EARLY = "too_early"  # before something that it comes after
    AFTER = "after"  # when what is booked before it ends, which is known once it is booked
    TOGETHER = "together"  # a day, a time or a person for one of several that are booked together


@dataclass(frozen=True, slots=True)
class StartFlow:
    """The guest wants what this flow does."""

    flow: str
    words: str


@dataclass(frozen=True, slots=True)
class Inform:
    """The guest gave a value for a slot. `value` is None only with a problem that leaves none."""

    slot: str
    value: Value | None
    words: str
    problem: Problem | None = None
    candidates: tuple[Value, ...] = ()  # what it may mean, when ambiguous


@dataclass(frozen=True, slots=True)
class Exclude:
    """The guest ruled a value out: "not Botox"; a time range in `value` rules out that range."""

    slot: str
    value: Value
    words: str


@dataclass(frozen=True, slots=True)
class Number:
    """The n-th option as shown, from 1; -1 is the last one shown."""

    position: int


@dataclass(frozen=True, slots=True)
class AtTime:
    """The option that starts at this time (a range picks only if one option lies in it)."""

    at: time | Times


@dataclass(frozen=True, slots=True)
class ByValue:
    """The option whose field has this value: "the one with Emily"."""

    field: str
    value: Value


class Extreme(StrEnum):
    """The option that is first or last in an order: "the later one", "the cheapest"."""

    EARLIEST = "earliest"
    LATEST = "latest"
    FIRST = "first"  # of all that was found, shown or not
    LAST = "last"
    CHEAPEST = "cheapest"
    DEAREST = "dearest"
    OTHER = "other"  # of two, the one not chosen or not named
    ALL = "all"  # every one of them: "both"


Pick: TypeAlias = Number | AtTime | ByValue | Extreme


@dataclass(frozen=True, slots=True)
class Choose:
    """The guest picked from what was shown."""

    pick: Pick
    words: str


@dataclass(frozen=True, slots=True)
class More:
    """The guest wants to see further options."""

    words: str


@dataclass(frozen=True, slots=True)
class Affirm:
    """Yes."""

    words: str


@dataclass(frozen=True, slots=True)
class Deny:
    """No."""

    words: str


@dataclass(frozen=True, slots=True)
class Change:
    """The guest wants to change something; `slot` is None when they did not say what."""

    slot: str | None
    words: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A question about `topic` (a topic id of the business or of the language), perhaps about a value."""

    topic: str
    words: str
    about: tuple[tuple[str, Value], ...] = ()  # (slot name or catalogue kind, value)


@dataclass(frozen=True, slots=True)
class Cancel:
    """Drop what we are doing (not: cancel a booking, which is a flow).

    `or_booking`: that may be meant as well; `no_booking`: that is not meant, whatever was just booked.
    """

    words: str
    or_booking: bool = False
    no_booking: bool = False


@dataclass(frozen=True, slots=True)
class StartOver:
    """From the beginning."""

    words: str


@dataclass(frozen=True, slots=True)
class GoBack:
    """To the question before."""

    words: str


@dataclass(frozen=True, slots=True)
class Skip:
    """The guest will not or cannot give this; `slot` is None for a mere "skip", and "no e-mail" names it."""

    words: str
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """Say that again."""

    words: str


@dataclass(frozen=True, slots=True)
class Help:
    """The guest asks what the desk can do."""

    words: str


@dataclass(frozen=True, slots=True)
class WantPerson:
    """A human, please."""

    words: str


@dataclass(frozen=True, slots=True)
class Greet:
    """Hello."""

    words: str


@dataclass(frozen=True, slots=True)
class Thank:
    """Thanks."""

    words: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Just a second."""

    words: str


@dataclass(frozen=True, slots=True)
class Goodbye:
    """Bye."""

    words: str


@dataclass(frozen=True, slots=True)
class FillForm:
    """The values beside it were put into a form that shows these slots; `sent`: and its button was pressed.

    `card`: by somebody who had before them what the confirm shows besides, as it stands.
    """

    shown: tuple[str, ...]
    words: str
    sent: bool = False
    card: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """How the guest feels or what happened to them, with no wish in it: "I'm so nervous"."""

    words: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Words, but no meaning in them that the desk can use; `hesitant`: neither yes nor no to what is asked.

    `leaning`: a half-hearted yes, "I suppose so, yes".
    """

    words: str
    hesitant: bool = False
    leaning: bool = False


Meaning: TypeAlias = (
    StartFlow
    | Inform
    | Exclude
    | Choose
    | More
    | Affirm
    | Deny
    | Change
    | Ask
    | Cancel
    | StartOver
    | GoBack
    | Skip
    | Repeat
    | Help
    | WantPerson
    | Greet
    | Thank
    | Wait
    | Goodbye
    | FillForm
    | Remark
    | Unclear
)
