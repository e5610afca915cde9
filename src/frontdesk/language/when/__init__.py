"""Reads when: days, times, moments, ranges and lengths of time, out of what a guest wrote or said."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.language.reading import Context, Found
from frontdesk.language.when.grammar import grammar, grow
from frontdesk.language.when.output import as_json, parts
from frontdesk.language.when.resolve import When, resolve
from frontdesk.language.when.say import say
from frontdesk.language.when.specs import Clock, Day, DayHours, Hours, Moment, Part
from frontdesk.language.when.tokens import Piece, cut, vocabulary

__all__ = ["When", "as_json", "parts", "read", "say"]

SAID = frozenset(
    "day span days clock daypart hours moment moments length soonest anytime vague".split()
)


def read(text: str, context: Context) -> tuple[Found[When | None], ...]:
    """Return every time that `text` says, in order; a value with a problem must not be used without asking."""
    pieces = cut(text, vocabulary(context.language))
    grown = [piece for piece in grow(pieces, grammar(context.language)) if piece.kind in SAID]
    return tuple(_found(piece, text, context) for piece in _belonging(grown))


def _found(piece: Piece, text: str, context: Context) -> Found[When | None]:
    value, problem = resolve(piece.meaning, context)  # type: ignore[arg-type] - said pieces mean specs
    return Found(value, text[piece.start : piece.end], piece.start, piece.end, problem)


def _belonging(pieces: list[Piece]) -> list[Piece]:
    """Put times on the only day of the message, and drop what is vague beside what is not."""
    said = [piece for piece in pieces if piece.kind != "vague"] or pieces
    days = {day for piece in said if (day := _day_of(piece))}
    if len(days) != 1 or any(piece.kind == "days" for piece in said):
        return said
    return [_on_day(piece, *days) for piece in said]


def _day_of(piece: Piece) -> Day | None:
    match piece.meaning:
        case Moment(day=day) | DayHours(day=day):
            return day
        case day if piece.kind == "day":
            return day  # type: ignore[return-value] - pieces of kind day mean days
        case _:
            return None


def _on_day(piece: Piece, day: Day) -> Piece:
    match piece.meaning:
        case Clock() as clock:
            return replace(piece, meaning=Moment(day, clock))
        case Part() | Hours() as hours:
            return replace(piece, meaning=DayHours(day, hours))
        case _:
            return piece
