"""Keeps the sockets of conversations in step: whatever is said, by whom and in which process, reaches all of them.

Lines are read from the database in the order of their numbers, so that a reader who comes back, another tab and
another process all see the same. A slow reader gets a bounded queue, and is let go when that is full.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from frontdesk.channels.web.frames import RunUpdated, ToGuest, asked_for, segments
from frontdesk.channels.web.host import Host, Page, Unavailable

MOST_WAITING = 400  # frames for one socket
ANOTHER_LOOK = 1.0  # seconds between two looks for what other processes have said
OVERLAP = 64  # lines looked at again: one that was numbered earlier may be committed later
LINES = 200  # read at a time


class TooSlow(Exception):  # noqa: N818 - what is the case with the reader
    """A reader has not kept up, and is let go: it can come back and go on after the last line it has."""


@dataclass(slots=True, eq=False)
class Reader:
    """One open socket: which lines it has, and the frames that wait to be sent."""

    conversation: str
    joined_after: int  # the last line that it had when it came
    after: int = 0
    sent: set[int] = field(default_factory=set)
    frames: asyncio.Queue[ToGuest | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    catching_up: asyncio.Lock = field(default_factory=asyncio.Lock)
    too_slow: bool = False

    def put(self, frame: ToGuest) -> None:
        """Have a frame sent, unless the reader is too far behind."""
        if self.too_slow:
            return
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.too_slow = True


@dataclass(slots=True)
class Hub:
    """The open sockets of one business."""

    host: Host
    readers: defaultdict[str, set[Reader]] = field(default_factory=lambda: defaultdict(set))
    seen: int = 0
    looking: asyncio.Task[None] | None = None

    def count(self) -> int:
        """Return how many sockets are open."""
        return sum(map(len, self.readers.values()))

    async def join(self, reader: Reader) -> None:
        """Let a reader in, and give it all it has missed and where the conversation stands."""
        reader.after = reader.joined_after
        self.readers[reader.conversation].add(reader)
        await self.catch_up(reader)
        if self.looking is None:
            self.seen = await self.host.newest()
            self.looking = asyncio.create_task(self._look_again_and_again())

    def leave(self, reader: Reader) -> None:
        """Let a reader go."""
        left = self.readers.get(reader.conversation, set())
        left.discard(reader)
        if not left:
            self.readers.pop(reader.conversation, None)

    def tell(self, conversation: str, frame: ToGuest) -> None:
        """Send a frame to everybody who reads a conversation."""
        for reader in self.readers.get(conversation, ()):
            reader.put(frame)

    async def bring_up(self, conversation: str) -> None:
        """Let everybody who reads a conversation have what was said meanwhile."""
        for reader in tuple(self.readers.get(conversation, ())):
            await self.catch_up(reader)

    async def catch_up(self, reader: Reader) -> None:
        """Give a reader every line it does not have, and where the conversation stands."""
        async with reader.catching_up:
            page = await self._lines(reader)
            while page.more:
                page = await self._lines(reader)
            state = dict(page.state)
            reader.put(RunUpdated(id=str(state["turn"]), status="completed", state=state))
            wanted = asked_for(state)
            if wanted is not None:
                reader.put(wanted)

    async def _lines(self, reader: Reader) -> Page:
        page = await self.host.read(reader.conversation, max(0, reader.after - OVERLAP), LINES + OVERLAP)
        for line in page.lines:
            if line.id in reader.sent or line.id <= reader.joined_after:
                continue
            for frame in segments(line):
                reader.put(frame)
            reader.sent.add(line.id)
        reader.after = max([reader.after, *(line.id for line in page.lines)])
        reader.sent = {each for each in reader.sent if each > reader.after - 2 * OVERLAP}
        return page

    async def _look_again_and_again(self) -> None:
        """Look for what other processes have said, while anybody reads."""
        while self.readers:
            await asyncio.sleep(ANOTHER_LOOK)
            try:
                news = await self.host.news(max(0, self.seen - OVERLAP))
            except Unavailable:
                continue  # whoever writes is told so; here there is nobody to tell
            self.seen = max([self.seen, *news.values()])
            for conversation, newest in news.items():
                for reader in tuple(self.readers.get(conversation, ())):
                    if newest not in reader.sent and newest > reader.joined_after:
                        await self.catch_up(reader)
        self.looking = None

    async def close(self) -> None:
        """Let everybody go."""
        if self.looking is not None:
            self.looking.cancel()
        for readers in self.readers.values():
            for reader in readers:
                reader.too_slow = False
                if reader.frames.full():
                    reader.frames.get_nowait()
                reader.frames.put_nowait(None)
