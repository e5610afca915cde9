"""The second factor: codes that a phone shows for half a minute each, and codes on paper for a lost phone."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from datetime import datetime

import pyotp
import segno

from frontdesk.storage.rows import Account
from frontdesk.storage.unit import Unit

PERIOD = 30  # seconds for which a code is shown
LATE = 1  # periods: clocks differ, and typing takes time
CODES = 8  # on paper
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for others


def is_secret(text: str) -> bool:
    """Say whether a text can have been drawn here: it comes back by way of a page."""
    return re.fullmatch(r"[A-Z2-7]{32}", text) is not None


def new_secret() -> str:
    """Draw a secret."""
    return pyotp.random_base32()


def address(secret: str, login: str, business: str) -> str:
    """Return what a phone reads from the square."""
    return pyotp.TOTP(secret).provisioning_uri(login, business)


def square(secret: str, login: str, business: str) -> str:
    """Return the square that a phone photographs, as an SVG picture."""
    made = segno.make(address(secret, login, business), error="m")
    return str(made.svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True))


def step_of(secret: str, code: str, at: datetime) -> int | None:
    """Return the step of time that a code belongs to; None if it is wrong or old."""
    typed, now = code.replace(" ", ""), int(at.timestamp()) // PERIOD
    totp = pyotp.TOTP(secret)
    for step in range(now - LATE, now + LATE + 1):
        if hmac.compare_digest(totp.generate_otp(step).encode(), typed.encode("utf-8", "replace")):
            return step
    return None


def new_codes() -> tuple[str, ...]:
    """Draw the codes for paper."""
    return tuple("-".join(_drawn() for _ in range(2)) for _ in range(CODES))


def _drawn() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(5))


def kept_codes(codes: tuple[str, ...]) -> str:
    """Return what is kept of codes on paper."""
    return json.dumps([_digest(code) for code in codes])


def takes_code(unit: Unit, account: Account, code: str, at: datetime) -> bool:
    """Take a code of the phone or of the paper, once; False if it is wrong, or was taken."""
    if account.totp_secret is None:
        return True
    step = step_of(account.totp_secret, code, at)
    if step is not None:
        return unit.accounts.take_step(account.id, step)
    before = account.recovery or "[]"
    left = json.loads(before)
    if _digest(code) not in left:
        return False
    left.remove(_digest(code))
    return unit.accounts.take_recovery(account.id, before, json.dumps(left))


def _digest(code: str) -> str:
    plain = code.strip().casefold().replace(" ", "").replace("-", "")
    return hashlib.sha256(f"recovery {plain}".encode("utf-8", "replace")).hexdigest()
