"""Remembers for a moment which tokens were good, so that a guest who is busy is not looked up for every message."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from frontdesk.channels.web.host import Host

KEPT = 20.0  # seconds: as long as a token may still open something after it was taken back
MOST_KEPT = 20_000


@dataclass(slots=True)
class Tokens:
    """The tokens that were good a moment ago; what was not is always looked up."""

    clock: Callable[[], float] = monotonic
    most_kept: int = MOST_KEPT
    good: OrderedDict[tuple[str, str, bytes], float] = field(default_factory=OrderedDict)

    async def let_in(self, host: Host, conversation: str, token: str) -> bool:
        """Say whether a token opens a conversation of this business."""
        digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
        key = (host.business.id, conversation, digest)
        if self.good.get(key, 0.0) > self.clock():
            return True
        self.good.pop(key, None)
        if not await host.lets_in(conversation, token):
            return False
        self.good[key] = self.clock() + KEPT
        if len(self.good) > self.most_kept:
            self.good.popitem(last=False)
        return True
