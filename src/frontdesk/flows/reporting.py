"""Writes findings for those who read them: people, editors, the annotations of a code review, programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from frontdesk.flows.findings import Finding

_MISSED = frozenset(
    {"missing_folder", "missing_file", "unreadable_file", "no_flows"}
)  # about what should be in the folder and is not


def as_text(folder: Path, findings: Iterable[Finding]) -> str:
    """Write findings so that an editor can go there, with their examples indented beneath them."""
    return "\n".join(_line(folder, finding) for finding in findings)


def _line(folder: Path, finding: Finding) -> str:
    if finding.rule == "missing_folder":  # no editor can go there
        return f"{folder}: {finding.sentence}"
    return str(_placed(folder, finding))


def as_github(folder: Path, findings: Iterable[Finding]) -> str:
    """Write findings as workflow commands, which GitHub shows beside the lines they are about."""
    return "\n".join(_command(_placed(folder, finding)) for finding in findings)


def as_json(folder: Path, findings: Iterable[Finding]) -> str:
    """Write findings as one JSON list."""
    found = [_plain(_placed(folder, finding)) for finding in findings]
    return json.dumps(found, ensure_ascii=False, indent=2)


FORMATS: Mapping[str, Callable[[Path, Iterable[Finding]], str]] = {
    "text": as_text,
    "github": as_github,
    "json": as_json,
}


def _placed(folder: Path, finding: Finding) -> Finding:
    """Return the finding with its file as it is found from here; the built-in patterns are in no folder."""
    path = folder / finding.file
    is_here = path.exists() or finding.rule in _MISSED
    file = path.as_posix() if is_here else finding.file
    return Finding(file, finding.line, finding.rule, finding.message, finding.suggestion, finding.example)


def _command(finding: Finding) -> str:
    message = _escaped("\n".join((f"{finding.sentence} [{finding.rule}]", *finding.example)))
    file = _escaped(finding.file).replace(":", "%3A").replace(",", "%2C")
    return f"::error file={file},line={finding.line}::{message}"


def _escaped(text: str) -> str:
    """Escape what would end a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _plain(finding: Finding) -> dict[str, object]:
    return {
        "file": finding.file,
        "line": finding.line,
        "rule": finding.rule,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "example": list(finding.example),
    }
