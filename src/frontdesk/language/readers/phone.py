"""Reads telephone numbers, typed or spoken, as E.164; a number that cannot exist is not one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from frontdesk.language.readers import number
from frontdesk.language.readers.number_groups import folded
from frontdesk.language.readers.reading import Context, Found, Problem, Style
from frontdesk.language.readers.spelling import digit_words, digits_at
from frontdesk.language.words import Token, any_of, listed, phrase_pattern, tokens, word_set, words_in

_NAME = "phone"
_FEWEST = 7
_DIGIT = re.compile(r"\d", re.ASCII)
_WIDE = {0xFF10 + digit: str(digit) for digit in range(10)}  # the digits of East Asian keyboards
_CALLABLE = 10
_TAIL_DIGITS = (2, 6)  # how many last digits may be said anew
_TYPED = re.compile(r"(?:\(\s?\+?|\+)?\d(?:[\d()]|[ \u00a0.\-/\u2010-\u2015]{1,3}(?=[\d(]|\) ?\d))*", re.ASCII)
_COMMAS = re.compile(r"(?<![\d,])\d{3,5},\s\d{3,4},\s\d{4}(?!\d|,\s?\d)", re.ASCII)  # "212, 555, 0147"
_LISTED = re.compile(r"\d{1,2}[.)] ", re.ASCII)
_DATE = re.compile(r"(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})", re.ASCII)
_SOCIAL_SECURITY = re.compile(r"\d{3}-\d{2}-\d{4}", re.ASCII)
_CARD = re.compile(r"\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{5}", re.ASCII)
_CARD_LENGTHS = range(13, 20)
_NESTED = re.compile(r"\([^)]*\(")
_DECIMAL = re.compile(r"\d+\.\d+", re.ASCII)
_SEVEN = re.compile(r"\d{3}\.\d{4}", re.ASCII)
_MARKING = tuple("#$€£¥₹_=")
_JOINING = tuple("#@=%:,.-/)")
_FOLLOWING = tuple("%=_@°")
_SEPARATING = frozenset(",.-()/")


def read(text: str, context: Context) -> tuple[Found[str], ...]:
    """Find telephone numbers; `problem` marks what looks like one but cannot be called from the region as it stands."""
    narrow = text if text.isascii() else text.translate(_WIDE)
    if not _DIGIT.search(narrow) and digit_words(context.language).isdisjoint(words_in(narrow)):
        return ()
    spaced = _COMMAS.sub(lambda groups: groups.group().replace(",", " "), narrow) if "," in narrow else narrow
    spoken = _spoken(spaced, context)
    found = spoken + [each for each in _typed(spaced, context) if not _overlaps(each, spoken)]
    whole = (_corrected(each, spaced, context.language) for each in sorted(found, key=lambda phone: phone.start))
    return tuple(replace(each, words=text[each.start : each.end]) for each in whole)


def _corrected(each: Found[str], text: str, language: str) -> Found[str]:
    """Put in the last digits that are said anew: "212 555 0143, no wait, 0144"."""
    if each.problem is not None:
        return each
    tail = _tail(language).match(text, each.end)
    digits, end = (tail[1], tail.end()) if tail else _spoken_tail(text, each.end, language)
    if not digits:
        return each
    return Found(each.value[: -len(digits)] + digits, text[each.start : end], each.start, end)


def _spoken_tail(text: str, start: int, language: str) -> tuple[str, int]:
    """Read last digits that are said anew in words, "sorry, four three", and where they end; one alone is an hour."""
    cue = _taken_back(language).match(text, start)
    pieces = tokens(text[cue.end() :]) if cue else ()
    if cue is None or not pieces:
        return "", start
    digits, after, words = _run_at(pieces, 0, language)
    closed = after == len(pieces) or not pieces[after].text[0].isalnum()
    several = any(piece.text[0].isalnum() for piece in pieces[1:after])
    if not (words and several and closed) or not _TAIL_DIGITS[0] <= len(digits) <= _TAIL_DIGITS[1]:
        return "", start
    return digits, cue.end() + pieces[after - 1].end


@cache
def _taken_back(language: str) -> re.Pattern[str]:
    cues = any_of(listed(language, _NAME, "corrections")).pattern
    return re.compile(rf"[\s,.;-]*(?:{cues}[\s,.;:-]*)+", re.IGNORECASE)


@cache
def _tail(language: str) -> re.Pattern[str]:
    """Match the digits said anew; an hour that is now preferred, "actually 11 would be better", is none of them."""
    after = any_of(listed(language, _NAME, "after_correction")).pattern
    digits = r"(\d{3,6}|0\d|2[5-9]|[3-9]\d)"
    return re.compile(
        rf"{_taken_back(language).pattern}{digits}(?![\w:/]|[ .-]\d)(?=\s*(?:[^\w\s]|$|{after}))", re.IGNORECASE
    )


def _overlaps(each: Found[str], others: Sequence[Found[str]]) -> bool:
    return any(each.start < other.end and other.start < each.end for other in others)


def _typed(text: str, context: Context) -> list[Found[str]]:
    found: list[Found[str]] = []
    for match in _TYPED.finditer(text):
        start, end = match.span()
        start += _numbered(text, start, end)
        if match.group().startswith("(") and ")" not in match.group():
            start += 1  # "(19 3583164": the bracket was never closed
        candidate = text[start:end].rstrip("(")
        if candidate.count(")") > candidate.count("("):
            candidate = candidate.removesuffix(")")  # "(ann@example.com, 212 555 0190)": the bracket opened before
        end = start + len(candidate)
        if sum(map(str.isdecimal, candidate)) < _FEWEST or _is_other(text, start, end, context.language):
            continue
        each = _number(text, candidate, start, end, context)
        if each is not None:
            found.append(each)
    return found


def _numbered(text: str, start: int, end: int) -> int:
    """Return the length of the "2. " before a number that stands in a list."""
    mark = _LISTED.match(text, start, end) if not text[:start].rstrip(" ") or text[start - 1 : start] == "\n" else None
    return len(mark.group()) if mark and sum(map(str.isdecimal, text[mark.end() : end])) >= _CALLABLE else 0


def _is_other(text: str, start: int, end: int, language: str) -> bool:
    """Tell dates, prices, cards and codes from telephone numbers."""
    candidate = text[start:end]
    return (
        _touches(text, start, end, language)
        or candidate.count("(") != candidate.count(")")
        or _NESTED.search(candidate) is not None
        or _is_date(candidate)
        or _SOCIAL_SECURITY.fullmatch(candidate) is not None
        or _is_card(candidate)
        or (_DECIMAL.fullmatch(candidate) is not None and _SEVEN.fullmatch(candidate) is None)
        or _is_called_otherwise(text, start, language)
    )


def _touches(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether the digits are part of a longer word, price, time or sum."""
    return _continues_word(text, start, end) or _goes_on(text, end, language)


