"""Tells which services are described as good for what a guest asks about: "what do you have for acne scars?"."""

from __future__ import annotations

from collections import Counter

from frontdesk.dialogue.values import Item
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.vocabulary import Vocabulary
from frontdesk.language.words import word_set
from frontdesk.scheduling.business import Business

_SERVICE, _ABOUT = "service", "about"
_MANY = 2  # services: a word in the description of more of them tells none from another


class Remedies:
    """The words by which the services of one business are described."""

    def __init__(self, business: Business, vocabulary: Vocabulary, generic: frozenset[str]) -> None:
        self._vocabulary, self._generic = vocabulary, generic
        self._described = {
            service.id: frozenset(
                vocabulary.meanings(" ".join((service.name, *service.synonyms, service.details.get(_ABOUT, ""))))
            )
            for service in business.services.values()
            if _ABOUT in service.details
        }
        counts = Counter(word for words in self._described.values() for word in words)
        self._telling = frozenset(word for word, count in counts.items() if count <= _MANY)

    def of(self, message: Message, clause: Clause) -> tuple[Item, ...]:
        """Return the services whose descriptions hold the most words of what they shall be good for."""
        named = frozenset(self._vocabulary.of(_complaint(message, clause))) - self._generic
        shared = {name: len(words & named & self._telling) for name, words in self._described.items()}
        most = max(shared.values(), default=0)
        best = [name for name, count in shared.items() if count == most > 0]
        return tuple(Item(_SERVICE, name) for name in best) if len(best) <= _MANY else ()

    def asks_for_one(self, message: Message, clause: Clause) -> bool:
        """Tell whether a question for what there is says what it shall be good for."""
        people = word_set(message.language, "party", "person") | word_set(message.language, "party", "relative")
        words = _complaint(message, clause)
        return people.isdisjoint(words) and bool(frozenset(self._vocabulary.of(words)) - self._generic)


def _complaint(message: Message, clause: Clause) -> tuple[str, ...]:
    """Return the words after "for" and "against" in a clause."""
    leading = word_set(message.language, "common", "against")
    words = message.bare[clause.first : clause.after]
    place = next((place for place, word in enumerate(words) if word in leading), len(words))
    return words[place + 1 :]
