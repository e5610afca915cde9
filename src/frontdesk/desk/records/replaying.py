"""Replays a recorded conversation, and says where it goes another way.

Every decision is made and every reply is phrased again, from the meanings and the outcomes that were recorded: nothing
is booked, no other system is reached, and what others did meanwhile makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from frontdesk.desk.acting import Followed, SoFar, act_out_with, with_end
from frontdesk.desk.hearing import Basis, understand
from frontdesk.desk.house import House, open_house
from frontdesk.desk.log import Log
from frontdesk.desk.meeting import remembering
from frontdesk.desk.records.recording import Record, Recorded
from frontdesk.desk.report import snake_case
from frontdesk.desk.scene import Arrival, Part, Scene, Taken
from frontdesk.desk.speaking import speak, told
from frontdesk.desk.turn import TOO_LONG, with_last_part, with_words, without_decision
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Acting, Conversation
from frontdesk.dialogue.effects import CallStaff, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, ActionGone, Event, GuestSpoke
from frontdesk.dialogue.forms import form_among
from frontdesk.storage import open_store
from frontdesk.storage.unit import Unit

NOBODY = 0  # the guest of a replay, who is in no database


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first thing that was not as recorded."""

    turn: int
    what: str
    recorded: str
    replayed: str


@dataclass(frozen=True, slots=True)
class Step:
    """One part of one turn, and whether the turn ends with it."""

    number: int
    turn: Recorded
    part: Part
    is_last: bool


@dataclass(frozen=True, slots=True)
class Replayed:
    """A step, where the conversation stood before it, and what it came to now; `reply` if its turn ends with it."""

    step: Step
    scene: Scene
    before: Conversation
    taken: Taken
    reply: str


def replay(folder: Path, record: Record) -> Divergence | None:
    """Run a record again; None if every position, action and text is the same."""
    return replay_at(open_house(folder), record)


def replay_at(house: House, record: Record) -> Divergence | None:
    """Do the same at the house of a business that is open."""
    with open_store("sqlite://") as store:
        return store.run_sync(
            lambda unit: next((gap for each in _replayed(house, unit, record) for gap in _differences(each)), None)
        )


def understood_otherwise(folder: Path, record: Record) -> tuple[Divergence, ...]:
    """Return the turns that would be understood otherwise today, each against what stood before it."""
    house = open_house(folder)
    with open_store("sqlite://") as store:
        return store.run_sync(
            lambda unit: tuple(gap for each in _replayed(house, unit, record) for gap in _misreadings(each))
        )


def _replayed(house: House, unit: Unit, record: Record) -> Iterator[Replayed]:
    """Take every part of every turn again, in the order they were committed."""
    conversation = Conversation(record.conversation, house.business.id)
    waiting: dict[int, SoFar] = {}
    for step in _in_order(record):
        scene = _scene(house, unit, step)
        before = remembering(step.part.stood or conversation, step.part.knew)
        taken, reply = _taken(scene, before, step, waiting.get(step.number, SoFar())), ""
        waiting[step.number] = SoFar(taken.says, taken.did, taken.calls, taken.parts, taken.waits)
        if step.is_last:
            taken, reply = _in_words(scene, taken, step.part)
        yield Replayed(step, scene, before, taken, reply)
        conversation = replace(taken.conversation, version=taken.conversation.version + 1)


def _in_words(scene: Scene, taken: Taken, part: Part) -> tuple[Taken, str]:
    """Phrase a turn again; what its words named was read at the time, and is not read again."""
    spoken, taken = told(speak(scene, taken), taken, scene.arrival.channel)
    taken = with_last_part(taken, replace(taken.parts[-1], alone=part.alone, named=part.named))
    return with_words(taken, spoken), spoken.text


def _in_order(record: Record) -> list[Step]:
    steps = [
        Step(number, turn, part, part is turn.parts[-1])
        for number, turn in enumerate(record.turns, start=1)
        for part in turn.parts
    ]
    return sorted(steps, key=lambda step: step.part.version)


def _scene(house: House, unit: Unit, step: Step) -> Scene:
    turn, business = step.turn, house.business
    at = step.part.at.astimezone(business.zone)
    arrival = Arrival(turn.guest or "", turn.channel, "", at, turn.phone, silent=turn.guest is None, staff=turn.staff)
    visitor = Visitor(NOBODY, turn.channel, turn.phone is not None or business.owner, turn.phone, business.owner)
    return Scene(house, unit, arrival, visitor, Log(), step.part.knew)


def _taken(scene: Scene, conversation: Conversation, step: Step, so_far: SoFar) -> Taken:
    part = step.part
    if part.phrase == TOO_LONG:
        return without_decision(scene, conversation, Say(TOO_LONG))
    if part.phrase is not None or not part.events:
        return without_decision(scene, conversation, Say(part.phrase or "error"), CallStaff("error", {}))
    first, *ends = part.events
    recorded = iter(ends)

    def ended(_: Scene, __: Conversation, wanted: RunAction) -> Followed | None:
        """Return what the action came to at the time. Its key may differ: a masked record has other values."""
        end = next(recorded, None)
        return replace(end, key=wanted.key) if isinstance(end, ActionEnded | ActionGone) else None

    taken = act_out_with(ended, scene, conversation, _with_key(first, conversation), with_end(so_far, first))
    if part.stood is None:
        return taken
    return replace(taken, calls=(*taken.calls, CallStaff("error", {})))


def _with_key(event: Event, conversation: Conversation) -> Event:
    """Let the end of an outside action be that of the one which is waited for."""
    position = conversation.position
    if isinstance(event, ActionEnded | ActionGone) and isinstance(position, Acting):
        return replace(event, key=position.key)
    return event


def _differences(replayed: Replayed) -> Iterator[Divergence]:
    step, taken = replayed.step, replayed.taken
    if not step.is_last:
        return
    recorded = (step.turn.position, ", ".join(step.turn.did), step.turn.reply)
    position = snake_case(type(taken.conversation.position).__name__)
    now = (position, ", ".join(f"{did.action}: {did.outcome}" for did in taken.did), replayed.reply)
    for what, before, after in zip(("position", "did", "reply"), recorded, now, strict=True):
        if before != after:
            yield Divergence(step.number, what, before, after)


def _misreadings(replayed: Replayed) -> Iterator[Divergence]:
    first = replayed.step.part.events[:1]
    recorded = tuple(meaning for event in first if isinstance(event, GuestSpoke) for meaning in event.meanings)
    if not recorded or form_among(recorded) is not None:
        return  # what was put into a form was not understood, but taken as it was
    reads = understand(Basis(replayed.scene.house, replayed.before), replayed.scene.arrival)
    now = tuple(read.meaning for read in reads)
    if now != recorded:
        told = ("; ".join(map(str, meanings)) for meanings in (recorded, now))
        yield Divergence(replayed.step.number, "understood", *told)
