"""Understands messages before a turn's transaction begins, so that nobody waits for the database meanwhile.

What a message means depends on where its conversation stands. That is remembered from the turn before, and
checked when the turn is taken: a conversation that has moved on since has the message understood again.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from frontdesk.desk.deadlines import Interruptible, OutOfTime
from frontdesk.desk.house import House
from frontdesk.desk.log import Log
from frontdesk.desk.plans.filling import understood_form
from frontdesk.desk.pressing import meanings_of
from frontdesk.desk.readers import LONGEST
from frontdesk.desk.scene import Arrival
from frontdesk.dialogue.asked import Asked, Wanted, asked
from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.events import GuestSpoke, GuestWasSilent
from frontdesk.dialogue.meanings import Unclear
from frontdesk.language.readers.letters import without_quotes, without_signature
from frontdesk.language.readers.reading import Context
from frontdesk.language.understand import Read

MOST_REMEMBERED = 2_000  # senders whose conversations are remembered
THREADS = 4
LONGEST_THOUGHT = 3.0  # seconds of processor time for one message; the first of a process loads the word lists, too
LOOKS = 4  # in that time, at how much it has had
_LETTERS = "email"  # the channel on which guests sign


@dataclass(frozen=True, slots=True)
class Basis:
    """What a message is understood against: the business, with the flows of the conversation, and where that stands."""

    house: House
    conversation: Conversation


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message was understood as, and against what."""

    basis: Basis
    event: GuestSpoke | GuestWasSilent
    text: str | None = None  # what the transcript has instead of what was sent

    def suits(self, house: House, conversation: Conversation) -> bool:
        """Say whether it would be understood the same way here: what a flow is follows from the conversation."""
        stood = replace(self.basis.conversation, id=conversation.id)  # what it is called makes no difference
        return stood == conversation and self.basis.house.understanding is house.understanding


class NotHeard(Exception):  # noqa: N818 - what is the case: the transaction is undone until it has been
    """A message has yet to be understood against where its conversation stands now."""

    def __init__(self, basis: Basis) -> None:
        """Say what against."""
        super().__init__(basis.conversation.id)
        self.basis = basis


@dataclass(slots=True)
class Ears:
    """Listens for one desk, in a few threads of its own, and remembers where conversations stand."""

    remembered: dict[str, Basis] = field(default_factory=dict)
    changing: threading.Lock = field(default_factory=threading.Lock)
    threads: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(THREADS, thread_name_prefix="frontdesk-hearing")
    )

    def remember(self, sender: str, house: House, conversation: Conversation) -> None:
        """Remember where a conversation will stand when its sender writes again. A wrong guess costs time only."""
        with self.changing:
            self.remembered.pop(sender, None)
            self.remembered[sender] = Basis(house, conversation)
            if len(self.remembered) > MOST_REMEMBERED:
                del self.remembered[next(iter(self.remembered))]

    def forget(self) -> None:
        """Drop what is remembered."""
        with self.changing:
            self.remembered.clear()

    async def hear_as_expected(self, house: House, arrival: Arrival, log: Log) -> Heard | None:
        """Understand a message against what is remembered of its sender; None if nothing can be expected.

        A conversation of which nothing is remembered has most likely just begun.
        """
        if arrival.filling is not None:
            return None  # what is refused must be refused as things stand
        basis = self.remembered.get(arrival.sender)
        if basis is None and arrival.phone is None and arrival.conversation is not None:
            basis = Basis(house, Conversation(arrival.conversation, house.business.id))
        return None if basis is None else await self.hear(basis, arrival, log)

    async def hear(self, basis: Basis, arrival: Arrival, log: Log) -> Heard:
        """Understand a message. One that takes too long is one that was not understood."""
        if arrival.silent:
            return Heard(basis, GuestWasSilent(arrival.at))
        if arrival.too_long:
            return Heard(basis, GuestSpoke((), arrival.at))
        if arrival.filling is not None:
            form = understood_form(arrival.filling, arrival, basis.house, basis.conversation)
            return Heard(basis, GuestSpoke(form.meanings, arrival.at), form.text)
        pressed = meanings_of(arrival, basis.house, basis.conversation)
        if pressed is not None:
            return Heard(basis, GuestSpoke(pressed, arrival.at))
        try:
            reads = await self._in_time(lambda: understand(basis, arrival))
        except OutOfTime:
            log.event("understanding_ended", channel=arrival.channel, length=len(arrival.text))
            reads = (Read(Unclear(arrival.text.strip()), why="unclear: it took too long"),)
        log.understood(reads)
        return Heard(basis, GuestSpoke(tuple(read.meaning for read in reads), arrival.at))

    async def _in_time(self, work: Callable[[], tuple[Read, ...]]) -> tuple[Read, ...]:
        interruptible = Interruptible(work)
        future = asyncio.get_running_loop().run_in_executor(self.threads, interruptible)
        try:
            while not (await asyncio.wait((future,), timeout=LONGEST_THOUGHT / LOOKS))[0]:
                if interruptible.interrupted:
                    raise OutOfTime  # it is deep in something that cannot be interrupted: the guest does not wait
                interruptible.interrupt_after(LONGEST_THOUGHT)
        except asyncio.CancelledError:
            # Nobody waits for it any more, and nobody would end it later.
            future.cancel()
            interruptible.interrupt_after(0)
            raise
        return future.result()

    def close(self) -> None:
        """Let the threads go."""
        self.threads.shutdown(wait=False, cancel_futures=True)


def understand(basis: Basis, arrival: Arrival) -> tuple[Read, ...]:
    """Return what a message means where the conversation stands."""
    house, conversation = basis.house, basis.conversation
    waiting = asked(conversation, house.flows, arrival.at)
    text = _written(house, arrival, waiting)
    return house.understanding.understand(text, waiting, arrival.at, conversation.said or None)


def _written(house: House, arrival: Arrival, waiting: Asked) -> str:
    """Return what the guest says with a message: not what is quoted in it, nor the signature of a letter."""
    business = house.business
    text = without_quotes(arrival.text[:LONGEST], business.language)
    if arrival.channel != _LETTERS:
        return text
    # Who nobody has asked anything yet may well sign the wish.
    kind = "person_name" if waiting.wanted is Wanted.NOTHING else waiting.slot.kind if waiting.slot else None
    return without_signature(text, Context(arrival.at, business.region, business.language), kind)
