"""What the desk did, as counted events with stable names. Guests' words and contact data never come here."""

from __future__ import annotations

import logging
import traceback
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

    def ended(self, action: str, outcome: str, broke: str | None) -> None:
        """Record how an action ended, and what broke in it."""
        self.event("action_ended", action=action, outcome=outcome, by="desk")
        if broke is not None:
            self.event("action_broke", action=action, error=broke)
            _logger.error("action_broke action=%s error=%s", action, broke)

    def broke(self, broken: Exception) -> None:
        """Record what broke and where; its text may hold a guest's words, so it is left out."""
        frames = traceback.extract_tb(broken.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
        self.event("turn_broke", error=type(broken).__name__, where=where)
        _logger.error("turn_broke error=%s where=%s", type(broken).__name__, where)
