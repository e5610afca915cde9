"""The desk of one business: open it, say something to it, call its tools, close it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from frontdesk.desk.house import House, World, open_house
from frontdesk.desk.keeping import Stale
from frontdesk.desk.log import Log
from frontdesk.desk.scene import Arrival
from frontdesk.desk.tools import call_tool, tools
from frontdesk.desk.turn import apologise, take
from frontdesk.storage.store import Store
from frontdesk.storage.unusable import DatabaseUnusable

REDO = 20  # turns of one conversation at once; each redo means that another turn got through
DEFAULT_DATABASE = "sqlite:///frontdesk.db"


def now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


@dataclass(slots=True)
class Desk:
    """One business, served. The same object stands behind every channel."""

    house: House
    store: Store
    clock: Callable[[], datetime] = now
    log: Log = field(default_factory=Log)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: str | Path, database: str | None = None, clock: Callable[[], datetime] = now
    ) -> AsyncIterator[Desk]:
        """Open the desk of the business in `folder`; its database is made if it is missing."""
        house = open_house(Path(folder))
        store = await Store.open(database or os.environ.get("DATABASE_URL") or DEFAULT_DATABASE)
        try:
            yield cls(house, store, clock)
        finally:
            store.close()

    async def say(
        self,
        text: str,
        *,
        guest: str | None = None,
        conversation: str | None = None,
        channel: str = "web",
        message_id: str | None = None,
    ) -> dict[str, object]:
        """Take one message and return what the turn came to.

        `guest` is a phone number that the channel vouches for. The same `message_id` twice is answered once.
        """
        arrival = Arrival(text, channel, message_id or uuid4().hex, self._now(), guest, conversation)
        return await self.receive(arrival)

    async def receive(self, arrival: Arrival) -> dict[str, object]:
        """Take a message as a channel received it. What breaks is recorded, and the guest gets an apology."""
        try:
            return await self._take(arrival)
        except DatabaseUnusable:
            raise  # nothing can be kept, so nothing may be promised: the channel says so and tries again
        except Exception as broken:  # noqa: BLE001 - the one catch-all: whatever broke, nobody is left without an answer
            self.log.broke(broken)
            return await self.store.run(lambda unit: apologise(self.house, unit, arrival, self.log))

    async def _take(self, arrival: Arrival) -> dict[str, object]:
        for _ in range(REDO):
            try:
                return await self.store.run(lambda unit: take(self.house, unit, arrival, self.log))
            except Stale:
                self.log.event("turn_redone", channel=arrival.channel)
        raise Stale(f"{REDO} turns of one conversation at once")

    def tools(self) -> list[dict[str, object]]:
        """Return the tools of this desk as JSON Schemas."""
        return tools(self.house)

    async def call(self, name: str, arguments: Mapping[str, object], *, guest: str | None = None) -> dict[str, object]:
        """Call one of the tools."""
        moment = self._now()
        return await self.store.run(lambda unit: call_tool(self.house, unit, name, arguments, (moment, guest)))

    def in_world(self, world: World) -> None:
        """Let the desk work in another world: one whose calendar is down, say."""
        self.house = replace(self.house, world=world)

    def _now(self) -> datetime:
        return self.clock().astimezone(self.house.business.zone)
