"""Tells when to ring a guest from when to come: "call after 5" moves no appointment."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.values import Times
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import word_set

_CALLING = "clauses.calling"
_HOUR = 2  # digits; more of them are a number to ring: "call me at 646 555 0177"


def says_when_to_ring(message: Message, clause: Clause) -> bool:
    """Tell "please call me only after six", which is for those who ring."""
    cues = [cue for cue in message.within(_CALLING, clause) if not _is_noun(message, cue)]
    return any(not any(word.isdecimal() and len(word) > _HOUR for word in message.bare[cue.after :]) for cue in cues)


def without_ringing(message: Message, whens: Sequence[Given], contacts: Sequence[Given]) -> list[Given]:
    """Leave out the times at which a guest can be reached."""
    calls = [cue for cue in message.found(_CALLING) if not _is_noun(message, cue)]
    kept = [given for given in whens if not any(_follows(message, given, cue) for cue in calls)]
    return [given for given in kept if not any(_goes_with(message, given, contact) for contact in contacts)]


def _follows(message: Message, given: Given, cue: Cue) -> bool:
    return cue.start <= given.start and message.clause_at(cue.start).holds(given.start)


def _is_noun(message: Message, cue: Cue) -> bool:
    """Tell "a call at 5", which is wished for, from "call after 5", which says when to ring."""
    before = message.bare[cue.first - 1] if cue.first else ""
    named = word_set(message.language, "triggers", "articles") | word_set(message.language, "clauses", "own")
    return before in named


def _goes_with(message: Message, given: Given, contact: Given) -> bool:
    """Tell "212 555 0143 after 6": when to ring that number, said without a pause."""
    if contact.kind != "phone" or not isinstance(given.value, Times) or contact.end > given.start:
        return False
    return message.place_at(given.start) == message.place_at(contact.end - 1) + 1
