"""Conversations as a page sees them: what the cards are made of after each turn."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from frontdesk.desk.cards import Chips, ConfirmCard, Picker, confirm_card, offer_chips, slot_picker
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.desk.pinning import with_pinned
from frontdesk.dialogue.conversation import Conversation
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit
from tests.faults.desks import NOW

EXAMPLES = Path(__file__).parents[2] / "examples"
ANN = "+12125550142"
TOMORROW = date(2025, 11, 19)


@cache
def flights() -> House:
    return open_house(EXAMPLES / "flights")


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn as a page sees it, and what the guest has booked by then."""

    house: House
    conversation: Conversation
    answer: dict[str, Any]
    bookings: tuple[BookingRow, ...]

    @property
    def reply(self) -> str:
        return str(self.answer["reply"])

    @property
    def card(self) -> ConfirmCard:
        found = confirm_card(self.house, self.conversation, NOW)
        assert found is not None, self.reply
        return found

    @property
    def chips(self) -> Chips:
        return offer_chips(self.house, self.conversation, NOW)

    @property
    def picker(self) -> Picker | None:
        return slot_picker(self.house, self.conversation, NOW)

    def texts(self) -> dict[str, str]:
        return {row.slot: row.text for row in self.card.rows}


def turns(house: House, *lines: str, look: Callable[[Unit], None] | None = None) -> list[Seen]:
    """Say these lines at a desk of its own, and return what a page would see after each."""

    async def run() -> list[Seen]:
        store = await Store.open("sqlite://")
        try:
            desk = Desk(house, store, lambda: NOW)
            found = [await seen(desk, line) for line in lines]
            if look is not None:
                await store.run(look)
            return found
        finally:
            desk.ears.close()
            store.close()

    async def seen(desk: Desk, line: str) -> Seen:
        answer = await desk.say(line, guest=ANN, conversation="c1")

        def after(unit: Unit) -> Seen:
            conversation = unit.conversations.by_id("c1")
            assert conversation is not None
            rows = unit.bookings.starting(house.business.id, NOW - timedelta(days=1), NOW + timedelta(days=300))
            return Seen(with_pinned(house, unit, conversation), conversation, answer, rows)

        return await desk.store.run(after)

    return asyncio.run(run())


def last(house: House, *lines: str) -> Seen:
    return turns(house, *lines)[-1]


CONTACT = ("Ann Miller", "skip")
BOTOX = ("botox tomorrow at 4pm", *CONTACT)
BOTH = ("botox and a chemical peel tomorrow", "1", "Ann Miller", "ann@example.com")
MADRID = ("book a flight", "Madrid", "Paris", "December 5")
LISTED = ("which flights go from madrid to paris on december 5", "2")
