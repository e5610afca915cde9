"""Tells a deed done to what no business books from one done to a booking: "cancel my Netflix", "a cook book"."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from frontdesk.language.understanding.message.clauses import Clause, Message
from frontdesk.language.understanding.message.vocabulary import Vocabulary
from frontdesk.language.understanding.values.given import Given
from frontdesk.language.words import word_set

_NEAR = 3  # words from a deed to "my": "get rid of my", "move around my"
_NAMED = 3  # words of what it is done to
_LABELS = ("name:", "clauses.slot_words.", "topics.")


def is_compound(message: Message, place: int) -> bool:
    """Tell the book of "cook book", which books nothing."""
    before = message.bare[place - 1] if place else ""
    return before in word_set(message.language, "triggers", "compounding")


def is_of_another(
    message: Message, clause: Clause, place: int, givens: Sequence[Given], known: tuple[Vocabulary, AbstractSet[str]]
) -> bool:
    """Tell whether the deed at `place` is done to a thing of the guest's that no trigger, value or topic names."""
    after = min(clause.after, place + 1 + _NEAR)
    owners = word_set(message.language, "triggers", "owners")
    first = next((each + 1 for each in range(place + 1, after) if message.bare[each] in owners), None)
    if first is None:
        return False
    places = _object(message, first, clause.after)
    return bool(places) and not any(_is_ours(message, each, givens, known) for each in places)


def _object(message: Message, first: int, after: int) -> range:
    """Return the places of the words that name what belongs to somebody, up to the next small word or sign."""
    small = word_set(message.language, "common", "light") | word_set(message.language, "triggers", "empty")
    last = first
    while last < min(after, first + _NAMED) and message.bare[last].isalpha() and message.bare[last] not in small:
        last += 1
    return range(first, last)


def _is_ours(message: Message, place: int, givens: Sequence[Given], known: tuple[Vocabulary, AbstractSet[str]]) -> bool:
    vocabulary, meanings = known
    word, piece = message.bare[place], message.pieces[place]
    if word in word_set(message.language, "triggers", "whatever") or vocabulary.nearest(word) in meanings:
        return True
    if any(given.start <= piece.start < given.end for given in givens):
        return True
    cues = (cue for label, found in message.cues.items() if label.startswith(_LABELS) for cue in found)
    return any(cue.first <= place < cue.after for cue in cues)
