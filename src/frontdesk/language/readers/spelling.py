"""Reads what is spoken letter by letter or digit by digit: "double five", "b as in boy", "juliet oscar"."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import cache
from typing import NamedTuple, Protocol

from frontdesk.language.words import listed, table, tokens, word_set, words_in

_NAME = "spelling"
_HYPHEN = "-"
_LETTERS = 2  # that a code has, at the least
_ENOUGH = 2  # spelled words in a row before an alphabet word ("mike") counts as a letter


class Kind(Enum):
    """What a spoken unit stands for."""

    LETTER = auto()
    ALPHABET_WORD = auto()  # a letter only among other letters
    DIGITS = auto()


class Word(Protocol):
    """A word as spelling needs it: as it was written, and plain."""

    @property
    def text(self) -> str:
        """As it was written."""

    @property
    def plain(self) -> str:
        """In lower case."""


class Unit(NamedTuple):
    """The characters that the words from one place up to `after` stand for."""

    characters: str
    kind: Kind
    after: int


@cache
def _digits(language: str) -> dict[str, str]:
    """Return every number word below one hundred and its digits."""
    return {**table(language, "numbers", "ones"), **table(language, "numbers", "tens")}


@cache
def _hundreds(language: str) -> dict[str, str]:
    multiples = table(language, "numbers", "multiples")
    return {word: value[1:] for word, value in multiples.items() if len(value) <= len("1000")}


@cache
def digit_words(language: str) -> frozenset[str]:
    """Return every word that digits, or the same one several times, can begin with."""
    repeats = table(language, _NAME, "repeats")
    return word_set(language, _NAME, "zero") | frozenset(repeats) | frozenset(_digits(language))


@cache
def _letter_words(language: str) -> frozenset[str]:
    tables = [table(language, _NAME, key) for key in ("letter_names", "alphabet", "repeats")]
    return word_set(language, _NAME, "capital").union(*tables)


def may_spell_code(text: str, language: str) -> bool:
    """Tell whether digits and two letters can be spelled in `text`: nearly all texts lack one or the other."""
    words = words_in(text)
    if digit_words(language).isdisjoint(words) and not any(map(str.isdecimal, words)):
        return False
    letters = _letter_words(language)
    spelled = [
        piece
        for piece in tokens(text)
        if piece.plain in letters or (piece.end - piece.start == 1 and piece.text.isalpha())
    ]
    return len(spelled) >= _LETTERS


def digits_at(pieces: Sequence[Word], place: int, language: str) -> Unit | None:
    """Read the digits that begin at `place`: "555", "five", "twenty one", "double four", "oh", "eight hundred"."""
    if place >= len(pieces):
        return None
    word = pieces[place].plain
    if word.isdecimal():
        return Unit(word, Kind.DIGITS, place + 1)
    if word in word_set(language, _NAME, "zero"):
        return Unit("0", Kind.DIGITS, place + 1)
    if word in table(language, _NAME, "repeats"):
        return _repeated(pieces, place, language)
    digits = _digits(language).get(word)
    if digits is None:
        return None
    return _rest_of_number(pieces, place + 1, digits, language)


def _rest_of_number(pieces: Sequence[Word], place: int, digits: str, language: str) -> Unit:
    """Finish "twenty" with "one" or "-one", and "eight" with "hundred"."""
    following = pieces[place].plain if place < len(pieces) else ""
    if len(digits) == 2 and digits[0] != "1" and digits[1] == "0":
        at = place + 1 if following == _HYPHEN and place + 1 < len(pieces) else place
        unit = _digits(language).get(pieces[at].plain, "") if at < len(pieces) else ""
        if len(unit) == 1 and unit != "0":
            return Unit(digits[0] + unit, Kind.DIGITS, at + 1)
    if following in _hundreds(language):
        return Unit(digits + _hundreds(language)[following], Kind.DIGITS, place + 1)
    return Unit(digits, Kind.DIGITS, place)


def _repeated(pieces: Sequence[Word], place: int, language: str) -> Unit | None:
    repeats = table(language, _NAME, "repeats")
    if place + 1 < len(pieces) and pieces[place + 1].plain in repeats:
        return None  # "double double": what is repeated is one character
    times = int(repeats[pieces[place].plain])
    repeated = digits_at(pieces, place + 1, language) or letter_at(pieces, place + 1, language)
    if repeated is None or len(repeated.characters) != 1:
        return None
    return Unit(repeated.characters * times, repeated.kind, repeated.after)


def letter_at(pieces: Sequence[Word], place: int, language: str) -> Unit | None:
    """Read one letter: "j", "j as in john", "capital j", "double u", "juliet"."""
    if place >= len(pieces):
        return None
    piece = pieces[place]
    if len(piece.text) == 1 and piece.text.isalpha():
        return Unit(piece.text, Kind.LETTER, _after_example(pieces, place, language))
    if piece.plain in table(language, _NAME, "letter_names"):
        return Unit(table(language, _NAME, "letter_names")[piece.plain], Kind.LETTER, place + 1)
    capital = word_set(language, _NAME, "capital")
    if piece.plain in capital:
        again = place + 1 < len(pieces) and pieces[place + 1].plain in capital
        letter = None if again else letter_at(pieces, place + 1, language)
        return Unit(letter.characters.upper(), Kind.LETTER, letter.after) if letter else None
    letter_word = table(language, _NAME, "alphabet").get(piece.plain)
    return Unit(letter_word, Kind.ALPHABET_WORD, place + 1) if letter_word else None


def letters_at(pieces: Sequence[Word], place: int, language: str) -> Unit | None:
    """Read one letter, or the same one several times: "double t"; "double u" is one letter of its own."""
    if place >= len(pieces) or pieces[place].plain not in table(language, _NAME, "repeats"):
        return letter_at(pieces, place, language)
    repeated = letter_at(pieces, place + 1, language)
    if repeated is None:
        return None
    both = f"{pieces[place].plain} {repeated.characters.lower()}"
    times = int(table(language, _NAME, "repeats")[pieces[place].plain])
    characters = table(language, _NAME, "two_word_letters").get(both, repeated.characters * times)
    return Unit(characters, repeated.kind, repeated.after)


def sounding_at(pieces: Sequence[Word], place: int, language: str) -> Unit | None:
    """Read a word that sounds like a letter, which it is only among letters: "jay o aitch en"."""
    letter = table(language, _NAME, "sounding").get(pieces[place].plain) if place < len(pieces) else None
    return Unit(letter, Kind.ALPHABET_WORD, place + 1) if letter else None


def _after_example(pieces: Sequence[Word], place: int, language: str) -> int:
    """Step over "as in boy" after a "b"."""
    letter = pieces[place].plain
    if place + 1 < len(pieces) and table(language, _NAME, "alphabet").get(pieces[place + 1].plain) == letter:
        return place + 2  # "b bravo"
    if "".join(piece.plain for piece in pieces[place : place + 3]) in table(language, _NAME, "alphabet"):
        return place + 3  # "x-ray"
    for words in _as_in(language):
        example = place + 1 + len(words)
        if example < len(pieces) and [piece.plain for piece in pieces[place + 1 : example]] == words:
            word = pieces[example].plain
            if word.startswith(letter) and len(word) > 1:
                return example + 1
    return place + 1


@cache
def _as_in(language: str) -> tuple[list[str], ...]:
    return tuple(phrase.split() for phrase in listed(language, _NAME, "as_in"))


def unit_at(pieces: Sequence[Word], place: int, language: str) -> Unit | None:
    """Read a letter or digits; "o" alone is the letter."""
    if place < len(pieces) and pieces[place].plain in table(language, _NAME, "repeats"):
        return _repeated(pieces, place, language)
    return letter_at(pieces, place, language) or digits_at(pieces, place, language)


def run_at(pieces: Sequence[Word], place: int, language: str) -> tuple[Unit, ...]:
    """Read the units that follow one another from `place`; alphabet words count only in company."""
    units: list[Unit] = []
    while (unit := unit_at(pieces, place, language)) is not None:
        units.append(unit)
        place = unit.after
    spelled = sum(unit.kind is not Kind.DIGITS for unit in units)
    if spelled < _ENOUGH:
        for count, unit in enumerate(units):
            if unit.kind is Kind.ALPHABET_WORD:
                return tuple(units[:count])
    return tuple(units)
