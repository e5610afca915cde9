"""Small questions to ask of matched pieces: which one is of a kind, and what does it mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from frontdesk.language.readers.when.specs import Clock, Day, Hours, Length, Part, Span, Unit
from frontdesk.language.readers.when.tokens import Meaning, Piece

Pieces: TypeAlias = Sequence[Piece]

MONTHS = ("month", "maybe_month")
WEEKDAYS = ("weekday", "maybe_weekday")
ORDINALS = ("nth", "first", "second", "spoken_nth")
DAY_NUMBERS = ("small", "padded", "teen", "later", *ORDINALS)
COUNTS = ("one", "small", "padded", "teen", "later", "minutes", "number")
HOURS = ("zero", "one", "small", "padded", "teen", "ish_hour")
MINUTES = ("zero", "zeros", "one", "small", "padded", "teen", "later", "minutes")
PARTS = ("part", "night_part", "night", "meal")
UNITS = ("unit", "night")


def find(pieces: Pieces, *kinds: str) -> Piece | None:
    """Return the first piece of one of `kinds`."""
    return next((piece for piece in pieces if piece.kind in kinds), None)


def has(pieces: Pieces, *kinds: str) -> bool:
    """Tell whether a piece is of one of `kinds`."""
    return any(piece.kind in kinds for piece in pieces)


def numbers(pieces: Pieces, *kinds: str) -> list[int]:
    """Return the numbers of all pieces of `kinds`."""
    return [piece.meaning for piece in pieces if piece.kind in kinds and isinstance(piece.meaning, int)]


def number(pieces: Pieces, *kinds: str) -> int | None:
    """Return the first number of a piece of `kinds`."""
    return next(iter(numbers(pieces, *kinds)), None)


def digits(pieces: Pieces, *kinds: str) -> tuple[str, ...]:
    """Return the runs of digits of the first piece of `kinds`, such as 3:30 or 12/5."""
    meaning = next((piece.meaning for piece in pieces if piece.kind in kinds), ())
    return meaning if isinstance(meaning, tuple) else ()


def name(pieces: Pieces, *kinds: str) -> str | None:
    """Return the name that the first piece of `kinds` stands for in the word list."""
    return next((piece.meaning for piece in pieces if piece.kind in kinds and isinstance(piece.meaning, str)), None)


def unit(pieces: Pieces) -> Unit | None:
    """Return the first unit of time."""
    named = name(pieces, *UNITS)
    return Unit(named) if named else None


def day(pieces: Pieces) -> Day | None:
    """Return the first day that was already read."""
    return next((piece.meaning for piece in pieces if isinstance(piece.meaning, Day)), None)


def span(pieces: Pieces) -> Span | None:
    """Return the first span of days that was already read."""
    return next((piece.meaning for piece in pieces if isinstance(piece.meaning, Span)), None)


def edges(pieces: Pieces) -> list[Day | Span]:
    """Return all days and spans, in order: the ends of a range."""
    return [piece.meaning for piece in pieces if isinstance(piece.meaning, Day | Span)]


def length(pieces: Pieces) -> Length | None:
    """Return the first length of time that was already read."""
    return next((piece.meaning for piece in pieces if isinstance(piece.meaning, Length)), None)


def hours(pieces: Pieces) -> Hours | None:
    """Return the first range of hours that was already read."""
    return next((piece.meaning for piece in pieces if isinstance(piece.meaning, Hours)), None)


def part(pieces: Pieces) -> Part | None:
    """Return the first part of the day, already read or still a word."""
    read = next((piece.meaning for piece in pieces if isinstance(piece.meaning, Part)), None)
    named = name(pieces, *PARTS)
    return read or (Part(named) if named else None)


def clocks(pieces: Pieces) -> list[Clock]:
    """Return all clock times, in order; bare hours count."""
    return [clock for piece in pieces if (clock := as_clock(piece))]


def as_clock(piece: Piece) -> Clock | None:
    """Return the clock time of a clock, an hour, 1030, or a name such as noon."""
    match piece.meaning:
        case Clock() as known:
            return known
        case int(value) if piece.kind in HOURS:
            return Clock(value, sure=value > 12 or value == 0)
        case int(value) if piece.kind == "military":
            return Clock(value // 100, value % 100, sure=True)
        case str(text) if piece.kind in {"noon", "after_hours", "before_hours"}:
            hour, minute = text.split(":")
            return Clock(int(hour), int(minute), sure=True)
        case _:
            return None


def same(pieces: Pieces) -> Meaning | None:
    """Keep what is already read; the words around it change nothing."""
    return next((piece.meaning for piece in pieces if not isinstance(piece.meaning, int | str | tuple)), None)
