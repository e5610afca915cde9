"""Tells which words of a message ask for nothing, though a trigger holds them: what is told, announced or named."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.values import Item, Times
from frontdesk.language.understanding.message.clauses import Clause, Message, Mood
from frontdesk.language.understanding.message.vocabulary import Vocabulary
from frontdesk.language.understanding.values.given import Given, Stance
from frontdesk.language.words import word_set

BOOKED = "appointment"  # the group of words for what is booked
DROPPED = "cancel"  # and for what calls it off
_CONTACT_WORDS = ("clauses.slot_words.email", "clauses.slot_words.phone")
_DESTINATION, _UNABLE = "clauses.slot_cues.destination", "clauses.unable"
_IDLE = frozenset({_DESTINATION, _UNABLE, *_CONTACT_WORDS})
_THINGS = frozenset({BOOKED, "flight", "room", "meeting"})
_NAMED = 4  # words of what is made: "make a Botox touch-up appointment"
_NEAR = 4  # places from "get rid of" to "email": "get rid of my email"


def is_of_contact(message: Message, place: int) -> bool:
    """Tell "delete my email", which cancels nothing that is booked."""
    cues = [cue for label in _CONTACT_WORDS for cue in message.found(label)]
    return any(0 < cue.first - place <= _NEAR for cue in cues)


def is_told(message: Message, clause: Clause, givens: Sequence[Given]) -> bool:
    """Tell "I read a book about flying" and "I like flying", which want nothing, from "I read you fly to Paris"."""
    told = message.within("clauses.telling", clause) or message.within("clauses.feeling", clause)
    if not told or clause.mood is not Mood.SAY:
        return False
    return not any(given.stance is Stance.WANTED and clause.holds(given.start) for given in givens)


def idle(message: Message, clause: Clause, givens: Sequence[Given]) -> frozenset[str]:
    """Return the words of a clause that ask for nothing beside the values in it."""
    if not givens or not message.has(_IDLE):
        return frozenset()
    announced, limits = _announcing(message, clause, givens), _limiting(message, clause, givens)
    return announced | limits | _identifying(message, clause, givens)


def _announcing(message: Message, clause: Clause, givens: Sequence[Given]) -> frozenset[str]:
    """Return the words for a booking that only announce a place: "I want to visit Paris"."""
    cues = message.within(_DESTINATION, clause)
    if not cues:
        return frozenset()
    items = {message.place_at(given.start) for given in givens if isinstance(given.value, Item)}
    return frozenset({BOOKED}) if any(cue.after in items for cue in cues) else frozenset()


def makes_another(message: Message, clause: Clause, place: int, vocabulary: Vocabulary) -> bool:
    """Tell "make a complaint", which books nothing, from "make an appointment"."""
    one = word_set(message.language, "triggers", "one")
    if message.bare[place] not in word_set(message.language, "triggers", "making"):
        return False
    after = vocabulary.of(message.bare[place + 2 : min(clause.after, place + 2 + _NAMED)])
    return not one.isdisjoint(message.bare[place + 1 : place + 2]) and bool(after) and _THINGS.isdisjoint(after)


def _limiting(message: Message, clause: Clause, givens: Sequence[Given]) -> frozenset[str]:
    """Return the words that call nothing off: "Botox on Friday, I can't come before 5" says when it shall be."""
    cues = message.within(_UNABLE, clause)
    if not cues:
        return frozenset()
    hours = [given for given in givens if isinstance(given.value, Times) and clause.holds(given.start)]
    led = any(abs(message.place_at(given.start) - cue.after) <= 1 for given in hours for cue in cues)
    wanted = [given for given in givens if given.stance is Stance.WANTED and not clause.holds(given.start)]
    own = any(isinstance(given.value, Item) for given in wanted) and not message.found("clauses.own")
    return frozenset({DROPPED}) if led and own else frozenset()


def _identifying(message: Message, clause: Clause, givens: Sequence[Given]) -> frozenset[str]:
    """Return the words for a number that, beside a reference, only says whose booking it is: "my phone is ..."."""
    numbers = [given for given in givens if given.kind == "phone" and clause.holds(given.start)]
    if not numbers or not any(given.kind == "reference" for given in givens):
        return frozenset()
    cues = [cue for label in _CONTACT_WORDS for cue in message.within(label, clause)]
    changing = message.within("clauses.changing", clause)
    if any(0 <= cue.first - other.after < _NEAR for cue in cues for other in changing):
        return frozenset()  # "change the phone to ..."
    return frozenset(word for cue in cues for word in message.bare[cue.first : cue.after])
