"""Makes what names no time: wishes, vague words, and sayings that only sound like time."""

from __future__ import annotations

from frontdesk.language.when.pieces import Pieces
from frontdesk.language.when.specs import Wish, WishKind


def nothing(_: Pieces) -> str:
    """Take a saying out of the way."""
    return ""


def soonest(_: Pieces) -> Wish:
    """Read "the first available"."""
    return Wish(WishKind.SOONEST)


def anytime(_: Pieces) -> Wish:
    """Read "any time"."""
    return Wish(WishKind.ANYTIME)


def vague(_: Pieces) -> Wish:
    """Read "later", "soon"."""
    return Wish(WishKind.VAGUE)
