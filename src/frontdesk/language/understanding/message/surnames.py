"""Finds the last names in a message that are everyday words too: nobody parks in "Jo Park, how much is it?"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from frontdesk.dialogue.asked import Asked
from frontdesk.language import name
from frontdesk.language.understanding.message.clauses import Clause, Message
from frontdesk.language.words import tokens

_PERSON = "person_name"


def surnames(message: Message, clause: Clause, asked: Asked) -> Iterator[int]:
    """Give the places of a clause at which a last name stands, right after its first name."""
    known = _known_pairs(asked)
    for place in range(clause.first + 1, clause.after):
        first, last = message.pieces[place - 1], message.pieces[place]
        if last.start - first.end == 1 and ((first.plain, last.plain) in known or _is_pair(message, place)):
            yield place


def _is_pair(message: Message, place: int) -> bool:
    """Tell two capitals in a row, in a message that has words without: "Jo Park", not "Where Can Guests Park"."""
    first, last = message.pieces[place - 1], message.pieces[place]
    if not (first.text.istitle() and last.text.istitle()) or name.is_ordinary(first, message.language):
        return False
    return any(piece.text.isalpha() and piece.text.islower() for piece in message.pieces)


def _known_pairs(asked: Asked) -> set[tuple[str, str]]:
    """Return each two words in a row of the names that the guest gave before."""
    slots = [slot.name for slot in asked.slots.values() if slot.kind == _PERSON]
    names = [value for slot in slots if isinstance(value := asked.known.get(slot), str)]
    words = [[token.plain for token in tokens(each)] for each in names]
    return {pair for each in words for pair in pairwise(each)}
