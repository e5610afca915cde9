"""How much anybody may send: so many requests for a guest and an address, so many bytes for a body."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from fastapi.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frontdesk.channels.web.problems import too_large, too_many

LARGEST_BODY = 64 * 1024  # bytes; the longest message takes 40 KB at most
LONGEST_WAIT = 20.0  # seconds for the whole of a body
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
    """Refuses bodies that are too large, however they are sent: announced, or piece by piece; and those that stop."""

    def __init__(self, app: ASGIApp, longest_wait: float = LONGEST_WAIT) -> None:
        """Stand before `app`, and wait so many seconds for a body."""
        self.app = app
        self.longest_wait = longest_wait

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on while its body is small enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not _is_small(announced):
            await too_large(LARGEST_BODY).response()(scope, receive, send)
            return
        body = _Body(receive, self.longest_wait)
        await self.app(scope, body.next_message, send)


@dataclass(slots=True)
class _Body:
    """What is sent with one request.

    Of all that may be raised while a body is read, only an `HTTPException` is not taken for a body that is broken.
    """

    receive: Receive
    longest_wait: float
    taken: int = 0
    until: float | None = None
    is_whole: bool = False

    async def next_message(self) -> Message:
        if self.is_whole:  # what comes after the body is that the guest goes, whenever that is
            return await self.receive()
        self.until = self.until or asyncio.get_running_loop().time() + self.longest_wait
        try:
            async with asyncio.timeout_at(self.until):
                message = await self.receive()
        except TimeoutError:
            raise HTTPException(408, "The body did not come to its end in time.", {"Connection": "close"}) from None
        self.is_whole = not message.get("more_body")
        self.taken += len(message.get("body", b""))
        if self.taken > LARGEST_BODY:
            raise HTTPException(413, too_large(LARGEST_BODY).detail)
        return message


def _is_small(announced: bytes) -> bool:
    # By length first: a number of many thousand digits takes long to read.
    return len(announced) <= 10 and announced.isdigit() and int(announced) <= LARGEST_BODY
