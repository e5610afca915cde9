"""Addresses of pages that say what they show, so that a view can be sent to a colleague; and reading them back."""

from __future__ import annotations

from urllib.parse import urlencode

from frontdesk.console.access.guard import At, TurnedAway

LONGEST = 100  # characters of a value in an address that are read
MOST = 2**62  # no number of a row is larger


def view(at: At, *parts: str, **shown: object) -> str:
    """Return the address of a page that shows just this; what is empty is left out."""
    given = {name: str(value) for name, value in shown.items() if value not in ("", None, 0)}
    return at.path(*parts) + (f"?{urlencode(given)}" if given else "")


def asked(at: At, name: str, otherwise: str = "") -> str:
    """Return what the address says of `name`."""
    return at.request.query_params.get(name, otherwise).strip()[:LONGEST]


def asked_number(at: At, name: str, otherwise: int = 0) -> int:
    """Return a number that the address holds; what is none counts as not given."""
    return number_in(asked(at, name)) or otherwise


def number_in(text: str) -> int:
    """Read the number of a row; 0 for anything else."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < len(str(MOST)) else 0
    return number if number < MOST else 0


def row_number(at: At, text: str) -> int:
    """Read the number of a row that a path names; there is nothing under anything else."""
    number = number_in(text)
    if not number:
        raise missing(at)
    return number


def missing(at: At) -> TurnedAway:
    """Say that there is nothing at an address, to somebody who is logged in."""
    return TurnedAway(404, "missing", at.room, at.person)
