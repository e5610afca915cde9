"""Blanks out what a reply says besides the name: hesitation, questions, a name that is not meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from frontdesk.language.words import Token, phrases_in, spoken, word_set, words_in

_NAME = "name"
_QUESTION = re.compile(r"[^.!?\n]*\?")
_ALIKE = 0.5
_PAUSES = tuple(",.-…")
_FEWEST = 3  # words: "Duran Duran" is a name, "lisa lisa hartley" begins twice


def without_asides(text: str, language: str) -> str:
    """Return a reply to "What is your name?" with spaces in place of all that is no part of the answer."""
    return _without_refused(_without_hesitation(_without_questions(text, language), language), language)


def _without_questions(text: str, language: str) -> str:
    """Blank out whole sentences that ask: "Do you need all of it? It's Ann Lee"."""
    if "?" not in text:
        return text
    rest = _QUESTION.sub(lambda match: " " * len(match.group()), text)
    if words_in(rest):
        return rest
    *_, last = _QUESTION.finditer(text)
    # "Ann? Ann Bell?" is said by somebody unsure what is wanted; a question has small words.
    names = [piece for piece in spoken(last.group()) if piece.plain not in word_set(language, "noise", "fillers")]
    if not 0 < len(names) <= _FEWEST or not all(piece.text.istitle() for piece in names):
        return text
    return f"{' ' * last.start()}{last.group()[:-1]}{' ' * (len(text) - last.end() + 1)}"


def _without_hesitation(text: str, language: str) -> str:
    """Blank out "uh" and "let me see", and the first of two beginnings: "joan, uh, joan clark"."""
    if not word_set(language, "noise", "fillers").isdisjoint(words_in(text)):
        text = _without_sounds(text, language)
    text = _blank(text, [match.span() for match in phrases_in(text, language, _NAME, "thinking")])
    said = spoken(text)
    if len({piece.text for piece in said}) == len(said):
        return text
    again = zip(said, said[1:], said[_FEWEST - 1 :], strict=False)
    return _blank(
        text,
        [
            (one.start, two.start)
            for one, two, _ in again
            if one.text.islower() and one.text == two.text and one.end - one.start > 1
        ],
    )


def _without_sounds(text: str, language: str) -> str:
    """Blank out "uh", unless nothing else is said; "Umm Kulthum" is a name, "umm, Kim" is not."""
    sounds = word_set(language, "noise", "fillers")
    gone = [
        (piece.start, piece.end)
        for piece in spoken(text)
        if piece.plain in sounds and (piece.text.islower() or text[piece.end : piece.end + 1] in _PAUSES)
    ]
    return _blank(text, gone) if len(gone) < len(spoken(text)) else text


def _without_refused(text: str, language: str) -> str:
    """Blank out the name that is not meant: "not Johnson, Johnston"."""
    refusing = word_set(language, _NAME, "refusing")
    if refusing.isdisjoint(words_in(text)):
        return text
    said = spoken(text)
    place = next((place for place, piece in enumerate(said) if piece.plain in refusing), len(said))
    idle = word_set(language, _NAME, "fillers")
    if place + 2 >= len(said) or not all(piece.plain in idle for piece in said[:place]):
        return text
    old, new = said[place + 1], said[place + 2]
    return _blank(text, [(said[place].start, new.start)]) if _replaces(text, old, new) else text


def _replaces(text: str, old: Token, new: Token) -> bool:
    alike = Levenshtein.normalized_similarity(old.plain, new.plain) >= _ALIKE
    return alike or ("," in text[old.end : new.start] and old.text.istitle() and new.text.istitle())


def _blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    if not spans:
        return text
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)
