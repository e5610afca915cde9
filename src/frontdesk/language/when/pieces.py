"""Small questions to ask of matched pieces: which one is of a kind, and what does it mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, get_args

from frontdesk.language.when.specs import Length, Unit
from frontdesk.language.when.tokens import Piece

T = TypeVar("T")


def find(pieces: Sequence[Piece], *kinds: str) -> Piece | None:
    """Return the first piece of one of `kinds`."""
    return next((piece for piece in pieces if piece.kind in kinds), None)


def integer(piece: Piece) -> int:
    """Return the number that `piece` means."""
    if not isinstance(piece.meaning, int):
        raise TypeError(f"{piece} is no number")
    return piece.meaning


def integers(pieces: Sequence[Piece], *kinds: str) -> list[int]:
    """Return the numbers of all pieces of `kinds`."""
    return [integer(piece) for piece in pieces if piece.kind in kinds]


def text_of(piece: Piece) -> str:
    """Return the name that `piece` means."""
    return str(piece.meaning)


def unit_of(piece: Piece) -> Unit:
    """Return the unit that `piece` means."""
    return Unit(str(piece.meaning))


def spec_of(piece: Piece, *unions: Any) -> Any:  # noqa: ANN401 - checked here against the union that is asked for
    """Return what `piece` means, which must be one of the types of `unions`."""
    types = tuple(kind for union in unions for kind in (get_args(union) or (union,)))
    if not isinstance(piece.meaning, types):
        raise TypeError(f"{piece} is none of {unions}")
    return piece.meaning


def length_of(pieces: Sequence[Piece]) -> Length:
    """Return the length of time among `pieces`."""
    found = find(pieces, "length")
    if found is None or not isinstance(found.meaning, Length):
        raise TypeError(f"no length among {pieces}")
    return found.meaning


def amounts(pieces: Sequence[Piece]) -> tuple[tuple[float, Unit], ...] | None:
    """Return each number with the unit that follows it."""
    found: list[tuple[float, Unit]] = []
    number: float | None = None
    for piece in pieces:
        match piece.kind:
            case "unit" | "night" if number is not None:
                found.append((number, unit_of(piece)))
                number = None
            case "a":
                number = 1.0
            case "dotted":
                number = float(".".join(str(part) for part in piece.meaning))  # type: ignore[union-attr] - dotted pieces mean their parts
            case _ if isinstance(piece.meaning, int):
                number = float(piece.meaning)
            case _:
                pass  # joins amounts
    return tuple(found) or None
