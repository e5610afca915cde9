"""Puts the words of a spoken number above a hundred together: "two thousand and one"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from frontdesk.language.words import Token, table, word_set

_NUMBERS = "numbers"
_HUNDRED, _THOUSAND = 100, 1000
_TEN = 10


def folded(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Return the words with each number above a hundred as one piece in digits: "twenty one hundred" is 2100."""
    if _multiples(language).keys().isdisjoint(piece.plain for piece in pieces):
        return pieces
    whole: list[Token] = []
    place = 0
    while place < len(pieces):
        value, after = _number_at(pieces, place, language)
        if value < _HUNDRED:
            whole.append(pieces[place])
            place += 1
            continue
        whole.append(Token(str(value), str(value), pieces[place].start, pieces[after - 1].end))
        place = after
    return whole


def _number_at(pieces: Sequence[Token], place: int, language: str, *, inside: bool = False) -> tuple[int, int]:
    """Read a number in words, and the place after it; 0 where there is none."""
    value, after = _below_hundred(pieces, place, language)
    multiple = _multiples(language).get(pieces[after].plain, 0) if after < len(pieces) else 0
    if not value or not multiple:
        return value, after
    value, after = value * multiple, after + 1
    if multiple == _THOUSAND and inside:
        return value, after  # too large for what it would be a part of
    joined = after < len(pieces) and pieces[after].plain in word_set(language, "number", "and")
    read = partial(_number_at, inside=True) if multiple == _THOUSAND else _below_hundred
    rest, end = read(pieces, after + joined, language) if after + joined < len(pieces) else (0, after)
    # "eight hundred five five five" is 800 and three digits.
    closed = end >= len(pieces) or not pieces[end].text[0].isalnum()
    if 0 < rest < multiple and (joined or closed or rest >= _TEN or multiple == _THOUSAND):
        return value + rest, end
    return value, after


def _below_hundred(pieces: Sequence[Token], place: int, language: str) -> tuple[int, int]:
    tens, ones = table(language, _NUMBERS, "tens"), table(language, _NUMBERS, "ones")
    word = pieces[place].plain
    if word not in tens:
        return int(ones.get(word, 0)), place + 1
    unit = int(ones.get(pieces[place + 1].plain, 0)) if place + 1 < len(pieces) else 0
    return (int(tens[word]) + unit, place + 2) if 0 < unit < _TEN else (int(tens[word]), place + 1)


@cache
def _multiples(language: str) -> dict[str, int]:
    multiples = table(language, _NUMBERS, "multiples")
    return {word: int(value) for word, value in multiples.items() if int(value) <= _THOUSAND}
