"""A person takes a conversation over, answers in it, and hands it back: each is one act in one transaction.

Each makes the conversation another version, so that a guest's turn that is running becomes stale, is taken again, and
then says nothing. Each is kept as a turn, so that records replay to the letter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, TypeVar
from uuid import uuid4

from frontdesk.desk.acting import act_out
from frontdesk.desk.desk import REDO, Desk
from frontdesk.desk.keeping import Stale, keep_conversation
from frontdesk.desk.meeting import is_the_owner
from frontdesk.desk.outside import leave_open
from frontdesk.desk.pinning import brought_up
from frontdesk.desk.scene import LONGEST_MESSAGE, Arrival, Scene, storable_text
from frontdesk.desk.staff import NotPossible
from frontdesk.desk.staff_names import name_of
from frontdesk.desk.turn import CameTo, Taking, close_turn, inbound
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Conversation, WithStaff
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.events import StaffLeft, StaffSpoke, StaffTookOver
from frontdesk.language.readers.reading import Style
from frontdesk.storage.audit import name_in_log
from frontdesk.storage.conversations import Unreadable, Whose
from frontdesk.storage.rows import Message, NumberedMessage, Side
from frontdesk.storage.unit import Unit

T = TypeVar("T")

MOST_NEW = 200  # lines that are shown to somebody who has not seen them
PHONE = "phone"  # the channel under which a vouched number is kept


@dataclass(frozen=True, slots=True)
class Done:
    """It is done."""


@dataclass(frozen=True, slots=True)
class HeldBy:
    """Somebody else has the conversation."""

    login: str
    name: str


@dataclass(frozen=True, slots=True)
class NotHeld:
    """Nobody has the conversation, so nobody can answer in it or hand it back."""


@dataclass(frozen=True, slots=True)
class Changed:
    """More was said than whoever answers has seen."""

    lines: tuple[NumberedMessage, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no such conversation here, its guest was forgotten, or it cannot be read."""


