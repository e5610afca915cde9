"""What the actions of a business are made of: `from frontdesk.desk.kit import action, Here, Taken`."""

from __future__ import annotations

from frontdesk.desk.actions.ledger import NewBooking
from frontdesk.desk.actions.marking import action, kind, placeholder
from frontdesk.desk.actions.outcomes import (
    Failed,
    Invalid,
    NoSuccess,
    Nothing,
    Refused,
    Taken,
    Unavailable,
    Unknown,
)
from frontdesk.desk.actions.surroundings import Away, Here
from frontdesk.dialogue.values import Anytime, Days, Item, Moments, Money, Record, Soonest, Times, Value
from frontdesk.scheduling.spans import Span
from frontdesk.storage.rows import BookingRow as Booking

__all__ = [
    "Anytime",
    "Away",
    "Booking",
    "Days",
    "Failed",
    "Here",
    "Invalid",
    "Item",
    "Moments",
    "Money",
    "NewBooking",
    "NoSuccess",
    "Nothing",
    "Record",
    "Refused",
    "Soonest",
    "Span",
    "Taken",
    "Times",
    "Unavailable",
    "Unknown",
    "Value",
    "action",
    "kind",
    "placeholder",
]
