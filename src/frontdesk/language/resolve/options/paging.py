"""Reads what turns the pages of a list, or leaves it open: "next", "back to the first page", "no more"."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Change, GoBack, More, Repeat
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.options.instead import is_all_said
from frontdesk.language.results import Read

_ON, _BACK, _FIRST = "moves.next_page", "moves.page_back", "moves.first_page"
_LABELS = frozenset({_ON, _BACK, _FIRST})
_ENOUGH = "moves.enough"
_OPTION = "option"


def turned_page(heard: Heard) -> Read | None:
    """Return the page that is wanted of a list that is longer than what was shown; None where nothing else is."""
    if not heard.asked.further or not heard.message.has(_LABELS):
        return None
    for label in (_FIRST, _BACK, _ON):
        found = heard.message.found(label) if not heard.message.found("clauses.last_but_one") else ()
        if found and is_all_said(heard.message, found, heard.context):
            words = heard.message.text[found[0].start : found[-1].end]
            return Read(_meant(heard, label, words), why="page: of the list")
    return None


def kept_page(heard: Heard) -> Read | None:
    """Return that the page stays, where a guest wants "no more": unlike a bare no, that turns nothing down."""
    found = heard.message.found(_ENOUGH)
    if not found or any(clause.mood is not Mood.SAY for clause in heard.message.clauses):
        return None  # "are there no more?" asks for them
    kept = is_all_said(heard.message, found, heard.context)
    return Read(Repeat(heard.text), why="page: no other is wanted") if kept else None


def _meant(heard: Heard, label: str, words: str) -> Change | GoBack | More:
    if label == _ON:
        return More(words)
    slots = [slot.name for slot in heard.asked.slots.values() if slot.kind == _OPTION]
    slots = [name for name in slots if name not in heard.asked.known]
    return Change(slots[0], words) if label == _FIRST and slots else GoBack(words)
