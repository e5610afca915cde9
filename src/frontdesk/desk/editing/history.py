"""What people have changed about a business, and what can be put back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime

from frontdesk.desk.editing.files import read_files
from frontdesk.desk.editing.saving import Editing

MOST = 200  # changes that are looked through


@dataclass(frozen=True, slots=True)
class Happened:
    """A change that somebody made."""

    version: int
    at: datetime
    by: str
    note: str
    was_carried_out: bool  # False: the desk was stopped before the file was replaced
    can_be_undone: bool


async def history_of(editing: Editing, limit: int = MOST) -> tuple[Happened, ...]:
    """Return what was changed, the latest first.

    A version holds a file as it was before. Where the next state of that file is the same, nothing was changed after
    all.
    """
    business = editing.desk.house.business.id
    versions = await editing.desk.store.run(lambda unit: unit.versions.page(business, limit=limit))
    now = (await asyncio.to_thread(read_files, editing.folder)).texts
    later = dict(now)
    found = []
    for version in versions:
        was_carried_out = any(later.get(path) != text for path, text in version.files.items())
        differs = any(now.get(path) != text for path, text in version.files.items())
        found.append(
            Happened(version.id, version.at, version.by, version.note, was_carried_out, was_carried_out and differs)
        )
        later |= version.files
    return tuple(found)
