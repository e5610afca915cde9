"""Reads booking references, typed or spelled: "ABC123", "LOTUS-0004", "lotus four"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from frontdesk.language.readers import number
from frontdesk.language.readers.number_groups import folded
from frontdesk.language.readers.reading import Context, Found, Style
from frontdesk.language.readers.spelling import Kind, digits_at, letters_at, may_spell_code, run_at, sounding_at
from frontdesk.language.words import Token, listed, phrases_in, tokens, word_set

_NAME = "reference"
_TYPED = re.compile(r"(?<![\w@.'’-])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\w@'’-]|\.\w)", re.ASCII)  # noqa: RUF001 - phones write it
_CODE = re.compile(
    r"[A-Z]{2,12}-?\d{3,12}"
    r"|(?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){2})[A-Z0-9]{5,12}"
    r"|[A-Z]{2,8}-(?=[A-Z0-9]*\d)[A-Z0-9]{4,12}"
)
_OWN = re.compile(r"(?=[A-Z]*\d)(?=\d*[A-Z])[ACDEFGHJKMNPQRTVWXY34679]{8}")  # as we give them out; one digit is enough
# The same in two halves, as people write long codes; each half has a digit, so that it is no word.
_PARTED = re.compile(
    r"(?<![\w-])(?=[a-z]*\d)(?=\d*[a-z])([a-z\d]{4})[ -](?=[a-z]*\d)([a-z\d]{4})(?![\w-])", re.ASCII | re.IGNORECASE
)
_TIME = re.compile(r"\d{1,4}(?:[A-Z]{1,3})")  # 20mg, 11th, 3pm
_YEAR = re.compile(r"([A-Z]{3,9})-?(?:19|20)\d\d")  # of a month: May-2026
_AFTER_CUE = re.compile(r"[A-Z0-9][A-Z0-9-]{3,15}")
_DIGIT = re.compile(r"\d", re.ASCII)
_SHORTEST = 5
_SHORT = 3  # letters that are hardly a word
_WIDTH = 4  # digits of a reference with a prefix, if nothing else is said
_SIGNS = frozenset(".-")


def read(text: str, context: Context, prefix: str | None = None, width: int = _WIDTH) -> tuple[Found[str], ...]:
    """Find booking references; those of the business begin with `prefix` and have at least `width` digits."""
    found: list[Found[str]] = []
    own = _with_prefix(text, context, prefix, width) if prefix else []
    for reading in (own, _typed(text, context), _announced(text, context), _spelled(text, context)):
        for each in reading:
            if not any(each.start < other.end and other.start < each.end for other in found):
                found.append(each)
    return tuple(sorted(found, key=lambda reference: reference.start))


def is_given_out(word: str) -> bool:
    """Tell what looks like a reference of ours."""
    return _OWN.fullmatch(word.upper()) is not None


def answer(text: str, context: Context, prefix: str | None = None) -> tuple[Found[str], ...]:
    """Read a reply to "What is your reference?", where a code of capitals alone counts, also letter by letter."""
    found = read(text, context, prefix)
    words = [match for match in _TYPED.finditer(text) if not _is_between(match.group(), context)]
    own = _own_number(text, context, prefix) if prefix and not any(map(_has_letter, found)) else None
    if own or found or not words:
        return (own,) if own else found
    if len(words) > 1 and (joined := _in_pieces(text, words, context)):
        return (joined,)
    if len(words) == 1 and _looks_announced(words[0].group()):
        return (Found(words[0].group().upper(), words[0].group(), words[0].start(), words[0].end()),)
    pieces = tokens(text)
    units = run_at(pieces, 0, context.language)
    if len(units) < _SHORTEST or any(piece.text[0].isalnum() for piece in pieces[units[-1].after :]):
        return ()
    end = pieces[units[-1].after - 1].end
    code = "".join(unit.characters for unit in units).upper()
    return (Found(code, text[pieces[0].start : end], pieces[0].start, end),)


def _has_letter(found: Found[str]) -> bool:
    return not found.value.isdecimal()


def _own_number(text: str, context: Context, prefix: str) -> Found[str] | None:
    """Read a reply that gives only the number of a reference of the business: "four", "it's 0004"."""
    pieces = tokens(text)
    idle = _announcing(context.language)
    place = next((place for place, piece in enumerate(pieces) if piece.plain not in idle), len(pieces))
    rest = _rest_at(pieces, place, context, _WIDTH)
    if rest is None or len(rest[0]) > _WIDTH:
        return None
    light = word_set(context.language, "common", "light")
    if any(piece.text[0].isalnum() and piece.plain not in light for piece in pieces[rest[1] :]):
        return None
    start, end = pieces[place].start, pieces[rest[1] - 1].end
    return Found(f"{prefix.upper()}-{rest[0].zfill(_WIDTH)}", text[start:end], start, end)


@cache
def _announcing(language: str) -> frozenset[str]:
    """Return the words that may stand before the number in a reply: "my ticket number is"."""
    cues = (word for cue in listed(language, _NAME, "cues") for word in cue.split())
    return word_set(language, _NAME, "between") | word_set(language, _NAME, "mine") | frozenset(cues)


def _in_pieces(text: str, words: Sequence[re.Match[str]], context: Context) -> Found[str] | None:
    """Read "abc 123" and "ab 12 cd", where nothing else is said; "feb 12" is a day."""
    parts = [match.group() for match in words]
    if any(part.upper() in _months(context.language) for part in parts):
        return None
    code, (start, end) = "".join(parts).upper(), (words[0].start(), words[-1].end())
    short = all(len(part) <= _SHORT or part.isupper() or not part.isalpha() for part in parts)
    if not short or not _CODE.fullmatch(code) or text[start:end].split() != parts or _TIME.fullmatch(code):
        return None
    return Found(code, text[start:end], start, end)


def _typed(text: str, context: Context) -> list[Found[str]]:
    """Find words that mix letters and digits as references do."""
    if not _DIGIT.search(text):
        return []
    months = _months(context.language)
    parted = [
        Found(code, match.group(), *match.span())
        for match in _PARTED.finditer(text)
        for code in (f"{match[1]}{match[2]}".upper(),)
        if _OWN.fullmatch(code)
    ]
    return parted + [
        Found(code, match.group(), match.start(), match.end())
        for match in _TYPED.finditer(text)
        for code in (match.group().upper(),)
        if (_CODE.fullmatch(code) or _OWN.fullmatch(code)) and not _TIME.fullmatch(code)
        if _PARTED.fullmatch(code) is None
        if (year := _YEAR.fullmatch(code)) is None or year[1] not in months
    ]


@cache
def _months(language: str) -> frozenset[str]:
    names = (*listed(language, "saying", "months"), *listed(language, "saying", "months_short"))
    return frozenset(name.upper() for name in names)


def _announced(text: str, context: Context) -> list[Found[str]]:
    """Read what follows "my reference is", also when it is all letters or all digits."""
    found: list[Found[str]] = []
    for cue in phrases_in(text, context.language, _NAME, "cues"):
        match = _TYPED.search(text, cue.end())
        between = text[cue.end() : match.start()] if match else ""
        while match and (_is_between(match.group(), context) and _only_signs(between)):
            after = match.end()
            match = _TYPED.search(text, after)
            between = text[after : match.start()] if match else ""
        if match and _only_signs(between) and _looks_announced(match.group()):
            found.append(Found(match.group().upper(), match.group(), match.start(), match.end()))
    return found


def _is_between(word: str, context: Context) -> bool:
    return word.lower() in word_set(context.language, _NAME, "between")


def _only_signs(between: str) -> bool:
    return not any(character.isalnum() or character in "?!\n" for character in between)


def _looks_announced(word: str) -> bool:
    """Tell a code from an ordinary word: it has a digit, or is all capitals."""
    code = _AFTER_CUE.fullmatch(word.upper()) is not None
    return code and (any(character.isdigit() for character in word) or (word.isupper() and len(word) >= _SHORTEST))


def _spelled(text: str, context: Context) -> list[Found[str]]:
    """Read "A B C one two three": letters and digits, at least five."""
    if not may_spell_code(text, context.language):
        return []
    pieces = tokens(text)
    found: list[Found[str]] = []
    place = 0
    while place < len(pieces):
        if place and _continues(pieces, place):
            place += 1  # the "7K" of "QX7K" is no code of its own
            continue
        code, after = _code_at(pieces, place, context.language)
        if code is None:
            place = max(after, place + 1)  # no part of what is too short is long enough
            continue
        start, end = pieces[place].start, pieces[after - 1].end
        found.append(Found(code, text[start:end], start, end))
        place = after
    return found


def _code_at(pieces: Sequence[Token], place: int, language: str) -> tuple[str | None, int]:
    """Read one spelled code, with the dashes inside it."""
    code, letters, digits, after = "", 0, 0, place
    while units := run_at(pieces, after, language):
        letters += sum(unit.kind is not Kind.DIGITS for unit in units)
        digits += sum(unit.kind is Kind.DIGITS for unit in units)
        code += "".join(unit.characters for unit in units).upper()
        after = units[-1].after
        if not run_at(pieces, after + 1, language):
            break
        if _is_dash(pieces, after, language):
            code, after = code + "-", after + 1
        elif pieces[after].text == "," and units[-1].kind is not Kind.DIGITS:
            after += 1  # "A as in apple, B as in boy"
        else:
            break
    whole = letters >= 2 and digits >= 1 and len(code.replace("-", "")) >= _SHORTEST
    return (code if whole else None), after


def _is_dash(pieces: Sequence[Token], place: int, language: str) -> bool:
    return place < len(pieces) and pieces[place].plain in word_set(language, _NAME, "dash")


def _with_prefix(text: str, context: Context, prefix: str, width: int) -> list[Found[str]]:
    """Read "lotus four", "LOTUS 0004", "L O T U S zero zero zero four", "lotus one hundred twelve"."""
    pieces = folded(tokens(text), context.language)
    found: list[Found[str]] = []
    for place in range(len(pieces)):
        after = _after_prefix(pieces, place, context.language, prefix)
        if after is None:
            continue
        rest = _rest_at(pieces, after, context, width)
        if rest is not None:
            digits, end_place = rest
            start, end = pieces[place].start, pieces[end_place - 1].end
            found.append(Found(f"{prefix.upper()}-{digits.zfill(width)}", text[start:end], start, end))
    return found


def _after_prefix(pieces: Sequence[Token], place: int, language: str, prefix: str) -> int | None:
    """Return the place after the prefix that begins at `place`, spoken as a word or letter by letter."""
    if pieces[place].plain == prefix.lower():
        return place + 1
    spelled = ""
    while (unit := letters_at(pieces, place, language) or sounding_at(pieces, place, language)) is not None:
        spelled += unit.characters.lower()
        place = unit.after
        if spelled == prefix.lower():
            return place + (place < len(pieces) and pieces[place].text in _SIGNS)
        if not prefix.lower().startswith(spelled):
            return None
        place += place < len(pieces) and pieces[place].text in _SIGNS  # "L.O.T.U.S."
    return None


def _rest_at(pieces: Sequence[Token], place: int, context: Context, width: int) -> tuple[str, int] | None:
    """Read the digits after the prefix."""
    skipped = word_set(context.language, _NAME, "dash") | word_set(context.language, _NAME, "between")
    while place < len(pieces) and pieces[place].plain in skipped:
        place += 1
    digits, after = "", place
    while (unit := digits_at(pieces, after, context.language)) is not None:
        digits += unit.characters
        after = unit.after
    counts = after < len(pieces) and pieces[after].plain in word_set(context.language, _NAME, "units")
    if not digits or (counts and len(digits) < width) or _continues(pieces, after):
        return None
    return digits, after


def _continues(pieces: Sequence[Token], place: int) -> bool:
    """Tell whether the word goes on without a space: "LOTUS-0004X" is another code."""
    if place >= len(pieces):
        return False
    glued = pieces[place].start == pieces[place - 1].end
    return glued and (pieces[place].text.isalnum() or pieces[place].text in ":/@")


def say(value: str, context: Context, style: Style) -> str:
    """Say a reference: as it is, or letter by letter when spoken."""
    if style is not Style.SPOKEN:
        return value
    dash = listed(context.language, _NAME, "dash")[0]
    return " ".join(_said(character, dash, context) for character in value)


def _said(character: str, dash: str, context: Context) -> str:
    if character == "-":
        return dash
    return number.say(int(character), context, Style.SPOKEN) if character.isdecimal() else character.upper()
