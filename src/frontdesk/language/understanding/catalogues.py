"""The catalogues of a business, found in a text: its services, and its resources by kind."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.dialogue.values import Item
from frontdesk.language.understanding.cues import Phrases, bare
from frontdesk.language.words import tokens
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
    stance: str


class Catalogues:
    """Every item of a business that a guest can name."""

    def __init__(self, business: Business) -> None:
        names: dict[str, list[str]] = {}
        for service in business.services.values():
            names[f"{SERVICE}/{service.id}"] = [service.name, *service.synonyms]
        for resource in business.resources.values():
            names[f"{resource.kind}/{resource.id}"] = [resource.name, *resource.synonyms]
        self.kinds = frozenset({SERVICE, *(resource.kind for resource in business.resources.values())})
        self._phrases = Phrases(names)

    def find(self, text: str) -> tuple[ItemMention, ...]:
        """Return what is named in `text`, in order."""
        pieces = tokens(text)
        cues = self._phrases.find(pieces, [bare(piece.plain) for piece in pieces])
        kept = [
            cue
            for cue in cues
            if not any(
                o is not cue and o.start <= cue.start and o.end >= cue.end and (o.end - o.start) > (cue.end - cue.start)
                for o in cues
            )
        ]
        return tuple(
            ItemMention(kind, (Item(kind, name),), text[cue.start : cue.end], cue.start, cue.end, "wanted")
            for cue in kept
            for kind, name in [cue.label.split("/", 1)]
        )
