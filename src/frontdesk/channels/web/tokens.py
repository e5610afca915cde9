"""Remembers for a moment which tokens were good, so that a guest who is busy is not looked up for every message."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic

from frontdesk.channels.web.host import Admission, Host

KEPT = 20.0  # seconds: as long as a token may still open something after it was taken back
MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class _Good:
    """What a token was good for, when it ends, and until when that is believed."""

    admission: Admission
    ends: float
    believed_until: float


@dataclass(slots=True)
class Tokens:
    """The tokens that were good a moment ago; what was not is always looked up."""

    clock: Callable[[], float] = monotonic
    most_kept: int = MOST_KEPT
    good: OrderedDict[tuple[str, str, bytes], _Good] = field(default_factory=OrderedDict)

    async def let_in(self, host: Host, conversation: str, token: str) -> Admission | None:
        """Return whom a token lets into a conversation of this business; None if it does not open it."""
        digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
        key = (host.business.id, conversation, digest)
        now, kept = self.clock(), self.good.get(key)
        if kept is not None and kept.believed_until > now:
            return replace(kept.admission, seconds=kept.ends - now)
        self.good.pop(key, None)
        admission = await host.lets_in(conversation, token)
        if admission is None:
            return None
        ends = now + admission.seconds
        self.good[key] = _Good(admission, ends, min(now + KEPT, ends))
        if len(self.good) > self.most_kept:
            self.good.popitem(last=False)
        return admission
