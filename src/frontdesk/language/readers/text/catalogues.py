"""The catalogues of a business, found in a text: its services, and its resources by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from frontdesk.dialogue.values import Item
from frontdesk.language.lexicon import load
from frontdesk.language.readers.catalogue import Catalogue, Entry
from frontdesk.language.readers.text.cues import phrases
from frontdesk.language.words import listed, pieces_before, tokens, word_set
from frontdesk.scheduling.business import Business

SERVICE = "service"


@dataclass(frozen=True, slots=True)
class ItemMention:
    """Words that name an item, or several that it could be."""

    kind: str
    items: tuple[Item, ...]
    words: str
    start: int
    end: int


class Catalogues:
    """Every item of a business that a guest can name."""

    def __init__(self, business: Business) -> None:
        entries = {SERVICE: [Entry(each.id, each.name, each.synonyms) for each in business.services.values()]}
        for each in business.catalogue:
            entries.setdefault(each.kind, []).append(Entry(each.id, each.name, each.synonyms))
        every = [entry for of_kind in entries.values() for entry in of_kind]
        self.lengths = {each.id: each.duration for each in business.services.values()}
        self.kinds = frozenset(kind for kind, of_kind in entries.items() if of_kind)
        self._names = frozenset(_joined(name) for entry in every for name in (entry.name, *entry.synonyms))
        # Who writes to a cello workshop of "my cello" does not mean the service that is also called "rent a cello".
        named = {token.plain for entry in every for token in tokens(entry.name)}
        self._general = _general(business.language) | {token.plain for token in tokens(business.name)} - named
        self._catalogues = {kind: Catalogue.of(entries[kind], business.language) for kind in sorted(self.kinds)}

    def find(self, text: str) -> Iterator[ItemMention]:
        """Give what is named in `text`, kind by kind."""
        for kind, catalogue in self._catalogues.items():
            for mention in catalogue.find(text):
                led = [token.plain for token in pieces_before(text, mention.start, 2)][:1]
                meant = not word_set(catalogue.language, "catalogue", "role_after").isdisjoint(led)  # "with the nurse"
                if self._is_general(mention.words.lower()) and not meant:
                    continue
                ids = (mention.id,) if mention.id is not None else mention.candidates
                items = tuple(Item(kind, each) for each in ids)
                yield ItemMention(kind, items, mention.words, mention.start, mention.end)

    def _is_general(self, words: str) -> bool:
        """Tell "times" from misspelled trims, and "appointment" from a consultation appointment."""
        return _joined(words) not in self._names and all(token.plain in self._general for token in tokens(words))


def _joined(name: str) -> str:
    """Return the letters of a name: "book keeping" is bookkeeping."""
    return "".join(name.lower().split())


@cache
def _general(language: str) -> frozenset[str]:
    """Return the words that are too common to be a short or misspelled name."""
    things = load(language, "triggers")["things"]
    named = [str(word) for words in things.values() for word in words] if isinstance(things, dict) else []
    return frozenset([*listed(language, "common", "generic"), *named]) | phrases(language).words
