"""Takes the noise of speech and typing out of a message, before anything is read from it."""

from __future__ import annotations

from functools import cache

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.language.lexicon import has
from frontdesk.language.readers.clearing.hesitations import (
    Counted,
    trails_off,
    without_fillers,
    without_pictures,
    without_restarts,
)
from frontdesk.language.readers.clearing.parts import Cleared, joined
from frontdesk.language.readers.clearing.signs import with_commas
from frontdesk.language.readers.clearing.slips import Spelling
from frontdesk.language.readers.clearing.soundalikes import with_meant
from frontdesk.language.readers.clearing.whole import with_whole
from frontdesk.language.words import table, tokens, word_set

__all__ = ["Cleared", "Clearing"]

_AS_WRITTEN = frozenset({"text", "notes"})  # what is asked for is the guest's own words
_NAMES = frozenset({"person_name"})
_AFTER_A_SHOWING = frozenset({Wanted.CONFIRMATION, Wanted.CHANGE})
_LONGEST_NAME = 3  # words: whoever says more says something else besides


class Clearing:
    """Clears the messages to one business: `own` are all its words, `sold` those of what it sells, people apart."""

    def __init__(self, own: frozenset[str], sold: frozenset[str], language: str) -> None:
        self._language = language
        self._spelling = Spelling(own, sold, language)
        self._knows_noise = has(language, "noise")

    def clear(self, text: str, asked: Asked) -> Cleared:
        """Return `text` without its noise, as far as what was asked leaves no doubt about it."""
        kind = asked.slot.kind if asked.slot is not None and asked.wanted is Wanted.SLOT else None
        # The slips of another language would make nonsense of this one.
        if kind in _AS_WRITTEN or not self._knows_noise:
            return Cleared(text, text)
        language, known = self._language, self._spelling.is_known
        confirming = asked.wanted is Wanted.CONFIRMATION
        cut = with_whole(tokens(text), text)
        # Beside a yes a picture may take it back, unless it is a glad one.
        glad = word_set(language, "assent", "glad_signs") if confirming else frozenset[str]()
        pieces = cut if text.isascii() else without_pictures(cut, language, glad)
        # A yes that trails off is none: its last pause has to be seen.
        if not (confirming and trails_off(pieces, language)):
            pieces = without_fillers(pieces, language)
        pieces = without_restarts(pieces, known, _counted(language, asked.wanted))
        is_name = kind in _NAMES and len(pieces) <= _LONGEST_NAME
        pieces = pieces if is_name else self._spelling.mended(pieces, text, asked.known.values())
        pieces = with_commas(with_meant(pieces, language), language, answering=asked.wanted in _AFTER_A_SHOWING)
        return Cleared(text, text) if pieces is cut else joined(text, pieces)


@cache
def _counted(language: str, wanted: Wanted) -> Counted:
    """Return the words that may be said twice in a number to call; at a list, "one one" chooses the first."""
    ones = table(language, "numbers", "ones")
    zero = word_set(language, "spelling", "zero") | word_set(language, "noise", "fillers")  # "uh uh" is a no
    others = zero.union(ones, table(language, "spelling", "repeats"), table(language, "numbers", "tens"))
    return Counted(zero if wanted is Wanted.CHOICE else zero.union(ones), others)
