"""Takes one turn, whole, inside one transaction: understand, decide, act, phrase, keep.

A turn that needs an outside action takes two: `take` leaves it open, `go_on` ends it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from frontdesk.desk.acting import act_out
from frontdesk.desk.actions.calls import Ended
from frontdesk.desk.house import House
from frontdesk.desk.keeping import keep_conversation, keep_reply, keep_turn, keep_words
from frontdesk.desk.log import Log
from frontdesk.desk.meeting import expect, meet
from frontdesk.desk.outside import Busy, Underway, close_open, is_first_end, leave_open, take_up
from frontdesk.desk.pinning import brought_up, with_pinned
from frontdesk.desk.readers import LONGEST
from frontdesk.desk.report import report
from frontdesk.desk.scene import Arrival, Did, Scene, Taken
from frontdesk.desk.speaking import Spoken, as_shown, speak, told
from frontdesk.dialogue.asked import Asked, Wanted, asked
from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CallStaff, Say
from frontdesk.dialogue.events import ActionEnded, GuestSpoke, GuestWasSilent
from frontdesk.language.letters import without_quotes, without_signature
from frontdesk.language.reading import Context
from frontdesk.language.understand import Read
from frontdesk.storage.rows import Inbound, Repeat
from frontdesk.storage.unit import Unit

_LETTERS = "email"  # the channel on which guests sign

Answer: TypeAlias = dict[str, object]
Answering: TypeAlias = Callable[[House, Unit, Arrival, Log], Answer | Underway | Busy]


def take(house: House, unit: Unit, arrival: Arrival, log: Log) -> Answer | Underway | Busy:
    """Take the turn that a message starts, and return what the guest is told. A repeat gets the same answer."""
    expect(unit, arrival)
    accepted = unit.inbox.accept(_inbound(house, arrival))
    if isinstance(accepted, Repeat) and accepted.reply is not None:
        return _repeated(accepted.reply, arrival, log)
    visitor, conversation = meet(house, unit, arrival)
    if isinstance(accepted, Repeat):
        # Whoever is at it may have answered before the conversation was loaded; if later, this turn is stale.
        accepted = unit.inbox.accept(_inbound(house, arrival))
        if isinstance(accepted, Repeat) and accepted.reply is not None:
            return _repeated(accepted.reply, arrival, log)
    house, conversation = brought_up(house, unit, conversation, arrival.at)
    scene = Scene(house, unit, arrival, visitor, log)
    left_open = take_up(scene, conversation, accepted.id)
    if left_open is not None:
        return left_open
    taken = act_out(scene, conversation, _heard(scene, conversation))
    if taken.waits is not None:
        keep_conversation(scene, conversation, taken)
        return leave_open(scene, conversation, taken, (accepted.id,))
    return _close(scene, conversation, taken, accepted.id)


def go_on(house: House, unit: Unit, underway: Underway, ended: Ended, log: Log) -> Answer | Underway | Busy:
    """Go on with a turn whose outside action has ended."""
    conversation = unit.conversations.by_id(underway.conversation)
    wanted, at = underway.wanted, underway.arrival.at
    if conversation is None or not is_first_end(unit, underway, ended):
        return take(house, unit, underway.arrival, log)  # another worker was quicker, and has answered
    close_open(unit, underway, at)
    scene = Scene(with_pinned(house, unit, conversation), unit, underway.arrival, underway.visitor, log)
    did = (*underway.so_far.did, Did(wanted.action, wanted.arguments, ended.outcome))
    event = ActionEnded(wanted.key, ended.outcome, at, ended.fields, ended.offer)
    taken = act_out(scene, conversation, event, replace(underway.so_far, did=did))
    if taken.waits is not None:
        keep_conversation(scene, conversation, _without_calls(taken, underway))
        return leave_open(scene, underway, taken, underway.inbox)
    return _close_opened(scene, conversation, taken, underway)


def _without_calls(taken: Taken, underway: Underway) -> Taken:
    """Leave out what was left to staff before the turn had to wait: it was kept then."""
    return replace(taken, calls=taken.calls[len(underway.so_far.calls) :])


def _close_opened(scene: Scene, before: Conversation, taken: Taken, underway: Underway) -> Answer:
    """Put a turn that had to wait into words, and keep what was not kept before it waited."""
    spoken, taken = _spoken(scene, taken)
    if underway.alone:
        taken = replace(taken, conversation=replace(taken.conversation, untold=spoken.text))
    keep_conversation(scene, before, _without_calls(taken, underway))
    keep_reply(scene, underway.number, before.id, spoken)
    answer = report(scene, underway.number, taken, spoken)
    keep_turn(scene, underway.number, before.id, answer, *underway.inbox)
    return answer


def _spoken(scene: Scene, taken: Taken) -> tuple[Spoken, Taken]:
    """Put what a turn came to into words, and let the conversation know them."""
    spoken, taken = told(speak(scene, taken), taken, scene.arrival.channel)
    conversation = _talked_about(scene, as_shown(taken.conversation, spoken), taken, spoken)
    return spoken, replace(taken, conversation=replace(conversation, said=spoken.text or conversation.said))


def _close(scene: Scene, before: Conversation, taken: Taken, inbox: int) -> Answer:
    """Put a turn into words and keep all of it."""
    spoken, taken = _spoken(scene, taken)
    keep_conversation(scene, before, taken)
    number = before.version + 1
    keep_words(scene, number, taken, spoken)
    answer = report(scene, number, taken, spoken)
    keep_turn(scene, number, before.id, answer, inbox)
    return answer


def _talked_about(scene: Scene, conversation: Conversation, taken: Taken, spoken: Spoken) -> Conversation:
    """Remember what only the desk named: "ok, book me tomorrow" is about that, unless it has just been settled."""
    settled = any(scene.house.is_guarded(did.action) for did in taken.did)
    if conversation.run is not None or settled:
        return conversation
    named = scene.house.understanding.named(spoken.text)
    asked_for = scene.house.kinds_asked_for() if named else ()
    kinds = Counter(item.kind for item in named if item.kind in asked_for)
    alone = {item.kind: item for item in named if kinds[item.kind] == 1}
    if not alone:
        return conversation
    return replace(conversation, topics={**conversation.topics, **alone})


def apologise(house: House, unit: Unit, arrival: Arrival, log: Log) -> Answer:
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
    """Return the message as it is kept; its id counts for its sender, as two guests may number theirs alike."""
    sender = arrival.phone or arrival.conversation or ""
    once = f"{sender} {arrival.provider_id}".strip()
    return Inbound(house.business.id, arrival.channel, once, sender, arrival.text, arrival.at)


def _heard(scene: Scene, conversation: Conversation) -> GuestSpoke | GuestWasSilent:
    if scene.arrival.silent:
        return GuestWasSilent(scene.at)
    return GuestSpoke(tuple(read.meaning for read in _understand(scene, conversation)), scene.at)


def _understand(scene: Scene, conversation: Conversation) -> tuple[Read, ...]:
    waiting = asked(conversation, scene.house.flows, scene.at)
    text = _written(scene, waiting)
    reads = scene.house.understanding.understand(text, waiting, scene.at, conversation.said or None)
    scene.log.understood(reads)
    return reads


def _written(scene: Scene, waiting: Asked) -> str:
    """Return what the guest says with a message: not what is quoted in it, nor the signature of a letter."""
    business = scene.house.business
    text = without_quotes(scene.arrival.text[:LONGEST], business.language)
    if scene.arrival.channel != _LETTERS:
        return text
    # Who nobody has asked anything yet may well sign the wish.
    kind = "person_name" if waiting.wanted is Wanted.NOTHING else waiting.slot.kind if waiting.slot else None
    return without_signature(text, Context(scene.at, business.region, business.language), kind)
