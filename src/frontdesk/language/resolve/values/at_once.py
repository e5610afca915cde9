"""Reads "now" as today where a guest wants to be seen at once: "is anyone free right now?"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import word_set

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
    if not (_is_all(message, cue.first, cue.after) or (seen and wanted is Wanted.NOTHING)):
        return []
    return [Given("day", context.now.date(), message.text[cue.start : cue.end], cue.start, cue.end)]


def _is_all(message: Message, first: int, after: int) -> bool:
    """Tell whether nothing else is said, but for words that carry nothing; a bare "now" may mean nothing either."""
    light = word_set(message.language, "common", "light")
    others = [*message.bare[:first], *message.bare[after:]]
    return all(word in light or not word[0].isalnum() for word in others)
