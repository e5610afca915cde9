"""What the console stands on: for each business its desk, its folder, its open chats, and who is told of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from frontdesk.channels.web.host import Unavailable
from frontdesk.channels.web.hub import Hub
from frontdesk.channels.web.limits import Limiter, Rate
from frontdesk.console.live import Live
from frontdesk.console.work.presence import Presence
from frontdesk.desk.desk import Desk
from frontdesk.desk.syncing import SyncEnd
from frontdesk.desk.work import DeskWork
from frontdesk.scheduling.business import Business

TRIES = Rate(burst=20, per_second=0.5)  # to log in, from one address


@dataclass(slots=True)
class Room:
    """One business, seen from behind the desk."""

    desk: Desk
    folder: Path
    hub: Hub
    live: Live
    work: DeskWork
    presence: Presence = field(default_factory=Presence)
    under_way: set[asyncio.Task[SyncEnd]] = field(default_factory=set)  # syncs that nobody waits for any more

    @property
    def business(self) -> Business:
        """The business, as it is now."""
        return self.desk.house.business

    async def tell_of(self, conversation: str) -> None:
        """Let the guest's chat and the screens of staff see a change now, not at their next look."""
        self.live.poke()
        if self.hub.is_open(conversation):
            with suppress(Unavailable):  # it is kept; the chat looks again by itself
                await self.hub.bring_up(conversation)


@dataclass(slots=True)
class Console:
    """All businesses of one server."""

    rooms: Mapping[str, Room]
    tries: Limiter = field(default_factory=lambda: Limiter(TRIES))

    async def close(self) -> None:
        """Hang up on everybody who listens, and give back what is under way."""
        for room in self.rooms.values():
            room.live.close()
            for task in tuple(room.under_way):
                task.cancel()
            await asyncio.gather(*room.under_way, return_exceptions=True)
