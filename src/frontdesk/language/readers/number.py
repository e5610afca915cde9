"""Reads numbers, in digits and in words, and ordinals; says them back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TypeAlias

from frontdesk.language.readers.reading import Context, Found, Style
from frontdesk.language.words import Token, listed, phrases_in, table, tokens, word_set, words_in

Number: TypeAlias = "int | Decimal"

_DIGITS = re.compile(r"(?<![\w.,:/])-?(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?(?![\w/:]|[.,]\d)", re.ASCII)
_RANGE = re.compile(r"(?<![\w.,:/-])(\d{1,2})-(\d{1,2})(?![\w/:-]|[.,]\d)", re.ASCII)
_RUN = re.compile(r"[\d-]+", re.ASCII)
_JOINED = re.compile(r"\d-\d", re.ASCII)
_DIGIT = re.compile(r"\d", re.ASCII)
_FOLLOWING = re.compile(r" ([^\W\d_]+)")
_HUNDRED = 100
_HALF = "0.5"
_TWENTY = 20
_BEYOND_WORDS = 1_000_000_000  # said in digits
_LONGEST = 18  # digits; beyond that it is a code, not a number
_BEYOND_COUNTING = 10**_LONGEST


@dataclass(frozen=True, slots=True)
class _Words:
    """The number words of one language."""

    ones: dict[str, int]
    tens: dict[str, int]
    multiples: dict[str, int]
    ordinals: dict[str, int]
    collective: dict[str, int]
    halves: dict[str, str]


@cache
def _words(language: str) -> _Words:
    return _Words(
        ones=_integers(language, "numbers", "ones"),
        tens=_integers(language, "numbers", "tens"),
        multiples=_integers(language, "numbers", "multiples") | _integers(language, "number", "further_multiples"),
        ordinals=_integers(language, "numbers", "ordinals"),
        collective=_integers(language, "number", "collective"),
        halves=table(language, "number", "halves"),
    )


@cache
def _openings(language: str) -> frozenset[str]:
    """Return the words that a number can begin with."""
    words = _words(language)
    around = word_set(language, "number", "minus") | word_set(language, "number", "articles")
    halves = [word for word, part in words.halves.items() if part == _HALF]
    return around.union(words.collective, words.ones, words.tens, halves)


def _integers(language: str, name: str, key: str) -> dict[str, int]:
    return {word: int(value) for word, value in table(language, name, key).items()}


def read(text: str, context: Context) -> tuple[Found[Number], ...]:
    """Find every number in `text`, in order."""
    digits = _in_digits(text)
    if digits and not _words(context.language).multiples.keys().isdisjoint(words_in(text)):
        digits = [_scaled(each, text, context.language) for each in digits]
    found = [*digits, *_in_words(text, context.language)]
    return tuple(sorted(found, key=lambda number: number.start))


def _scaled(each: Found[Number], text: str, language: str) -> Found[Number]:
    """Read "15 thousand" and "1.5 million", of which only a part is in digits."""
    following = _FOLLOWING.match(text, each.end)
    scale = _words(language).multiples.get(following[1].lower()) if following else None
    if following is None or scale is None:
        return each
    value = each.value * scale
    return Found(
        int(value) if value == int(value) else value, text[each.start : following.end()], each.start, following.end()
    )


def read_ordinal(text: str, context: Context) -> tuple[Found[int], ...]:
    """Find "the second", "3rd", "twenty first"; "last" is -1."""
    pieces = tokens(text)
    endings = word_set(context.language, "number", "ordinal_endings")
    from_end = _integers(context.language, "number", "from_the_end")
    found: list[Found[int]] = []
    for place, piece in enumerate(pieces):
        before = pieces[place - 1] if place else None
        if piece.plain in endings and before and before.text.isdecimal() and before.end == piece.start:
            if len(before.text) <= _LONGEST:
                found.append(_found(text, int(before.text), before, piece))
        elif piece.plain in from_end:
            found.append(_found(text, from_end[piece.plain], piece, piece))
        else:
            found.extend(_ordinal_word(text, pieces, place, context.language))
    units = word_set(context.language, "number", "also_units")
    if not any(each.words.lower() in units for each in found):
        return tuple(found)
    idle = _idle_places(text, context.language)
    return tuple(each for each in found if each.words.lower() not in units or each.start not in idle)


def _idle_places(text: str, language: str) -> frozenset[int]:
    """Return where no ordinal begins: the second of "just a second" and of "on second thought"."""
    cues = phrases_in(text, language, "number", "no_ordinals")
    return frozenset(place for cue in cues for place in range(*cue.span()))


def _ordinal_word(text: str, pieces: tuple[Token, ...], place: int, language: str) -> list[Found[int]]:
    words = _words(language)
    value = words.ordinals.get(pieces[place].plain)
    if value is None:
        return []
    first = place
    joined = place - 1
    if joined > 0 and pieces[joined].text == "-":
        joined -= 1
    if joined >= 0 and value < 10 and pieces[joined].plain in words.tens:
        value += words.tens[pieces[joined].plain]
        first = joined
    return [_found(text, value, pieces[first], pieces[place])]


def _found(text: str, value: int, first: Token, last: Token) -> Found[int]:
    return Found(value, text[first.start : last.end], first.start, last.end)


def _in_digits(text: str) -> list[Found[Number]]:
    found: list[Found[Number]] = []
    if not _DIGIT.search(text):
        return found
    taken: set[int] = set()
    for match in _RANGE.finditer(text):
        found.extend(Found(int(match[group]), match[group], *match.span(group)) for group in (1, 2))
    for match in _RUN.finditer(text):
        if _JOINED.search(match.group()):
            taken.update(range(match.start(), match.end()))  # a phone, a date or a code, not a number
    found.extend(
        Found(_number(match.group()), match.group(), *match.span())
        for match in _DIGITS.finditer(text)
        if match.start() not in taken and len(match.group()) <= _LONGEST
    )
    return found


def _number(digits: str) -> Number:
    bare = digits.replace(",", "")
    return Decimal(bare) if "." in bare else int(bare)


def _in_words(text: str, language: str) -> list[Found[Number]]:
    if _openings(language).isdisjoint(words_in(text)):
        return []
    pieces = [piece for piece in tokens(text) if piece.text != "-"]
    found: list[Found[Number]] = []
    openings = _openings(language)
    begin = 0  # after the number before
    for place, piece in enumerate(pieces):
        if place < begin or piece.plain not in openings:
            continue
        value, after = _number_at(pieces, place, language)
        if value is None:
            continue
        begin = after
        if abs(value) < _BEYOND_COUNTING:
            end = pieces[after - 1].end
            found.append(Found(value, text[piece.start : end], piece.start, end))
    return found


def _number_at(pieces: list[Token], place: int, language: str) -> tuple[Number | None, int]:
    """Read the number that begins at `place`: its value and the place after it."""
    if pieces[place].plain in word_set(language, "number", "minus"):
        value, after = _whole_at(pieces, place + 1, language)
        if value is None:
            return None, place
        fraction, after = _fraction_at(pieces, after, language)
        return -(value + fraction if fraction else value), after
    value, after = _whole_at(pieces, place, language)
    if value is None:
        return None, place
    fraction, after = _fraction_at(pieces, after, language)
    return (value + fraction if fraction else value), after


def _whole_at(pieces: list[Token], place: int, language: str) -> tuple[int | None, int]:
    words = _words(language)
    here = [piece.plain for piece in pieces[place : place + 3]]
    articles = word_set(language, "number", "articles")
    if len(here) == 3 and words.halves.get(here[0]) == _HALF and here[1] in articles:
        whole = words.collective.get(here[2]) or words.multiples.get(here[2])
        return (whole // 2, place + 3) if whole else (None, place)
    first = 1 if here and here[0] in articles else 0
    unit = here[first] if first < len(here) else ""
    if unit in words.collective:
        return _collected(pieces, place + first + 1, words.collective[unit], language)
    if first:
        return _sum_at(pieces, place + 1, language, begun=1) if unit in words.multiples else (None, place)
    value, after = _sum_at(pieces, place, language, begun=None)
    if value is not None and after < len(pieces) and pieces[after].plain in words.collective:
        return value * words.collective[pieces[after].plain], after + 1
    return value, after


def _collected(pieces: list[Token], place: int, value: int, language: str) -> tuple[int | None, int]:
    """Go on after "a couple" with "hundred" or "of hundred", if that follows."""
    after = place
    if after < len(pieces) and pieces[after].plain in word_set(language, "number", "of"):
        after += 1
    if after < len(pieces) and pieces[after].plain in _words(language).multiples:
        return _sum_at(pieces, after, language, begun=value)
    return value, place


def _sum_at(pieces: list[Token], place: int, language: str, *, begun: int | None) -> tuple[int | None, int]:
    """Add up number words: "two thousand five hundred and six"."""
    words = _words(language)
    total, group = 0, begun
    fresh = begun is None  # whether a unit may follow; "five five" is two numbers
    after = place
    while after < len(pieces):
        word = pieces[after].plain
        if word in words.multiples and group is not None:
            scale = words.multiples[word]
            if scale == _HUNDRED:
                group *= _HUNDRED
            else:
                total, group = total + group * scale, 0
            fresh = True
        elif word in words.tens and (group is None or (fresh and group % _HUNDRED == 0)):
            group, fresh = (group or 0) + words.tens[word], True
        elif word in words.ones and (group is None or (fresh and _room_for(words.ones[word], group))):
            group, fresh = (group or 0) + words.ones[word], False
        elif not ((group or total) and fresh and _is_and(pieces, after, language)):
            break
        after += 1
    if group is None:
        return None, place
    return total + group, after


def _room_for(unit: int, group: int) -> bool:
    return group % _HUNDRED == 0 or (group % 10 == 0 and group % _HUNDRED >= _TWENTY and 0 < unit < 10)


def _is_and(pieces: list[Token], place: int, language: str) -> bool:
    """Tell whether an "and" inside a number goes on with it: "hundred and five"."""
    words = _words(language)
    if pieces[place].plain not in word_set(language, "number", "and") or place + 1 >= len(pieces):
        return False
    following = pieces[place + 1].plain
    return pieces[place - 1].plain in words.multiples and (following in words.ones or following in words.tens)


def _fraction_at(pieces: list[Token], place: int, language: str) -> tuple[Decimal | None, int]:
    """Read "point five" or "and a half" after a whole number."""
    words = _words(language)
    here = [piece.plain for piece in pieces[place : place + 3]]
    if here and here[0] in word_set(language, "number", "point"):
        digits, after = "", place + 1
        while after < len(pieces) and words.ones.get(pieces[after].plain, 10) < 10:
            digits += str(words.ones[pieces[after].plain])
            after += 1
        return (Decimal(f"0.{digits}"), after) if digits else (None, place)
    joined = len(here) == 3 and here[0] in word_set(language, "number", "and")
    half = words.halves.get(here[2]) if joined and here[1] in word_set(language, "number", "articles") else None
    return (Decimal(half), place + 3) if half else (None, place)


def say(value: Number, context: Context, style: Style) -> str:
    """Say a number: in words when spoken, else in digits."""
    if style is not Style.SPOKEN or not -_BEYOND_WORDS < value < _BEYOND_WORDS:
        return str(value) if isinstance(value, int) else f"{value:f}"
    if value < 0:
        return f"{_first(context.language, 'minus')} {say(-value, context, style)}"
    whole = int(value)
    said = " ".join(_said(whole, context.language))
    fraction = format(value, "f").partition(".")[2] if isinstance(value, Decimal) else ""
    if not fraction:
        return said
    digits = [_said(int(digit), context.language)[0] for digit in fraction]
    return " ".join([said, _first(context.language, "point"), *digits])


def _first(language: str, key: str) -> str:
    return listed(language, "number", key)[0]


def _said(value: int, language: str) -> list[str]:
    words = _words(language)
    names = {number: word for word, number in reversed([*words.ones.items(), *words.tens.items()])}
    if value in names:
        return [names[value]]
    if value < _HUNDRED:
        return [names[value - value % 10], names[value % 10]]
    multiples = {multiple: word for word, multiple in _integers(language, "numbers", "multiples").items()}
    scale = max(multiple for multiple in multiples if multiple <= value)
    rest = _said(value % scale, language) if value % scale else []
    return [*_said(value // scale, language), multiples[scale], *rest]


def say_ordinal(value: int, context: Context, style: Style) -> str:
    """Say an ordinal from 1: "first" when spoken, else "1st"; -1 is "last"."""
    from_end = {number: word for word, number in _integers(context.language, "number", "from_the_end").items()}
    if value in from_end:
        return from_end[value]
    names = {number: word for word, number in reversed(_words(context.language).ordinals.items())}
    if style is Style.SPOKEN and value in names:
        return names[value]
    endings = table(context.language, "number", "say_ordinal_ending")
    last = "other" if value % _HUNDRED // 10 == 1 else str(value % 10)
    return f"{value}{endings.get(last, endings['other'])}"
