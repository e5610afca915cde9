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


def expect(unit: Unit, arrival: Arrival) -> None:
    """Have the conversation that a message belongs to looked up along with whatever is done next, where it is named."""
    if arrival.phone is None and arrival.conversation is not None:
        unit.conversations.expect(arrival.conversation)


def meet(house: House, unit: Unit, arrival: Arrival) -> tuple[Visitor, Conversation]:
    """Return who is speaking and where the conversation with them stands."""
    if arrival.phone is not None:
        return _meet_vouched(house, unit, arrival, arrival.phone)
    business, identity = house.business, arrival.conversation
    found = unit.conversations.with_guest(identity) if identity else None
    if found is not None and found[0].business != business.id:
        found = identity = None  # it is one with another business
    conversation, guest = found or (Conversation(identity or uuid4().hex, business.id), None)
    if guest is None:
        guest = unit.guests.add(business.id, Facts(), arrival.at).id
    return Visitor(guest, arrival.channel, vouched=business.owner, owner=business.owner), conversation


def _meet_vouched(house: House, unit: Unit, arrival: Arrival, phone: str) -> tuple[Visitor, Conversation]:
    business = house.business
    guest = unit.guests.upsert(Address(business.id, "phone", phone), Facts(phone=phone), arrival.at)
    visitor = Visitor(guest.id, arrival.channel, vouched=True, phone=phone, owner=business.owner)
    found = unit.conversations.latest(business.id, guest.id)
    return visitor, _remembering(found or _new(house, unit, arrival.conversation), guest.facts)


def _new(house: House, unit: Unit, identity: str | None) -> Conversation:
    """Begin a conversation, under the id that was asked for unless that is in use."""
    free = identity if identity and unit.conversations.by_id(identity) is None else None
    return Conversation(free or uuid4().hex, house.business.id)


def _remembering(conversation: Conversation, facts: Facts) -> Conversation:
    """Let the conversation know what is known of a guest whom the channel vouches for."""
    known = {"name": facts.name, "phone": facts.phone, "email": facts.email}
    memory = {name: Filled(value, Source.MEMORY) for name, value in known.items() if value}
    return replace(conversation, memory={**memory, **conversation.memory})
