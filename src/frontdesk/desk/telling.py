"""Tells the guest of a booking what staff made of it: a line in the conversation in which it was booked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from frontdesk.desk import passes
from frontdesk.desk.staff_bookings import CHANNEL, Hand
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.reading import Style
from frontdesk.scheduling.hours import locally
from frontdesk.storage.rows import BookingRow, Message, Side

News: TypeAlias = Literal["moved", "moved_back", "cancelled"]


def is_told(hand: Hand, row: BookingRow) -> bool:
    """Say whether the guest of a booking has a conversation in which they can be told."""
    return bool(row.conversation_id) and hand.unit.conversations.by_id(row.conversation_id or "") is not None


def tell_guest(hand: Hand, row: BookingRow, news: News) -> bool:
    """Leave a line for the guest, and let the link to the booking live as long as it; False if nobody can be told."""
    passes.link_to(hand.unit, row)
    conversation = hand.unit.conversations.by_id(row.conversation_id) if row.conversation_id else None
    if conversation is None:
        return False
    said = Message(conversation.id, conversation.version, Side.STAFF, CHANNEL, _text(hand, row, news), hand.now)
    hand.unit.messages.add(said)
    return True


def _text(hand: Hand, row: BookingRow, news: News) -> str:
    house = hand.house
    values: dict[str, Value] = {"reference": row.reference, "moment": locally(row.starts_at, house.business.zone)}
    if row.provider in house.business.resources:
        values["provider"] = Item("provider", row.provider or "")
    return house.phrases.text(Say(f"diary.said_{news}", values), house.context(hand.now), house.business, Style.RICH)
