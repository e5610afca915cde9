"""Finds the last names in a message that are everyday words too: nobody parks in "Jo Park, how much is it?"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from frontdesk.dialogue.asked import Asked
from frontdesk.language.readers import name
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.words import tokens

_PERSON = "person_name"
_OF_SOMEBODY = ("clauses.is_for", "clauses.under_name")
_FEW = 6  # "it is under the name Park"


def surnames(message: Message, clause: Clause, asked: Asked) -> Iterator[int]:
    """Give the places of a clause at which a last name stands: after its first name, or as whose something is."""
    known = _known_pairs(asked)
    if not known and message.text.islower():
        return  # nobody's name, or one that looks like any other word
    whose = _whose(message, clause)
    for place in range(clause.first + 1, clause.after):
        first, last = message.pieces[place - 1], message.pieces[place]
        paired = (first.plain, last.plain) in known or _is_pair(message, clause, place)
        if (paired and last.start - first.end == 1) or (place in whose and _is_capital(message, place)):
            yield place


def _whose(message: Message, clause: Clause) -> set[int]:
    """Return where a name alone may stand in a few words that ask nothing: "it's for Park", "under Park"."""
    if clause.mood is not Mood.SAY or clause.after - clause.first > _FEW:
        return set()
    return {cue.after for label in _OF_SOMEBODY for cue in message.within(label, clause)}


def _is_pair(message: Message, clause: Clause, place: int) -> bool:
    """Tell two capitals in a row, in a message that has words without: "Jo Park", not "Where Can Guests Park"."""
    if not _is_capital(message, place - 1) or not _is_capital(message, place):
        return False
    # "Joy" is a word as well, but no word has a capital inside of a sentence.
    if place - 1 == clause.first and name.is_ordinary(message.pieces[place - 1], message.language):
        return False
    return any(piece.text.isalpha() and piece.text.islower() for piece in message.pieces)


def _is_capital(message: Message, place: int) -> bool:
    """Tell "Park" and "Park's" from "park"."""
    return message.pieces[place].text.replace("\u2019", "'").partition("'")[0].istitle()


def _known_pairs(asked: Asked) -> set[tuple[str, str]]:
    """Return each two words in a row of the names that the guest gave before."""
    slots = asked.slots
    told = [(slots[name], value) for name, value in asked.known.items() if isinstance(value, str) and name in slots]
    names = [value for slot, value in told if slot.kind == _PERSON]
    words = [[token.plain for token in tokens(each)] for each in names]
    return {pair for each in words for pair in pairwise(each)}
