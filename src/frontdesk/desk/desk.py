"""The desk of one business: open it, say something to it, call its tools, close it."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from uuid import uuid4
from weakref import WeakValueDictionary

from frontdesk.desk.actions.calls import Ended
from frontdesk.desk.databases import open_database
from frontdesk.desk.hearing import Ears, NotHeard
from frontdesk.desk.house import House, World, open_house
from frontdesk.desk.keeping import Stale
from frontdesk.desk.log import Log
from frontdesk.desk.meeting import NotTheirs
from frontdesk.desk.outside import Busy, Underway, carry_out, keep_end, known_end, take_lost
from frontdesk.desk.plans.filling import FormRefused
from frontdesk.desk.readers import phone_number
from frontdesk.desk.scene import Arrival, Filling, admitted
from frontdesk.desk.settling import settling
from frontdesk.desk.tools import Caller, ToolCall, call_tool, tools
from frontdesk.desk.turn import Answer, Answering, CameTo, Taking, apologise, go_on, take
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable

REDO = 100  # of a turn; each means that another worker's turn of the same conversation got through
LONGEST_GO = 0.0001  # seconds for which a thread may keep the interpreter when another wants it
ANOTHER_LOOK = 0.1  # seconds, while another worker is at the same message


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
    waiting: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    ears: Ears = field(default_factory=Ears)
    edition: int = 0  # the last change of its settings that the house knows of

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: str | Path, database: str | None = None, clock: Callable[[], datetime] = now
    ) -> AsyncIterator[Desk]:
        """Open the desk of the business in `folder`, on its database or on the one that is named."""
        house = open_house(Path(folder))
        store = await open_database(Path(folder), database)
        # All that is loaded stays: looking through it for garbage would hold up every guest for a tenth of a second.
        gc.freeze()
        # A turn gives the interpreter away some fifty times, and waits this long each time for a heavy message.
        sys.setswitchinterval(LONGEST_GO)
        desk = cls(house, store, clock)
        try:
            async with settling(desk.settle, house):
                yield desk
        finally:
            desk.ears.close()
            gc.unfreeze()
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
        arrival = Arrival(
            text, channel, message_id or uuid4().hex, self._now(), self._vouched(guest), conversation, in_person=True
        )
        return await self.receive(arrival)

    async def hear_nothing(
        self, *, guest: str | None = None, conversation: str | None = None, channel: str = "web"
    ) -> dict[str, object]:
        """Take the turn of a guest who has said nothing for a while: the desk asks again, or says goodbye."""
        arrival = Arrival(
            "", channel, uuid4().hex, self._now(), self._vouched(guest), conversation, silent=True, in_person=True
        )
        return await self.receive(arrival)

    async def fill(
        self,
        filling: Filling,
        *,
        guest: str | None = None,
        conversation: str | None = None,
        channel: str = "web",
        message_id: str | None = None,
    ) -> dict[str, object]:
        """Take what was put into a form, and return what the turn came to; raises `FormRefused`."""
        arrival = Arrival("", channel, message_id or uuid4().hex, self._now(), self._vouched(guest), conversation)
        return await self.receive(replace(arrival, filling=filling, in_person=True))

    def _vouched(self, guest: str | None) -> str | None:
        """Return a phone number the way guests are known by it."""
        return None if guest is None else phone_number(guest, self.house.business.region) or guest

    async def receive(self, arrival: Arrival) -> dict[str, object]:
        """Take a message as a channel received it. What breaks is recorded, and the guest gets an apology."""
        arrival = admitted(arrival)
        async with self._turn_of(arrival.sender):
            return await self._receive(arrival)

    def _turn_of(self, sender: str) -> asyncio.Lock:
        """Let the messages of one guest wait for each other; what another worker does meanwhile makes a turn stale."""
        return self.waiting.setdefault(sender, asyncio.Lock())

    async def _receive(self, arrival: Arrival) -> Answer:
        try:
            return await self._answered(arrival)
        except NotTheirs:
            # As if no conversation had been named: whoever named it learns nothing of it.
            return await self._answered(replace(arrival, conversation=uuid4().hex))

    async def _answered(self, arrival: Arrival) -> Answer:
        try:
            heard = await self.ears.hear_as_expected(self.house, arrival, self.log)
            return await self._answer(take, Taking(self.house, arrival, self.ears, self.log, heard))
        except (NotTheirs, DatabaseUnusable, FormRefused):
            raise  # where nothing can be kept, nothing may be promised: the channel says so and tries again
        except Exception as broken:  # noqa: BLE001 - the one catch-all: whatever broke, nobody is left without an answer
            self.log.broke(broken)
            return await self._answer(apologise, Taking(self.house, arrival, self.ears, self.log))

    async def act(self, answer: Answering, arrival: Arrival) -> Answer:
        """Carry something that is no message of a guest to its end, as `answer` says, also over outside actions."""
        return await self._answer(answer, Taking(self.house, arrival, self.ears, self.log))

    async def _answer(self, answer: Answering, taking: Taking) -> Answer:
        """Answer in one transaction, or in several with outside actions called between them."""
        return await self._ended(taking, await self._committed(answer, taking), answer)

    async def _ended(self, taking: Taking, came_to: CameTo, begin: Answering) -> Answer:
        """Carry a turn to its end, also over outside actions; `begin` asks again what another worker has made of it."""
        while True:
            match came_to:
                case Underway() as underway:
                    ended = await self._carried_out(taking.house, underway)
                    came_to = await self._gone_on(taking, underway, ended)
                case Busy():
                    await asyncio.sleep(ANOTHER_LOOK)
                    came_to = await self._committed(begin, taking)
                case _:
                    return came_to

    async def _carried_out(self, house: House, underway: Underway) -> Ended:
        known = await self.store.run(partial(known_end, underway)) if underway.ended else None
        return known or await carry_out(house, underway, self.log)

    async def _gone_on(self, taking: Taking, underway: Underway, ended: Ended) -> CameTo:
        """Go on with how an action ended; if that breaks, the end is kept, and the next message goes on with it."""

        def answer(current: Taking, unit: Unit) -> CameTo:
            return go_on(current, underway, ended, unit)

        try:
            return await self._committed(answer, replace(taking, arrival=underway.arrival))
        except DatabaseUnusable:
            raise
        except Exception:
            await self.store.run(partial(keep_end, underway, ended, self._now()))
            raise

    async def settle(self) -> int:
        """End the outside actions whose callers are gone; return how many. What stays unclear is left to staff."""
        house, settled = self.house, 0
        while (underway := await self.store.run(partial(take_lost, house, self._now()))) is not None:
            self.log.event("action_taken_up", action=underway.wanted.action)
            async with self._turn_of(underway.arrival.sender):
                await self._settle(house, underway)
            settled += 1
        return settled

    async def _settle(self, house: House, underway: Underway) -> None:
        taking = Taking(house, underway.arrival, self.ears, self.log)
        try:
            await self._ended(taking, underway, take)
        except DatabaseUnusable:
            raise  # it is still in the outbox
        except Exception as broken:  # noqa: BLE001 - whatever broke, the others are settled and staff know of this one
            self.log.broke(broken)
            await self._answer(apologise, taking)

    async def _committed(self, answer: Answering, taking: Taking) -> CameTo:
        """Answer in one transaction, again from the start if another turn of the conversation got through first."""
        for _ in range(REDO):
            try:
                return await self.store.run(partial(answer, taking))
            except NotHeard as unheard:
                # Understood with no transaction open, however long that takes.
                taking = replace(taking, heard=await self.ears.hear(unheard.basis, taking.arrival, self.log))
            except Stale:
                self.log.event("turn_redone")
        raise Stale(f"{REDO} turns of one conversation came first")

    def tools(self) -> list[dict[str, object]]:
        """Return the tools of this desk as JSON Schemas."""
        return tools(self.house)

    async def call(  # noqa: PLR0913 - who calls, from where, and how often it counts: each may be left out
        self,
        name: str,
        arguments: Mapping[str, object],
        *,
        guest: str | None = None,
        address: str | None = None,
        key: str | None = None,
        transcript: str | None = None,
        in_person: bool = False,
    ) -> dict[str, object]:
        """Call one of the tools. `guest` is as for `say`; `address` is where the caller is, who may guess so often.

        What changes something happens once for a `key`; the log keeps the `transcript`. Only whoever runs this
        program may say that it is them: `in_person`.
        """
        wanted = ToolCall(name, arguments, Caller(self._now(), guest, address, in_person), key, transcript)
        answer = await self.store.run(lambda unit: call_tool(self.house, unit, wanted))
        if not self.house.is_guarded(name):
            self.log.event("check_made", action=name, by="model")
            self.log.count("checks_by_model")
        return answer

    def move_into(self, house: House, edition: int) -> None:
        """Serve the business as it is now. Turns that are under way end in the house that they began in."""
        self.house, self.edition = house, edition
        self.ears.forget()  # what is remembered there would keep the former house
        # Not frozen like the first house: it will be garbage one day, and is small beside what is loaded once.

    def in_world(self, world: World) -> None:
        """Let the desk work in another world: one whose calendar is down, say."""
        self.house = replace(self.house, world=world)

    def _now(self) -> datetime:
        return self.clock().astimezone(self.house.business.zone)
