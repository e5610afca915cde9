"""A calendar on any CalDAV server: looked at, written and looked up, with honest outcomes and no surprises."""

from frontdesk.calendars.caldav.client import CalDav
from frontdesk.calendars.caldav.protocol import (
    Absent,
    CalDavOutcome,
    Listed,
    NotAnswered,
    NotLetIn,
    Outdated,
    Removed,
    Seen,
    Stored,
    Unclear,
)

__all__ = [
    "Absent",
    "CalDav",
    "CalDavOutcome",
    "Listed",
    "NotAnswered",
    "NotLetIn",
    "Outdated",
    "Removed",
    "Seen",
    "Stored",
    "Unclear",
]
