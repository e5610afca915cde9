"""Reads "the other way round": a trip is told from another one by its two ends."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.flow import Role, Slot, in_role
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.results import Read

_SWAPPING = "clauses.swapping"


def swapped(heard: Heard) -> tuple[Read, ...]:
    """Return the two ends of a trip in each other's place; nothing where one is not known or a place is named."""
    said = heard.message.found(_SWAPPING)
    if not said or heard.asked.flow is None or any(isinstance(given.value, Item) for given in heard.givens):
        return ()
    if heard.message.clause_at(said[0].start).mood is Mood.ASK:
        return ()
    words = heard.message.text[said[0].start : said[0].end]
    return tuple(_exchanged(heard.asked.slots, heard.asked.known, words))


def _exchanged(slots: Mapping[str, Slot], known: Mapping[str, Value], words: str) -> list[Read]:
    origin, destination = in_role(slots, Role.ORIGIN), in_role(slots, Role.DESTINATION)
    if origin is None or destination is None or not known.keys() >= {origin.name, destination.name}:
        return []
    turned = {origin.name: known[destination.name], destination.name: known[origin.name]}
    return [Read(Inform(name, value, words), why="swapped: the other way round") for name, value in turned.items()]
