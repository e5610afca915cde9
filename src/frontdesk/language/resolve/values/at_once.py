"""Reads "now" as today where a guest wants to be seen at once: "is anyone free right now?"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given

_AT_ONCE = "clauses.at_once"
_ASKING = frozenset({Wanted.NOTHING, Wanted.SLOT})  # "yes, book it right now" names no day
_SEEN = ("clauses.being_seen", "clauses.availability", "clauses.fits")


def today_at_once(message: Message, items: Sequence[Given], context: Context, wanted: Wanted) -> list[Given]:
    """Return today where it is asked for by "now": unprompted, or as all there is to an answer."""
    cues = message.found(_AT_ONCE)
    if not cues or wanted not in _ASKING:
        return []
    cue, clause = cues[-1], message.clause_at(cues[-1].start)
    seen = any(message.within(label, clause) for label in _SEEN) or any(item.end <= cue.start for item in items)
    if not (seen and wanted is Wanted.NOTHING):
        return []
    return [Given("day", context.now.date(), message.text[cue.start : cue.end], cue.start, cue.end)]
