"""References of bookings: short, hard to guess, and of letters that are not mistaken for each other."""

from __future__ import annotations

import secrets

# No 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V: read over the phone or off a screen, each is only itself.
ALPHABET = "ACDEFGHJKMNPQRTVWXY34679"
LENGTH = 8


def fresh_reference(prefix: str = "") -> str:
    """Draw a reference: one of a hundred thousand million, and never a mere word or a mere number."""
    code = _drawn()
    while code.isalpha() or code.isdecimal():
        code = _drawn()
    return prefix + code


def _drawn() -> str:
    number = secrets.randbelow(len(ALPHABET) ** LENGTH)  # at once: every draw is a call of the operating system
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)
