"""Finds the guest and the conversation a message belongs to, or begins them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import uuid4

from frontdesk.desk.actions.own_bookings import STANDING
from frontdesk.desk.house import House
from frontdesk.desk.scene import Arrival
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Conversation, Filled, Idle, Source
from frontdesk.scheduling.business import Business
from frontdesk.storage.conversations import Whose
from frontdesk.storage.rows import Address, Facts
from frontdesk.storage.unit import Unit

OWNER = "owner"  # the channel by which the owner is known
HOLDS = "holds"  # among what is known of a guest: that something is booked


def expect(unit: Unit, arrival: Arrival) -> None:
    """Have the conversation that a message belongs to looked up along with whatever is done next, where it is named."""
    if arrival.phone is None and arrival.conversation is not None:
        unit.conversations.expect(arrival.conversation)


class NotTheirs(Exception):  # noqa: N818 - what is the case with the conversation that was named
    """A caller named a conversation that is not theirs to continue."""


@dataclass(frozen=True, slots=True)
class Met:
    """Who is speaking, where the conversation with them stands, and what was known of them before it."""

    visitor: Visitor
    conversation: Conversation
    knew: Mapping[str, Filled] = field(default_factory=dict)


def meet(house: House, unit: Unit, arrival: Arrival) -> Met:
    """Return who is speaking and where the conversation with them stands; raises `NotTheirs`."""
    if arrival.phone is not None:
        return _meet_vouched(house, unit, arrival, arrival.phone)
    business, identity = house.business, arrival.conversation or uuid4().hex
    found = unit.conversations.with_guest(identity)
    if found is not None and not _may_continue(found, business, arrival):
        raise NotTheirs(identity)
    conversation = found.conversation if found else Conversation(identity, business.id)
    guest = found.guest_id if found and not found.is_forgotten else None
    owner = _is_owner(business, arrival)
    if owner:
        guest = owner_of(unit, business, arrival.at)
    elif guest is None:
        guest = unit.guests.add(business.id, Facts(), arrival.at).id
    return Met(Visitor(guest, arrival.channel, vouched=owner, owner=owner, address=arrival.address), conversation)


def _is_owner(business: Business, arrival: Arrival) -> bool:
    """Say whether it is the owner: who runs the program, or was let into the console as one, and nobody else."""
    return business.owner and arrival.in_person


def owner_of(unit: Unit, business: Business, at: datetime) -> int:
    """Return the one guest that the owner is, in every conversation."""
    return unit.guests.upsert(Address(business.id, OWNER, business.id), Facts(), at).id


def _line_of(business: Business, phone: str) -> str:
    """Return the conversation that the owner has on one phone: the same each time, and another on another phone."""
    return hashlib.sha256(f"{business.id} {phone}".encode()).hexdigest()[:32]


def is_the_owner(unit: Unit, business: Business, guest: int) -> bool:
    """Say whether a guest is the owner, who was proved to be that when the conversation began."""
    return business.owner and any(each.channel == OWNER for each in unit.guests.addresses(guest))


def refuse_stranger(house: House, unit: Unit, arrival: Arrival) -> None:
    """Raise `NotTheirs` for who names the conversation of a vouched guest: the answers in it are that guest's, too."""
    if arrival.phone is not None or arrival.holds_token or _is_owner(house.business, arrival):
        return
    if unit.conversations.is_vouched(arrival.conversation or ""):
        raise NotTheirs(arrival.conversation)


def _may_continue(found: Whose, business: Business, arrival: Arrival) -> bool:
    """Say whether a caller whom no channel vouches for may continue a conversation: not one of a vouched guest."""
    if found.conversation.business != business.id:
        return False
    return arrival.holds_token or not found.is_vouched or _is_owner(business, arrival)


def _meet_vouched(house: House, unit: Unit, arrival: Arrival, phone: str) -> Met:
    business = house.business
    if _is_owner(business, arrival):
        return meet(house, unit, replace(arrival, phone=None, conversation=_line_of(business, phone)))
    guest = unit.guests.upsert(Address(business.id, "phone", phone), Facts(phone=phone), arrival.at)
    visitor = Visitor(guest.id, arrival.channel, vouched=True, phone=phone, address=arrival.address)
    found = unit.conversations.latest(business.id, guest.id) or _new(house, unit, arrival.conversation)
    knew = {name: filled for name, filled in _known(guest.facts).items() if name not in found.memory}
    knew |= _held(unit, found, guest.id, arrival.at)
    return Met(visitor, remembering(found, knew), knew)


def _new(house: House, unit: Unit, identity: str | None) -> Conversation:
    """Begin a conversation, under the id that was asked for unless that is in use."""
    free = identity if identity and unit.conversations.by_id(identity) is None else None
    return Conversation(free or uuid4().hex, house.business.id)


def _known(facts: Facts) -> dict[str, Filled]:
    """Return what is known of a guest whom the channel vouches for."""
    known = {"name": facts.name, "phone": facts.phone, "email": facts.email}
    return {name: Filled(value, Source.MEMORY) for name, value in known.items() if value}


def _held(unit: Unit, conversation: Conversation, guest: int, at: datetime) -> dict[str, Filled]:
    """Return that a guest has something booked; looked up where nothing is under way, and else as it was."""
    if not isinstance(conversation.position, Idle):
        holds = conversation.holds
    else:
        holds = any(row.status in STANDING and row.ends_at > at for row in unit.bookings.of_guest(guest))
    return {HOLDS: Filled(value=True, source=Source.MEMORY)} if holds else {}


def remembering(conversation: Conversation, knew: Mapping[str, Filled]) -> Conversation:
    """Let the conversation know what was known of its guest before it."""
    told = {name: filled for name, filled in knew.items() if name != HOLDS}
    conversation = replace(conversation, memory={**told, **conversation.memory}) if told else conversation
    holds = HOLDS in knew
    return conversation if holds == conversation.holds else replace(conversation, holds=holds)
