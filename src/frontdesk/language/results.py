"""What understanding gives: a meaning, the rule that read it, and what else it might have been."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.values import Value


class Part(StrEnum):
    """The part of understanding that read something."""

    RULES = "rules"
    TAGGER = "tagger"
    RESOLVE = "resolve"  # found from what was said, shown or booked before
    NOBODY = "nobody"  # it was not read at all


class Found(StrEnum):
    """How something was found, where other rules ask for that."""

    BY_TRIGGER = "by_trigger"  # in the words of a flow's trigger
    BY_BLANK = "by_blank"  # likewise, with a value in its blank
    BY_VALUES = "by_values"  # the flow takes what was given, and nothing else was said
    BY_TOPIC = "by_topic"  # in the words in which the business expects a question
    BY_LENGTH = "by_length"  # counted from a time that is known
    BY_DELAY = "by_delay"  # who needs time has decided nothing


@dataclass(frozen=True, slots=True)
class Source:
    """Words of a message that stand in a word list: its file, and the key in it."""

    file: str
    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """What a message might have meant besides, the words that say so, and why it does not."""

    kind: str  # of a value, or the name of a move
    value: Value | None
    words: str
    why: str
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """A meaning and why it was read: the name of the rule and a short reason; `rejected` are the runners-up."""

    meaning: Meaning
    why: str
    rejected: tuple[Rejected, ...] = ()
    sources: tuple[Source, ...] = ()  # named only to those who ask why
    by: Part = Part.RULES
    found: Found | None = None
    chance: float | None = None  # how likely the tagger finds it
    final: bool = False  # what is wanted was understood, and is not done here: nobody else need be asked

    @property
    def is_triggered(self) -> bool:
        """Say whether a flow was asked for in the words of one of its triggers."""
        return self.found in (Found.BY_TRIGGER, Found.BY_BLANK)
