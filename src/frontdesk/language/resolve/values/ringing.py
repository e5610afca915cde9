"""Tells when to ring a guest from when to come: "call after 5" moves no appointment."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given

_CALLING = "clauses.calling"


def without_ringing(message: Message, whens: Sequence[Given]) -> list[Given]:
    """Leave out the times at which a guest can be reached."""
    calls = message.found(_CALLING)
    return [given for given in whens if not any(_follows(message, given, cue) for cue in calls)]


def _follows(message: Message, given: Given, cue: Cue) -> bool:
    return cue.start <= given.start and message.clause_at(cue.start).holds(given.start)
