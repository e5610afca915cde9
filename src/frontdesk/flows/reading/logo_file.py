"""Checks the picture that `business.yaml` names as the logo: pages send it to every guest as it is."""

from __future__ import annotations

from pathlib import Path

from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.reading import business_fields as keys
from frontdesk.flows.reading.document import Node
from frontdesk.flows.reading.schema import At

_LARGEST = 200 * 1024
_PNG = b"\x89PNG\r\n\x1a\n"
_RUNS_CODE = (b"<script", b"javascript:", b"<foreignobject")


def check_logo(node: Node, folder: Path, report: Report) -> None:
    """Report a logo that is not there, too large, or not what its name says."""
    record = keys.BUSINESS.read(node, Report(""))
    look = record.of(keys.LOOK_OF) if record else None
    logo = look.of(keys.LOGO) if look else None
    if logo is None:
        return
    path = folder / logo.value
    if not path.is_file():
        pictures = [
            each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.suffix in {".svg", ".png"}
        ]
        _refuse(logo, f"There is no file {logo.value} in the folder.", report, nearest(logo.value, pictures))
    elif not path.resolve().is_relative_to(folder.resolve()):
        _refuse(logo, f"{logo.value} is a link to a file outside the folder; copy the file here.", report)
    elif path.stat().st_size > _LARGEST:
        message = f"{logo.value} has {path.stat().st_size // 1024} KB; every guest waits for it, so 200 KB is the most."
        _refuse(logo, message, report)
    elif problem := _mismatch(path.read_bytes(), path.suffix):
        _refuse(logo, f"{logo.value} {problem}", report)


def _mismatch(content: bytes, suffix: str) -> str | None:
    """Say what a picture is instead of what its name says."""
    if suffix == ".png":
        return None if content.startswith(_PNG) else "is not a PNG picture, whatever its name says."
    small = content.lower()
    if b"<svg" not in small:
        return "is not an SVG picture, whatever its name says."
    if any(mark in small for mark in _RUNS_CODE):
        return "has code in it, and a logo is only looked at; save it as a plain drawing."
    return None


def _refuse(logo: At[str], message: str, report: Report, meant: str | None = None) -> None:
    report.add(logo.line, "bad_logo", message, meant)
