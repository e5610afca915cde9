"""Cuts a text into pieces: numbers by their shape, words and phrases by the kind the word list gives them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from frontdesk.language.lexicon import Words, load
from frontdesk.language.when.specs import Spec

Meaning: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...] | Spec

OTHER = "other"
NAME = "name"  # an unknown word with a capital: "at One Washington Circle" is no time
SKIP = "skip"
SIGNS = {",": "comma", ".": "dot", "!": "mark", "?": "mark", ";": "mark", "-": "dash", "–": "dash", "—": "dash", "/": "solidus"}  # noqa: RUF001 - guests type these dashes


@dataclass(frozen=True, slots=True)
class Piece:
    """One word, number, sign or phrase of a text, or several grown together, with its kind and what it means."""

    kind: str
    meaning: Meaning
    start: int
    end: int
    spoken: bool = False  # a number written as a word


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that count as one piece."""

    words: tuple[str, ...]
    kind: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Raw:
    """A stretch of text as the pattern cut it, in lower case."""

    shape: str
    word: str
    start: int
    end: int
    capital: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language as the cutter needs them."""

    pattern: re.Pattern[str]
    phrases: dict[str, tuple[Phrase, ...]]
    attached: dict[str, Phrase]
    ones: dict[str, int]
    tens: dict[str, int]
    ordinals: dict[str, int]
    possessive: str


def cut(text: str, words: Vocabulary) -> list[Piece]:
    """Return the pieces of `text`, in order; what means nothing here is of kind `other`."""
    raws = [_raw(match) for match in words.pattern.finditer(text)]
    pieces: list[Piece] = []
    index = 0
    while index < len(raws):
        piece, used = _piece(raws, index, words)
        pieces.append(piece)
        index += used
    return pieces


def _raw(match: re.Match[str]) -> Raw:
    word = match.group()
    capital = len(word) > 1 and word[0].isupper()
    return Raw(match.lastgroup or "", word.lower().replace("’", "'"), match.start(), match.end(), capital)  # noqa: RUF001 - guests type curly apostrophes


def _piece(raws: list[Raw], index: int, words: Vocabulary) -> tuple[Piece, int]:
    raw = raws[index]
    phrase = _phrase(raws, index, words)
    attached = words.attached.get(raw.word)
    if attached and len(phrase.words if phrase else ()) < 2 and _touches_number(raws, index):  # noqa: PLR2004 - "1p.m." is no 1p
        phrase = attached
    if phrase:
        last = raws[index + len(phrase.words) - 1]
        return Piece(phrase.kind, phrase.meaning, raw.start, last.end), len(phrase.words)
    if raw.shape == "word":
        return _word(raws, index, words)
    if raw.shape == "number" and _is_glued(raws, index, words):
        return Piece(OTHER, raw.word, raw.start, raw.end), 1
    return _shape(raw), 1


def _is_glued(raws: list[Raw], index: int, words: Vocabulary) -> bool:
    """Tell whether a number is part of a name such as 2g or B12."""
    raw = raws[index]
    before = raws[index - 1] if index else None
    if before and before.end == raw.start and before.shape == "word" and before.word not in words.phrases:
        return True
    after = raws[index + 1] if index + 1 < len(raws) else None
    touches = after is not None and after.start == raw.end and after.shape == "word"
    return touches and after is not None and after.word not in words.phrases and after.word not in words.attached


def _phrase(raws: list[Raw], index: int, words: Vocabulary) -> Phrase | None:
    """Return the longest phrase that begins here."""
    for phrase in words.phrases.get(raws[index].word, ()):
        if len(phrase.words) == 1 or _follows(raws, index, phrase.words):
            return phrase
    return None


def _follows(raws: list[Raw], index: int, words: tuple[str, ...]) -> bool:
    last = index + len(words)
    # Most phrases differ in their second word, so that one is looked at first.
    if last > len(raws) or raws[index + 1].word != words[1]:
        return False
    return all(raw.word == word for raw, word in zip(raws[index:last], words, strict=True))


def _touches_number(raws: list[Raw], index: int) -> bool:
    before = raws[index - 1] if index else None
    return before is not None and before.end == raws[index].start and before.shape in {"number", "clock", "dotted", "slash"}


def _word(raws: list[Raw], index: int, words: Vocabulary) -> tuple[Piece, int]:
    raw = raws[index]
    if raw.word in words.tens:
        return _tens(raws, index, words)
    if raw.word in words.ones:
        value = words.ones[raw.word]
        # "one" is more often "this one" than one o'clock; only forms that are sure take it.
        kind = "one" if value == 1 else _number_kind(str(value), value)
        return Piece(kind, value, raw.start, raw.end, spoken=True), 1
    if raw.word in words.ordinals:
        value = words.ordinals[raw.word]
        return Piece(_ordinal_kind(value), value, raw.start, raw.end, spoken=True), 1
    if raw.word.endswith(words.possessive):
        owner = Raw(raw.shape, raw.word.removesuffix(words.possessive), raw.start, raw.end - len(words.possessive), raw.capital)
        return _piece([owner], 0, words)
    return Piece(NAME if raw.capital else OTHER, raw.word, raw.start, raw.end), 1


def _ordinal_kind(value: int) -> str:
    # "the first", "the third" mostly choose from a list; a date says a little more.
    return "first" if value <= 5 else "spoken_nth"  # noqa: PLR2004 - as many as a guest is ever shown


def _tens(raws: list[Raw], index: int, words: Vocabulary) -> tuple[Piece, int]:
    """Read "twenty", "twenty one", "twenty-first"."""
    raw, value = raws[index], words.tens[raws[index].word]
    after = index + 1
    if after < len(raws) and raws[after].word == "-":
        after += 1
    follower = raws[after] if after < len(raws) else None
    if follower and 0 < words.ones.get(follower.word, 0) < 10:  # noqa: PLR2004 - twenty ten is no number
        value += words.ones[follower.word]
        return Piece(_number_kind(str(value), value), value, raw.start, follower.end, spoken=True), after - index + 1
    if follower and words.ordinals.get(follower.word, 10) < 10:  # noqa: PLR2004 - twenty tenth is no ordinal
        value += words.ordinals[follower.word]
        return Piece("spoken_nth", value, raw.start, follower.end, spoken=True), after - index + 1
    return Piece(_number_kind(str(value), value), value, raw.start, raw.end, spoken=True), 1


def _shape(raw: Raw) -> Piece:
    match raw.shape:
        case "number":
            value = int(raw.word)
            return Piece(_number_kind(raw.word, value), value, raw.start, raw.end)
        case "clock":
            hour, *rest = re.split(r"\D", raw.word)
            # 0:10, 09:30 and 15:00 leave no doubt about the half of the day; 9:30 does.
            sure = int(len(hour) == 2 and hour < "10" or int(hour) == 0 or int(hour) > 12)  # noqa: PLR2004 - hours of a clock face
            return Piece("clock_number", (int(hour), *map(int, rest), *([0] * (2 - len(rest))), sure), raw.start, raw.end)
        case "dotted":
            return Piece("dotted", tuple(raw.word.split(".")), raw.start, raw.end)
        case "slash" | "iso":
            numbers = tuple(re.findall(r"\d+", raw.word))
            return Piece(raw.shape, numbers, raw.start, raw.end)
        case "nth":
            return Piece("nth", int(re.match(r"\d+", raw.word).group()), raw.start, raw.end)  # type: ignore[union-attr] - the shape begins with digits
        case _:
            return Piece(SIGNS.get(raw.word, OTHER), raw.word, raw.start, raw.end)


def _number_kind(text: str, value: int) -> str:
    """Return what a whole number may stand for, by its size and how it is written."""
    if len(text) == 4:  # noqa: PLR2004 - as years and 1030 are written
        is_year = 1900 <= value < 2200  # noqa: PLR2004 - years that people book in
        is_clock = value // 100 < 24 and value % 100 < 60  # noqa: PLR2004 - hours and minutes
        return "year" if is_year else "military" if is_clock else "number"
    if len(text) == 2 and text < "10":  # noqa: PLR2004 - 00 to 09
        return "padded" if value else "zeros"
    if len(text) > 2:  # noqa: PLR2004 - no hour, day or minute
        return "number"
    bounds = ((0, "zero"), (9, "small"), (24, "teen"), (31, "later"), (59, "minutes"))
    return next((kind for bound, kind in bounds if value <= bound), "number")


@lru_cache(maxsize=None)
def vocabulary(language: str) -> Vocabulary:
    """Return the words of `language`, sorted for cutting."""
    listed, numbers = load(language, "when"), load(language, "numbers")
    pattern = _pattern([str(ending) for ending in listed["ordinal_endings"]])
    phrases: dict[str, list[Phrase]] = {}
    for kind, words in _mapping(listed["words"]).items():
        for phrase in _phrases(kind, words, pattern):
            phrases.setdefault(phrase.words[0], []).append(phrase)
    for phrase in _phrases("holiday", listed["holidays"], pattern):
        phrases.setdefault(phrase.words[0], []).append(phrase)
    return Vocabulary(
        pattern=pattern,
        phrases={word: tuple(sorted(some, key=lambda phrase: -len(phrase.words))) for word, some in phrases.items()},
        attached={
            phrase.words[0]: phrase
            for kind, words in _mapping(listed["attached"]).items()
            for phrase in _phrases(kind, words, pattern)
        },
        ones=_numbers(numbers["ones"]),
        tens=_numbers(numbers["tens"]),
        ordinals=_numbers(numbers["ordinals"]),
        possessive=str(listed["possessive"]),
    )


def _pattern(endings: list[str]) -> re.Pattern[str]:
    return re.compile(
        r"(?P<opaque>[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,64}|https?://\S+|www\.\S+|[$€£¥#]\s?\d[\d,.]*|\d+(?:\.\d+)?\s?%"
        r"|\+\d[\d ().-]{6,20}\d|\(?\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}(?!\d)|(?<!\d)\d{3}-\d{4}(?!\d)|\d{5,}|\d{1,3}(?:,\d{3})+(?!\d))"
        r"|(?P<iso>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)(?:[Tt](?=\d))?)"
        r"|(?P<slash>\d{1,2}-\d{1,2}-(?:\d{4}|\d{2})(?!\d)|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})(?!\d)|\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?(?![\d/])|\d{1,2}/\d{4}(?!\d))"
        r"|(?P<clock>\d{1,2}(?::|[hH](?=\d\d))\d{2}(?::\d{2}(?!\d))?(?![\d]))"
        r"|(?P<dotted>\d{1,2}\.\d{1,2}(?!\d))"
        rf"|(?P<nth>\d{{1,2}}\s?(?:{'|'.join(endings)})(?!\w))"
        r"|(?P<number>\d+)"
        r"|(?P<word>[^\W\d_]+(?:['’\"][^\W\d_]+)*)"  # noqa: RUF001 - guests type curly apostrophes
        r"|(?P<sign>[^\w\s])",
        re.IGNORECASE,
    )


def _phrases(kind: str, words: Words, pattern: re.Pattern[str]) -> list[Phrase]:
    pairs = words.items() if isinstance(words, dict) else ((word, word) for word in words)
    return [
        Phrase(tuple(match.group().lower() for match in pattern.finditer(str(text))), kind, _meaning(str(meaning)))
        for text, meaning in pairs
    ]


def _meaning(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def _mapping(words: Words) -> dict[str, Words]:
    if not isinstance(words, dict):
        raise TypeError(f"expected a mapping of words, found {words!r}")
    return words


def _numbers(words: Words) -> dict[str, int]:
    return {word: int(str(value)) for word, value in _mapping(words).items()}
