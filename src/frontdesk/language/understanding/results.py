"""What understanding gives: a meaning, the rule that read it, and what else it might have been."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.dialogue.meanings import Meaning


@dataclass(frozen=True, slots=True)
class Read:
    """A meaning and why it was read: the name of the rule and a short reason; `rejected` names the runners-up."""

    meaning: Meaning
    why: str
    rejected: tuple[str, ...] = ()
