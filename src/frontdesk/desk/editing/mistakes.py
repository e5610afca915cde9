"""What is wrong with a change, each with the field of the form that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from frontdesk.desk.editing.files import BusinessFiles
from frontdesk.desk.editing.places import Path, place_of_line
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


def mistakes_of(
    findings: Iterable[Finding], files: BusinessFiles, file: str, field_of: Callable[[Path], str | None]
) -> tuple[Mistake, ...]:
    """Return what the loader found, each at the field of a form about `file` that it belongs to."""

    def mistake(finding: Finding) -> Mistake:
        place = place_of_line(files.texts.get(finding.file, ""), finding.line)
        field = field_of((*place, _FIELDS_OF_RULES.get(finding.rule, ""))) if finding.file == file else None
        field = field or (field_of(place) if finding.file == file else None)
        if field:
            return Mistake(field, finding.sentence)
        where = ", ".join(part.replace("_", " ") for part in place[:2]) or finding.file
        return Mistake(None, f"{where}: {finding.sentence}")

    return tuple(dict.fromkeys(map(mistake, findings)))
