"""Tells what words of names are: ordinary, names too, titles, particles."""

from __future__ import annotations

import unicodedata

from frontdesk.language.words import Token, tokens, word_set

_NAME = "name"
_SHORTEST_STEM = 4  # letters: "Wes" and "Ines" are no forms of "we" and "in"


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
    """Tell ordinary words, which are not names, by the list and by their endings."""
    if is_also_name(piece, language):
        return False
    if piece.plain in word_set(language, _NAME, "not_names"):
        return True
    if piece.plain in word_set(language, _NAME, "though_ending"):
        return False
    endings = word_set(language, _NAME, "endings")
    return any(piece.plain.endswith(ending) and len(piece.plain) > len(ending) + 1 for ending in endings)


def names_nobody(piece: Token, language: str) -> bool:
    """Tell what no name begins with: common words, things, and their other forms, "rooms" and "requested"."""
    if is_common(piece, language):
        return True
    if is_also_name(piece, language) or piece.plain in word_set(language, _NAME, "though_ending"):
        return False
    if piece.plain in word_set(language, _NAME, "things"):
        return True
    stems = (piece.plain.removesuffix(ending) for ending in word_set(language, _NAME, "inflections"))
    return any(_SHORTEST_STEM <= len(stem) < len(piece.plain) and is_everyday(stem, language) for stem in stems)


def is_everyday(word: str, language: str) -> bool:
    """Tell a word that is listed as no name."""
    return word in word_set(language, _NAME, "not_names") or word in word_set(language, _NAME, "things")


def is_ordinary(piece: Token, language: str) -> bool:
    """Tell words of everyday speech, which are names only where something says so."""
    return is_common(piece, language) or is_end(piece, language)


def is_title(piece: Token, language: str) -> bool:
    """Tell "Dr" and "Mrs"."""
    return piece.plain in word_set(language, _NAME, "titles")


def is_also_name(piece: Token, language: str) -> bool:
    """Tell names that are ordinary words too, by their capital: "Will", "May", the "Tuesday" of "Tuesday Weld"."""
    return piece.text.istitle() and (
        piece.plain in word_set(language, _NAME, "also_names")
        or piece.plain in word_set(language, _NAME, "only_with_another")
    )
