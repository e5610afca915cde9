"""Reads and fills the templates of replies: `{slot}`, `{slot?}`, `{slot:form}` and `[ optional parts {slot?}]`.

A part in square brackets is left out when a value inside is missing; brackets around no value are just brackets.
What is filled in is never read as a template again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

_MARK = re.compile(r"\{\{|\}\}|\{(?P<name>\w+)(?::(?P<form>\w+))?(?P<optional>\?)?\}|\[|\]")
_HOLE, _SENTENCE = "\x00", "\x01"  # no value has them: they are marks of `fill` alone
_ENDS = re.compile(r"(?<=[.!?])(?=\s|$)|(?<=\n)")


@dataclass(frozen=True, slots=True)
class Blank:
    """A place for a value, and the form it is said in: `{start:time}` says only the time of a moment."""

    name: str
    form: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is left out when a value inside is missing."""

    pieces: tuple[Piece, ...]


Piece: TypeAlias = "str | Blank | Part"
Template: TypeAlias = tuple[Piece, ...]
ValueOf: TypeAlias = Callable[[Blank], str | None]


class MissingValueError(LookupError):
    """A template needs a value that was not given: the flow or the phrase is wrong, not the guest."""


@lru_cache(maxsize=4096)
def parse(text: str) -> Template:
    """Read `text` as a template. Every text is one: what has no meaning stands for itself."""
    bad_bracketss: list[list[Piece]] = [[]]
    place = 0
    for mark in _MARK.finditer(text):
        bad_bracketss[-1].append(text[place : mark.start()])
        place = mark.end()
        _take(mark, bad_bracketss)
    bad_bracketss[-1].append(text[place:])
    while len(bad_bracketss) > 1:
        unclosed = bad_bracketss.pop()
        bad_bracketss[-1] += ["[", *unclosed]
    return tuple(piece for piece in bad_bracketss[0] if piece)


def _take(mark: re.Match[str], bad_bracketss: list[list[Piece]]) -> None:
    sign = mark.group()
    if mark["name"]:
        bad_bracketss[-1].append(Blank(mark["name"], mark["form"] or "", bool(mark["optional"])))
    elif sign == "[":
        bad_bracketss.append([])
    elif sign == "]" and len(bad_bracketss) > 1:
        inside = bad_bracketss.pop()
        has_value = any(isinstance(piece, Blank) for piece in inside)
        bad_bracketss[-1] += [Part(tuple(inside))] if has_value else ["[", *inside, "]"]
    else:
        bad_bracketss[-1].append(sign[0])


def blanks(template: Sequence[Piece]) -> Iterator[Blank]:
    """Give every blank of `template`, those in optional parts too."""
    for piece in template:
        if isinstance(piece, Blank):
            yield piece
        elif isinstance(piece, Part):
            yield from blanks(piece.pieces)


def fill(template: Sequence[Piece], value_of: ValueOf) -> str:
    """Fill in the values. A value that is missing leaves its part out; without a part it must be optional.

    A sentence that has words before such a hole says nothing without it, and is left out as well.
    """
    text = _filled(template, value_of)
    if _HOLE not in text:
        return text.replace(_SENTENCE, "")
    sentences = (sentence.removeprefix(_HOLE) for sentence in text.lstrip().split(_SENTENCE))
    return "".join(sentence for sentence in sentences if _HOLE not in sentence)


def _filled(template: Sequence[Piece], value_of: ValueOf) -> str:
    """Fill in the values, with a mark at every hole, and at the end of every sentence of the template."""
    text = ""
    for piece in template:
        match piece:
            case str():
                # A value that ends its own sentence needs no second full stop.
                own = piece[1:] if text.endswith(".") and piece.startswith(".") else piece
                text += _ENDS.sub(_SENTENCE, own)
            case Part(pieces):
                if all(value_of(blank) for blank in pieces if isinstance(blank, Blank)):
                    text += _filled(pieces, value_of)
            case Blank():
                text = _with_value(text, piece, value_of(piece))
    return text


def _with_value(text: str, blank: Blank, said: str | None) -> str:
    if said:
        # "${price}" is a natural thing to write, and so is a price that brings its own sign, or its own words.
        has_sign = bool(text) and unicodedata.category(text[-1]) == "Sc"
        brings_own = has_sign and not said[0].isdecimal()
        return (text[:-1] if brings_own else text) + said
    if blank.optional and said is None:
        return text + _HOLE
    if said is not None:  # "as soon as you can" leads to no words: the space before it goes too
        return text.rstrip(" ")
    raise MissingValueError(f"there is no value for {{{blank.name}}}")
