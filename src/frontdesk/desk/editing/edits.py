"""What a person may change about a business, one kind of change each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from frontdesk.scheduling.business import Resource, Service, Shift, Topic

Week: TypeAlias = Mapping[int, tuple[Shift, ...]]  # Monday is 0; a day that is not there is closed


@dataclass(frozen=True, slots=True)
class SetHours:
    """Open at these hours. `of` is the id of a person or thing, None the business; a `week` of None is that of it."""

    of: str | None
    week: Week | None


@dataclass(frozen=True, slots=True)
class SetClosedDays:
    """Have these days differ from the week, and no others: closed where they have no hours."""

    of: str | None
    days: Mapping[date, tuple[Shift, ...]]


@dataclass(frozen=True, slots=True)
class SetService:
    """Let the service of this id be so, done by these."""

    service: Service
    performers: frozenset[str]


@dataclass(frozen=True, slots=True)
class AddService:
    """Offer one more service; its id is made from its name."""

    service: Service
    performers: frozenset[str]


@dataclass(frozen=True, slots=True)
class RemoveService:
    """Offer a service no longer."""

    id: str


@dataclass(frozen=True, slots=True)
class SetPerson:
    """Let the person, room or other thing of this id be so. Its hours are set by themselves."""

    person: Resource


@dataclass(frozen=True, slots=True)
class AddPerson:
    """Have one more; the id is made from the name."""

    person: Resource


@dataclass(frozen=True, slots=True)
class RemovePerson:
    """Have somebody or something no longer."""

    id: str


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """Let the question of this id be put and answered so."""

    topic: Topic


@dataclass(frozen=True, slots=True)
class AddQuestion:
    """Expect one more question; its id is made from how it is put first."""

    topic: Topic


@dataclass(frozen=True, slots=True)
class RemoveQuestion:
    """Expect a question no longer."""

    id: str


class ExampleKind(StrEnum):
    """What a sentence is an example of."""

    FLOW = "flow"
    TOPIC = "topic"


@dataclass(frozen=True, slots=True)
class AddExample:
    """Know that guests say this when they want a flow, or ask about a topic."""

    kind: ExampleKind
    name: str
    sentence: str
    misread: bool = False  # it is understood as something else today, and that is wrong


Edit: TypeAlias = (
    SetHours
    | SetClosedDays
    | SetService
    | AddService
    | RemoveService
    | SetPerson
    | AddPerson
    | RemovePerson
    | SetAnswer
    | AddQuestion
    | RemoveQuestion
    | AddExample
)
