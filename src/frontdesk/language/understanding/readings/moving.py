"""Reads what is said where something booked is to be moved: an order to do just that, and that all of it is off."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.meanings import Affirm
from frontdesk.language.resolve.shown import is_shown, without_shown
from frontdesk.language.understanding.answering import asks
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import cut
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.wishes.letting_go import THINGS
from frontdesk.language.veto import differs, is_held_back
from frontdesk.language.words import word_set

_AGREEING = ("moves.yes", "clauses.polite", "moves.thank")
_DENYING = ("moves.no", "clauses.negations", "clauses.wavering", "clauses.pondering", "clauses.consulting")
_SMALL = (("booked", "pronouns"), ("triggers", "articles"), ("triggers", "owners"), ("assent", "linking"), ("assent", "faint"))


def on_moving(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the yes in "(yes,) change it", an order for just what the desk asked; nothing where more is said."""
    if values or not moves_booking(heard) or not _orders_it(heard):
        return []
    return [Read(Affirm(heard.text), why="yes: names what is to be confirmed")]


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
    return bool(deeds) and rest <= small and not is_held_back(message) and not differs(heard.message, heard.context)

