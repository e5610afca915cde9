"""How a change to a business ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from frontdesk.desk.editing.changes import Change
from frontdesk.desk.editing.mistakes import Mistake
from frontdesk.desk.editing.settings import Settings
from frontdesk.desk.house import House

LONGEST_NOTE = 600
UNSEEN = "Something that the settings do not show was changed"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A change that may be made: what it does, and the house it leads to."""

    path: str
    before: Settings
    after: Settings
    house: House
    changes: tuple[Change, ...]

    @property
    def note(self) -> str:
        """Say in words what changes."""
        said = "; ".join(change.sentence for change in self.changes) or UNSEEN
        return said if len(said) <= LONGEST_NOTE else f"{said[:LONGEST_NOTE].rstrip()}..."


@dataclass(frozen=True, slots=True)
class Saved:
    """A change that was made. `version` is what undoes it, `fingerprint` names the files as they are after it."""

    version: int
    note: str
    changes: tuple[Change, ...]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class NotPossible:
    """A change that was not made, as something is wrong with it."""

    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class ChangedMeanwhile:
    """A change that was not made, as it was begun from other files; `by` is None if nobody at the console changed them.

    `fingerprint` is that of the files as they are now, for whoever makes the change all the same.
    """

    by: str | None
    note: str
    fingerprint: str

    @property
    def sentence(self) -> str:
        """Say who has changed what."""
        who = self.by or "somebody who edited the files"
        return f"Changed meanwhile by {who}" + (f": {self.note}." if self.note else ".")


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A change that changes nothing."""


Proposal: TypeAlias = Proposed | NotPossible | ChangedMeanwhile | Unchanged
Outcome: TypeAlias = Saved | NotPossible | ChangedMeanwhile | Unchanged
