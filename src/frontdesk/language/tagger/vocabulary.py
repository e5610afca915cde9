"""The words that the model knows whole: nobody mistyped those."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

_TOKENIZER = Path(__file__).with_name("model") / "tokenizer.json"
_SHORTEST = 3  # letters


@cache
def known_words() -> frozenset[str]:
    """Return the words of the shipped model's vocabulary, also of use where the model is not asked."""
    pieces = json.loads(_TOKENIZER.read_text(encoding="utf-8"))["model"]["vocab"]
    return frozenset(piece for piece in pieces if piece.isalpha() and len(piece) >= _SHORTEST)
