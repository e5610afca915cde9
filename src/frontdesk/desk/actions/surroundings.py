"""What an action of a business may know and use beside its arguments, if it asks for it as its first parameter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from frontdesk.desk.actions.ledger import Ledger
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Item, Value
from frontdesk.scheduling.business import Business


@dataclass(frozen=True, slots=True)
class Here:
    """For an inside action: it runs in the turn's own transaction and may book."""

    now: datetime  # in the zone of the business
    business: Business
    guest: Visitor
    folder: Path  # of the business: where its data files are
    bookings: Ledger
    calendar_down: bool = False  # what is booked elsewhere cannot be asked right now
    ruled_out: tuple[Value, ...] = ()  # what the guest does not want, each by itself

    def name_of(self, item: Item) -> str:
        """Return what guests call something from the catalogue."""
        return name_of(self.business, item)


@dataclass(frozen=True, slots=True)
class Away:
    """For an outside action: no transaction is open, and `key` names this very call to the other side."""

    now: datetime  # in the zone of the business
    business: Business
    guest: Visitor
    folder: Path
    key: str

    def name_of(self, item: Item) -> str:
        """Return what guests call something from the catalogue."""
        return name_of(self.business, item)


def name_of(business: Business, item: Item) -> str:
    """Return what guests call something from the catalogue of a business."""
    entry = business.services.get(item.id) if item.kind == "service" else business.entry(item.kind, item.id)
    return entry.name if entry else item.id
