"""Writes down everything a turn leaves behind, in the turn's own transaction."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

from frontdesk.desk.pinning import keep_versions
from frontdesk.desk.scene import Part, Scene, Taken
from frontdesk.desk.speaking import Spoken
from frontdesk.desk.trouble import trouble_of
from frontdesk.dialogue.conversation import Choosing, Conversation
from frontdesk.dialogue.effects import CallStaff
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.dialogue.values import Value, to_json
from frontdesk.storage import codec
from frontdesk.storage.rows import Facts, Message, RequestKind, ShownOffer, Side, StaffRequest, Turn

QUESTION = "question"  # the slot that has the words of a question
WISHES = (PERSON, STUCK)  # reasons of guests who want a person, whatever for
ERROR = "error"  # the reason of what broke
UNREADABLE = "unreadable"  # what staff find a text under that was kept and cannot be read
MOST_KEPT_UNREADABLE = 10_000  # characters of it
CALL_BACK = ("calendar", ERROR)  # reasons for which staff call the guest back


_json = json.JSONEncoder(ensure_ascii=False).encode  # made once: `json.dumps` makes another each time


class Stale(Exception):  # noqa: N818 - what happened: another turn of the same conversation came first
    """The conversation has moved on since it was loaded; the turn is taken again."""


def keep_conversation(scene: Scene, before: Conversation, taken: Taken) -> None:
    """Keep where the conversation stands, the flow versions it runs on, what was offered, and what staff must do."""
    conversation = taken.conversation
    keep_versions(scene.house, scene.unit, before, conversation, scene.at)
    scene.unit.conversations.must_save(conversation, scene.at, scene.visitor.guest, Stale(conversation.id))
    _keep_facts(scene, before, conversation)
    _keep_offer(scene, before, conversation)
    for call in taken.calls:
        if _is_one_matter(scene, conversation, call):
            continue
        scene.unit.requests.add(_request(scene, conversation, call))
        scene.log.event("staff_called", reason=call.reason)


def _is_one_matter(scene: Scene, conversation: Conversation, call: CallStaff) -> bool:
    """Tell whether staff have yet to answer this: a wish for a person asked again, or what they know cannot be read."""
    damaged = call.reason == ERROR and UNREADABLE in call.known
    if call.reason not in WISHES and not damaged:
        return False
    of_guest = scene.unit.requests.of(conversation.id)
    waiting = [each for each in of_guest if each.answered_at is None and each.closed_at is None]
    if damaged:
        return any(_is_told(each, call.known[UNREADABLE]) for each in waiting)
    return any(each.reason in WISHES for each in waiting)


def _is_told(request: StaffRequest, text: Value) -> bool:
    """Tell whether a request hands staff this text; one that is gone by now is among those they were handed."""
    known = json.loads(request.known)
    return request.reason == ERROR and UNREADABLE in known and text in ("", known[UNREADABLE])


def _keep_facts(scene: Scene, before: Conversation, conversation: Conversation) -> None:
    """Keep what the guest said of themselves, as contact data."""
    if conversation.memory == before.memory:
        return
    texts = {name: filled.value for name, filled in conversation.memory.items() if isinstance(filled.value, str)}
    facts = Facts(texts.get("name"), texts.get("phone"), texts.get("email"))
    scene.unit.guests.learn(scene.visitor.guest, facts)


def _keep_offer(scene: Scene, before: Conversation, conversation: Conversation) -> None:
    position, run = conversation.position, conversation.run
    if not isinstance(position, Choosing) or run is None:
        return
    offer = run.offers[position.source]
    if before.run is not None and before.run.offers.get(position.source) == offer:
        return  # it has been kept
    options = codec.encode(replace(offer, options=offer.visible()))
    scene.unit.messages.add_offer(ShownOffer(conversation.id, position.step, options, offer.made_at, offer.expires_at))


def _request(scene: Scene, conversation: Conversation, call: CallStaff) -> StaffRequest:
    """Return what staff are told: what the matter is, and all that is known of what the guest was about."""
    known = {name: to_json(value) for name, value in call.known.items()}
    if isinstance(asked := known.get(QUESTION), str):
        known[QUESTION] = _whole(scene, conversation.id, asked)
    contact = {name: to_json(filled.value) for name, filled in conversation.memory.items()}
    under_way = (*(waiting.run for waiting in conversation.suspended), conversation.run)
    wished = {name: to_json(value) for run in under_way if run for name, value in values(run).items()}
    return StaffRequest(
        business=scene.house.business.id,
        conversation_id=conversation.id,
        guest_id=scene.visitor.guest,
        kind=RequestKind.CALLBACK if call.reason in CALL_BACK else RequestKind.HANDOFF,
        reason=call.reason,
        known=_json({**contact, **wished, **known, "said": scene.arrival.text}),
        at=scene.at,
    )


def _whole(scene: Scene, conversation: str, words: str) -> str:
    """Return the message that these words of the guest were read in: staff need all of a question to answer it."""
    earlier = (each.text for each in reversed(scene.unit.messages.of(conversation)) if each.side is Side.GUEST)
    return next((text for text in (scene.arrival.text, *earlier) if words in text), words)


def keep_words(scene: Scene, number: int, taken: Taken, spoken: Spoken) -> None:
    """Keep what was said on both sides."""
    conversation, arrival = taken.conversation.id, scene.arrival
    heard = Message(conversation, number, Side.GUEST, arrival.channel, arrival.text, scene.at)
    if arrival.silent:
        keep_reply(scene, number, conversation, spoken)
    elif spoken.text:
        scene.unit.messages.add_exchange(heard, spoken.text)
    else:
        scene.unit.messages.add(heard)


def keep_reply(scene: Scene, number: int, conversation: str, spoken: Spoken) -> None:
    """Keep the reply to what the guest said in an earlier transaction of the same turn."""
    if spoken.text:
        said = Message(conversation, number, Side.DESK, scene.arrival.channel, spoken.text, scene.at)
        scene.unit.messages.add(said)


def keep_turn(
    scene: Scene, before: Conversation, taken: Taken, answer: dict[str, object], inbox: tuple[int, ...]
) -> None:
    """Keep the turn as a whole, for repeats of the message, or messages, that it answers and for replay."""
    reply, conversation = _json(answer), taken.conversation.id
    arrival = scene.arrival
    event = {"text": None if arrival.silent else arrival.text, "channel": arrival.channel, "phone": arrival.phone}
    if arrival.staff is not None:
        event["staff"] = arrival.staff
    decided_from = codec.encode_as(tuple[Part, ...], taken.parts)
    number = cast("int", answer["turn"])
    # Who says nothing was not misunderstood.
    trouble = None if arrival.silent else trouble_of(before, taken)
    whole = f'{_json(event)[:-1]}, "parts": {decided_from}}}'
    row = Turn(conversation, number, scene.at, whole, _json(answer["did"]), reply, trouble)
    scene.unit.messages.add_turn(row)
    for message in inbox:
        scene.unit.inbox.answered(message, conversation, reply)
