"""Teaches the desk a sentence that it did not understand."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.edits import AddExample, ExampleKind
from frontdesk.desk.editing.outcomes import Outcome
from frontdesk.desk.editing.saving import Editing
from frontdesk.desk.editing.writing import one_line


class Person(Protocol):
    """Somebody who is logged in."""

    @property
    def login(self) -> str:
        """What they are called in the log."""


async def add_example(  # noqa: PLR0913, PLR0917 - all that the page has: where, who, of what, the sentence, seen when
    desk: Desk, folder: Path, person: Person, kind: str, name: str, sentence: str, fingerprint: str
) -> Outcome:
    """Let the desk know that guests say `sentence` when they want a flow ("flow") or ask about a topic ("topic").

    `fingerprint` is that of `Editing.shown`. The outcome is `Saved`, or says what is wrong; raises `Unwritable`.
    """
    edit = AddExample(ExampleKind(kind), name, one_line(sentence))
    return await Editing(desk, folder).save(edit, fingerprint, person.login)
