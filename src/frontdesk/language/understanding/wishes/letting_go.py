"""Reads "forget about Paris" and "scrap the flight": what is being booked is let go of by what it is about."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Cancel
from frontdesk.dialogue.values import Item
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values.given import Given
from frontdesk.language.understanding.wishes.moves import moves
from frontdesk.language.understanding.wishes.triggers import THINGS
from frontdesk.language.words import word_set

_DROPPING = "clauses.dropping"


def moves_of(heard: Heard) -> list[Read]:
    """Return every move of a message but the social ones, and that it lets go of what it names."""
    acts = list(moves(heard.message, heard.asked))
    if heard.asked.flow is None or any(isinstance(read.meaning, Cancel) for read in acts):
        return acts
    return [*acts, *_let_go(heard)]


def _let_go(heard: Heard) -> list[Read]:
    said = heard.message.found(_DROPPING)
    if not said or not (_is_held(heard, said) or _is_under_way(heard, said)):
        return []
    return [Read(Cancel(heard.text), why="cancel: lets go of what it is about")]


def _is_held(heard: Heard, said: tuple[Cue, ...]) -> bool:
    """Tell whether all that is dropped is something the flow was told, and may hold only one of."""
    held = [heard.asked.known.get(slot.name) for slot in heard.asked.slots.values()]
    held = [value[0] if isinstance(value, tuple) and len(value) == 1 else value for value in held]
    named = [given for given in heard.givens if isinstance(given.value, Item)]
    return len(named) == 1 and named[0].value in held and _is_all(heard, said, named[0])


def _is_under_way(heard: Heard, said: tuple[Cue, ...]) -> bool:
    """Tell "forget the flight" from "forget my flight on Friday", which is one that the guest has."""
    own = heard.message.found("clauses.own")
    return not own and not heard.givens and _is_all(heard, said, None)


def _is_all(heard: Heard, said: tuple[Cue, ...], given: Given | None) -> bool:
    """Tell whether nothing is said but that, apart from words that carry nothing and what bookings are called."""
    message = heard.message
    light = word_set(message.language, "common", "light") | word_set(message.language, "common", "around_thing")
    taken = {place for cue in said for place in range(cue.first, cue.after)}
    if given is not None:
        taken |= set(range(message.place_at(given.start), message.place_at(given.end - 1) + 1))
    rest = [place for place, word in enumerate(message.bare) if place not in taken and word[0].isalnum()]
    things = {place for place, word in heard.ear.triggers.vocabulary.placed(message.bare) if word in THINGS}
    return all(place in things or message.bare[place] in light for place in rest) and (
        given is not None or not things.isdisjoint(rest)
    )
