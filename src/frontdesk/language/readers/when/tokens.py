"""Cuts a text into pieces: numbers by their shape, words and phrases by the kind the word list gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.when.listed import mapping, numbers, texts
from frontdesk.language.readers.when.specs import Spec
from frontdesk.language.words import plain

Meaning: TypeAlias = int | str | tuple[str, ...] | Spec

OTHER = "other"
NAME = "name"  # an unknown word with a capital: "at One Washington Circle" is no time
SKIP = "skip"
HOLIDAY = "holiday"
ISH = "ish"
ISH_HOUR = "ish_hour"  # "sixish"
SIGNS = {
    ",": "comma",
    ".": "dot",
    "!": "mark",
    "?": "mark",
    ";": "mark",
    "-": "dash",
    "–": "dash",  # noqa: RUF001 - guests type this dash too
    "—": "dash",
    "/": "solidus",
}
_WORD = r"(?P<word>[^\W\d_]+(?:['’\"][^\W\d_]+)*)"  # noqa: RUF001 - guests type curly apostrophes
_SIGN = r"(?P<sign>[^\w\s])"
_WORDS = re.compile(f"{_WORD}|{_SIGN}")
_SHAPED = re.compile(r"[\d@:.]")  # without one of these a text is words and signs
_ADDRESS = re.compile(r"@|://|[^\W\d]\.\S")  # without one of these nothing but a word begins with a letter
# "the first", "the fifth" mostly choose from a list as long as a guest is ever shown; a date says a little more.
LAST_CHOICE = 5


class Piece(NamedTuple):
    """One word, number, sign or phrase of a text, or several grown together, with its kind and what it means.

    A tuple, since every message is cut into them.
    """

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
    joined: bool = False  # written as one, though it is cut in two: "2day" is today, and "2 day" is not


class Raw(NamedTuple):
    """A stretch of text as the pattern cut it, in lower case; a tuple, since a long text makes thousands."""

    shape: str
    word: str
    start: int
    end: int
    capital: bool


_tuple = tuple.__new__  # what `Raw(...)` and `Piece(...)` come to, without the call around them


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language as the cutter needs them."""

    pattern: re.Pattern[str]  # for texts without an address, in which a word is tried before all that takes longer
    with_addresses: str  # the pattern for others, compiled when one is first read
    phrases: dict[str, tuple[Phrase, ...]]
    longer: dict[tuple[str, str], tuple[Phrase, ...]]  # of several words, by the first two, the longest first
    alone: dict[str, Phrase]  # of one word
    attached: dict[str, Phrase]
    ones: dict[str, int]
    tens: dict[str, int]
    ordinals: dict[str, int]
    possessive: str
    known: frozenset[str]  # every word that a phrase begins with, and every number


def cut(text: str, words: Vocabulary) -> list[Piece]:
    """Return the pieces of `text`, in order; what means nothing here is of kind `other`."""
    shapes = _compiled(words.with_addresses) if _ADDRESS.search(text) else words.pattern
    raws = _raws(text, shapes if _SHAPED.search(text) else _WORDS)
    pieces: list[Piece] = []
    after = 0  # of the phrase before
    for index, raw in enumerate(raws):
        if index < after:
            continue
        if raw.shape == "word" and raw.word not in words.known and not raw.word.endswith(words.possessive):
            kind = NAME if raw.capital else OTHER
            pieces.append(_tuple(Piece, (kind, raw.word, raw.start, raw.end, False)))
            continue
        piece, used = _piece(raws, index, words)
        pieces.append(piece)
        after = index + used
    return pieces


def _raws(text: str, pattern: re.Pattern[str]) -> list[Raw]:
    lowered = text.lower() if text.isascii() else ""  # elsewhere a letter may be two in lower case
    return [
        _tuple(Raw, (match.lastgroup, lowered[start:end] or plain(text[start:end]), start, end, is_capital))
        for match in pattern.finditer(text)
        for start, end in (match.span(),)
        for is_capital in (end - start > 1 and text[start].isupper(),)
    ]


