"""Tells a plain yes from one with more in it: a yes books, so every word of it must be accounted for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from frontdesk.language.lexicon import Words, load
from frontdesk.language.reading import Context
from frontdesk.language.understanding.clauses import ASIDES, Message, Mood
from frontdesk.language.words import word_set

_WORD = re.compile(r"[^\W\d_]+")
_AGREEING = ("yes", "assents", "alone", "entire", "agrees", "fillers")


def is_plain(message: Message, context: Context) -> bool:
    """Say whether a reply that agrees holds nothing but agreement, what the desk itself said, and questions."""
    if _is_negated(message) or not word_set(context.language, "assent", "turning").isdisjoint(map(bare, message.bare)):
        return False
    said = _words_of(context.said or "")
    known = _agreeing(context.language) | said
    acts = word_set(context.language, "assent", "other_acts") - said
    held = word_set(context.language, "assent", "not_plain") | acts
    stated = [
        clause
        for clause in message.clauses
        if clause.mood not in {Mood.ASK, Mood.DISMISS} and not message.ends_asking(clause)
    ]
    aside = {place for cue in message.found(ASIDES) for place in range(cue.first, cue.after)}
    places = {place for clause in stated for place in range(clause.first, clause.after)} - aside
    words = {bare(message.bare[place]) for place in places}
    return all(word in known and word not in held for word in words if word.isalpha())


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


@cache
def _agreeing(language: str) -> frozenset[str]:
    """Return every word that stands in a phrase of agreement, and those that add nothing to one."""
    lists = load(language, "yesno")
    replies = lists["reply"]
    phrases = [replies[name] for name in _AGREEING] if isinstance(replies, dict) else []
    found = {word for entry in (*phrases, lists["words"]) for text in _texts(entry) for word in _words_of(text)}
    return frozenset(found) | word_set(language, "assent", "neutral") | word_set(language, "common", "light")


def _texts(entry: Words) -> Iterator[str]:
    match entry:
        case str():
            yield entry
        case list():
            for one in entry:
                yield from _texts(one)
        case dict():
            for one in entry.values():
                yield from _texts(one)


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(bare(text)))
