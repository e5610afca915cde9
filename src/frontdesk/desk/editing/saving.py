"""Changes a business while its desk is open: checked, kept, written, and served from then on.

In this order, so that a crash leaves a desk that opens: the new file lies ready beside the old one; the former text
and the line of the audit log are committed together; the new file takes its place; the desk moves into the new house.
Where it was killed before the file took its place, the last version has the very text that the file still has: the
history says that it was not carried out.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.about import About, about
from frontdesk.desk.editing.applying import applied
from frontdesk.desk.editing.changes import changes_between
from frontdesk.desk.editing.checking import OtherBusiness, checked
from frontdesk.desk.editing.edits import Edit
from frontdesk.desk.editing.files import BusinessFiles, UnreadableFile, changed_file, read_files
from frontdesk.desk.editing.limits import refuse_unfit
from frontdesk.desk.editing.mistakes import Mistake, Mistaken, mistakes_of
from frontdesk.desk.editing.outcomes import ChangedMeanwhile, NotPossible, Outcome, Proposal, Proposed, Saved, Unchanged
from frontdesk.desk.editing.replacing import Replacement, only_one_changes
from frontdesk.desk.editing.settings import NotShown, Settings, read_settings
from frontdesk.desk.editing.splicing import Uneditable
from frontdesk.desk.editing.taken import refuse_taken
from frontdesk.desk.house import House
from frontdesk.storage.business_versions import Former
from frontdesk.storage.rows import BusinessVersion
from frontdesk.storage.unit import Unit

Rewriting: TypeAlias = Callable[[Settings], BusinessFiles]
GONE = "That version is not there any more."
_OURS = re.compile(r"business\.yaml|replies\.[\w-]+\.yaml|flows/[^/\\]+\.yaml")  # files that a version may put back


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page of settings shows, and the name of the state it was made from."""

    settings: Settings
    fingerprint: str


@dataclass(frozen=True, slots=True)
class _Wish:
    """A change that somebody wants: how files are rewritten, from which state, and what it is called."""

    rewrite: Rewriting
    fingerprint: str
    about: Callable[[Settings, BusinessFiles], About] = lambda _before, _after: About()
    kind: str = "settings_changed"
    details: tuple[tuple[str, object], ...] = ()
    refuse: Callable[[Settings, House, datetime], None] = lambda _settings, _house, _now: None  # or raise `Mistaken`
    says: str = ""  # before what changed, in the note


