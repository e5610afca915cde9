"""Makes what names no time: wishes, vague words, and sayings that only sound like time."""

from __future__ import annotations

from frontdesk.language.readers.when import pieces as ask
from frontdesk.language.readers.when.pieces import Pieces
from frontdesk.language.readers.when.specs import Unit, Wish, WishKind

SERIES = frozenset((Unit.WEEK, Unit.FORTNIGHT, Unit.MONTH))


def nothing(_: Pieces) -> str:
    """Take a saying out of the way."""
    return ""


def soonest(_: Pieces) -> Wish:
    """Read "the first available"."""
    return Wish(WishKind.SOONEST)


def anytime(_: Pieces) -> Wish:
    """Read "any time"."""
    return Wish(WishKind.ANYTIME)


def repeated(pieces: Pieces) -> Wish | None:
    """Read "every Tuesday", "every two weeks"; "every day" says how often and not when."""
    unit = ask.unit(pieces)
    return Wish(WishKind.REPEATED) if unit is None or unit in SERIES else None


def vague(_: Pieces) -> Wish:
    """Read "later", "soon"."""
    return Wish(WishKind.VAGUE)
