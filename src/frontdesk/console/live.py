"""Tells browsers what changes while they look: one look at the database a second for all of them.

What is sent says only where to look again; the page fetches that part of itself. Presence and typing are sent as they
are, and kept nowhere.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from frontdesk.desk.desk import Desk
from frontdesk.storage.pulse import Pulse
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable

ANOTHER_LOOK = 1.0  # seconds
HEARTBEAT = 15.0  # seconds of silence after which a listener is sent a sign of life
MOST_WAITING = 200  # events for one listener; one who is further behind is let go, and comes back by itself
OVERLAP = 64  # lines looked at again: one that was numbered earlier may be committed later
_END = ""


@dataclass(slots=True, eq=False)
class Listener:
    """A browser that listens; what it is told waits here."""

    session: str
    waiting: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def put(self, event: str) -> None:
        """Have an event sent, or let the listener go."""
        try:
            self.waiting.put_nowait(event)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(_END)


@dataclass(slots=True)
class Live:
    """Those who listen to one business."""

    desk: Desk
    listeners: set[Listener] = field(default_factory=set)
    looking: asyncio.Task[None] | None = None
    seen: Pulse | None = None
    poked: asyncio.Event = field(default_factory=asyncio.Event)
    first_look: asyncio.Lock = field(default_factory=asyncio.Lock)  # of two who come at once, one looks
    closed: bool = False

    async def listen(self, session: str) -> AsyncIterator[str]:
        """Give events as they are sent over the wire, until the listener leaves or is let go."""
        listener = Listener(session)
        self.listeners.add(listener)
        try:
            # From here on every change is told; a page that is older than this has missed one.
            async with self.first_look:
                if self.seen is None:
                    await self._look_if_possible()
            if self.looking is None:
                self.looking = asyncio.create_task(self._look_again_and_again())
            yield f"retry: 2000\n{_event('ready', {'mark': self.mark})}"
            while not self.closed:
                try:
                    event = await asyncio.wait_for(listener.waiting.get(), HEARTBEAT)
                except TimeoutError:
                    event = ": still here\n\n"
                if event == _END:
                    return
                yield event
        finally:
            self.listeners.discard(listener)

    def tell(self, kind: str, data: Mapping[str, object]) -> None:
        """Send something to everybody who listens."""
        event = _event(kind, data)
        for listener in tuple(self.listeners):
            listener.put(event)

    def hang_up(self, session: str) -> None:
        """Let those of one session go: it is over."""
        for listener in tuple(self.listeners):
            if listener.session == session:
                listener.put(_END)

    def poke(self) -> None:
        """Look now: something was just changed here."""
        self.poked.set()

    def close(self) -> None:
        """Let everybody go."""
        self.closed = True
        for listener in tuple(self.listeners):
            listener.put(_END)
        if self.looking is not None:
            self.looking.cancel()

    @property
    def mark(self) -> str:
        """What was seen last, in a few letters; "" where nobody looks."""
        return "" if self.seen is None else _mark(self.seen)

    async def mark_now(self) -> str:
        """Return how far everything has got, for a page that is about to be made."""
        business = self.desk.house.business.id
        return self.mark or _mark(await self.desk.store.look(lambda unit: unit.pulse(business)))

    async def _look_if_possible(self) -> None:
        with suppress(DatabaseUnusable):
            await self._look()

    async def _look_again_and_again(self) -> None:
        while self.listeners:
            await self._look_if_possible()
            self.poked.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.poked.wait(), ANOTHER_LOOK)
        self.looking, self.seen = None, None

    async def _look(self) -> None:
        business, seen = self.desk.house.business.id, self.seen

        def look(unit: Unit) -> tuple[Pulse, list[str]]:
            pulse = unit.pulse(business)
            moved = seen is not None and pulse.message != seen.message
            news = unit.messages.news(max(0, seen.message - OVERLAP)) if seen is not None and moved else {}
            return pulse, [each for each, line in news.items() if seen is not None and line > seen.message]

        pulse, conversations = await self.desk.store.run(look)
        self.seen = pulse
        if seen is None or pulse == seen:
            return
        self.tell(
            "changed",
            {
                "conversations": conversations,
                "moved": pulse.conversations != seen.conversations,  # also where nothing was said
                "requests": pulse.requests != seen.requests,
                "diary": (pulse.booking, pulse.blocks) != (seen.booking, seen.blocks),
                "settings": pulse.version != seen.version,
                "rooms": pulse.sync != seen.sync,
                "mark": self.mark,
            },
        )


def _mark(pulse: Pulse) -> str:
    return hashlib.sha256(repr(pulse).encode()).hexdigest()[:16]


def _event(kind: str, data: Mapping[str, object]) -> str:
    """Write an event as it goes over the wire."""
    return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
