"""Takes one turn, whole, inside one transaction: understand, decide, act, phrase, keep."""

from __future__ import annotations

import json
from dataclasses import replace

from frontdesk.desk.acting import act_out
from frontdesk.desk.house import House
from frontdesk.desk.keeping import keep_conversation, keep_turn, keep_words
from frontdesk.desk.log import Log
from frontdesk.desk.meeting import meet, with_pinned
from frontdesk.desk.report import report
from frontdesk.desk.scene import Arrival, Scene, Taken
from frontdesk.desk.speaking import as_shown, speak, what_was_said
from frontdesk.dialogue.asked import asked
from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.effects import CallStaff, Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.language.understand import Read
from frontdesk.storage.rows import Inbound, Repeat
from frontdesk.storage.unit import Unit

LONGEST = 4_000  # characters of a message that are understood; all of it is kept


def take(house: House, unit: Unit, arrival: Arrival, log: Log) -> dict[str, object]:
    """Take the turn that a message starts, and return what the guest is told. A repeat gets the same answer."""
    accepted = unit.inbox.accept(_inbound(house, arrival))
    if isinstance(accepted, Repeat) and accepted.reply is not None:
        log.event("message_repeated", channel=arrival.channel)
        repeated: dict[str, object] = json.loads(accepted.reply)
        return repeated
    visitor, conversation = meet(house, unit, arrival)
    scene = Scene(with_pinned(house, unit, conversation), unit, arrival, visitor, log)
    reads = _understand(scene, conversation)
    event = GuestSpoke(tuple(read.meaning for read in reads), arrival.at)
    return _close(scene, conversation, act_out(scene, conversation, event), accepted.id)


def _close(scene: Scene, before: Conversation, taken: Taken, inbox: int) -> dict[str, object]:
    """Put a turn into words and keep all of it."""
    spoken = speak(scene, taken)
    taken = replace(taken, conversation=as_shown(taken.conversation, spoken))
    keep_conversation(scene, before, taken)
    number = before.version + 1
    keep_words(scene, number, taken, spoken)
    answer = report(scene, number, taken, spoken)
    keep_turn(scene, number, before.id, answer, inbox)
    return answer


def apologise(house: House, unit: Unit, arrival: Arrival, log: Log) -> dict[str, object]:
    """Answer a message whose turn broke: keep it, leave it to staff, and let the conversation stand where it was."""
    accepted = unit.inbox.accept(_inbound(house, arrival))
    visitor, conversation = meet(house, unit, arrival)
    scene = Scene(house, unit, arrival, visitor, log)
    taken = Taken(conversation, (Say("error"),), (), (CallStaff("error", {}),))
    return _close(scene, conversation, taken, accepted.id)


def _inbound(house: House, arrival: Arrival) -> Inbound:
    sender = arrival.phone or arrival.conversation or ""
    return Inbound(house.business.id, arrival.channel, arrival.provider_id, sender, arrival.text, arrival.at)


def _understand(scene: Scene, conversation: Conversation) -> tuple[Read, ...]:
    waiting = asked(conversation, scene.house.flows)
    text = scene.arrival.text[:LONGEST]
    reads = scene.house.understanding.understand(text, waiting, scene.at, what_was_said(scene, conversation))
    scene.log.understood(reads)
    return reads
