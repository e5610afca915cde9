"""Copies the examples for the demo: whoever changes their settings there changes the copy."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

MARK = ".copied"  # holds a digest of what was copied
LEFT_OUT = shutil.ignore_patterns("*.db*", "__pycache__", "conversations")


def working_copy(example: Path, place: Path) -> Path:
    """Return a copy of an example in `place`: the one that is there, unless the example has changed since."""
    copy, digest = place / example.name, _digest(example)
    mark = copy / MARK
    if not mark.is_file() or mark.read_text() != digest:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(example, copy, ignore=LEFT_OUT)
        mark.write_text(digest)
    return copy


def _digest(folder: Path) -> str:
    found = hashlib.sha256()
    for file in sorted(folder.rglob("*.*")):
        kept = LEFT_OUT(str(file.parent), list(file.relative_to(folder).parts))
        if file.is_file() and not kept:
            found.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()
