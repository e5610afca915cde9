"""Passwords, kept as Argon2 hashes. Checking one takes a twentieth of a second of a core, so it is done in a thread."""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST, LONGEST = 10, 200  # characters

_hasher = PasswordHasher()


class PoorPassword(ValueError):  # noqa: N818 - what is the case with it
    """A password that is not taken; the text says why."""


def good_password(password: str, *names: str) -> str:
    """Return a password that may be used; what is easily guessed is refused."""
    if len(password) < SHORTEST:
        raise PoorPassword(f"A password has at least {SHORTEST} characters: three or four words that you like will do.")
    if len(password) > LONGEST:
        raise PoorPassword(f"A password has at most {LONGEST} characters.")
    if len(set(password)) < SHORTEST // 2:
        raise PoorPassword("This is too plain: use more different characters.")
    if any(name and name.casefold() in password.casefold() for name in names):
        raise PoorPassword("A password does not hold the name of who uses it or of the business.")
    return password


def hashed(password: str) -> str:
    """Return what is kept of a password."""
    return _hasher.hash(password)


async def hashed_apart(password: str) -> str:
    """Return what is kept of a password, without holding up guests."""
    return await asyncio.to_thread(hashed, password)


async def is_password(password: str, kept: str | None) -> bool:
    """Say whether this is the password; it takes as long where there is no account."""
    return await asyncio.to_thread(_verify, password[: LONGEST + 1], kept or _nobody())


def _verify(password: str, kept: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """Return what would be kept for somebody whom there is not; made at the first need, as it takes a while."""
    return hashed("nobody has this password")
