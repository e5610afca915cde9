"""Reads what is said where something booked is to be moved: an order to do just that, and that all of it is off."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Affirm, Cancel
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.readings.confirming import verdict_on_shown
from frontdesk.language.resolve.shown import is_shown
from frontdesk.language.resolve.wishes.wanted import is_denied
from frontdesk.language.results import Read

_MAY_END = 0.6  # how likely a wish to cancel must be before it is asked about: that costs a turn


def on_moving(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the yes in "yes, please change it", an order for just what the desk asked."""
    deeds = heard.ear.triggers.places_of(heard.asked.flow or "", heard.message) if moves_booking(heard) else []
    said = (
        verdict_on_shown(heard)
        if deeds and not values and all(is_shown(each, heard) for each in heard.givens)
        else None
    )
    return [said] if said is not None and isinstance(said.meaning, Affirm) else []


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
