"""A tokenizer small enough to read: every word and every sign is a piece of its own."""

import re
from dataclasses import dataclass, field

_PIECE = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one text."""

    ids: list[int]
    offsets: list[tuple[int, int]]


@dataclass(slots=True)
class WordPieces:
    """Numbers pieces as they come; the two special ones are there from the beginning."""

    numbers: dict[str, int] = field(default_factory=lambda: {"[CLS]": 1, "[SEP]": 2})

    def encode(self, sequence: str, *, add_special_tokens: bool) -> Pieces:
        assert not add_special_tokens
        found = list(_PIECE.finditer(sequence))
        ids = [self.numbers.setdefault(piece[0].lower(), len(self.numbers) + 1) for piece in found]
        return Pieces(ids, [piece.span() for piece in found])

    def token_to_id(self, token: str) -> int | None:
        return self.numbers.get(token)
