"""A hotel's ERP, over a small protocol of our own: one bulk read, one optional write, a client and a simulator."""

from frontdesk.calendars.erp.client import Erp
from frontdesk.calendars.erp.protocol import (
    ErpNight,
    Flaw,
    Inventory,
    InventoryOutcome,
    RefusedAnswer,
    Reservation,
    Unreachable,
    WantedNights,
    WriteInvalid,
    WriteOutcome,
    WriteRefused,
    WriteUnknown,
    Written,
)

__all__ = [
    "Erp",
    "ErpNight",
    "Flaw",
    "Inventory",
    "InventoryOutcome",
    "RefusedAnswer",
    "Reservation",
    "Unreachable",
    "WantedNights",
    "WriteInvalid",
    "WriteOutcome",
    "WriteRefused",
    "WriteUnknown",
    "Written",
]
