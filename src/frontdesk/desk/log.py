"""What the desk did, as counted events with stable names. Guests' words and contact data never come here."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.meanings import Inform
from frontdesk.language.understand import Read

_logger = logging.getLogger("frontdesk")

# Events that say that the desk fell back on something plainer than what it had tried first.
FALLBACKS = frozenset({"reply_refused", "understanding_ended", "turn_broke", "action_broke", "guessing_stopped"})
# What is counted; those who watch a server know these names, so that none is ever renamed.
COUNTED = (
    "messages",
    "checks_by_desk",
    "checks_by_model",
    "slots_read",
    "slots_asked",
    "bookings_tried",
    "bookings_made",
    "plans_made",
    "plans_finished",
    "fallbacks",
    "value_read",
    "action_intended",
    "action_ended",
    "action_taken_up",
    "action_broke",
    "message_repeated",
    "turn_redone",
    "turn_broke",
    "staff_called",
    "reply_refused",
    "understanding_ended",
    "guessing_stopped",
    "job_ended",
    "job_broke",
    "sync_ended",
)


@dataclass(slots=True)
class Log:
    """Structured events and their counters."""

    counters: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(COUNTED, 0)))

    def event(self, name: str, **facts: str | int) -> None:
        """Record that something happened: a stable name and facts that say nothing of the guest."""
        self._record(logging.INFO, name, facts)

    def count(self, name: str, times: int = 1) -> None:
        """Count something that is no event of its own."""
        self.counters[name] += times

    def understood(self, reads: tuple[Read, ...]) -> None:
        """Record which kinds of meaning were read, not what was said."""
        for read in reads:
            self.event("value_read", kind=type(read.meaning).__name__)
            self.count("slots_read", isinstance(read.meaning, Inform))

    def ended(self, action: str, outcome: str, broke: str | None) -> None:
        """Record how an action ended, and what broke in it."""
        self.event("action_ended", action=action, outcome=outcome, by="desk")
        if broke is not None:
            self._record(logging.ERROR, "action_broke", {"action": action, "error": broke})

    def broke(self, broken: Exception, what: str = "turn_broke") -> None:
        """Record what broke and where; its text may hold a guest's words, so it is left out."""
        frames = traceback.extract_tb(broken.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
        self._record(logging.ERROR, what, {"error": type(broken).__name__, "where": where})

    def _record(self, level: int, name: str, facts: Mapping[str, str | int]) -> None:
        self.count(name)
        self.count("fallbacks", name in FALLBACKS)
        if _logger.isEnabledFor(level):
            text = " ".join(f"{key}={value}" for key, value in sorted(facts.items()))
            # For a terminal it is a line; for those who read logs by program it is a name and facts.
            _logger.log(level, "%s %s", name, text, extra={"event": name, "facts": facts})
