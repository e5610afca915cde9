"""How often and how long another system is asked: growing pauses, a budget for all retries, a breaker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import SystemRandom
from time import monotonic


@dataclass(frozen=True, slots=True)
class Patience:
    """The limits of one call, in seconds and bytes."""

    deadline: float = 45.0  # for the whole call, pauses and retries included
    attempt: float = 15.0  # for one try
    tries: int = 4
    first_pause: float = 0.5  # doubled each time; a random part of it is waited, so that many do not come back together
    longest_pause: float = 8.0
    largest: int = 16 * 1024 * 1024  # of an answer; 400 days of 50 room types are 2 MB

    def pause(self, tries: int, chance: Callable[[], float]) -> float:
        """Return how long to wait after so many tries."""
        return chance() * min(self.longest_pause, self.first_pause * 2.0 ** (tries - 1))


@dataclass(slots=True)
class Budget:
    """What may be spent on retries by all calls together: one that is down is not to get four times the load."""

    most: float = 10.0
    per_success: float = 0.2
    left: float = 10.0

    def spend(self) -> bool:
        """Take one retry; False if there is none left."""
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def earn(self) -> None:
        """Put something back for a call that was answered."""
        self.left = min(self.most, self.left + self.per_success)


@dataclass(slots=True)
class Breaker:
    """Stops asking after so many failures in a row; after a rest one call may try, and its end decides."""

    threshold: int = 5
    rest: float = 60.0  # seconds
    clock: Callable[[], float] = monotonic
    failures: int = 0
    tried_at: float = 0.0  # when it last failed, or was last let through

    def lets_through(self) -> bool:
        """Say whether to ask now; of many who want to after a rest, one is let through."""
        if self.failures < self.threshold:
            return True
        if self.clock() - self.tried_at < self.rest:
            return False
        self.tried_at = self.clock()
        return True

    def answered(self) -> None:
        """Note that the other side is there, whatever it said."""
        self.failures = 0

    def failed(self) -> None:
        """Note that it is not."""
        self.failures += 1
        self.tried_at = self.clock()


@dataclass(slots=True)
class Restraint:
    """What all calls to one system share."""

    budget: Budget = field(default_factory=Budget)
    breaker: Breaker = field(default_factory=Breaker)
    chance: Callable[[], float] = field(default_factory=lambda: SystemRandom().random)
