"""Takes one turn, whole, inside one transaction: understand, decide, act, phrase, keep.

A turn that needs an outside action takes two: `take` leaves it open, `go_on` ends it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from frontdesk.desk.acting import act_out, with_end
from frontdesk.desk.actions.calls import Ended
from frontdesk.desk.actions.outcomes import UNKNOWN
from frontdesk.desk.hearing import Basis, Ears, Heard, NotHeard
from frontdesk.desk.house import House
from frontdesk.desk.keeping import (
    MOST_KEPT_UNREADABLE,
    UNREADABLE,
    Stale,
    keep_conversation,
    keep_reply,
    keep_turn,
    keep_words,
)
from frontdesk.desk.log import Log
from frontdesk.desk.meeting import Met, expect, meet, refuse_stranger
from frontdesk.desk.outside import NOTHING, Busy, Underway, Untraceable, close_open, is_first_end, leave_open, take_up
from frontdesk.desk.pinning import brought_up, with_pinned
from frontdesk.desk.plans.planning import count_plans
from frontdesk.desk.report import report
from frontdesk.desk.scene import Arrival, Part, Scene, Taken
from frontdesk.desk.speaking import Spoken, as_shown, speak, told
from frontdesk.dialogue.conversation import Collecting, Conversation, WithStaff
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CallStaff, Say
from frontdesk.dialogue.events import ActionEnded
from frontdesk.dialogue.values import Value
from frontdesk.storage.conversations import Unreadable
from frontdesk.storage.rows import Inbound, Repeat
from frontdesk.storage.unit import Unit

TOO_LONG = "message_too_long"
TAKEN = "taken"  # what only an action that books something can end with

Answer: TypeAlias = dict[str, object]
CameTo: TypeAlias = Answer | Underway | Busy


@dataclass(frozen=True, slots=True)
class Taking:
    """What a turn begins with: the business, the message, what it means, and who is told of it."""

    house: House
    arrival: Arrival
    ears: Ears
    log: Log
    heard: Heard | None = None


Answering: TypeAlias = Callable[[Taking, Unit], CameTo]


def take(taking: Taking, unit: Unit) -> CameTo:
    """Take the turn that a message starts, and return what the guest is told. A repeat gets the same answer.

    Raises `NotHeard` if the message was not understood against where the conversation stands now.
    """
    house, arrival = taking.house, taking.arrival
    expect(unit, arrival)
    accepted = unit.inbox.accept(inbound(house, arrival))
    if isinstance(accepted, Repeat) and accepted.reply is not None:
        return _repeated(accepted.reply, taking, unit)
    met = meet(house, unit, arrival)
    if isinstance(accepted, Repeat):
        # Whoever is at it may have answered before the conversation was loaded; if later, this turn is stale.
        accepted = unit.inbox.accept(inbound(house, arrival))
        if isinstance(accepted, Repeat) and accepted.reply is not None:
            return _repeated(accepted.reply, taking, unit)
    house, conversation = brought_up(house, unit, met.conversation, arrival.at)
    if taking.heard is not None and taking.heard.text is not None:
        arrival = replace(arrival, text=taking.heard.text)
    scene = Scene(house, unit, arrival, met.visitor, taking.log, met.knew)
    left_open = take_up(scene, conversation, accepted.id)
    if isinstance(left_open, Underway | Busy):
        return left_open
    if left_open is not None:
        taken = _without_trace(scene, conversation, left_open)
    else:
        taken = _decided(taking, scene, conversation)
    if taken.waits is not None:
        keep_conversation(scene, conversation, taken)
        return leave_open(scene, conversation, taken, (accepted.id,))
    return close_turn(taking, scene, conversation, taken, accepted.id)


def _decided(taking: Taking, scene: Scene, conversation: Conversation) -> Taken:
    """Decide what follows from the message. One that is too long is refused, and everything stands where it was."""
    if scene.arrival.too_long:
        return without_decision(scene, conversation, Say(TOO_LONG))
    if taking.heard is None or not taking.heard.suits(scene.house, conversation):
        raise NotHeard(Basis(scene.house, conversation))
    return act_out(scene, conversation, taking.heard.event)


def _without_trace(scene: Scene, conversation: Conversation, lost: Untraceable) -> Taken:
    """Go on as if it were unknown how an action ended: so it is to us, and staff get what was kept of it."""
    taken = act_out(scene, conversation, ActionEnded(lost.key, UNKNOWN, scene.at))
    taken = with_last_part(taken, replace(taken.parts[-1], stood=conversation))
    return replace(taken, calls=(*taken.calls, CallStaff("error", {UNREADABLE: lost.payload})))


def without_decision(scene: Scene, conversation: Conversation, say: Say, *calls: CallStaff) -> Taken:
    """Say something and let the conversation stand where it was. Nobody apologises for a person who is answering."""
    part = Part(conversation.version + 1, scene.at, knew=scene.knew, phrase=say.phrase)
    aloud = say.phrase == TOO_LONG
    said = (say,) if aloud or not isinstance(conversation.position, WithStaff) else ()
    return Taken(conversation, said, (), calls, (part,), aloud=aloud)


def go_on(taking: Taking, underway: Underway, ended: Ended, unit: Unit) -> CameTo:
    """Go on with a turn whose outside action has ended."""
    found = unit.conversations.with_guest(underway.conversation)
    wanted, at = underway.wanted, underway.arrival.at
    if found is None or found.is_forgotten:
        # Nothing of this turn may be kept: what it came to is all that stays, and the message is as good as new.
        unit.actions.done(wanted.key, ended.outcome, NOTHING, at)
        return take(taking, unit)
    conversation = found.conversation
    if not is_first_end(unit, underway, ended):
        return take(taking, unit)  # another worker was quicker, and has answered
    close_open(unit, underway, at)
    house = with_pinned(taking.house, unit, conversation)
    scene = Scene(house, unit, underway.arrival, underway.visitor, taking.log)
    event = ActionEnded(wanted.key, ended.outcome, at, ended.fields, ended.offer)
    taken = act_out(scene, conversation, event, with_end(underway.so_far, event))
    if taken.waits is not None:
        keep_conversation(scene, conversation, _without_calls(taken, underway))
        return leave_open(scene, underway, taken, underway.inbox)
    return _close_opened(taking, scene, conversation, taken, underway)


def with_last_part(taken: Taken, part: Part) -> Taken:
    """Put this part in the place of the last one of a turn."""
    return replace(taken, parts=(*taken.parts[:-1], part))


def _without_calls(taken: Taken, underway: Underway) -> Taken:
    """Leave out what was left to staff before the turn had to wait: it was kept then."""
    return replace(taken, calls=taken.calls[len(underway.so_far.calls) :])


def _close_opened(taking: Taking, scene: Scene, before: Conversation, taken: Taken, underway: Underway) -> Answer:
    """Put a turn that had to wait into words, and keep what was not kept before it waited."""
    if underway.alone:
        taken = with_last_part(taken, replace(taken.parts[-1], alone=True))
    spoken, taken = put_into_words(scene, taken)
    keep_conversation(scene, before, _without_calls(taken, underway))
    keep_reply(scene, underway.number, before.id, spoken)
    answer = report(scene, underway.number, taken, spoken)
    keep_turn(scene, before, taken, answer, underway.inbox)
    _count(scene, taken)
    count_plans(scene, before, taken, answer["run"])
    _remember(taking, scene, taken)
    return answer


def _count(scene: Scene, taken: Taken) -> None:
    """Count what a turn came to, once it is all there: who watches the desk looks at these."""
    log, actions = scene.log, scene.house.actions
    if scene.arrival.staff is None:
        log.count("messages")
    if isinstance(position := taken.conversation.position, Collecting):
        log.event("slot_asked", slot=position.slot)
        log.count("slots_asked")
    for did in taken.did:
        spec = actions[did.action].spec if did.action in actions else None
        if spec is not None and not spec.guarded:
            log.event("check_made", action=did.action, by="desk")
            log.count("checks_by_desk")
        elif spec is not None and TAKEN in spec.outcomes:
            log.count("bookings_tried")
            log.count("bookings_made", did.outcome in spec.successes)


def _remember(taking: Taking, scene: Scene, taken: Taken) -> None:
    """Remember where the conversation will stand when the next message is understood."""
    conversation = taken.conversation
    kept = replace(conversation, version=conversation.version + 1)
    taking.ears.remember(scene.arrival.sender, scene.house, kept)


def put_into_words(scene: Scene, taken: Taken) -> tuple[Spoken, Taken]:
    """Put what a turn came to into words, and let the conversation know them."""
    spoken, taken = told(speak(scene, taken), taken, scene.arrival.channel)
    named = _named_alone(scene, taken, spoken)
    return spoken, with_words(with_last_part(taken, replace(taken.parts[-1], named=named)) if named else taken, spoken)


def with_words(taken: Taken, spoken: Spoken) -> Taken:
    """Let the conversation know the words that it was put into, and what they named."""
    conversation, part = as_shown(taken.conversation, spoken), taken.parts[-1]
    if part.named:
        conversation = replace(conversation, topics={**conversation.topics, **part.named})
    if part.alone and spoken.text:
        conversation = replace(conversation, untold=spoken.text)
    said = spoken.whole or spoken.text or conversation.said
    return replace(taken, conversation=replace(conversation, said=said))


def close_turn(taking: Taking, scene: Scene, before: Conversation, taken: Taken, *inbox: int) -> Answer:
    """Put a turn into words and keep all of it; `inbox` are the messages that it answers."""
    spoken, taken = put_into_words(scene, taken)
    keep_conversation(scene, before, taken)
    number = before.version + 1
    keep_words(scene, number, taken, spoken)
    answer = report(scene, number, taken, spoken)
    keep_turn(scene, before, taken, answer, inbox)
    _count(scene, taken)
    count_plans(scene, before, taken, answer["run"])
    _remember(taking, scene, taken)
    return answer


def _named_alone(scene: Scene, taken: Taken, spoken: Spoken) -> dict[str, Value]:
    """Return what only the desk named: "ok, book me tomorrow" is about that, unless it has just been settled."""
    settled = any(scene.house.is_guarded(did.action) for did in taken.did)
    if taken.conversation.run is not None or settled:
        return {}
    named = scene.house.understanding.named(spoken.text)
    asked_for = scene.house.kinds_asked_for() if named else ()
    kinds = Counter(item.kind for item in named if item.kind in asked_for)
    return {item.kind: item for item in named if kinds[item.kind] == 1}


def apologise(taking: Taking, unit: Unit) -> CameTo:
    """Answer a message whose turn broke: keep it, leave it to staff, and let the conversation stand where it was."""
    house, arrival = taking.house, taking.arrival
    accepted = unit.inbox.accept(inbound(house, arrival))
    if isinstance(accepted, Repeat) and accepted.reply is not None:
        return _repeated(accepted.reply, taking, unit)  # another delivery of it broke too, and was quicker
    met, known = _meet_anyway(house, unit, arrival)
    scene = Scene(house, unit, arrival, met.visitor, taking.log, met.knew)
    taken = without_decision(scene, met.conversation, Say("error"), CallStaff("error", known))
    if known:
        taken = with_last_part(taken, replace(taken.parts[-1], stood=met.conversation))
    return close_turn(taking, scene, met.conversation, taken, accepted.id)


def _meet_anyway(house: House, unit: Unit, arrival: Arrival) -> tuple[Met, dict[str, Value]]:
    """Meet a guest whose conversation may be unreadable: then it begins anew, and staff get what was kept of it."""
    try:
        return meet(house, unit, arrival), {}
    except Unreadable as unreadable:
        if not unit.conversations.begin_anew(unreadable, house.business.id, arrival.at):
            raise Stale(unreadable.conversation_id) from None
        return meet(house, unit, arrival), {UNREADABLE: unreadable.body[:MOST_KEPT_UNREADABLE]}


def _repeated(reply: str, taking: Taking, unit: Unit) -> Answer:
    refuse_stranger(taking.house, unit, taking.arrival)
    taking.log.event("message_repeated", channel=taking.arrival.channel)
    answer: Answer = json.loads(reply)
    return answer


def inbound(house: House, arrival: Arrival) -> Inbound:
    """Return the message as it is kept."""
    return Inbound(house.business.id, arrival.channel, arrival.sender, arrival.provider_id, arrival.text, arrival.at)
