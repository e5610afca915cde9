"""What an edit is about: where it stands in the files, so that a mistake there is shown at the field of its form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from frontdesk.desk.editing.edits import (
    AddExample,
    AddPerson,
    AddQuestion,
    AddService,
    Edit,
    ExampleKind,
    SetAnswer,
    SetClosedDays,
    SetHours,
    SetPerson,
    SetService,
)
from frontdesk.desk.editing.files import BUSINESS, BusinessFiles
from frontdesk.desk.editing.places import Path
from frontdesk.desk.editing.settings import (
    CLOSED_DAYS,
    FLOWS,
    HOURS,
    PROVIDERS,
    SERVICES,
    SPECIAL_DAYS,
    TOPICS,
    Settings,
)

_DAYS = {HOURS: HOURS, CLOSED_DAYS: "days", SPECIAL_DAYS: "days"}
_SENTENCE = {"asks": "sentence", "trigger": "sentence"}


@dataclass(frozen=True, slots=True)
class About:
    """A part of a file, and what the keys in it are called in a form; all others where `fields` names none."""

    file: str = BUSINESS
    path: Path | None = None  # None: no part of its own
    fields: Mapping[str, str] = field(default_factory=dict)

    def field_of(self, place: Path) -> str | None:
        """Return the field of the form that a place belongs to, if it is one."""
        if self.path is None or place[: len(self.path)] != self.path or len(place) == len(self.path):
            return None
        key = place[len(self.path)]
        return self.fields.get(key) if self.fields else key


def about(edit: Edit, before: Settings, after: BusinessFiles) -> About:
    """Return what an edit is about, in the files as it leaves them."""
    match edit:
        case SetHours(of, _) | SetClosedDays(of, _):
            return About(path=before.path_of(of), fields=_DAYS)
        case SetService(service, _):
            return About(path=(SERVICES, service.id))
        case SetPerson(person):
            return About(path=before.path_of(person.id))
        case SetAnswer(topic):
            return About(path=(TOPICS, topic.id))
        case AddService():
            return About(path=_new(SERVICES, before, after))
        case AddPerson():
            return About(path=_new(PROVIDERS, before, after))
        case AddQuestion():
            return About(path=_new(TOPICS, before, after))
        case AddExample(kind=ExampleKind.TOPIC, name=name):
            return About(path=(TOPICS, name), fields=_SENTENCE)
        case AddExample(name=name):
            file = next((flow.file for flow in before.flows if flow.name == name), BUSINESS)
            return About(file, (FLOWS, name), _SENTENCE)
        case _:
            return About()


def _new(group: str, before: Settings, after: BusinessFiles) -> Path | None:
    """Return where something stands that was not there before."""
    was, now = before.files.data(BUSINESS).get(group), after.data(BUSINESS).get(group)
    known = was if isinstance(was, dict) else {}
    return next(((group, str(each)) for each in now if each not in known), None) if isinstance(now, dict) else None
