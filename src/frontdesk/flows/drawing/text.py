"""How much room a text takes in a picture: no font is at hand, so widths are estimates on the safe side."""

from __future__ import annotations

import unicodedata

_NARROW = frozenset("ijltfrI.,:;'|!()[]{}- \"")
_BROAD = frozenset("mwMW@%&")


def width_of(text: str, size: float) -> float:
    """Return about how wide `text` is in letters of `size`."""
    return round(sum(map(_share, text)) * size, 1)


def _share(letter: str) -> float:
    """Return the width of a letter as a share of its size."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in _NARROW:
        return 0.38
    if letter in _BROAD:
        return 0.92
    return 0.68 if letter.isupper() else 0.6


def wrapped(text: str, size: float, width: float, lines: int) -> tuple[str, ...]:
    """Break `text` into at most `lines` lines of `width`; what does not fit is left out, and an ellipsis says so."""
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and width_of(longer, size) <= width:
            found[-1] = longer
        else:
            found.append(word)
    kept = [_cut(line, size, width) for line in found[:lines]]
    if len(found) > lines:
        kept[-1] = _cut(f"{kept[-1]} \u2026", size, width)
    return tuple(kept)


def _cut(line: str, size: float, width: float) -> str:
    if width_of(line, size) <= width:
        return line
    kept = line.removesuffix("\u2026").rstrip()
    while kept and width_of(f"{kept}\u2026", size) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}\u2026"
