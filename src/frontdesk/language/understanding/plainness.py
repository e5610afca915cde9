"""Tells a plain yes from one with more in it: a yes books, so every word of it must be accounted for."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from frontdesk.language.reading import Context
from frontdesk.language.understanding.clauses import ASIDES, Message, Mood
from frontdesk.language.understanding.hollowness import is_hollow
from frontdesk.language.understanding.restating import restates
from frontdesk.language.words import word_set
from frontdesk.language.yesno.wording import phrases

_WORD = re.compile(r"[^\W\d_]+")
_AGREEING = frozenset(("yes", "assents", "alone", "entire", "agrees", "fillers", "takes", "rightly", "thanks"))


def is_plain(message: Message, context: Context) -> bool:
    """Say whether a reply that agrees holds nothing but agreement, what the desk itself said, and questions."""
    if _is_negated(message) or not word_set(context.language, "assent", "turning").isdisjoint(map(bare, message.bare)):
        return False
    asking = [clause for clause in message.clauses if clause.mood is Mood.ASK or message.ends_asking(clause)]
    stated = [clause for clause in message.clauses if clause.mood is not Mood.DISMISS and clause not in asking]
    if is_hollow(message, asking, context):
        return False
    aside = {place for cue in message.found(ASIDES) for place in range(cue.first, cue.after)}
    places = {place for clause in stated for place in range(clause.first, clause.after)} - aside
    return restates(message, places, context) and _is_accounted_for(message, places, context)


def _is_accounted_for(message: Message, places: AbstractSet[int], context: Context) -> bool:
    """Tell whether every word agrees, adds nothing, or is the desk's own."""
    said = _words_of(context.said or "")
    known = said | word_set(context.language, "assent", "neutral") | word_set(context.language, "common", "light")
    acts = word_set(context.language, "assent", "other_acts") - said
    held = word_set(context.language, "assent", "not_plain") | acts
    agreeing = _agreeing(message)
    words = [(place, word) for place in places if (word := bare(message.bare[place])).isalpha()]
    return all((place in agreeing or word in known) and word not in held for place, word in words)


def bare(word: str) -> str:
    """Write a word as the lists do: small, without apostrophes."""
    return word.lower().replace("'", "").replace("\u2019", "")


def _is_negated(message: Message) -> bool:
    harmless = message.found("clauses.harmless_no")
    stated = [clause for clause in message.clauses if clause.mood is not Mood.DISMISS]
    found = [cue.first for clause in stated for cue in message.within("clauses.negations", clause)]
    refusing = word_set(message.language, "common", "plain_no")
    covered = (*harmless, *message.found(ASIDES))
    # A no that opens the message is weighed as the answer; "yes to Botox, no to Wednesday" takes back a part.
    found += [place for place, word in enumerate(message.bare) if place and word in refusing]
    return any(not any(other.first <= place < other.after for other in covered) for place in found)


def _agreeing(message: Message) -> set[int]:
    """Return the places of the words that stand in a phrase of agreement."""
    found = phrases(message.language, "reply").find(message.pieces, message.bare)
    return {place for cue in found if cue.label in _AGREEING for place in range(cue.first, cue.after)}


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(bare(text)))
