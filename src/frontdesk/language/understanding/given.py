"""A value in a message: the words it rests on, and how it is meant."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Value


class Stance(StrEnum):
    """How a value is meant."""

    WANTED = "wanted"
    EXCLUDED = "excluded"
    PAST = "past"
    ASKED = "asked"
    BOOKED = "booked"  # it says which booking is meant


@dataclass(frozen=True, slots=True)
class Given:
    """A value in a message, by the kind of slot that could take it."""

    kind: str
    value: Value | None
    words: str
    start: int
    end: int
    problem: Problem | None = None
    candidates: tuple[Value, ...] = ()
    stance: Stance = Stance.WANTED

    def overlaps(self, other: Given) -> bool:
        """Tell whether both rest on some of the same words."""
        return self.start < other.end and other.start < self.end