TakenOver: TypeAlias = Done | HeldBy | Gone
Answered: TypeAlias = Done | Changed | HeldBy | NotHeld | Gone
HandedBack: TypeAlias = Done | HeldBy | NotHeld | Gone


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody answers, and the last line that they had seen; None sends it whatever was said since."""

    text: str
    seen_line: int | None


@dataclass(frozen=True, slots=True)
class _Here:
    """A conversation that somebody of staff does something in."""

    taking: Taking
    scene: Scene
    stands: Conversation
    by: str

    @property
    def number(self) -> int:
        """The number of the turn."""
        return self.stands.version + 1

    def note(self, phrase: str) -> None:
        """Let both sides read what happened."""
        house, name = self.scene.house, name_of(self.scene.unit, self.stands.business, self.by)
        text = house.phrases.text(Say(phrase, {"name": name}), house.context(self.scene.at), house.business, Style.RICH)
        self.add(Side.NOTE, text)

    def add(self, side: Side, text: str) -> None:
        """Keep a line."""
        channel = self.scene.arrival.channel
        line = Message(self.stands.id, self.number, side, channel, text, self.scene.at, self.by)
        self.scene.unit.messages.add(line)

    def audit(self, what: str, by: str | None = None, **details: object) -> None:
        """Write down who did it."""
        about = name_in_log(self.stands.id, self.scene.visitor.guest)
        self.scene.unit.audit.add(self.stands.business, self.scene.at, by or self.by, what, about, details)


async def take_over(desk: Desk, conversation: str, by: str, even_from: str | None = None) -> TakenOver:
    """Let a person answer from now on. What somebody else has stays theirs, unless it is taken from them by name."""
    return await _once(desk, partial(_take_over, desk, conversation, by, even_from))


def _take_over(desk: Desk, conversation: str, by: str, even_from: str | None, unit: Unit) -> TakenOver:
    here = _here(desk, unit, conversation, by)
    if here is None:
        return Gone()
    holder = _holder(here.stands)
    if holder == by:
        return Done()
    if holder is not None and holder != even_from:
        return _held_by(unit, here.stands, holder)
    here.note("staff_joined")
    here.audit("conversation_taken_over", **({} if holder is None else {"from": holder}))
    taken = act_out(here.scene, here.stands, StaffTookOver(by, here.scene.at))
    close_turn(here.taking, here.scene, here.stands, taken)
    return Done()


async def answer(desk: Desk, conversation: str, by: str, reply: Reply) -> Answered:
    """Say something to the guest. Only whoever has the conversation may, and only knowing all that was said."""
    text = storable_text(reply.text).strip()
    if not text or len(text) > LONGEST_MESSAGE:
        raise NotPossible(f"An answer has between 1 and {LONGEST_MESSAGE} characters.")
    return await _once(desk, partial(_answer, desk, conversation, by, Reply(text, reply.seen_line)))


def _answer(desk: Desk, conversation: str, by: str, reply: Reply, unit: Unit) -> Answered:
    here = _here(desk, unit, conversation, by)
    if here is None:
        return Gone()
    if refused := _not_theirs(unit, here):
        return refused
    if reply.seen_line is not None and (new := unit.messages.page(conversation, reply.seen_line, MOST_NEW)):
        return Changed(new)
    here.add(Side.STAFF, reply.text)
    here.audit("conversation_answered", characters=len(reply.text))
    taken = act_out(here.scene, here.stands, StaffSpoke(by, reply.text, here.scene.at))
    close_turn(here.taking, here.scene, here.stands, taken)
    return Done()


class _Refused(Exception):  # noqa: N818 - what became of it: the transaction is undone
    def __init__(self, why: HeldBy | NotHeld | Gone) -> None:
        super().__init__()
        self.why = why


async def hand_back(desk: Desk, conversation: str, by: str, instead_of: str | None = None) -> HandedBack:
    """Let the desk answer again: it asks what it had asked, and tells what has come of things meanwhile.

    `instead_of` has the conversation and cannot hand it back any more; `by` does so for them.
    """
    holder = instead_of or by
    # Named after its conversation until the guest is known; it is answered once, like a message.
    arrival = Arrival("", "", uuid4().hex, desk.clock(), conversation=conversation, silent=True, staff=holder)
    try:
        await desk.act(partial(_hand_back, desk, holder, by), arrival)
    except _Refused as refused:
        return refused.why
    return Done()


def _hand_back(desk: Desk, holder: str, by: str, taking: Taking, unit: Unit) -> CameTo:
    here = _here(desk, unit, taking.arrival.conversation or "", holder, taking.arrival.provider_id)
    if here is None:
        raise _Refused(Gone())
    if why := _not_theirs(unit, here):
        raise _Refused(why)
    accepted = unit.inbox.accept(inbound(here.scene.house, here.scene.arrival))
    here.note("staff_left")
    here.audit("conversation_handed_back", by, **({} if by == holder else {"of": holder}))
    taken = act_out(here.scene, here.stands, StaffLeft(here.scene.at))
    if taken.waits is not None:
        keep_conversation(here.scene, here.stands, taken)
        return leave_open(here.scene, here.stands, taken, (accepted.id,))
    return close_turn(here.taking, here.scene, here.stands, taken, accepted.id)


async def _once(desk: Desk, work: Callable[[Unit], T]) -> T:
    """Do something in one transaction, again from the start if a turn of the conversation got through first."""
    for _ in range(REDO):
        try:
            return await desk.store.run(work)
        except Stale:
            desk.log.event("turn_redone")
    raise Stale(f"{REDO} turns of one conversation came first")


def _here(desk: Desk, unit: Unit, conversation: str, by: str, key: str = "") -> _Here | None:
    """Return where somebody of staff acts; None if there is no guest to answer."""
    try:
        found = unit.conversations.with_guest(conversation)
    except Unreadable:
        return None
    business = desk.house.business
    if found is None or found.guest_id is None or found.is_forgotten or found.conversation.business != business.id:
        return None
    arrival = _arrival(desk, unit, found, found.guest_id, by, key)
    owner = is_the_owner(unit, business, found.guest_id)
    visitor = Visitor(found.guest_id, arrival.channel, arrival.phone is not None or owner, arrival.phone, owner)
    house, stands = brought_up(desk.house, unit, found.conversation, arrival.at)
    taking = Taking(house, arrival, desk.ears, desk.log)
    return _Here(taking, Scene(house, unit, arrival, visitor, desk.log), stands, by)


def _arrival(desk: Desk, unit: Unit, found: Whose, guest: int, by: str, key: str) -> Arrival:
    """Return what staff did as a message of nobody, on the channel that the guest is on."""
    at, stands = desk.clock().astimezone(desk.house.business.zone), found.conversation
    channel = unit.messages.last_channel(stands.id) or "web"
    phone = next((each.address for each in unit.guests.addresses(guest) if each.channel == PHONE), None)
    return Arrival("", channel, key, at, phone, stands.id, silent=True, holds_token=True, staff=by)


def _holder(stands: Conversation) -> str | None:
    return stands.position.by if isinstance(stands.position, WithStaff) else None


def _held_by(unit: Unit, stands: Conversation, login: str) -> HeldBy:
    return HeldBy(login, name_of(unit, stands.business, login))


def _not_theirs(unit: Unit, here: _Here) -> HeldBy | NotHeld | None:
    """Say why somebody may not act in a conversation; None if it is theirs."""
    holder = _holder(here.stands)
    if holder is None:
        return NotHeld()
    return None if holder == here.by else _held_by(unit, here.stands, holder)
