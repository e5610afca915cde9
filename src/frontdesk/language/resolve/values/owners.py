"""Tells whose a name is: "my wife Petra" and "me and Russ" name whoever comes along, and never the guest."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.copying import replace
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import word_set

_NAME = "person_name"
_UNDER = "clauses.under_name"


def of_companions(message: Message, givens: Sequence[Given], asked: Asked) -> tuple[Given, ...]:
    """Set apart the names of those who are with the guest, where no name was asked for and none is to be booked."""
    if asked.slot is not None and asked.slot.kind == _NAME:
        return tuple(givens)
    named = [given for given in givens if given.kind == _NAME and is_companion(message, given)]
    return tuple(replace(given, stance=Stance.THEIRS) if given in named else given for given in givens)


def is_companion(message: Message, given: Given) -> bool:
    """Tell the name of somebody of the guest's own, unless a booking goes under it: "under my wife Petra"."""
    place = message.place_at(given.start)
    led = {cue.after for cue in message.found(_UNDER)}
    if _is_for_alone(message, given, place):
        return False
    return (is_kin(message, place) and led.isdisjoint({place - 2, place - 1})) or _goes_with_guest(message, place)


def _is_for_alone(message: Message, given: Given, place: int) -> bool:
    """Tell "a visit for my son Max Holm", whose visit it is, by his whole name, from "for my wife Petra and me"."""
    after = message.place_at(given.end - 1) + 1
    joined = message.bare[after : after + 1] and message.bare[after] in word_set(message.language, "party", "joiners")
    leading = word_set(message.language, "party", "for")
    whole = " " in given.words and place > 2 and message.bare[place - 3] in leading
    return whole and (message.bare[after : after + 1] == (",",) or not joined)


def is_kin(message: Message, place: int) -> bool:
    """Tell "my sister Sarah" by the two words before the name."""
    own, relatives = word_set(message.language, "party", "own"), word_set(message.language, "party", "relative")
    return place > 1 and message.bare[place - 2] in own and message.bare[place - 1] in relatives


def _goes_with_guest(message: Message, place: int) -> bool:
    """Tell "me and Russ"."""
    guest, joiners = word_set(message.language, "party", "self"), word_set(message.language, "party", "adding")
    return place > 1 and message.bare[place - 2] in guest and message.bare[place - 1] in joiners
