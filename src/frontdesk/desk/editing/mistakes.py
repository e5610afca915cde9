"""What is wrong with a change, each with the field of the form that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from frontdesk.desk.editing.about import About
from frontdesk.desk.editing.files import BusinessFiles
from frontdesk.desk.editing.places import place_of_line
from frontdesk.flows.findings import Finding

# Rules that the loader reports where something begins, though a field of its form can mend it.
_FIELDS_OF_RULES = {
    "nobody_does": "performers",
    "same_service_name": "name",
    "same_resource_name": "name",
    "never_there": "hours",
    "never_open": "hours",
    "missing_key": "answer",
}
_NAMES_TWICE = ("same_service_name", "same_resource_name")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong, in a sentence; `field` is the one of the form that can mend it, None where none can."""

    field: str | None
    sentence: str


class Mistaken(ValueError):  # noqa: N818 - what is the case with the edit
    """An edit makes no sense for the files as they are."""

    def __init__(self, field: str | None, sentence: str) -> None:
        """Say what is wrong, and with which field."""
        super().__init__(sentence)
        self.mistake = Mistake(field, sentence)


def mistakes_of(findings: Iterable[Finding], files: BusinessFiles, about: About) -> tuple[Mistake, ...]:
    """Return what the loader found, each at the field of the form that it belongs to."""
    return tuple(dict.fromkeys(_mistake(finding, files, about) for finding in findings))


def _mistake(finding: Finding, files: BusinessFiles, about: About) -> Mistake:
    place = place_of_line(files.texts.get(finding.file, ""), finding.line)
    if finding.rule in _NAMES_TWICE and about.path and re.search(rf"\b{re.escape(about.path[-1])}\b", finding.message):
        place = about.path  # it is reported at the second of the two, whichever was changed
    if finding.file == about.file:
        field = about.field_of((*place, _FIELDS_OF_RULES.get(finding.rule, ""))) or about.field_of(place)
        if field:
            return Mistake(field, finding.sentence)
    where = ", ".join(part.replace("_", " ") for part in place[:2]) or finding.file
    return Mistake(None, f"{where}: {finding.sentence}")
