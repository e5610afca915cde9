"""Tells what is done to things that no business books from what is done to a booking: "cancel my Netflix"."""

from __future__ import annotations

from frontdesk.language.hearing import Heard
from frontdesk.language.words import word_set

_NAMED = 3  # words of what it is done to
_LABELS = ("name:", "clauses.slot_words.", "topics.")


def is_of_another(heard: Heard) -> bool:
    """Tell whether all that the guest calls their own, but for people, is named by nothing of the business."""
    message = heard.message
    owners = word_set(message.language, "triggers", "owners")
    owned = [_object(heard, place + 1) for place, word in enumerate(message.bare) if word in owners]
    kin = word_set(message.language, "party", "relative")
    named = [places for places in owned if places and message.bare[places[0]] not in kin]
    return bool(named) and not any(_is_ours(heard, place) for places in named for place in places)


def _object(heard: Heard, first: int) -> range:
    """Return the places of the words that name what belongs to somebody, up to the next small word or sign."""
    message = heard.message
    small = word_set(message.language, "common", "light") | word_set(message.language, "triggers", "empty")
    last = first
    while last < min(len(message.bare), first + _NAMED) and message.bare[last].isalpha():
        if message.bare[last] in small:
            break
        last += 1
    return range(first, last)


def _is_ours(heard: Heard, place: int) -> bool:
    message, triggers = heard.message, heard.ear.triggers
    word, piece = message.bare[place], message.pieces[place]
    if (
        word in word_set(message.language, "triggers", "whatever")
        or triggers.vocabulary.nearest(word) in triggers.words
    ):
        return True
    if any(given.start <= piece.start < given.end for given in heard.givens):
        return True
    cues = (cue for label, found in message.cues.items() if label.startswith(_LABELS) for cue in found)
    return any(cue.first <= place < cue.after for cue in cues)
