"""Tells a reply that repeats the word, or the value, that was asked about: "Are you certain?" - "Certain."."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from frontdesk.language.words import word_set
from frontdesk.language.yesno.signs import Signs
from frontdesk.language.yesno.wording import NAME


def echoes(signs: Signs) -> bool:
    """Say whether the reply is no more than the word, or the value, that was asked for."""
    asked = [word for word in signs.question.last if word[0].isalnum()]
    said = {word for clause in signs.clauses for word in clause.words if word[0].isalnum()}
    if signs.asks or not asked:
        return False
    if len(said) != 1:
        return _repeats(signs, said, asked)
    whether = asked[0] in word_set(signs.language, NAME, "asking_whether")
    return said == {asked[-1]} if whether else said == {asked[0]} and len(asked) > 1


def _repeats(signs: Signs, said: AbstractSet[str], asked: Sequence[str]) -> bool:
    """Tell "the 7 please" and "Tuesday then", which take what was asked about, where there was nothing to choose."""
    polite = word_set(signs.language, "clauses", "polite") | word_set(signs.language, NAME, "taking_up")
    rest = said - polite - word_set(signs.language, NAME, "articles")
    chosen = not word_set(signs.language, NAME, "choosing").isdisjoint(asked)
    if said.isdisjoint(polite) or not rest or signs.differs or chosen:
        return False
    return rest <= frozenset(asked) and (signs.difference.names_time or any(word[0].isdigit() for word in rest))
