"""What a message picks from the options shown, and the values of the message that this uses up."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values.given import Given


@dataclass(frozen=True, slots=True)
class Picking:
    """What was picked, and which values of the message it used up."""

    reads: tuple[Read, ...]
    used: tuple[Given, ...] = ()
