"""Outside actions: intended in one transaction, called with none open, ended in another.

In between, the turn lies in the outbox. Whoever called has it for a while; if they are gone after that, the
next message of the guest takes it up, or a desk that settles what is left open, and what the action came to is
looked up, never simply tried again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TypeVar

from frontdesk.desk.acting import SoFar, ended_before, fields_of, intent_of
from frontdesk.desk.actions.calls import Action, Ended, Errand, Fields, Outside
from frontdesk.desk.actions.marking import PATIENCE
from frontdesk.desk.actions.outcomes import FAILED, UNAVAILABLE, UNKNOWN
from frontdesk.desk.actions.running import is_late, where_it_broke
from frontdesk.desk.house import House
from frontdesk.desk.keeping import ERROR, MOST_KEPT_UNREADABLE, UNREADABLE
from frontdesk.desk.log import Log
from frontdesk.desk.scene import Arrival, Scene, Taken
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Acting, Conversation
from frontdesk.dialogue.effects import RunAction
from frontdesk.storage import codec
from frontdesk.storage.rows import Delivery, Message, RequestKind, Side, StaffRequest
from frontdesk.storage.unit import Unit

KIND = "outside_action"
GRACE = timedelta(seconds=2)  # to write down the end of a call that took all its time
WORTH_ANOTHER_TRY = frozenset({FAILED, UNKNOWN, UNAVAILABLE})

NOTHING = codec.encode(Fields({}))  # that an action brought

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Underway:
    """A turn that waits for an outside action: the messages it answers, and what it has come to so far."""

    arrival: Arrival
    inbox: tuple[int, ...]
    number: int
    conversation: str
    visitor: Visitor
    wanted: RunAction
    so_far: SoFar
    lost: bool = False  # whoever called it has not come back
    alone: bool = False  # nobody waits for the reply
    ended: bool = False  # how it ended is in the log of actions: the turn broke only after that

    @property
    def timeout(self) -> timedelta:
        """How long each try may take."""
        return self.wanted.timeout or PATIENCE


@dataclass(frozen=True, slots=True)
class Busy:
    """Somebody else is at this very turn; it is worth asking again."""


@dataclass(frozen=True, slots=True)
class Untraceable:
    """A turn waits for the action of this key, and what was kept of the turn cannot be read, or was given up."""

    key: str
    payload: str = ""  # that which cannot be read


def leave_open(scene: Scene, before: Underway | Conversation, taken: Taken, inbox: tuple[int, ...]) -> Underway:
    """Keep an outside action as intended, with the turn that waits for it. `taken` must wait for one."""
    if taken.waits is None:
        raise ValueError("the turn waits for nothing")
    conversation = taken.conversation.id
    number = before.number if isinstance(before, Underway) else before.version + 1
    so_far = SoFar(taken.says, taken.did, taken.calls, taken.parts, taken.waits)
    wanted = _with_timeout(scene.house, taken.waits)
    alone = isinstance(before, Underway) and before.alone
    underway = Underway(scene.arrival, inbox, number, conversation, scene.visitor, wanted, so_far, alone=alone)
    scene.unit.actions.intend(intent_of(scene, conversation, wanted))
    row = Delivery(KIND, wanted.key, codec.encode(underway), _wall() + _lease(underway), conversation)
    scene.unit.outbox.put(row)
    if not isinstance(before, Underway) and not scene.arrival.silent:
        keep_heard(scene, number, conversation)
    scene.log.event("action_intended", action=wanted.action, by="desk")
    return underway


def keep_heard(scene: Scene, number: int, conversation: str) -> None:
    """Keep what the guest said; the reply follows when the action has ended."""
    arrival = scene.arrival
    scene.unit.messages.add(Message(conversation, number, Side.GUEST, arrival.channel, arrival.text, scene.at))


def take_up(scene: Scene, conversation: Conversation, inbox: int) -> Underway | Busy | Untraceable | None:
    """Take up a turn that was left open and whose caller has not come back in time.

    None: nothing was left open, or somebody is still at it and this is another message.
    """
    if not isinstance(conversation.position, Acting):
        return None
    row = scene.unit.outbox.by_key(conversation.position.key)
    if row is None:
        # If another worker has just ended it, this turn is stale, and is taken again.
        return Untraceable(conversation.position.key)
    underway = _underway(row)
    if row.due_at > _wall():
        return Busy() if underway is not None and inbox in underway.inbox else None
    if underway is None:
        give_up(scene.unit, row, scene.at)
        return Untraceable(row.key, row.payload[:MOST_KEPT_UNREADABLE])
    if inbox not in underway.inbox:
        keep_heard(scene, underway.number, conversation.id)
        underway = replace(underway, inbox=(*underway.inbox, inbox), arrival=scene.arrival)
    # Looked up and then perhaps called again: twice the time.
    scene.unit.outbox.failed(row.id, _wall() + 2 * _lease(underway))
    scene.log.event("action_taken_up", action=underway.wanted.action)
    return _lost(scene.unit, underway)


def take_lost(house: House, at: datetime, unit: Unit) -> Underway | None:
    """Take up a turn of this business whose caller has not come back, also if the guest never writes again."""
    while (row := unit.outbox.take_one(KIND, house.business.id, _wall(), GRACE)) is not None:
        underway = _underway(row)
        if underway is not None:
            unit.outbox.failed(row.id, _wall() + 2 * _lease(underway))
            return replace(_lost(unit, underway), alone=True, arrival=replace(underway.arrival, at=at))
        give_up(unit, row, at)
        unit.requests.add(_unreadable(house, unit, row, at))
    return None


def _underway(row: Delivery) -> Underway | None:
    """Return a turn as it was left open; None if that cannot be read."""
    try:
        return codec.decode(Underway, row.payload)
    except codec.Undecodable:
        return None


def give_up(unit: Unit, row: Delivery, at: datetime) -> None:
    """Have done with a turn that cannot be read: nobody can say what became of its action."""
    unit.actions.done(row.key, UNKNOWN, NOTHING, at)
    unit.outbox.delivered(row.id, at)


def _unreadable(house: House, unit: Unit, row: Delivery, at: datetime) -> StaffRequest:
    """Return what staff are told of a turn that cannot be read."""
    action = unit.actions.by_key(row.key)
    known = {"action": action.intent.action, "arguments": action.intent.arguments} if action else {}
    known[UNREADABLE] = row.payload[:MOST_KEPT_UNREADABLE]
    text = json.dumps(known, ensure_ascii=False)
    guest = unit.conversations.guest_of(row.conversation_id or "")
    return StaffRequest(house.business.id, row.conversation_id or "", guest, RequestKind.CALLBACK, ERROR, text, at)


def _lost(unit: Unit, underway: Underway) -> Underway:
    before = unit.actions.by_key(underway.wanted.key)
    return replace(underway, lost=True, ended=before is not None and before.outcome is not None)


def keep_end(underway: Underway, ended: Ended, at: datetime, unit: Unit) -> None:
    """Keep how an action ended although its turn broke after that, and let whoever comes next take the turn up."""
    if ended.offer is None:  # the log has no place for what was found, so that is looked for again
        unit.actions.done(underway.wanted.key, ended.outcome, fields_of(ended), at)
    row = unit.outbox.by_key(underway.wanted.key)
    if row is not None:
        unit.outbox.failed(row.id, _wall())


def is_first_end(unit: Unit, underway: Underway, ended: Ended) -> bool:
    """Keep how an action ended; False if another worker was quicker and has answered."""
    if underway.ended:
        return unit.outbox.by_key(underway.wanted.key) is not None
    return unit.actions.done(underway.wanted.key, ended.outcome, fields_of(ended), underway.arrival.at)


def known_end(underway: Underway, unit: Unit) -> Ended | None:
    """Return how an action ended, if that was kept."""
    before = unit.actions.by_key(underway.wanted.key) if underway.ended else None
    return None if before is None else ended_before(before)


def close_open(unit: Unit, underway: Underway, at: datetime) -> None:
    """Tick an open turn off."""
    row = unit.outbox.by_key(underway.wanted.key)
    if row is not None:
        unit.outbox.delivered(row.id, at)


async def carry_out(house: House, underway: Underway, log: Log) -> Ended:
    """Call the action, or find out what became of it if whoever called it is gone. Never raises."""
    action = house.actions.get(underway.wanted.action)
    if action is None or action.outside is None:
        ended = Ended(UNKNOWN if underway.lost else FAILED, broke="the action is gone")
    else:
        call = _Calling(action, action.outside, underway, _errand(house, underway))
        ended = await (call.settled() if underway.lost else call.tried())
    log.ended(underway.wanted.action, ended.outcome, ended.broke)
    return ended


@dataclass(frozen=True, slots=True)
class _Calling:
    """One outside action being carried out."""

    action: Action
    outside: Outside
    underway: Underway
    errand: Errand

    async def tried(self) -> Ended:
        """Call it, and again as often as its step allows while it comes to nothing."""
        ended = await self._once()
        for _ in range(self.underway.wanted.retries):
            if ended.outcome not in WORTH_ANOTHER_TRY:
                break
            ended = await self._once()
        return ended

    async def settled(self) -> Ended:
        """Find out what became of a call whose caller is gone; what cannot be found out is unknown."""
        if self.outside.look_up is None:
            return await self.tried() if self.action.spec.repeatable else Ended(UNKNOWN)
        try:
            found = await _in_time(self.outside.look_up, self.errand, self.underway.timeout)
        except KeyboardInterrupt:
            raise
        except BaseException as broken:  # noqa: BLE001 - the code of a business: whatever broke, nothing is known
            _unless_we_leave(broken)
            return Ended(UNKNOWN, broke=where_it_broke(broken))
        return found or await self.tried()  # the other side has never heard of it

    async def _once(self) -> Ended:
        return await called_once(self.action, self.outside, self.errand, self.underway.timeout)


async def called_once(action: Action, outside: Outside, errand: Errand, timeout: timedelta) -> Ended:  # noqa: ASYNC109 - it is the time of the action, not of whoever waits
    """Call an outside action once, and say how that ended whatever it did. Never raises."""
    try:
        return await _in_time(outside.reach, errand, timeout)
    except TimeoutError as late:
        return Ended(UNKNOWN, broke=where_it_broke(late))
    except OSError as cut_off:
        # A lost connection does not say on which side of the effect it was lost.
        return Ended(UNKNOWN if action.spec.guarded else FAILED, broke=where_it_broke(cut_off))
    except Exception as broken:  # noqa: BLE001 - the code of a business: whatever it does, the guest gets the truth
        return Ended(FAILED, broke=where_it_broke(broken))
    except KeyboardInterrupt:
        raise
    except BaseException as left_off:  # noqa: BLE001 - it was called off from inside, after who knows what
        _unless_we_leave(left_off)
        return Ended(UNKNOWN if action.spec.guarded else FAILED, broke=where_it_broke(left_off))


async def _in_time(way: Callable[[Errand], Awaitable[T]], errand: Errand, timeout: timedelta) -> T:  # noqa: ASYNC109 - as above
    """Await what an action came to. What keeps the loop busy cannot be stopped, and is too late all the same."""
    began = monotonic()
    try:
        async with asyncio.timeout(timeout.total_seconds()):
            found = await way(errand)
    except Exception as broken:
        if is_late(began, timeout):
            raise TimeoutError from broken
        raise
    if is_late(began, timeout):
        raise TimeoutError
    return found


def _unless_we_leave(raised: BaseException) -> None:
    """Let a cancellation through that is meant for the turn itself, not one that the action raised."""
    task = asyncio.current_task()
    if isinstance(raised, asyncio.CancelledError) and task is not None and task.cancelling():
        raise raised


def _errand(house: House, underway: Underway) -> Errand:
    now = underway.arrival.at.astimezone(house.business.zone)
    return Errand(house.business, now, underway.visitor, underway.wanted.key, underway.wanted.arguments)


def _with_timeout(house: House, wanted: RunAction) -> RunAction:
    """Let a step that says nothing of time have the time-out of its action."""
    outside = house.actions[wanted.action].outside
    return wanted if wanted.timeout or outside is None else replace(wanted, timeout=outside.timeout)


def _lease(underway: Underway) -> timedelta:
    return (underway.wanted.retries + 1) * underway.timeout + GRACE


def _wall() -> datetime:
    """Read the real clock: how long a process has been gone has nothing to do with the time of the desk."""
    return datetime.now(UTC)
