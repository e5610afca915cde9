"""How one phrase is worded: a text per try, and per channel style within a try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ANY = "any"  # the style that serves every channel without a text of its own


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of a phrase: the first is for the first try. Each maps a style, or `any`, to a template."""

    texts: tuple[Mapping[str, str], ...]
