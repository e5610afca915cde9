"""Tells what sets something right, "not with her", "that's not my name", from what only grumbles: "it's not cheap"."""

from __future__ import annotations

from frontdesk.language.words import word_set
from frontdesk.language.yesno.clauses import Clause
from frontdesk.language.yesno.wording import NAME

_NEAR_BEGINNING = 3  # words
_SHORT = 5  # words: "it isn't for Ann"


def corrects(clause: Clause, language: str) -> bool:
    """Say whether a clause refuses with a "not" that is more than a grumble: no later yes outweighs it."""
    words = [word for word in clause.words if word[0].isalnum()]
    denying = word_set(language, NAME, "not_so")
    first = next((place for place, word in enumerate(words) if word in denying), None)
    if first is None or clause.asks:
        return False
    is_short = first < _NEAR_BEGINNING and len(words) <= _SHORT and "weak_refusals" in clause.holds
    if not (clause.refuses or is_short):
        return False
    mild, said = word_set(language, NAME, "mild"), frozenset(words[first + 1 :])
    return said.isdisjoint(mild) or not said <= mild | word_set(language, NAME, "around_mild")
