"""Resolves texts by the words that announce them in the triggers of a flow: "meet {attendees}, call it {title}"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Change, Inform, Unclear
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Part, Read
from frontdesk.language.words import Token, tokens, word_set

_TEXT = "text"
_OPEN, _CLOSE = "{", "}"
_QUOTES = "\"'“”‘’"  # noqa: RUF001 - guests type these
_SIGNS = f" ,;:.!{_QUOTES}"


def announced(
    heard: Heard, reads: tuple[Read, ...], slots: Mapping[str, Slot], triggers: Sequence[str]
) -> tuple[Read, ...]:
    """Return what was read, with the texts that are announced as a trigger of the flow announces them."""
    found: dict[str, Read] = {}
    for name, cue in _cues(tuple(triggers)):
        slot = slots.get(name)
        if slot is None or slot.kind != _TEXT or not slot.guest or name in found:
            continue
        words = _words_after(heard, cue)
        if words:
            written = words[:1].upper() + words[1:]  # inside a sentence it had no reason to begin with a capital
            found[name] = Read(Inform(name, written, words), why="text: announced", by=Part.RESOLVE)
    if not found:
        return reads
    return (*(read for read in reads if not _gives_way(read, found)), *found.values())


def _gives_way(read: Read, found: Mapping[str, Read]) -> bool:
    match read.meaning:
        case Inform(slot=slot):
            return slot in found
        case Change(slot=named):
            return named is None or named in found
        case Unclear():
            return True
        case _:
            return False


@lru_cache(maxsize=64)
def _cues(triggers: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return, for each blank of a trigger, the words between it and the blank before it."""
    return tuple(cue for trigger in triggers for cue in _cues_of(trigger))


def _cues_of(trigger: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for piece in trigger.split(_CLOSE)[:-1]:
        before, _, name = piece.partition(_OPEN)
        words = tuple(token.plain for token in tokens(before) if token.plain[0].isalnum())
        if words:
            yield name, words


def _words_after(heard: Heard, cue: tuple[str, ...]) -> str:
    """Return the words from an announcement to the next value or the end of the clause, without small words around."""
    message = heard.message
    for first in range(len(message.bare) - len(cue)):
        after = first + len(cue)
        if message.bare[first:after] != cue:
            continue
        start = message.pieces[after].start
        clause = message.clause_at(start)
        ends = [given.start for given in heard.givens if start <= given.start < clause.end]
        return _without_small(message.text[start : min([clause.end, *ends])], message.language)
    return ""


def _without_small(words: str, language: str) -> str:
    """Leave out the "the" before a text, and the "with" that leads from it to the next value."""
    articles = word_set(language, "triggers", "articles")
    linking = articles | word_set(language, "clauses", "before_values") | word_set(language, "name", "ends")
    pieces = [piece for piece in tokens(words) if piece.plain[0].isalnum()]
    while pieces and (pieces[0].plain in articles or _is_before_title(pieces, language)):
        pieces = pieces[1:]
    while pieces and pieces[-1].plain in linking:
        pieces = pieces[:-1]
    return words[pieces[0].start : pieces[-1].end].strip(_SIGNS) if pieces else ""


def _is_before_title(pieces: Sequence[Token], language: str) -> bool:
    """Tell the "just" of "just Lunch with Margaret", which has no capital where the title begins with one."""
    small = pieces[0].text.islower() and pieces[0].plain in word_set(language, "common", "light")
    return small and len(pieces) > 1 and pieces[1].text[0].isupper()
