"""Grows pieces together by the forms of a language: rows of kinds, matched as a regular expression over kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from frontdesk.language.lexicon import load
from frontdesk.language.when.build import BUILDERS
from frontdesk.language.when.tokens import NAME, OTHER, SKIP, Meaning, Piece

Builder: TypeAlias = Callable[[Sequence[Piece]], Meaning | None]

_BRACKET = re.compile(r"\[((?:\{\w+\})+)\]")
_NAME = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Form:
    """One row of kinds, the kind it makes, and how."""

    kind: str
    build: Builder
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Layer:
    """Forms that are tried together; `pattern` is all of them at once."""

    forms: tuple[Form, ...]
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """All layers of a language, applied one after the other, and the letter that stands for each kind."""

    layers: tuple[Layer, ...]
    letters: dict[str, str]
    hollow: frozenset[str]


def grow(pieces: list[Piece], grammar: Grammar) -> list[Piece]:
    """Return `pieces` with everything grown together that a form of `grammar` describes."""
    if all(piece.kind in grammar.hollow for piece in pieces):
        return []
    for layer in grammar.layers:
        pieces = _apply(pieces, layer, grammar.letters)
    return pieces


def _apply(pieces: list[Piece], layer: Layer, letters: dict[str, str]) -> list[Piece]:
    kinds = "".join([letters[piece.kind] for piece in pieces])
    grown: list[Piece] = []
    done = place = 0
    while match := layer.pattern.search(kinds, place):
        piece, end = _build(pieces, kinds, match, layer)
        if piece is None:
            place = match.start() + 1
            continue
        grown.extend(pieces[done : match.start()])
        grown.append(piece)
        done = place = end
    grown.extend(pieces[done:])
    return grown


def _build(pieces: list[Piece], kinds: str, match: re.Match[str], layer: Layer) -> tuple[Piece | None, int]:
    """Build the first form that fits here and accepts the pieces; a builder may refuse."""
    start, first = match.start(), (match.lastindex or 1) - 1
    for form in layer.forms[first:]:
        fit = match if form is layer.forms[first] else form.pattern.match(kinds, start)
        if fit is None or fit.end() == start:
            continue
        parts = pieces[start : fit.end()]
        meaning = form.build(parts)
        if meaning is not None:
            return Piece(form.kind, meaning, parts[0].start, parts[-1].end), fit.end()
    return None, start


@lru_cache(maxsize=None)
def grammar(language: str) -> Grammar:
    """Return the forms of `language`, compiled."""
    listed = load(language, "when")
    rows = [[(str(kind), str(name), str(form)) for kind, name, form in layer] for layer in listed["forms"]]
    sets = {name: [str(member) for member in members] for name, members in listed["sets"].items()}
    names = {name for layer in rows for _, _, form in layer for name in _NAME.findall(form)}
    kinds = sorted({*(kind for layer in rows for kind, _, _ in layer), *names, *_members(sets), *_basic(), *listed["words"], *listed["attached"]} - set(sets))
    letters = {kind: chr(0xE000 + number) for number, kind in enumerate(kinds)}
    return Grammar(tuple(_layer(layer, letters, sets) for layer in rows), letters, frozenset(_flat("hollow", sets)))


def _basic() -> set[str]:
    shapes = {"clock_number", "dotted", "slash", "iso", "nth", "first", "spoken_nth", "second", "holiday"}
    numbers = {"zero", "zeros", "one", "padded", "small", "teen", "later", "minutes", "number", "year", "military"}
    return shapes | numbers | {"comma", "dot", "mark", "dash", "solidus", NAME, OTHER, SKIP}


def _flat(name: str, sets: dict[str, list[str]]) -> list[str]:
    """Return the kinds of a set, with the sets in it opened."""
    return [kind for member in sets[name] for kind in _flat(member, sets)] if name in sets else [name]


def _members(sets: dict[str, list[str]]) -> set[str]:
    return {member for members in sets.values() for member in members}


def _layer(rows: list[tuple[str, str, str]], letters: dict[str, str], sets: dict[str, list[str]]) -> Layer:
    patterns = [_translate(form, letters, sets) for _, _, form in rows]
    forms = tuple(
        Form(kind, BUILDERS[name], re.compile(pattern)) for (kind, name, _), pattern in zip(rows, patterns, strict=True)
    )
    return Layer(forms, re.compile("|".join(f"({pattern})" for pattern in patterns)))


def _translate(form: str, letters: dict[str, str], sets: dict[str, list[str]]) -> str:
    """Write a form as a regular expression over the letters of its kinds."""

    def members(name: str) -> str:
        return "".join(letters[kind] for kind in _flat(name, sets))

    form = _BRACKET.sub(lambda found: "[" + "".join(map(members, _NAME.findall(found.group(1)))) + "]", form)
    return _NAME.sub(lambda found: f"[{members(found.group(1))}]", form)
