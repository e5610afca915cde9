"""Reads the name of something that the business does not have, where one of its own was asked for."""

from __future__ import annotations

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.questions.unserved import unknown_places
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_MOST = 3  # words that still are a name rather than a tale


def not_offered(heard: Heard, slot: Slot) -> Read | None:
    """Return a short answer that names nothing of the catalogue as something not offered."""
    if slot.kind not in heard.ear.scope.catalogues.kinds or heard.message.found("clauses.elsewhere"):
        return None  # "what's the weather like in Miami?" is no name of a city
    if placed := next(unknown_places(heard, heard.running, ()), None):
        return placed  # "I want to visit Tokyo"
    doubts = word_set(heard.context.language, "common", "doubts")
    named = [
        word for place, word in heard.ear.triggers.vocabulary.placed(heard.message.bare) if not _is_when(heard, place)
    ]
    if (
        not 1 <= len(named) <= _MOST
        or not doubts.isdisjoint(heard.message.bare)
        or not all(word.isalpha() for word in named)
    ):
        return None
    return Read(
        Inform(slot.name, None, heard.text, Problem.UNOFFERED), why=f"{slot.kind}: names nothing of the catalogue"
    )


def _is_when(heard: Heard, place: int) -> bool:
    start = heard.message.pieces[place].start
    return any(given.kind in {"day", "time"} and given.start <= start < given.end for given in heard.givens)
