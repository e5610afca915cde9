"""Reads what is said where something booked is to be moved: an order to do just that, and that all of it is off."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Affirm, Cancel
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import cut
from frontdesk.language.resolve.answering import asks
from frontdesk.language.resolve.shown import is_shown, without_shown
from frontdesk.language.resolve.wishes.letting_go import THINGS
from frontdesk.language.resolve.wishes.wanted import is_denied
from frontdesk.language.results import Read
from frontdesk.language.veto import differs, is_held_back
from frontdesk.language.words import word_set

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


def on_moving(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the yes in "(yes,) change it", an order for just what the desk asked; nothing where more is said."""
    if values or not moves_booking(heard) or not _orders_it(heard):
        return []
    return [Read(Affirm(heard.text), why="yes: names what is to be confirmed")]


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


def _orders_it(heard: Heard) -> bool:
    """Tell "yes, change my flight" from "change the time", "change it?" and "don't change it"."""
    if not all(is_shown(given, heard) for given in heard.givens):
        return False
    message, triggers = cut(without_shown(heard), heard.context.language), heard.ear.triggers
    if any(map(message.found, _DENYING)) or any(map(asks, message.clauses)):
        return False
    deeds = set(triggers.places_of(heard.asked.flow or "", message))
    things = {place for place, word in triggers.vocabulary.placed(message.bare) if word in THINGS}
    agreeing = {place for label in _AGREEING for cue in message.found(label) for place in range(cue.first, cue.after)}
    small = frozenset().union(*(word_set(message.language, *each) for each in _SMALL))
    spoken = {place for place, word in enumerate(message.bare) if word[0].isalnum()}
    rest = {message.bare[place] for place in spoken - deeds - things - agreeing}
    if not rest <= small or is_held_back(message) or differs(heard.message, heard.context):
        return False
    # Without a yes, "change it" may be said of what is shown, unless that is how the desk put it.
    asked = cut(heard.context.said or "", heard.context.language).bare
    return bool(deeds) and (bool(message.found("moves.yes")) or any(message.bare[place] in asked for place in deeds))
