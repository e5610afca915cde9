"""Keeps whole what is spelled: in an address or a reference no part is a pause, a slip or a stutter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from frontdesk.language.readers.reference import is_given_out
from frontdesk.language.words import Token

_AT = "@"
_MIXED = re.compile(r"[^\W\d_]\d|\d[^\W\d_]{3}")
# An address, a code of letters and digits, what may be a reference. Each begins only where nothing of its kind stands
# before it, so that a long run is walked once.
_SPELLED = re.compile(
    r"(?<![\w.+'’-])[\w.+'’-]*@[\w.'’-]*\w"  # noqa: RUF001 - guests type curly apostrophes
    r"|(?<![^\W_])(?:[^\W\d_]{1,4}\d|(?:[^\W\d_]+\d+){2})[^\W_]*"
    r"|(?<![^\W_])(?P<reference>[^\W_]{8})(?![^\W_])"
)


def with_whole(pieces: Sequence[Token], text: str) -> Sequence[Token]:
    """Put the pieces of each address, code and reference together again: "er.wood@example.com", "er7h9qpx"."""
    if _AT not in text and _MIXED.search(text) is None:
        return pieces
    ends = {match.start(): match.end() for match in _SPELLED.finditer(text) if _is_spelled(match)}
    kept: list[Token] = []
    end = 0
    for piece in pieces:
        if piece.start in ends:
            end = ends[piece.start]
            kept.append(Token(text[piece.start : end], text[piece.start : end].lower(), piece.start, end))
        elif piece.start >= end:
            kept.append(piece)
    return kept if ends else pieces


def _is_spelled(match: re.Match[str]) -> bool:
    """Tell a reference from a word that is as long."""
    return match["reference"] is None or is_given_out(match["reference"])
