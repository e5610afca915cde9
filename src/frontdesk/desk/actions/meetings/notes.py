"""What is kept of a reminder until it is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

REMINDER = "reminder"  # the kind of job


@dataclass(frozen=True, slots=True)
class Note:
    """A reminder: where to say it, and of what, as it was when somebody asked for it."""

    conversation: str
    reference: str
    title: str
    start: datetime
    ahead: timedelta

    @property
    def name(self) -> str:
        """What tells it from others: the same reminder twice is one."""
        return f"{self.conversation}/{self.reference}/{int(self.ahead.total_seconds())}"