def _continues_word(text: str, start: int, end: int) -> bool:
    """Tell whether what stands right before the digits belongs to them: "$300", "LOTUS-0004"."""
    nearest, farther = text[max(0, start - 1) : start], text[max(0, start - 2) : max(0, start - 1)]
    if nearest.isalnum():
        return nearest.isdigit() or text[start] not in "(+"
    if nearest in _JOINING and farther.isdigit():
        return text[start] not in "(+"
    if nearest == "-":
        return sum(character.isdigit() for character in text[start:end]) < _CALLABLE
    return nearest in _MARKING


def _goes_on(text: str, end: int, language: str) -> bool:
    """Tell whether the word goes on after the digits: "10:30", "50%", "342x"."""
    nearest, farther = text[end : end + 1], text[end + 1 : end + 2]
    if nearest in _FOLLOWING or (nearest in _JOINING and farther.isdigit()):
        return True
    return nearest.isalpha() and _extension_sign(language).match(text, end) is None


def _is_card(candidate: str) -> bool:
    """Tell a payment card by its groups, or by its check digit."""
    if _CARD.fullmatch(candidate):
        return True
    if not candidate.isdecimal() or len(candidate) not in _CARD_LENGTHS or candidate.startswith("0"):
        return False
    doubled = [int(digit) * 2 for digit in candidate[-2::-2]]
    total = sum(int(digit) for digit in candidate[-1::-2]) + sum(value // 10 + value % 10 for value in doubled)
    return total % 10 == 0


def _is_date(candidate: str) -> bool:
    match = _DATE.fullmatch(candidate)
    if match is None:
        return False
    year, month, day = (int(part) for part in (match.groups()[:3] if match[1] else (match[6], match[4], match[5])))
    return any(_exists(year, *pair) for pair in ((month, day), (day, month)))


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year if year >= 1000 else 2000 + year, month, day)
    except ValueError:
        return False
    return True


def _is_called_otherwise(text: str, start: int, language: str) -> bool:
    """Tell whether the words just before name another kind of number: "account number 12345678"."""
    clause = re.split(r"[.;!?\n]", text[max(0, start - 40) : start])[-1]
    other = _last(phrase_pattern(language, _NAME, "others"), clause)
    phone = _last(phrase_pattern(language, _NAME, "phones"), clause)
    return other > phone


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.end() for match in pattern.finditer(text)), default=-1)


