"""Conversations as staff read them: which there were, and what was said in one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from frontdesk.desk.staff import END, MOST, NotPossible
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import Address, ConversationSummary, Guest, Side
from frontdesk.storage.unit import Unit

HEADINGS = ("id", "last message", "guest", "position", "flow")
SHORTEST_ID = 4  # characters of an id that say which is meant


def conversations_of(unit: Unit, business: Business, limit: int) -> tuple[ConversationSummary, ...]:
    """Return the conversations of a business, the latest first."""
    return unit.conversations.recent(business.id, END, limit)


def conversations_with(unit: Unit, business: Business, phone: str, limit: int) -> tuple[ConversationSummary, ...]:
    """Return the conversations with whoever has, or gave, a phone number."""
    by_address = unit.guests.by_address(Address(business.id, "phone", phone))
    known = {each.id for each in (by_address, *unit.guests.by_phone(business.id, phone)) if each is not None}
    theirs = (each for each in unit.conversations.recent(business.id, END, MOST) if each.guest_id in known)
    return tuple(theirs)[:limit]


def conversation_row(unit: Unit, business: Business, each: ConversationSummary) -> tuple[str, ...]:
    """Return a conversation as the cells of a table."""
    return each.id, _moment(each.updated_at, business), _who(_guest(unit, each)), each.position, each.flow or ""


def conversation_data(unit: Unit, business: Business, each: ConversationSummary) -> dict[str, object]:
    """Return a conversation as plain data, without what was said."""
    return {
        "id": each.id,
        "started": each.started_at.astimezone(business.zone).isoformat(timespec="seconds"),
        "updated": each.updated_at.astimezone(business.zone).isoformat(timespec="seconds"),
        "guest": _who(_guest(unit, each)) or None,
        "position": each.position,
        "flow": each.flow,
    }


def conversation_meant(unit: Unit, business: Business, named: str) -> ConversationSummary:
    """Return the conversation whose id begins as named, if it is one."""
    known = unit.conversations.recent(business.id, END, MOST)
    meant = [each for each in known if each.id == named] or [each for each in known if each.id.startswith(named)]
    if len(meant) > 1 or (meant and len(named) < SHORTEST_ID):
        raise NotPossible(f"More of the id is needed: {len(meant)} conversations begin with {named}.")
    if not meant:
        raise NotPossible(f"There is no conversation {named}.")
    return meant[0]


def transcript(unit: Unit, business: Business, each: ConversationSummary) -> Iterator[str]:
    """Give what was said, line by line."""
    guest = _guest(unit, each)
    yield f"{each.id}, begun {_moment(each.started_at, business)}{f', with {_who(guest)}' if _who(guest) else ''}"
    names = {Side.GUEST: "guest", Side.DESK: business.desk, Side.STAFF: "staff", Side.NOTE: "note"}
    for message in unit.messages.of(each.id):
        first, *rest = message.text.splitlines() or [""]
        who = (
            f"{names[message.side]} {message.by}" if message.by and message.side is Side.STAFF else names[message.side]
        )
        yield f"{_moment(message.at, business)}  {who}: {first}"
        yield from (f"    {line}" for line in rest)


def _guest(unit: Unit, each: ConversationSummary) -> Guest | None:
    return None if each.guest_id is None else unit.guests.by_id(each.guest_id)


def _who(guest: Guest | None) -> str:
    return "" if guest is None else ", ".join(filter(None, (guest.facts.name, guest.facts.phone)))


def _moment(at: datetime, business: Business) -> str:
    return f"{at.astimezone(business.zone):%Y-%m-%d %H:%M}"
