"""Finds the guest and the conversation a message belongs to, or begins them."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from frontdesk.desk.house import House
from frontdesk.desk.scene import Arrival
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Conversation, Filled, Source
from frontdesk.storage.rows import Address, Facts
from frontdesk.storage.unit import Unit


def meet(house: House, unit: Unit, arrival: Arrival) -> tuple[Visitor, Conversation]:
    """Return who is speaking and where the conversation with them stands."""
    if arrival.phone is not None:
        return _meet_vouched(house, unit, arrival, arrival.phone)
    business = house.business
    known = _known(house, unit, arrival.conversation)
    number = unit.conversations.guest_of(known.id) if known else None
    if number is None:
        number = unit.guests.add(business.id, Facts(), arrival.at).id
    visitor = Visitor(number, arrival.channel, vouched=business.owner, owner=business.owner)
    return visitor, known or _new(house, unit, arrival.conversation)


def _meet_vouched(house: House, unit: Unit, arrival: Arrival, phone: str) -> tuple[Visitor, Conversation]:
    business = house.business
    guest = unit.guests.upsert(Address(business.id, "phone", phone), Facts(phone=phone), arrival.at)
    visitor = Visitor(guest.id, arrival.channel, vouched=True, phone=phone, owner=business.owner)
    found = unit.conversations.latest(business.id, guest.id)
    return visitor, _remembering(found or _new(house, unit, arrival.conversation), guest.facts)


def _known(house: House, unit: Unit, identity: str | None) -> Conversation | None:
    """Return the conversation of this id, if it is one with this business."""
    found = unit.conversations.by_id(identity) if identity else None
    return found if found is not None and found.business == house.business.id else None


def _new(house: House, unit: Unit, identity: str | None) -> Conversation:
    """Begin a conversation, under the id that was asked for unless that is another's."""
    free = identity if identity and unit.conversations.by_id(identity) is None else None
    return Conversation(free or uuid4().hex, house.business.id)


def _remembering(conversation: Conversation, facts: Facts) -> Conversation:
    """Let the conversation know what is known of a guest whom the channel vouches for."""
    known = {"name": facts.name, "phone": facts.phone, "email": facts.email}
    memory = {name: Filled(value, Source.MEMORY) for name, value in known.items() if value}
    return replace(conversation, memory={**memory, **conversation.memory})


def with_pinned(house: House, unit: Unit, conversation: Conversation) -> House:
    """Bring back the versions of flows that this conversation began with, where they are no longer the newest."""
    runs = [waiting.run for waiting in conversation.suspended]
    for run in [*runs, conversation.run] if conversation.run else runs:
        if house.flows.of(run.flow, run.fingerprint) is None:
            version = unit.flows.find(house.business.id, run.fingerprint)
            house = house.with_version(version.source) if version is not None else house
    return house
