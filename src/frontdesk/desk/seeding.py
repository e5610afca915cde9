"""Puts something into the diary of an example, so that it looks like the diary of a business: the same each day.

Guests and numbers are made up; which times are taken follows from the day and the person, not from chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta

from frontdesk.desk.actions.calls import Call
from frontdesk.desk.actions.diary_pages import busy_for, places_for
from frontdesk.desk.actions.references import readable_references
from frontdesk.desk.house import House
from frontdesk.desk.records.made_up import made_up_phone
from frontdesk.desk.visitor import Visitor
from frontdesk.scheduling.booking import Status, claims, shares
from frontdesk.scheduling.openings import openings
from frontdesk.scheduling.search import Opening, Search, provider_of
from frontdesk.storage.rows import BookingRow, Facts, Refused
from frontdesk.storage.unit import Unit

DAYS = 14
EARLIER = timedelta(hours=8)  # before today began: when all of it was booked, so that today is full at any hour
BY = "demo"
MOST_PEOPLE = 4  # who come together
TAKEN = 1.2  # made-up guests for a start, over all services
FIRST_NAMES = ("Ada", "Ben", "Carla", "Dev", "Elena", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Keiko", "Leo", "Mara")
LAST_NAMES = ("Alvarez", "Brandt", "Chen", "Dubois", "Eriksen", "Fischer", "Greene", "Haddad", "Ivanova", "Jensen")


def seed(house: House, unit: Unit, now: datetime) -> int:
    """Fill the diary of a business that has none yet; return how many bookings were made."""
    business = house.business
    if not business.services or unit.bookings.count(business.id):
        return 0
    today = now.astimezone(business.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    made = 0
    for opening in _wanted(house, unit, today):
        made += _book(house, unit, opening, made, today - EARLIER)
    return made


def _wanted(house: House, unit: Unit, morning: datetime) -> Iterator[Opening]:
    """Give the openings that made-up guests take, over all services and people, from the beginning of today on."""
    business, today = house.business, morning.date()
    call = Call(unit, business, morning - EARLIER, Visitor(0, "web", vouched=False), "", 0, {})
    for service in business.services:
        wanted = Search((service,), today, today + timedelta(days=DAYS))
        places = places_for(call, wanted)
        found = list(openings(business, wanted, busy_for(call, wanted), call.now, places))
        yield from (
            each for each in found if _share(f"{service} {each.start.isoformat()}") < TAKEN / len(business.services)
        )


def _share(text: str) -> float:
    """Return a number from 0 to 1 that follows from a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) / 2**32


def _book(house: House, unit: Unit, opening: Opening, number: int, now: datetime) -> bool:
    business, part = house.business, opening.parts[0]
    name = f"{FIRST_NAMES[number % len(FIRST_NAMES)]} {LAST_NAMES[number * 7 % len(LAST_NAMES)]}"
    phone = made_up_phone(business.region, number)
    party = 1 + int(_share(f"{name} {part.start.isoformat()}") * MOST_PEOPLE) if business.asks_how_many else None
    taken = shares(business, opening, party)
    guest = unit.guests.add(business.id, Facts(name, phone), now)
    row = BookingRow(
        business=business.id,
        kind="appointment",
        status=Status.BOOKED,
        service=part.service,
        provider=provider_of(business, part),
        starts_at=part.start,
        ends_at=part.end,
        created_at=now,
        guest_id=guest.id,
        name=name,
        phone=phone,
        party=party,
    )
    stored = unit.bookings.add(row, claims(business, opening), BY, readable_references(business, now), taken)
    return not isinstance(stored, Refused)