@dataclass(frozen=True, slots=True)
class Editing:
    """The settings of one business, in the hands of those who may change them."""

    desk: Desk
    folder: Path

    async def shown(self) -> Shown:
        """Return the settings as the files say them now; raise `NotShown` or `UnreadableFile` if they do not."""
        return await asyncio.to_thread(self._shown)

    async def propose(self, edit: Edit, fingerprint: str) -> Proposal:
        """Say what an edit would change, and whether it may; nothing is written."""
        return await asyncio.to_thread(self._proposed, _wish_of(edit, fingerprint))

    async def save(self, edit: Edit, fingerprint: str, by: str) -> Outcome:
        """Make an edit. Raises `Unwritable` where the folder does not let it."""
        return await asyncio.to_thread(self._saved, _wish_of(edit, fingerprint), by)

    async def propose_undo(self, version: int, fingerprint: str) -> Proposal:
        """Say what putting back a version would change, and whether it may."""
        wish = await self._undoing(version, fingerprint)
        return wish if isinstance(wish, NotPossible) else await asyncio.to_thread(self._proposed, wish)

    async def undo(self, version: int, fingerprint: str, by: str) -> Outcome:
        """Put back a file as it was before a change."""
        wish = await self._undoing(version, fingerprint)
        return wish if isinstance(wish, NotPossible) else await asyncio.to_thread(self._saved, wish, by)

    def _shown(self) -> Shown:
        files = read_files(self.folder)
        return Shown(read_settings(files), self._token(files))

    def _token(self, files: BusinessFiles) -> str:
        newest = self.desk.store.run_sync(lambda unit: unit.versions.newest(self.desk.house.business.id))
        return f"{files.fingerprint}.{newest}"

    async def _undoing(self, version: int, fingerprint: str) -> _Wish | NotPossible:
        found = await self.desk.store.run(partial(_find, self.desk.house.business.id, version))
        if found is None or not all(_OURS.fullmatch(path) for path in found.files):
            return NotPossible((Mistake(None, GONE),))

        def rewrite(settings: Settings) -> BusinessFiles:
            return replace(settings.files, texts={**settings.files.texts, **found.files})

        return _Wish(rewrite, fingerprint, kind="settings_undone", details=(("undone", version),), says="Put back")

    def _proposed(self, wish: _Wish) -> Proposal:
        try:
            files = read_files(self.folder)
            if wish.fingerprint.partition(".")[0] != files.fingerprint:
                return self._changed_meanwhile(wish.fingerprint, files)
            return self._checked(wish, read_settings(files))
        except Mistaken as mistaken:
            return NotPossible((mistaken.mistake,))
        except NotShown as broken:
            return NotPossible(tuple(Mistake(None, str(finding)) for finding in broken.findings))
        except (Uneditable, UnreadableFile, OtherBusiness) as error:
            return NotPossible((Mistake(None, str(error)),))

    def _checked(self, wish: _Wish, settings: Settings) -> Proposal:
        wish.refuse(settings, self.desk.house, self.desk.clock())
        files = wish.rewrite(settings)
        path = changed_file(settings.files, files)
        if path is None:
            return Unchanged()
        house = checked(files, self.folder, self.desk.house)
        if isinstance(house, tuple):
            return NotPossible(mistakes_of(house, files, wish.about(settings, files)))
        after = read_settings(files)
        return Proposed(path, settings, after, house, changes_between(settings, after))

    def _saved(self, wish: _Wish, by: str) -> Outcome:
        proposed = self._proposed(wish)
        if not isinstance(proposed, Proposed):
            return proposed
        with only_one_changes(self.folder):
            files = read_files(self.folder)
            if files != proposed.before.files:
                return self._changed_meanwhile(wish.fingerprint, files)
            return self._written(proposed, wish, by)

    def _written(self, proposed: Proposed, wish: _Wish, by: str) -> Saved:
        path = proposed.path
        new = Replacement(self.folder / path, proposed.after.files.texts[path])
        note = f"{wish.says}: {proposed.note}" if wish.says else proposed.note
        former = Former(
            proposed.house.business.id, self.desk.clock(), by, note, {path: proposed.before.files.texts.get(path, "")}
        )
        try:
            version = self.desk.store.run_sync(partial(_keep, former, wish.kind, dict(wish.details)))
        except BaseException:
            new.drop()
            raise
        new.take_place()
        self.desk.move_into(proposed.house, version)
        return Saved(version, note, proposed.changes, f"{proposed.after.files.fingerprint}.{version}")

    def _changed_meanwhile(self, fingerprint: str, files: BusinessFiles) -> ChangedMeanwhile:
        """Say who changed the files since: whoever was the last at the console, or else nobody who can be named."""
        seen = fingerprint.partition(".")[2]
        last = self.desk.store.run_sync(lambda unit: unit.versions.page(self.desk.house.business.id, limit=1))
        if last and seen.isdecimal() and last[0].id > int(seen):
            return ChangedMeanwhile(last[0].by, last[0].note, self._token(files))
        return ChangedMeanwhile(None, "", self._token(files))


def _wish_of(edit: Edit, fingerprint: str) -> _Wish:
    def refuse(settings: Settings, house: House, now: datetime) -> None:
        refuse_unfit(edit, settings)
        refuse_taken(edit, settings, house, now)

    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", type(edit).__name__).lower()
    details = (("edit", kind),)
    return _Wish(partial(applied, edit=edit), fingerprint, partial(about, edit), details=details, refuse=refuse)


def _find(business: str, version: int, unit: Unit) -> BusinessVersion | None:
    return unit.versions.find(business, version)


def _keep(former: Former, kind: str, details: Mapping[str, object], unit: Unit) -> int:
    version = unit.versions.keep(former)
    path = next(iter(former.files))
    unit.audit.add(former.business, former.at, former.by, kind, path, {**details, "version": version})
    return version
