"""A booking as its own receipt: what it is, when, with whom and where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal, InvalidOperation

from frontdesk.desk.cards.rows import Row, caption
from frontdesk.desk.house import House
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Item, Money, Times, Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import Voice, said
from frontdesk.scheduling.business import Business, Service
from frontdesk.scheduling.recurrence import name_of_rule
from frontdesk.storage.rows import BookingRow

_IN_TITLE = ("title", "origin", "destination")
_AMOUNTS = ("price", "total")


@dataclass(frozen=True, slots=True)
class Receipt:
    """A booking as the guest keeps it; times are in the zone of the business."""

    title: str
    rows: tuple[Row, ...]
    start: datetime
    end: datetime
    online: bool
    status: str
    reference: str
    address: str  # "" where nobody comes to the premises for it


def receipt(house: House, row: BookingRow, now: datetime | None = None) -> Receipt:
    """Return a booking as a receipt, said as of `now`: of the moment it was made where that is left out."""
    business, details = house.business, json.loads(row.details)
    zone, service = business.zone, business.services.get(row.service)
    start, end = row.starts_at.astimezone(zone), row.ends_at.astimezone(zone)
    voice = Voice(house.context(now or row.created_at), business, Style.RICH, day=start.date())
    return Receipt(
        title=_title(house, row, details, voice),
        rows=tuple(_rows(house, row, details, voice)),
        start=start,
        end=end,
        online=service is not None and service.online,
        status=row.status.value,
        reference=row.reference,
        address=_address(business, service, details) if service is not None and not service.online else "",
    )


def _address(business: Business, service: Service, details: Mapping[str, object]) -> str:
    """Return where to go: to the place of the booking, if the business is in several."""
    place = business.locations.get(str(details.get("location", service.location or "")))
    return business.address if place is None or not place.address else place.address


def _title(house: House, row: BookingRow, details: Mapping[str, object], voice: Voice) -> str:
    if isinstance(title := details.get("title"), str):
        return title
    way = {name: str(details[name]) for name in ("origin", "destination") if name in details}
    if way:
        return house.phrases.text(Say("receipt.way", way), voice.context, house.business, Style.RICH)
    return said(Item("service", row.service), voice)


def _rows(house: House, row: BookingRow, details: Mapping[str, object], voice: Voice) -> Iterator[Row]:
    """Give what is known of a booking, in the order in which it is told."""
    start, end = row.starts_at.astimezone(house.business.zone), row.ends_at.astimezone(house.business.zone)
    told: dict[str, Value | None] = {
        "day": start.date(),
        "time": None if details.get("all_day") is True else Times(start.time(), end.time()),
        "provider": Item("provider", row.provider) if row.provider else None,
        "party": row.party,
        **dict(_own_details(details, house, str(start.date()))),
        "notes": row.notes,
        "name": row.name,
        "phone": row.phone,
        "email": row.email,
    }
    for name, value in told.items():
        if value is not None:
            yield Row(name, _label(house, name, voice), said(value, replace(voice, day=start.date())))


def _label(house: House, name: str, voice: Voice) -> str:
    """Return what a field is called: as the language has it, or by its name."""
    phrase = f"receipt.{name}"
    return caption(house, phrase, voice.context) if phrase in house.phrases.wordings else Slot(name, "any").label


def _own_details(details: Mapping[str, object], house: House, day: str) -> Iterator[tuple[str, Value]]:
    """Give what only bookings of its kind have; the day and what the title says are told already."""
    for name, value in details.items():
        if name == "recurrence" and (series := tuple(_series(str(value), house))):
            yield from series
        elif name not in _IN_TITLE and value != day and (said_as := _value(name, value, house)) is not None:
            yield name, said_as


def _series(rule: str, house: House) -> Iterator[tuple[str, Value]]:
    """Give how a meeting repeats, and until when, in the words of the business; nothing where it has none for it."""
    named = name_of_rule(rule)
    kinds = house.business.choices if named is not None else ()
    kind = next((kind for kind in kinds if named is not None and house.business.entry(kind, named[0])), None)
    if named is None or kind is None:
        return
    yield "repeats", Item(kind, named[0])
    if named[1] is not None:
        yield "until", named[1]


def _value(name: str, value: object, house: House) -> Value | None:
    match value:
        case str() if (name == "location" or name in house.business.choices) and house.business.entry(name, value):
            return Item(name, value)
        case {"amount": str(digits), "currency": str(currency)}:
            return Money(Decimal(digits), currency)
        case str() | int() if name in _AMOUNTS and (amount := _decimal(value)) is not None:
            return Money(amount, house.business.currency)
        case str() | int() if value != "":
            return value
        case list() if value and all(isinstance(each, str) for each in value):
            return tuple(value)
        case _:
            return None


def _decimal(value: str | int) -> Decimal | None:
    try:
        return Decimal(value)
    except InvalidOperation:
        return None
