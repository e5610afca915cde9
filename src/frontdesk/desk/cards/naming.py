"""What a guest may name where the desk asks for something of a catalogue: which service, which city, which place."""

from __future__ import annotations

from collections.abc import Iterator

from frontdesk.desk.cards.rows import under_way
from frontdesk.desk.house import House
from frontdesk.dialogue.conversation import Collecting, Conversation
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Item, Value
from frontdesk.scheduling.business import Business

MOST_NAMED = 12  # more than that is not read, it is searched: typing is quicker


def items_to_name(house: House, conversation: Conversation) -> tuple[Item, ...]:
    """Return what can be named now: what the guest may have meant, or the whole catalogue if it is a short one."""
    here, position = under_way(house, conversation), conversation.position
    if here is None or not isinstance(position, Collecting):
        return ()
    flow, run = here
    slot = flow.slots[position.slot]
    ruled_out = {value for name, value in run.excluded if name == slot.name}
    every = position.among or tuple(_catalogue(house.business, slot.kind))
    items = tuple(each for each in every if isinstance(each, Item) and each not in ruled_out)
    return items if len(items) <= MOST_NAMED else ()


def as_slot_holds(slot: Slot, item: Item) -> Value:
    """Return an item as a slot keeps it: alone, or as one of several."""
    return (item,) if slot.many else item


def _catalogue(business: Business, kind: str) -> Iterator[Item]:
    if kind == "service":
        yield from (Item(kind, each) for each in business.services)
        return
    yield from (Item(kind, each.id) for each in business.catalogue if each.kind == kind)
