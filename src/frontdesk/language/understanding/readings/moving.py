"""Reads what is said where something booked is to be moved: an order to do just that, and that all of it is off."""

from __future__ import annotations

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Cancel
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Read
from frontdesk.language.understanding.wishes.wanted import is_denied

_MAY_END = 0.6  # how likely a wish to cancel must be before it is asked about: that costs a turn
_AGREEING = ("moves.yes", "clauses.polite", "moves.thank")
_DENYING = ("moves.no", "clauses.negations", "clauses.wavering", "clauses.pondering", "clauses.consulting")
_SMALL = (
    ("booked", "pronouns"),
    ("triggers", "articles"),
    ("triggers", "owners"),
    ("assent", "linking"),
    ("assent", "faint"),
)


def all_off(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Read "scrap it all, I'm not flying", said where something is moved: the booking itself may be meant as well."""
    ends, makes = heard.ear.triggers.that_does("cancel"), heard.ear.triggers.that_does("book")
    if ends is None or not moves_booking(heard) or {type(read.meaning) for read in reads} != {Cancel}:
        return reads
    if not _would_end(heard, ends) and not (makes is not None and is_denied(heard, makes)):
        return reads
    return tuple(replace(read, meaning=Cancel(read.meaning.words, or_booking=True)) for read in reads)


def _would_end(heard: Heard, flow: str) -> bool:
    """Say whether the same words, said to nobody's question, would be a wish to cancel something booked."""
    tagger = heard.context.tagger
    return tagger is not None and tagger.opinion("idle", "", heard.text, heard.ear.labels).flows[flow] >= _MAY_END


def moves_booking(heard: Heard) -> bool:
    """Say whether a yes would move something booked."""
    return heard.asked.flow is not None and heard.asked.flow == heard.ear.triggers.that_does("move")
