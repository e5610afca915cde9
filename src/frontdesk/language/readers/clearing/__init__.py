"""Takes the noise of speech and typing out of a message, before anything is read from it."""

from __future__ import annotations

import re
from functools import cache

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.language.lexicon import has
from frontdesk.language.readers.clearing.hesitations import (
    Twice,
    trails_off,
    without_fillers,
    without_pictures,
    without_restarts,
)
from frontdesk.language.readers.clearing.parts import Cleared, joined
from frontdesk.language.readers.clearing.signs import (
    with_contrasts,
    with_negations,
    with_pause,
    with_single_apostrophes,
)
from frontdesk.language.readers.clearing.slips import Spelling
from frontdesk.language.readers.clearing.soundalikes import as_choice, as_dialled, meant
from frontdesk.language.readers.clearing.whole import with_whole
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.words import table, tokens, word_set

__all__ = ["Cleared", "Clearing"]

_AS_WRITTEN = frozenset({"text", "notes"})  # what is asked for is the guest's own words
_NAMES = frozenset({"person_name"})
_DIALLED = frozenset({"phone"})
_AFTER_A_SHOWING = frozenset({Wanted.CONFIRMATION, Wanted.CHANGE})
_TWICE = "''"
_APOSTROPHES = re.compile(r"['’]")  # noqa: RUF001 - guests type curly apostrophes
_STRETCHED = re.compile(r"([^\W\d_])\1\1")
_LONGEST_NAME = 3  # words: whoever says more says something else besides


class Clearing:
    """Clears the messages to one business: `own` are the words of its catalogue, its topics and its flows."""

    def __init__(self, own: frozenset[str], offered: frozenset[str], language: str) -> None:
        self._language = language
        self._offered = offered
        self._spelling = Spelling(own, language)
        self._sure = own - plain(language)  # a business that rents a van hears no "can" in it
        self._knows_noise = has(language, "noise")

    def clear(self, text: str, asked: Asked) -> Cleared:
        """Return `text` without its noise, as far as what was asked leaves no doubt about it."""
        kind = asked.slot.kind if asked.slot is not None and asked.wanted is Wanted.SLOT else None
        # The slips and sounds of another language would make nonsense of this one.
        if kind in _AS_WRITTEN or not self._knows_noise:
            return Cleared(text, text)
        language = self._language
        cut = with_whole(tokens(text), text)
        worded = cut if text.isascii() else without_pictures(cut, language, _glad(language, asked.wanted))
        worded = with_single_apostrophes(worded) if _TWICE in text else worded
        worded = with_negations(worded, language) if _APOSTROPHES.search(text) else worded
        worded = self._spelling.with_doubles(worded) if _STRETCHED.search(text) else worded
        confirming = asked.wanted is Wanted.CONFIRMATION
        # A yes that trails off is none: its last pause has to be seen.
        known = self._spelling.is_known
        pausing = confirming and trails_off(worded, language)
        pieces = worded if pausing else without_fillers(worded, known, language)
        pieces = without_restarts(pieces, known, _twice(language, asked.wanted))
        if kind in _NAMES and len(pieces) <= _LONGEST_NAME:
            pieces = self._spelling.with_courtesies(pieces)
        else:
            pieces = self._spelling.mended(pieces, text, asked.known.values())
        pieces = meant(pieces, self._offered, self._sure, language)
        if asked.wanted is Wanted.CHOICE:
            pieces = as_choice(pieces, language)
        elif kind in _DIALLED:
            pieces = as_dialled(pieces, language)
        pieces = with_contrasts(pieces, self._offered, language)
        if confirming:
            pieces = self._spelling.with_judgements(pieces)
        if asked.wanted in _AFTER_A_SHOWING:
            pieces = with_pause(pieces, self._offered, language)
        return Cleared(text, text) if pieces is cut else joined(text, pieces)


@cache
def _twice(language: str, wanted: Wanted) -> Twice:
    """Return words that mean something else when said twice: "uh uh" is a no, "five five" part of a number to call."""
    ones, repeats = table(language, "numbers", "ones"), table(language, "spelling", "repeats")
    among = word_set(language, "spelling", "zero").union(ones, repeats, table(language, "numbers", "tens"))
    spelled = () if wanted is Wanted.CHOICE else ones  # "one one" chooses the first
    return Twice(word_set(language, "noise", "fillers").union(spelled, word_set(language, "spelling", "zero")), among)


def _glad(language: str, wanted: Wanted) -> frozenset[str]:
    """Return the pictures that change nothing in an answer to a confirm: beside a yes any other may take it back."""
    return word_set(language, "assent", "glad_signs") if wanted is Wanted.CONFIRMATION else frozenset()
