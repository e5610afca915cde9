"""The words of one business: of what it offers, of the topics it answers, of the flows it runs."""

from __future__ import annotations

from collections.abc import Iterable

from frontdesk.dialogue.flow import Flows
from frontdesk.language.readers.text.cues import bare
from frontdesk.language.words import tokens
from frontdesk.scheduling.business import Business


def offered_words(business: Business) -> frozenset[str]:
    """Return the words in the names of everything that a guest can ask for."""
    services = [name for each in business.services.values() for name in (each.name, *each.synonyms)]
    return _words([*services, *(name for each in business.catalogue for name in (each.name, *each.synonyms))])


def sold_words(business: Business) -> frozenset[str]:
    """Return the words in the names of what can be booked, but for people: a guest may have nearly their name."""
    people = [name for each in business.resources.values() for name in (each.name, *each.synonyms)]
    return offered_words(business) - _words(people)


def words_of(business: Business, flows: Flows) -> frozenset[str]:
    """Return every word of a business that a guest may use."""
    every = [*flows.newest.values(), *flows.pinned.values()]
    asks = (phrase for topic in business.topics.values() for phrase in topic.asks)
    slots = (name.replace("_", " ") for flow in every for name in flow.slots)
    triggers = (trigger for flow in every for trigger in flow.triggers)
    return offered_words(business) | _words(asks) | _words(slots) | _words(triggers)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(bare(token.plain) for text in texts for token in tokens(text) if token.text.isalpha())
