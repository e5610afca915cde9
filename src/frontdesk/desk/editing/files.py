"""The files of a business that people change: read together, so that a change is made to what was seen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from frontdesk.flows.findings import Report
from frontdesk.flows.reading.document import Entries, Node, plain, read_bytes

BUSINESS = "business.yaml"
LONGEST_FINGERPRINT = 16


class UnreadableFile(Exception):  # noqa: N818 - what is the case with the file
    """A file of the business cannot be read; the text says which and why."""


@dataclass(frozen=True, slots=True)
class BusinessFiles:
    """What the files of a business say, by their path within its folder."""

    texts: Mapping[str, str]

    @property
    def fingerprint(self) -> str:
        """Name exactly this state of the files."""
        digest = hashlib.sha256()
        for path, text in sorted(self.texts.items()):
            digest.update(f"{path}\0{len(text)}\0{text}".encode())
        return digest.hexdigest()[:LONGEST_FINGERPRINT]

    def with_text(self, path: str, text: str) -> BusinessFiles:
        """Return the same with another text in one file."""
        return replace(self, texts={**self.texts, path: text})

    def tree(self, path: str) -> Node | None:
        """Return what a file says, if it can be read."""
        return read_bytes(self.texts[path].encode(), Report(path)) if path in self.texts else None

    def data(self, path: str) -> dict[str, object]:
        """Return what a file says as texts, lists and dicts; nothing if it cannot be read."""
        node = self.tree(path)
        read = plain(node) if isinstance(node, Entries) else {}
        return read if isinstance(read, dict) else {}


def read_files(folder: Path) -> BusinessFiles:
    """Read the files of the business in `folder` that say what it is, does and says."""
    paths = [folder / BUSINESS, *sorted(folder.glob("replies.*.yaml")), *sorted((folder / "flows").glob("*.yaml"))]
    return BusinessFiles({path.relative_to(folder).as_posix(): _text(path) for path in paths})


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise UnreadableFile(f"{path.name} is not UTF-8 text.") from None
    except OSError as error:
        raise UnreadableFile(f"{path.name} cannot be read: {error.strerror}.") from None


def changed_file(before: BusinessFiles, after: BusinessFiles) -> str | None:
    """Return the path of the file that differs, if one does. An edit changes one, so it happens whole or not at all."""
    return next((path for path, text in after.texts.items() if before.texts.get(path) != text), None)