def _piece(raws: list[Raw], index: int, words: Vocabulary) -> tuple[Piece, int]:
    raw = raws[index]
    phrase = _phrase(raws, index, words)
    attached = words.attached.get(raw.word)
    if attached and len(phrase.words if phrase else ()) < 2 and _touches_number(raws, index):
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
    word = raws[index].word
    following = raws[index + 1].word if index + 1 < len(raws) else ""
    for phrase in words.longer.get((word, following), ()):
        if _follows(raws, index, phrase.words) and not (phrase.joined and _is_apart(raws, index, phrase)):
            return phrase
    return words.alone.get(word)


def _follows(raws: list[Raw], index: int, words: tuple[str, ...]) -> bool:
    return tuple([raw.word for raw in raws[index : index + len(words)]]) == words


def _is_apart(raws: list[Raw], index: int, phrase: Phrase) -> bool:
    """Tell whether the words of a phrase have something between them."""
    written = raws[index : index + len(phrase.words)]
    return any(one.end != other.start for one, other in pairwise(written))


def _touches_number(raws: list[Raw], index: int) -> bool:
    before = raws[index - 1] if index else None
    return (
        before is not None
        and before.end == raws[index].start
        and before.shape in {"number", "clock", "dotted", "slash"}
    )


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
        owner = raw.word.removesuffix(words.possessive)
        return _piece([raw._replace(word=owner, end=raw.start + len(owner))], 0, words)
    return Piece(NAME if raw.capital else OTHER, raw.word, raw.start, raw.end), 1


def _ordinal_kind(value: int) -> str:
    return "first" if value <= LAST_CHOICE else "spoken_nth"


def _tens(raws: list[Raw], index: int, words: Vocabulary) -> tuple[Piece, int]:
    """Read "twenty", "twenty one", "twenty-first"."""
    raw, value = raws[index], words.tens[raws[index].word]
    after = index + 1
    if after < len(raws) and raws[after].word == "-":
        after += 1
    follower = raws[after] if after < len(raws) else None
    if follower and 0 < words.ones.get(follower.word, 0) < 10:
        value += words.ones[follower.word]
        return Piece(_number_kind(str(value), value), value, raw.start, follower.end, spoken=True), after - index + 1
    if follower and words.ordinals.get(follower.word, 10) < 10:
        value += words.ordinals[follower.word]
        return Piece("spoken_nth", value, raw.start, follower.end, spoken=True), after - index + 1
    return Piece(_number_kind(str(value), value), value, raw.start, raw.end, spoken=True), 1


def _shape(raw: Raw) -> Piece:
    match raw.shape:
        case "number":
            value = int(raw.word)
            return Piece(_number_kind(raw.word, value), value, raw.start, raw.end)
        case "clock":
            digits = re.findall(r"\d+", raw.word)
            # "330" before "pm" holds both the hour and the minutes.
            clock = digits if len(digits) > 1 else [raw.word[:-2], raw.word[-2:]]
            return Piece("clock_number", tuple(clock), raw.start, raw.end)
        case "slash" | "iso" | "dotted":
            return Piece(raw.shape, tuple(re.findall(r"\d+", raw.word)), raw.start, raw.end)
        case "nth":
            return Piece(raw.shape, int("".join(re.findall(r"\d", raw.word))), raw.start, raw.end)
        case _:
            return Piece(SIGNS.get(raw.word, OTHER), raw.word, raw.start, raw.end)


def _number_kind(text: str, value: int) -> str:
    """Return what a whole number may stand for, by its size and how it is written."""
    if len(text) == 4:
        is_year = 1900 <= value < 2200
        is_clock = value // 100 < 24 and value % 100 < 60
        return "year" if is_year else "military" if is_clock else "number"
    if len(text) == 2 and text < "10":
        return "padded" if value else "zeros"
    if len(text) > 2:
        return "number"
    bounds = ((0, "zero"), (9, "small"), (24, "teen"), (31, "later"), (59, "minutes"))
    return next((kind for bound, kind in bounds if value <= bound), "number")


