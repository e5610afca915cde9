"""A desk for those without an event loop: the terminal, conversation files, replay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar
from uuid import uuid4

from frontdesk.desk.desk import ANOTHER_LOOK, Desk
from frontdesk.scheduling.business import Business
from frontdesk.storage.unit import Unit

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BlockingDesk:
    """The same desk; each call waits for its answer."""

    desk: Desk
    runner: asyncio.Runner

    @property
    def business(self) -> Business:
        """The business, as today's folder says it is."""
        return self.desk.house.business

    def now(self) -> datetime:
        """Return the moment, in the zone of the business."""
        return self.desk.clock().astimezone(self.business.zone)

    def visit(self, channel: str, phone: str | None) -> Callable[[str], dict[str, object]]:
        """Let a guest in: returns how to say something to the desk. Without a phone they are new here."""
        conversation = uuid4().hex

        return lambda text: self.say(text, channel, phone, conversation)

    def say(self, text: str, channel: str, phone: str | None, conversation: str) -> dict[str, object]:
        """Say something in a conversation."""
        return self.runner.run(self.desk.say(text, guest=phone, conversation=conversation, channel=channel))

    def hear_nothing(self, channel: str, phone: str | None, conversation: str) -> dict[str, object]:
        """Let the desk notice that the guest says nothing."""
        return self.runner.run(self.desk.hear_nothing(guest=phone, conversation=conversation, channel=channel))

    def settle(self) -> int:
        """End the outside actions whose callers are gone; return how many."""
        return self.runner.run(self.desk.settle())

    def has_forgotten(self, patience: float) -> bool:
        """Say whether all that was forgotten is gone from the files, waiting a little for those who read them."""
        until = monotonic() + patience
        while not (gone := self.runner.run(self.desk.store.has_forgotten())) and monotonic() < until:
            sleep(ANOTHER_LOOK)
        return gone

    def work(self, work: Callable[[Unit], T]) -> T:
        """Do something in one transaction of the desk's database."""
        return self.runner.run(self.desk.store.run(work))


@contextmanager
def open_desk(folder: Path, database: str | None) -> Iterator[BlockingDesk]:
    """Open the desk of the business in `folder`, as `Desk.open` does."""
    # One run per message, not one for all: between runs Ctrl-C reaches whoever waits for the guest.
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        desk = runner.run(stack.enter_async_context(Desk.open(folder, database)))
        try:
            yield BlockingDesk(desk, runner)
        finally:
            runner.run(stack.aclose())


def frozen(moment: datetime) -> Callable[[], datetime]:
    """Return a clock that stands still."""
    return lambda: moment
