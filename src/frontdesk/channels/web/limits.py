"""How much anybody may send: so many requests for a guest and an address, so many bytes for a body."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from fastapi.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frontdesk.channels.web.problems import too_large, too_many

LARGEST_BODY = 64 * 1024  # bytes; the longest message takes 40 KB at most
MOST_KNOWN = 100_000  # guests and addresses whose requests are counted


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


GUEST = Rate(burst=20, per_second=1)
ADDRESS = Rate(burst=120, per_second=8)
BEGINNINGS = Rate(burst=30, per_second=0.2)  # conversations begun from one address


@dataclass(slots=True)
class Limiter:
    """Counts requests by who sends them, in buckets that fill up again."""

    rate: Rate
    clock: Callable[[], float] = monotonic
    most_known: int = MOST_KNOWN
    buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def seconds_to_wait(self, who: str) -> int:
        """Count a request; return 0, or after how many seconds the next one is allowed."""
        now = self.clock()
        left, at = self.buckets.pop(who, (self.rate.burst, now))
        left = min(self.rate.burst, left + (now - at) * self.rate.per_second)
        allowed = left >= 1
        self.buckets[who] = (left - 1 if allowed else left, now)
        if len(self.buckets) > self.most_known:
            self.buckets.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1 - left) / self.rate.per_second))

    def check(self, who: str) -> None:
        """Count a request; raises a problem if it is one too many."""
        seconds = self.seconds_to_wait(who)
        if seconds:
            raise too_many(seconds)


@dataclass(slots=True)
class Limits:
    """The limiters of one server."""

    guests: Limiter = field(default_factory=lambda: Limiter(GUEST))
    addresses: Limiter = field(default_factory=lambda: Limiter(ADDRESS))
    beginnings: Limiter = field(default_factory=lambda: Limiter(BEGINNINGS))


class BodyLimit:
    """Refuses bodies that are too large, however they are sent: announced, or piece by piece."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on while its body is small enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not _is_small(announced):
            await too_large(LARGEST_BODY).response()(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY:
                # Of all that may be raised while a body is read, only this is not taken for a body that is broken.
                raise HTTPException(413, too_large(LARGEST_BODY).detail)
            return message

        await self.app(scope, counted, send)


def _is_small(announced: bytes) -> bool:
    # By length first: a number of many thousand digits takes long to read.
    return len(announced) <= 10 and announced.isdigit() and int(announced) <= LARGEST_BODY
