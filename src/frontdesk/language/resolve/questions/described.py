"""Finds what the business describes in the words of a question: services good for something, people good at it."""

from __future__ import annotations

from collections import Counter

from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause
from frontdesk.language.words import word_set

_ABOUT = "about"
_MANY = 2  # things: a word in the description of more of them tells none from another


def described(heard: Heard, clause: Clause, kind: str) -> tuple[Item, ...]:
    """Return what of a kind is described by the most words of a question; nothing where many are alike."""
    message, topics = heard.message, heard.ear.topics
    body, plain = heard.message.bare[clause.first : clause.after], word_set(message.language, "common", "against")
    place = next((place for place, word in enumerate(body) if word in plain), -1)
    if place < 0 and kind == "service":
        return ()  # what is named is sold here, or it is not
    asked = frozenset(topics.vocabulary.of(body[place + 1 :])) - topics.generic
    words = {name: frozenset(topics.vocabulary.meanings(text)) for name, text in _descriptions(heard, kind).items()}
    counts = Counter(word for each in words.values() for word in each)
    shared = {name: sum(counts[word] <= _MANY for word in each & asked) for name, each in words.items()}
    most = max(shared.values(), default=0)
    best = [name for name, count in shared.items() if count == most > 0]
    return tuple(Item(kind, name) for name in best) if len(best) <= _MANY else ()


def _descriptions(heard: Heard, kind: str) -> dict[str, str]:
    business = heard.ear.business
    if kind == "service":
        services = business.services.values()
        return {each.id: " ".join((each.name, *each.synonyms, each.details.get(_ABOUT, ""))) for each in services}
    return {each.id: each.about for each in business.resources.values() if each.kind == kind and each.about}
