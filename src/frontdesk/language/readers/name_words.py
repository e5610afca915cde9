"""Tells what words of names are: ordinary, names too, titles, particles."""

from __future__ import annotations

import unicodedata

from frontdesk.language.words import Token, tokens, word_set

_NAME = "name"


def cut(text: str) -> tuple[Token, ...]:
    """Cut a text into words; in many scripts a vowel is a sign at the letter before it, and no sign between words."""
    pieces = tokens(text)
    if text.isascii() or not any(map(_is_mark, pieces)):
        return pieces
    whole: list[Token] = []
    for piece in pieces:
        last = whole[-1] if whole and whole[-1].end == piece.start else None
        if last is not None and (_is_mark(piece) or _is_mark(last)):
            whole[-1] = Token(last.text + piece.text, last.plain + piece.plain, last.start, piece.end)
        else:
            whole.append(piece)
    return tuple(whole)


def _is_mark(piece: Token) -> bool:
    return unicodedata.category(piece.text[-1]).startswith("M")


def is_particle(piece: Token, language: str) -> bool:
    """Tell the "van" and "der" of a name."""
    return piece.plain in word_set(language, _NAME, "particles")


def is_end(piece: Token, language: str) -> bool:
    """Tell words that end a name: "Ann Lee and ..."."""
    return piece.plain in word_set(language, _NAME, "ends")


def is_common(piece: Token, language: str) -> bool:
    """Tell ordinary words, which are not names."""
    return piece.plain in word_set(language, _NAME, "not_names") and not is_also_name(piece, language)


def is_ordinary(piece: Token, language: str) -> bool:
    """Tell words of everyday speech, which are names only where something says so."""
    return is_common(piece, language) or is_end(piece, language)


def is_title(piece: Token, language: str) -> bool:
    """Tell "Dr" and "Mrs"."""
    return piece.plain in word_set(language, _NAME, "titles")


def is_also_name(piece: Token, language: str) -> bool:
    """Tell names that are ordinary words too, by their capital: "Will", "May"."""
    return piece.text.istitle() and piece.plain in word_set(language, _NAME, "also_names")
