"""Who is speaking, and whether the channel vouches for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """The guest of a conversation as the desk knows them.

    A phone or e-mail typed in a chat is contact data, never proof of identity: only what the channel vouches
    for (a caller id, a login) makes a visitor vouched.
    """

    guest: int
    channel: str
    vouched: bool
    phone: str | None = None  # the address the channel vouches for
    owner: bool = False
    address: str | None = None  # where on the network they are, if the channel knows

    def page(self, size: int) -> int:
        """Return how many options to show at a time: fewer where they are heard or must fit in a text message."""
        return min(size, {"voice": 3, "sms": 4}.get(self.channel, size))
