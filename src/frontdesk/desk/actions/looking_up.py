"""Looks a booking up by its reference and the phone it was made with; whoever keeps guessing has to wait."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import timedelta

from frontdesk.desk.actions.calls import Call
from frontdesk.scheduling.spans import in_utc
from frontdesk.storage.rows import BookingRow

MOST_GUESSES = 10  # wrong pairs of one guest, or from one address
WITHIN = timedelta(hours=1)


class TooManyGuesses(Exception):  # noqa: N818 - what is the case; the desk tells the guest, and leaves it to staff
    """This guest, or this address, has asked for too many references that are not theirs."""


def by_reference_and_phone(call: Call, reference: str, phone: str) -> BookingRow | None:
    """Return the booking with this reference if it was made with this phone: both, or nothing.

    Raises `TooManyGuesses`, also for a right pair, so that an answer tells a guesser nothing.
    """
    guessers, before = tuple(_guessers(call)), in_utc(call.now) - WITHIN
    guesses, business = call.unit.guesses, call.business.id
    if any(guesses.since(business, each, before) >= MOST_GUESSES for each in guessers):
        raise TooManyGuesses
    row = call.unit.bookings.by_reference(business, reference.upper())
    if row is not None and row.phone == phone:
        return row
    for each in guessers:
        guesses.add(business, each, call.now, before)
    return None


def _guessers(call: Call) -> Iterator[str]:
    """Give what a guesser is counted by, as digests: the guest, and where the message came from."""
    if call.visitor.guest:  # or nobody was kept, and it says nothing
        yield _digest(f"guest {call.visitor.guest}")
    address = call.visitor.address or call.visitor.phone
    if address is not None:
        yield _digest(f"address {address}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
