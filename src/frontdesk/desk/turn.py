"""Takes one turn, whole, inside one transaction: understand, decide, act, phrase, keep."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from frontdesk.desk.acting import act_out
from frontdesk.desk.house import House
from frontdesk.desk.keeping import keep_conversation, keep_turn, keep_words
from frontdesk.desk.log import Log
from frontdesk.desk.meeting import meet, with_pinned
from frontdesk.desk.report import report
from frontdesk.desk.scene import Arrival, Scene, Taken
from frontdesk.desk.speaking import Spoken, as_shown, speak, what_was_said
from frontdesk.dialogue.asked import asked
from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.effects import CallStaff, Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.language.understand import Read
from frontdesk.storage.rows import Inbound, Repeat
from frontdesk.storage.unit import Unit

LONGEST = 4_000  # characters of a message that are understood; all of it is kept

Answering: TypeAlias = Callable[[House, Unit, Arrival, Log], dict[str, object]]


def take(house: House, unit: Unit, arrival: Arrival, log: Log) -> dict[str, object]:
    """Take the turn that a message starts, and return what the guest is told. A repeat gets the same answer."""
    accepted = unit.inbox.accept(_inbound(house, arrival))
    if isinstance(accepted, Repeat) and accepted.reply is not None:
        return _repeated(accepted.reply, arrival, log)
    visitor, conversation = meet(house, unit, arrival)
    scene = Scene(with_pinned(house, unit, conversation), unit, arrival, visitor, log)
    reads = _understand(scene, conversation)
    event = GuestSpoke(tuple(read.meaning for read in reads), arrival.at)
    return _close(scene, conversation, act_out(scene, conversation, event), accepted.id)


def _close(scene: Scene, before: Conversation, taken: Taken, inbox: int) -> dict[str, object]:
    """Put a turn into words and keep all of it."""
    spoken = speak(scene, taken)
    conversation = _talked_about(scene, as_shown(taken.conversation, spoken), taken, spoken)
    taken = replace(taken, conversation=conversation)
    keep_conversation(scene, before, taken)
    number = before.version + 1
    keep_words(scene, number, taken, spoken)
    answer = report(scene, number, taken, spoken)
    keep_turn(scene, number, before.id, answer, inbox)
    return answer


def _talked_about(scene: Scene, conversation: Conversation, taken: Taken, spoken: Spoken) -> Conversation:
    """Remember what only the desk named: "ok, book me tomorrow" is about that, unless it has just been settled."""
    settled = any(scene.house.actions[did.action].spec.guarded for did in taken.did)
    if conversation.run is not None or settled:
        return conversation
    asked_for = scene.house.kinds_asked_for()
    named = [item for item in scene.house.understanding.named(spoken.text) if item.kind in asked_for]
    kinds = Counter(item.kind for item in named)
    alone = {item.kind: item for item in named if kinds[item.kind] == 1}
    return replace(conversation, topics={**conversation.topics, **alone})


def apologise(house: House, unit: Unit, arrival: Arrival, log: Log) -> dict[str, object]:
    """Answer a message whose turn broke: keep it, leave it to staff, and let the conversation stand where it was."""
    accepted = unit.inbox.accept(_inbound(house, arrival))
    if isinstance(accepted, Repeat) and accepted.reply is not None:
        return _repeated(accepted.reply, arrival, log)  # another delivery of it broke too, and was quicker
    visitor, conversation = meet(house, unit, arrival)
    scene = Scene(house, unit, arrival, visitor, log)
    taken = Taken(conversation, (Say("error"),), (), (CallStaff("error", {}),))
    return _close(scene, conversation, taken, accepted.id)


def _repeated(reply: str, arrival: Arrival, log: Log) -> dict[str, object]:
    log.event("message_repeated", channel=arrival.channel)
    answer: dict[str, object] = json.loads(reply)
    return answer


def _inbound(house: House, arrival: Arrival) -> Inbound:
    sender = arrival.phone or arrival.conversation or ""
    return Inbound(house.business.id, arrival.channel, arrival.provider_id, sender, arrival.text, arrival.at)


def _understand(scene: Scene, conversation: Conversation) -> tuple[Read, ...]:
    waiting = asked(conversation, scene.house.flows)
    text = scene.arrival.text[:LONGEST]
    reads = scene.house.understanding.understand(text, waiting, scene.at, what_was_said(scene, conversation))
    scene.log.understood(reads)
    return reads
