"""What the desk did, as counted events with stable names. Guests' words and contact data never come here."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field

from frontdesk.language.understand import Read

_logger = logging.getLogger("frontdesk")


@dataclass(slots=True)
class Log:
    """Structured events and their counters."""

    counters: Counter[str] = field(default_factory=Counter)

    def event(self, name: str, **facts: str | int) -> None:
        """Record that something happened: a stable name and facts that say nothing of the guest."""
        self.counters[name] += 1
        if _logger.isEnabledFor(logging.INFO):
            _logger.info("%s %s", name, " ".join(f"{key}={value}" for key, value in sorted(facts.items())))

    def understood(self, reads: tuple[Read, ...]) -> None:
        """Record which kinds of meaning were read, not what was said."""
        for read in reads:
            self.event("value_read", kind=type(read.meaning).__name__)
