"""Reads the names of several people who come together: "john smith, mary jones and bob"."""

from __future__ import annotations

from collections.abc import Iterator

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.readers import name
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.results import Read
from frontdesk.language.words import word_set


def names(message: Message, slot: Slot, context: Context, not_names: frozenset[str]) -> Read | None:
    """Return all the names of a message that gives some; None where a part of it is no name."""
    if any(clause.mood is not Mood.SAY for clause in message.clauses):
        return None
    parts = list(_parts(message))
    found = [each[0].value for part in parts if (each := name.answer(part, context, not_names))]
    if not found or len(found) < len(parts):
        return None
    return Read(Inform(slot.name, tuple(dict.fromkeys(found)), message.text.strip()), why="names: all that were given")


def _parts(message: Message) -> Iterator[str]:
    """Give the words between commas and "and", without "the passengers are" before the first."""
    between = word_set(message.language, "answers", "names_between")
    start = message.pieces[place].start if (place := _first_name(message)) < len(message.pieces) else len(message.text)
    for piece in message.pieces[place:]:
        if piece.plain in between:
            yield from _part(message.text[start : piece.start])
            start = piece.end
    yield from _part(message.text[start:])


def _part(text: str) -> Iterator[str]:
    if text.strip(" .!"):
        yield text.strip(" .!")


def _first_name(message: Message) -> int:
    """Return the place after "the passengers are", where a list is announced so."""
    leads = word_set(message.language, "answers", "names_after")
    between = word_set(message.language, "answers", "names_between")
    for place, piece in enumerate(message.pieces):
        if piece.plain in between:
            return 0
        if piece.plain in leads:
            return place + 1
    return 0
