"""Keeps the sockets of conversations in step: whatever is said, by whom and in which process, reaches all of them.

Lines are read from the database in the order of their numbers, once for all who read a conversation, so that a reader
who comes back, another tab and another process all see the same. What waits for a reader is bounded: one who does not
keep up is let go, and goes on after the last line it has.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from frontdesk.channels.web.frames import encoded_line, encoded_state
from frontdesk.channels.web.host import Host, Line, Page, Plain, Unavailable

MOST_WAITING = 400  # frames for one socket
ANOTHER_LOOK = 1.0  # seconds between two looks for what other processes have said
OVERLAP = 64  # lines looked at again: one that was numbered earlier may be committed later
LINES = 100  # read at a time
NEVER = 2**62  # no line has this number


@dataclass(slots=True, eq=False)
class Reader:
    """One open socket: which lines it has, and the frames that wait to be sent, as text."""

    conversation: str
    joined_after: int  # the last line that it had when it came
    after: int = 0
    sent: set[int] = field(default_factory=set)
    frames: deque[str] = field(default_factory=deque)
    moved: asyncio.Event = field(default_factory=asyncio.Event)  # something came, or was taken
    too_slow: bool = False
    let_go: bool = False

    def put(self, *frames: str) -> None:
        """Have frames sent, unless the reader is too far behind."""
        if self.too_slow:
            return
        self.frames.extend(frames)
        self.too_slow = len(self.frames) > MOST_WAITING
        self.moved.set()

    async def next(self) -> str | None:
        """Return the next frame once there is one; None if there will be none."""
        while not self.frames:
            if self.let_go or self.too_slow:
                return None
            self.moved.clear()
            await self.moved.wait()
        frame = self.frames.popleft()
        self.moved.set()
        return frame

    async def has_room(self) -> None:
        """Wait until half of what may wait has been sent."""
        while len(self.frames) > MOST_WAITING // 2 and not self.let_go:
            self.moved.clear()
            await self.moved.wait()

    def lacks(self, line: Line) -> bool:
        """Say whether the reader does not have a line."""
        return line.id > self.joined_after and line.id not in self.sent

    def give(self, lines: Iterable[Line], frames: Mapping[int, tuple[str, ...]]) -> None:
        """Have those lines sent that the reader does not have."""
        for line in lines:
            if self.lacks(line):
                self.put(*frames[line.id])
                self.sent.add(line.id)
                self.after = max(self.after, line.id)
        if len(self.sent) > 4 * OVERLAP:
            self.sent = {each for each in self.sent if each > self.after - 2 * OVERLAP}

    def leave(self) -> None:
        """Send what waits, and then no more."""
        self.let_go = True
        self.moved.set()


@dataclass(slots=True)
class Room:
    """Those who read one conversation."""

    readers: set[Reader] = field(default_factory=set)
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Hub:
    """The open sockets of one business, and the turns that are under way."""

    host: Host
    rooms: dict[str, Room] = field(default_factory=dict)
    turns: set[asyncio.Task[Plain]] = field(default_factory=set)
    seen: int = 0
    looking: asyncio.Task[None] | None = None
    closed: bool = False

    def count(self) -> int:
        """Return how many sockets are open."""
        return sum(len(room.readers) for room in self.rooms.values())

    def is_open(self, conversation: str) -> bool:
        """Say whether somebody has the chat of a conversation open now, in this process."""
        room = self.rooms.get(conversation)
        return room is not None and bool(room.readers)

    async def join(self, reader: Reader) -> None:
        """Let a reader in, and give it all it has missed and where the conversation stands."""
        reader.after = reader.joined_after
        while (await self._missed(reader)).more:
            pass
        room = self.rooms.setdefault(reader.conversation, Room())
        room.readers.add(reader)
        if self.closed:
            reader.leave()
            return
        if self.looking is None:
            self.looking = asyncio.create_task(self._look_again_and_again())
        await self.bring_up(reader.conversation)

    async def _missed(self, reader: Reader) -> Page:
        page = await self.host.read(reader.conversation, max(0, reader.after - OVERLAP), LINES + OVERLAP)
        for line in page.lines:
            if reader.lacks(line):
                reader.give((line,), {line.id: encoded_line(line)})
                await reader.has_room()  # a long conversation is sent as fast as it is read
        return page

    def leave(self, reader: Reader) -> None:
        """Let a reader go."""
        reader.leave()
        room = self.rooms.get(reader.conversation)
        if room is not None:
            room.readers.discard(reader)
            if not room.readers:
                del self.rooms[reader.conversation]

    def tell(self, conversation: str, *frames: str) -> None:
        """Send frames to everybody who reads a conversation."""
        room = self.rooms.get(conversation)
        for reader in room.readers if room else ():
            reader.put(*frames)

    async def bring_up(self, conversation: str) -> Plain:
        """Let everybody who reads a conversation have what was said meanwhile; return where it stands."""
        room = self.rooms.get(conversation)
        if room is None or not room.readers:
            return (await self.host.read(conversation, NEVER, 1)).state
        async with room.reading:
            page = await self._read_for(conversation, room)
            while page.more:
                page = await self._read_for(conversation, room)
            frames = encoded_state(page.state)
            for reader in room.readers:
                reader.put(*frames)
            return page.state

    async def _read_for(self, conversation: str, room: Room) -> Page:
        """Read what any of them lacks, and give it to all of them."""
        after = min((reader.after for reader in room.readers), default=NEVER)
        page = await self.host.read(conversation, max(0, after - OVERLAP), LINES + OVERLAP)
        lacking = [line for line in page.lines if any(each.lacks(line) for each in room.readers)]
        frames = {line.id: encoded_line(line) for line in lacking}
        for reader in room.readers:
            reader.give(lacking, frames)
        return page

    async def _look_again_and_again(self) -> None:
        """Look for what other processes have said, while anybody reads."""
        with suppress(Unavailable):
            self.seen = max(self.seen, await self.host.newest())
        while self.rooms:
            await asyncio.sleep(ANOTHER_LOOK)
            try:
                await self._look()
            except Unavailable:
                continue  # whoever writes is told so; here there is nobody to tell
        self.looking = None

    async def _look(self) -> None:
        news = await self.host.news(max(0, self.seen - OVERLAP))
        self.seen = max([self.seen, *news.values()])
        for conversation, newest in news.items():
            room = self.rooms.get(conversation)
            if room and any(newest not in each.sent and newest > each.joined_after for each in room.readers):
                await self.bring_up(conversation)

    async def close(self) -> None:
        """Let the turns that are under way end, and then everybody go."""
        self.closed = True
        while self.turns:
            await asyncio.wait(set(self.turns))
        if self.looking is not None:
            self.looking.cancel()
        for room in self.rooms.values():
            for reader in room.readers:
                reader.leave()
