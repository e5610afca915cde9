"""Finds how far a name reaches: which words after "my name is" belong to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from frontdesk.language.readers.name_words import (
    is_also_name,
    is_common,
    is_end,
    is_particle,
)
from frontdesk.language.readers.spelled_name import spelled_at
from frontdesk.language.words import Token, word_set

_NAME = "name"
_MOST_WORDS = 7
_INITIALS = 2  # letters; a spelled name has more
_LETTERS = re.compile(r"[^\W\d_]")
_SIGNS = frozenset(".-'’")  # noqa: RUF001 - guests type curly apostrophes


@dataclass(frozen=True, slots=True)
class Span:
    """The words of a name by place; `closed` when the clause ends right after it."""

    first: int
    after: int
    closed: bool


def span_at(text: str, pieces: Sequence[Token], place: int, language: str, not_names: frozenset[str]) -> Span | None:
    """Return the words of a name from `place` on, or nothing."""
    first, words, after = place, 0, place
    while after < len(pieces) and words < _MOST_WORDS:
        piece = pieces[after]
        if words and (_begins_spelling(pieces, after, language) or _is_short_with(pieces, after)):
            break
        if _is_joint(text, pieces, after, language):
            after += 1
        elif (
            _is_name_word(piece, language, not_names, opening=words == 0, glued=_is_glued(pieces, after))
            or (words == 1 and _ends_name(pieces, after, language))
            or (words == 0 and _begins_initial(pieces, after))
        ):
            words, after = words + 1, after + 1
        else:
            break
    while after > first and pieces[after - 1].text in _SIGNS and not _is_initial(pieces, after - 1):
        after -= 1
    if not words or not _has_substance(pieces[first:after]):
        return None
    return Span(first, after, closed=is_closed(pieces, after, language))


def _begins_spelling(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell the letters of "Joan S-M-Y-T-H-E" from the initials of "Joan J. R. Smythe"."""
    if len(pieces[place].text) > 1:
        return False
    spelled = spelled_at(pieces, place, language)
    return spelled is not None and len(spelled[0]) > _INITIALS


def _is_short_with(pieces: Sequence[Token], place: int) -> bool:
    """Tell the "w/" of "Sarah w/ an h"."""
    return len(pieces[place].text) == 1 and place + 1 < len(pieces) and pieces[place + 1].text == "/"


def _ends_name(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell a last name that is a word too, without its capital: the "march" of "my name is paula march"."""
    ends = place + 1 == len(pieces) or not pieces[place + 1].text[0].isalnum()
    return ends and pieces[place].plain in word_set(language, _NAME, "also_names")


def _is_glued(pieces: Sequence[Token], place: int) -> bool:
    return place > 0 and pieces[place - 1].text in _SIGNS and pieces[place - 1].end == pieces[place].start


def _is_joint(text: str, pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell whether a hyphen, apostrophe or the dot of an initial is inside the name."""
    piece = pieces[place]
    if piece.text not in _SIGNS or place == 0:
        return False
    if piece.text == ".":
        return _is_initial(pieces, place) or _is_abbreviated(pieces, place, language)
    return text[piece.end : piece.end + 1].isalpha() and piece.start == pieces[place - 1].end


def _is_initial(pieces: Sequence[Token], place: int) -> bool:
    """Tell the dot of "J." from the end of a sentence."""
    before = pieces[place - 1]
    return pieces[place].text == "." and len(before.text) == 1 and before.text.isupper() and place + 1 < len(pieces)


def _is_abbreviated(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell the dot of "St. Clair" from the end of a sentence."""
    following = pieces[place + 1].text if place + 1 < len(pieces) else ""
    return following.istitle() and pieces[place - 1].plain in word_set(language, _NAME, "abbreviated")


def _begins_initial(pieces: Sequence[Token], place: int) -> bool:
    """Tell the letter of "A. Lee"."""
    following = pieces[place + 1 : place + 3]
    return len(following) == 2 and _is_initial(pieces, place + 1) and following[1].text.istitle()


def _is_name_word(piece: Token, language: str, not_names: frozenset[str], *, opening: bool, glued: bool) -> bool:
    if not piece.text[0].isalpha():  # "①" is neither a digit nor a letter
        return False
    if glued:
        return True
    # "Grace Wax" is a name also where waxing is sold; "Wax" alone is none.
    sold = piece.plain in not_names and not is_also_name(piece, language)
    if (sold and (opening or not piece.text.istitle())) or (opening and is_common(piece, language)):
        return False
    if is_particle(piece, language):
        return True
    capital = piece.text[0].isupper() and not (piece.text.isupper() and len(piece.text) > 1)
    if is_end(piece, language) and not is_also_name(piece, language):
        return False
    return opening or capital or not is_common(piece, language)


def _has_substance(pieces: Sequence[Token]) -> bool:
    """Refuse a single Latin letter, which is an initial and not a name."""
    letters = "".join(piece.text for piece in pieces if _LETTERS.match(piece.text))
    return len(letters) > 1 or (bool(letters) and not letters.isascii())


def is_closed(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell whether a clause ends before `place`."""
    if place >= len(pieces) or not pieces[place].text[0].isalnum():
        return True
    return is_end(pieces[place], language)
