"""Conversations, bookings, inbox and outbox, kept in SQLite or PostgreSQL behind one contract."""

from frontdesk.storage.store import Store, open_store
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable, Reason

__all__ = ["DatabaseUnusable", "Reason", "Store", "Unit", "open_store"]
