"""Grows pieces together by the forms of a language: rows of kinds, matched as a regular expression over kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import ascii_letters

from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.when.build import BUILDERS, Builder
from frontdesk.language.readers.when.listed import mapping, text_lists, texts
from frontdesk.language.readers.when.tokens import HOLIDAY, ISH_HOUR, NAME, OTHER, SIGNS, SKIP, Piece, vocabulary
from frontdesk.language.words import tokens

_BRACKET = re.compile(r"\[((?:\{[a-z]\w*\})+)\]")
_NAME = re.compile(r"\{([a-z]\w*)\}")  # {2} is a repetition
# Kinds are written as letters: first those below 256, over which a pattern is compiled in a third of the time.
_LETTERS = (*ascii_letters, *map(chr, range(0xA1, 0x1000)))
# The kinds that the cutter makes by itself.
BASIC = {
    *("clock_number", "dotted", "slash", "iso", "nth", "first", "spoken_nth"),
    *("zero", "zeros", "one", "padded", "small", "teen", "later", "minutes", "number", "year", "military"),
    *SIGNS.values(),
    *(HOLIDAY, NAME, OTHER, SKIP, ISH_HOUR),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A form as the word list writes it."""

    kind: str
    builder: str
    form: str


@dataclass(frozen=True, slots=True)
class Form:
    """One row of kinds, the kind it makes, and how."""

    kind: str
    build: Builder
    pattern: str  # compiled when first tried alone: most never are, and there are many


@dataclass(frozen=True, slots=True)
class Layer:
    """Forms that are tried together; `pattern` is all of them at once."""

    forms: tuple[Form, ...]
    pattern: str  # compiled when a time is first read


@dataclass(frozen=True, slots=True)
class Grammar:
    """All layers of a language, applied one after the other, and the letter that stands for each kind."""

    layers: tuple[Layer, ...]
    letters: dict[str, str]
    hollow: frozenset[str]


def grow(pieces: list[Piece], grammar: Grammar) -> list[Piece]:
    """Return `pieces` with everything grown together that a form of `grammar` describes."""
    if grammar.hollow.issuperset([piece.kind for piece in pieces]):
        return []
    kinds = _letters(pieces, grammar)
    for layer in grammar.layers:
        grown = _apply(pieces, kinds, layer)
        if grown is not pieces:
            pieces, kinds = grown, _letters(grown, grammar)
    return pieces


def _letters(pieces: list[Piece], grammar: Grammar) -> str:
    letters = grammar.letters
    return "".join([letters[piece.kind] for piece in pieces])


def _apply(pieces: list[Piece], kinds: str, layer: Layer) -> list[Piece]:
    """Return the pieces with what one layer describes grown together; the very same where that is nothing."""
    grown: list[Piece] = []
    done = place = 0
    pattern = _compiled(layer.pattern)
    while match := pattern.search(kinds, place):
        piece, end = _build(pieces, kinds, match, layer)
        if piece is None:
            place = match.start() + 1
            continue
        grown.extend(pieces[done : match.start()])
        grown.append(piece)
        done = place = end
    return [*grown, *pieces[done:]] if done else pieces


def _build(pieces: list[Piece], kinds: str, match: re.Match[str], layer: Layer) -> tuple[Piece | None, int]:
    """Build the first form that fits here and accepts the pieces; a builder may refuse."""
    start, first = match.start(), (match.lastindex or 1) - 1
    for form in layer.forms[first:]:
        fit = match if form is layer.forms[first] else _compiled(form.pattern).match(kinds, start)
        if fit is None or fit.end() == start:
            continue
        parts = pieces[start : fit.end()]
        meaning = form.build(parts)
        if meaning is not None:
            return Piece(form.kind, meaning, parts[0].start, parts[-1].end), fit.end()
    return None, start


@cache
def grammar(language: str) -> Grammar:
    """Return the forms of `language`, compiled."""
    listed = load(language, "when")
    sets = text_lists(listed["sets"])
    rows = [[_row(row) for row in layer] for layer in listed["forms"]]
    rows[0][:0] = [_row(row) for row in listed["own_forms"]]
    named = {name for layer in rows for row in layer for name in _NAME.findall(row.form)}
    made = {row.kind for layer in rows for row in layer}
    grouped = {member for some in sets.values() for member in some}
    words = {*mapping(listed["words"]), *mapping(listed["attached"])}
    kinds = sorted((named | made | grouped | words | BASIC) - set(sets))
    letters = dict(zip(kinds, _LETTERS, strict=False))
    hollow = frozenset(_flat("hollow", sets))
    members = {name: "".join(letters[kind] for kind in _flat(name, sets)) for name in (*kinds, *sets)}
    return Grammar(tuple(_layer(layer, members) for layer in rows), letters, hollow)


@cache
def telling(language: str) -> frozenset[str]:
    """Return a word of each phrase that is not hollow: a text with none of them, and with no digit, says no time."""
    words, hollow = vocabulary(language), grammar(language).hollow
    phrases = [phrase for some in words.phrases.values() for phrase in some if phrase.kind not in hollow]
    cut = [[token.plain for token in tokens(" ".join(phrase.words))] for phrase in phrases]
    cut = [pieces for pieces in cut if not any(map(str.isdecimal, pieces))]  # those have a digit
    # Of words of one length the last tells more: "a m".
    longest = [max(reversed(pieces), key=lambda word: (len(word), word.isalnum())) for pieces in cut]
    return frozenset([*longest, *words.ones, *words.tens, *words.ordinals])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _row(words: Words) -> Row:
    kind, builder, form = texts(words)
    return Row(kind, builder, form)


def _flat(name: str, sets: dict[str, list[str]]) -> list[str]:
    """Return the kinds of a set, with the sets in it opened."""
    return [kind for member in sets[name] for kind in _flat(member, sets)] if name in sets else [name]


def _layer(rows: list[Row], members: Mapping[str, str]) -> Layer:
    patterns = [_translate(row.form, members) for row in rows]
    forms = tuple(Form(row.kind, BUILDERS[row.builder], pattern) for row, pattern in zip(rows, patterns, strict=True))
    return Layer(forms, "|".join(f"({pattern})" for pattern in patterns))


def _translate(form: str, members: Mapping[str, str]) -> str:
    """Write a form as a regular expression over the letters of its kinds."""
    form = _BRACKET.sub(lambda found: "[" + "".join(members[name] for name in _NAME.findall(found[1])) + "]", form)
    return _NAME.sub(lambda found: f"[{members[found[1]]}]", form)
