"""What every reader takes and gives: a context in, found values with the words they rest on out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Generic, NewType, TypeVar

from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Days
from frontdesk.language.tagger.opinions import Tagger

__all__ = ["Context", "Found", "PlainDay", "Problem", "Style", "plain_day"]

# A date that is no moment: Python takes a datetime for a date as well, and counts no days from it.
PlainDay = NewType("PlainDay", date)
T_co = TypeVar("T_co", covariant=True)


class Style(StrEnum):
    """How a channel wants to be spoken to."""

    SHORT = "short"  # SMS
    SPOKEN = "spoken"  # voice
    RICH = "rich"  # web chat, e-mail, terminal


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader may know besides the text. `now` is aware, in the business's zone."""

    now: datetime
    region: str = "US"  # ISO 3166 country of the business: phone numbers, order of 12/5, holidays
    language: str = "en"
    said: str | None = None  # what the desk said just before, for answers that depend on it
    within: Days | None = None  # the days out of which one is wanted: a weekday is the one in there
    beside: PlainDay | None = None  # the day that was talked about: "the day after" is the one after it
    around: PlainDay | None = None  # the first of the days on the table: a weekday is the one nearest to it
    tagger: Tagger | None = None  # the model that tells how words are meant, where there is one
    currency: str | None = None  # what the business counts in; None: what its region pays with

    def after(self, told: Iterable[object]) -> Context:
        """Return what is known once some values are told: "the day after" is the one after their first day."""
        day = next((day for value in told if (day := plain_day(value))), None)
        return replace(self, said=None, within=None, beside=day, around=day)


def plain_day(value: object) -> PlainDay | None:
    """Return the day that a value is, or lies on if it is a moment; None for what is neither."""
    match value:
        case datetime():
            return PlainDay(value.date())
        case date():
            return PlainDay(value)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Found(Generic[T_co]):
    """A value read from `text[start:end]`; `words` is exactly that part of the text."""

    value: T_co
    words: str
    start: int
    end: int
    problem: Problem | None = None
