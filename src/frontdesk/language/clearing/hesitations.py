"""Takes out what is said while thinking: fillers, pictures, words that break off, words said twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from frontdesk.language.understanding.cues import Phrases, bare
from frontdesk.language.words import Token, listed, word_set

_NAME = "noise"
_HYPHEN = "-"
_COMMA = ","
_MOST_REPEATED = 4  # words that are said twice in a row
_PICTURES = re.compile("[\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0e\ufe0f\U0001f000-\U0001faff]")


def without_pictures(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Take out pictures that only decorate, where there are words."""
    if not any(_PICTURES.match(piece.text) for piece in pieces):
        return pieces
    answering = word_set(language, _NAME, "answering_pictures")
    return _worded([piece for piece in pieces if not _PICTURES.match(piece.text) or piece.text in answering], pieces)


def without_fillers(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Take out what fills a pause, with the comma after it; a message of nothing else stays."""
    words = [bare(piece.plain) for piece in pieces]
    if _hints(language).isdisjoint(words):
        return pieces
    dropped = _filling(words, pieces, language)
    dropped |= {place + 1 for place in dropped if words[place + 1 : place + 2] == [_COMMA]}
    kept = _worded([piece for place, piece in enumerate(pieces) if place not in dropped], pieces)
    return _worded(_without_lead(kept, language), kept)


def without_restarts(
    pieces: Sequence[Token], is_known: Callable[[str], bool], numbers: frozenset[str]
) -> Sequence[Token]:
    """Take out a word that breaks off before it is said whole, and words that are said twice in a row.

    Only words that are known are taken for said twice: others may be a name, and numbers may be a number to call.
    """
    whole = _without_broken(pieces)
    words = [piece.plain for piece in whole]
    if len(set(words)) == len(words):
        return whole
    kept: list[Token] = []
    place = 0
    while place < len(words):
        length = next((size for size in range(_MOST_REPEATED, 0, -1) if _is_twice(words, place, size)), 0)
        said = [word for word in words[place : place + length] if word[0].isalnum()]
        if said and all(is_known(word) and word not in numbers and not word.isdigit() for word in said):
            place += length
            continue
        kept.append(whole[place])
        place += 1
    return kept


def _is_twice(words: Sequence[str], place: int, size: int) -> bool:
    return words[place : place + size] == words[place + size : place + 2 * size]


def _without_broken(pieces: Sequence[Token]) -> Sequence[Token]:
    """Leave out the "tom-" of "tom- tomorrow"."""
    broken = {
        place
        for place in range(len(pieces) - 2)
        if pieces[place + 1].text == _HYPHEN
        and pieces[place].text.isalpha()
        and pieces[place].end == pieces[place + 1].start < pieces[place + 2].start - 1
        and pieces[place + 2].plain.startswith(pieces[place].plain)
    }
    if not broken:
        return pieces
    return [piece for place, piece in enumerate(pieces) if place not in broken and place - 1 not in broken]


def _worded(kept: Sequence[Token], pieces: Sequence[Token]) -> Sequence[Token]:
    """Return what is kept if there are words in it."""
    return kept if any(piece.text[0].isalnum() for piece in kept) else pieces


def _filling(words: Sequence[str], pieces: Sequence[Token], language: str) -> set[int]:
    """Return the places of words that fill a pause."""
    fillers = word_set(language, _NAME, "fillers")
    found = _phrases(language).find(pieces, words)
    answers = {place for cue in found if cue.label == "answers" for place in range(cue.first, cue.after)}
    filling = {place for place, word in enumerate(words) if word in fillers and place not in answers}
    for label, after in (("phrases", "not_after"), ("like", "like_after")):
        kept = word_set(language, _NAME, after)
        for cue in found:
            before = next((words[place] for place in reversed(range(cue.first)) if place not in filling), None)
            if cue.label == label and before is not None and before not in kept:
                filling.update(range(cue.first, cue.after))
    return filling


def _without_lead(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    words = [bare(piece.plain) for piece in pieces[:_MOST_REPEATED]]
    ends = [
        cue.after
        for cue in _phrases(language).find(pieces[:_MOST_REPEATED], words)
        if cue.label == "leads" and cue.first == 0
    ]
    after = max(ends, default=0)
    return pieces[after + (after > 0 and words[after : after + 1] == [_COMMA]) :]


@cache
def _phrases(language: str) -> Phrases:
    return Phrases({key: listed(language, _NAME, key) for key in ("answers", "phrases", "like", "leads")})


@cache
def _hints(language: str) -> frozenset[str]:
    """Return the words without which there is nothing to take out."""
    return _phrases(language).words | word_set(language, _NAME, "fillers")
