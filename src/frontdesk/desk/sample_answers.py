"""Tells which answers that a flow gives as examples would not be read as what is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Flow, Flows
from frontdesk.dialogue.meanings import Exclude, Inform, Meaning, Problem, Skip
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business

_NEW_YEAR = datetime(2030, 1, 1, 9)  # noqa: DTZ001 - at the business; what is an answer does not depend on the day
_READ = frozenset({None, Problem.PAST, Problem.AMBIGUOUS})  # asked about, but as what it is


def unread_answers(
    flow: Flow, examples: Mapping[str, tuple[str, ...]], business: Business | None
) -> Iterator[tuple[str, str]]:
    """Give the slots with the examples of answers that a guest would give in vain."""
    if business is None or not examples:
        return
    understanding = Understanding(business, Flows({flow.name: flow}))
    now = _NEW_YEAR.replace(tzinfo=business.zone)
    for name, texts in examples.items():
        asked = Asked(Wanted.SLOT, flow.name, flow.slots[name], slots=flow.slots)
        for text in texts:
            if not any(_answers(read.meaning, name) for read in understanding.understand(text, asked, now)):
                yield name, text


def _answers(meaning: Meaning, slot: str) -> bool:
    match meaning:
        case Inform():
            return meaning.slot == slot and meaning.problem in _READ
        case Exclude():
            return meaning.slot == slot
        case _:
            return isinstance(meaning, Skip)