def _number(text: str, candidate: str, start: int, end: int, context: Context) -> Found[str] | None:
    value, problem = _value(candidate, context.region)
    if value is None:
        return None
    end = _after_extension(text, end, context.language)
    return Found(value, text[start:end], start, end, problem)


@cache
def _extension_sign(language: str) -> re.Pattern[str]:
    signs = "".join(re.escape(sign) for sign in listed(language, _NAME, "extension_signs"))
    return re.compile(rf"[{signs}]\s?\d" if signs else r"(?!)", re.ASCII | re.IGNORECASE)


@cache
def _extension(language: str) -> re.Pattern[str]:
    words = any_of(tuple(listed(language, _NAME, "extension"))).pattern.removesuffix(r"(?!\w)").removeprefix(r"(?<!\w)")
    return re.compile(rf",?\s*{words}\.?\s*\d{{1,6}}(?!\w)", re.IGNORECASE)


def _after_extension(text: str, end: int, language: str) -> int:
    match = _extension(language).match(text, end)
    return match.end() if match else end


def _value(candidate: str, region: str) -> tuple[str | None, Problem | None]:
    """Return E.164, or the bare digits with the problem they have."""
    from frontdesk.language.readers.numbering import numbered  # noqa: PLC0415 - slow to import, and few messages have a number

    return numbered(candidate, region)


def _spoken(text: str, context: Context) -> list[Found[str]]:
    """Find runs of spoken digits: "five five five, one two three, double four five six"."""
    if digit_words(context.language).isdisjoint(words_in(text)):
        return []
    pieces = folded(tokens(text), context.language)
    found: list[Found[str]] = []
    place = 0
    while place < len(pieces):
        digits, after, words = _run_at(pieces, place, context.language)
        if words and len(digits.lstrip("+")) >= _FEWEST:
            value, problem = _value(digits, context.region)
            start, end = pieces[place].start, pieces[after - 1].end
            if words == 1 and problem is not None and not pieces[place].plain.isdecimal():
                place += 1  # "change it to 646 ...": the "to" is no digit
                continue
            if value is not None and not _is_called_otherwise(text, start, context.language):
                found.append(Found(value, text[start:end], start, end, problem))
        place = max(after, place + 1)
    return found


def _run_at(pieces: Sequence[Token], place: int, language: str) -> tuple[str, int, int]:
    """Read digits from `place` on: the digits, the place after them, how many were words."""
    digits, after, words = "", place, 0
    if pieces[place].plain in word_set(language, _NAME, "plus") or pieces[place].text == "+":
        digits, after = "+", place + 1
    begin = after
    while True:
        skipped = _over_separators(pieces, after, language) if after > begin else after
        unit = digits_at(pieces, skipped, language)
        if unit is None or _is_sigh(pieces, skipped, language):
            return digits, after, words
        words += not pieces[skipped].plain.isdecimal()
        digits += unit.characters
        after = unit.after


def _is_sigh(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell the "oh" of "oh wait" from a zero."""
    following = pieces[place + 1].plain if place + 1 < len(pieces) else ""
    return pieces[place].plain in word_set(language, "spelling", "zero") and following in word_set(
        language, _NAME, "corrections"
    )


def _over_separators(pieces: Sequence[Token], place: int, language: str) -> int:
    phrases = _between(language)
    while place < len(pieces):
        if pieces[place].text in _SEPARATING:
            place += 1
            continue
        step = next((len(words) for words in phrases if _says(pieces, place, words)), 0)
        if not step:
            break
        place += step
    return place


@cache
def _between(language: str) -> tuple[list[str], ...]:
    return tuple(phrase.split() for phrase in listed(language, _NAME, "between"))


def _says(pieces: Sequence[Token], place: int, words: list[str]) -> bool:
    return pieces[place].plain == words[0] and [piece.plain for piece in pieces[place : place + len(words)]] == words


def say(value: str, context: Context, style: Style) -> str:
    """Say a number: as people of its country write it, or digit by digit."""
    if style is Style.SPOKEN:
        return _digit_by_digit(value, context)
    from frontdesk.language.readers.numbering import written  # noqa: PLC0415 - slow to import, and few replies have a number

    own = written(value, context.region)
    return own if own is not None and [each.value for each in read(own, context)] == [value] else value


def _digit_by_digit(value: str, context: Context) -> str:
    plus = [listed(context.language, _NAME, "plus")[0]] if value.startswith("+") else []
    return " ".join([*plus, *(number.say(int(digit), context, Style.SPOKEN) for digit in value if digit.isdecimal())])