@cache
def vocabulary(language: str) -> Vocabulary:
    """Return the words of `language`, sorted for cutting."""
    listed, counting = load(language, "when"), load(language, "numbers")
    shapes = _shapes(texts(listed["ordinal_endings"]))
    pattern = _compiled("|".join([_WORD, *shapes, _SIGN]))
    phrases: dict[str, list[Phrase]] = {}
    for kind, words in {**mapping(listed["words"]), HOLIDAY: listed["holidays"]}.items():
        for phrase in _phrases(kind, words, pattern):
            phrases.setdefault(phrase.words[0], []).append(phrase)
    attached = {
        phrase.words[0]: phrase
        for kind, words in mapping(listed["attached"]).items()
        for phrase in _phrases(kind, words, pattern)
    }
    ones, tens, ordinals = (numbers(counting[key]) for key in ("ones", "tens", "ordinals"))
    for ending in (word for word, phrase in attached.items() if phrase.kind == ISH):
        phrases.update(
            {f"{word}{ending}": [Phrase((f"{word}{ending}",), ISH_HOUR, hour)] for word, hour in ones.items()}
        )
    listing = [phrase for some in phrases.values() for phrase in some]
    return Vocabulary(
        pattern=pattern,
        with_addresses="|".join([*shapes, _WORD, _SIGN]),
        phrases={word: tuple(some) for word, some in phrases.items()},
        longer=_longer(listing),
        alone={phrase.words[0]: phrase for phrase in reversed(listing) if len(phrase.words) == 1},
        attached=attached,
        ones=ones,
        tens=tens,
        ordinals=ordinals,
        possessive=str(listed["possessive"]),
        known=frozenset([*phrases, *attached, *ones, *tens, *ordinals]),
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _longer(phrases: Iterable[Phrase]) -> dict[tuple[str, str], tuple[Phrase, ...]]:
    """Return the phrases of several words by the first two of them, the longest first."""
    found: dict[tuple[str, str], list[Phrase]] = {}
    for phrase in sorted(phrases, key=lambda phrase: -len(phrase.words)):
        if len(phrase.words) > 1:
            found.setdefault((phrase.words[0], phrase.words[1]), []).append(phrase)
    return {words: tuple(some) for words, some in found.items()}


def _shapes(ordinal_endings: list[str]) -> list[str]:
    """Return what cuts a text; every repetition is bounded or cannot overlap, so that cutting stays linear."""
    year = r"(?:\d{4}|\d{2})(?!\d)"
    shapes = {
        "opaque": r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,64}|https?://\S+|www\.\S+"  # addresses
        r"|[$€£¥#]\s?\d[\d,.]*|\d+(?:\.\d+)?\s?%|\d{1,3}(?:,\d{3})+(?!\d)"  # prices, numbers of things
        r"|\+\d[\d ().-]{6,20}\d|\(?\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}(?!\d)|\d{3}-\d{4}(?!\d)|\d{5,}",  # telephones
        "iso": r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)(?:[Tt](?=\d))?",
        "slash": rf"\d{{1,2}}-\d{{1,2}}-{year}|\d{{1,2}}\.\d{{1,2}}\.{year}|\d{{1,2}}/\d{{1,2}}/{year}"
        r"|\d{1,2}/\d{1,2}(?![\d/])|\d{1,2}/\d{4}(?!\d)",
        "clock": r"\d{1,2}(?::|[hH](?=\d\d))\d{2}(?::\d{2}(?!\d))?(?!\d)"
        r"|(?<!\d)\d{1,2}[0-5]\d(?=\s?[ap]\.?m\b|p\b)",
        "dotted": r"\d{1,2}\.\d{1,2}(?!\d)",
        "nth": rf"\d{{1,2}}\s?(?:{'|'.join(ordinal_endings)})(?!\w)",
        "number": r"\d+",
    }
    return [f"(?P<{shape}>{form})" for shape, form in shapes.items()]


def _phrases(kind: str, words: Words, pattern: re.Pattern[str]) -> list[Phrase]:
    pairs = mapping(words).items() if isinstance(words, dict) else ((word, word) for word in texts(words))
    return [
        Phrase(
            tuple(match.group().lower() for match in pattern.finditer(text)),
            kind,
            _meaning(str(meaning)),
            joined=text[0].isdigit() and " " not in text,
        )
        for text, meaning in pairs
    ]


def _meaning(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text
