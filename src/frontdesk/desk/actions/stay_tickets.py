"""Tickets for stays, as guests make them, ask for them, change and withdraw them. Staff decide (`desk/tickets.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from frontdesk.desk.actions.calls import Call, Ended, standing_time
from frontdesk.desk.actions.looking_up import by_reference_and_phone
from frontdesk.desk.actions.own_bookings import STANDING
from frontdesk.desk.actions.rooms import ROOM_TYPE, NoStay, search_of, stay_asked, why_not
from frontdesk.desk.stays import room_nights, stay_of, total_of, with_stay
from frontdesk.desk.ticket_notices import close_reminders, put_reminders
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Item, Money, Record, Value
from frontdesk.scheduling.booking import Share, Status
from frontdesk.scheduling.nights import Quote, SoldOut, UnknownNights, answer_for
from frontdesk.storage.rows import BookingRow, Facts, Move, Refused
from frontdesk.storage.tickets import KIND

WIDTH = 4  # digits of a number, at least
SAME = timedelta(minutes=10)  # in which a caller without a conversation means the same ticket by the same words


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a ticket is to be for: the price of every night, and what it takes of them."""

    quote: Quote
    shares: tuple[Share, ...]


def create_reservation_ticket(call: Call) -> Ended:
    """Make a ticket that waits for staff: nothing is booked yet, and its nights are kept from others until then."""
    agreed = _agreed(call)
    if isinstance(agreed, Ended):
        return agreed
    blank = BookingRow(
        business=call.business.id,
        kind=KIND,
        status=Status.PENDING,
        service=agreed.quote.room_type,
        provider=None,
        starts_at=call.now,
        ends_at=call.now,
        created_at=call.now,
        guest_id=call.visitor.guest,
        conversation_id=call.conversation or None,
        name=call.text("guest_name"),
        phone=call.text("phone_number"),
        notes=call.text("special_requests"),
    )
    row = with_stay(blank, call.business, agreed.quote)
    made = _made_before(call, row) or call.unit.bookings.add(row, (), call.by, _numbers(call), agreed.shares)
    if isinstance(made, Refused):
        return Ended("taken")
    put_reminders(call.unit, call.business, made)
    call.unit.guests.learn(call.visitor.guest, Facts(made.name, made.phone))
    return Ended("pending", _ticket_fields(call, made))


def _made_before(call: Call, row: BookingRow) -> BookingRow | None:
    """Return the ticket that a tool has just made with the same words, and calls for again; a conversation has keys."""
    if call.conversation:
        return None
    call.unit.tickets.wait_for_others(call.business.id)
    return call.unit.tickets.alike(row, call.now - SAME)


def _numbers(call: Call) -> Callable[[], str]:
    """Return how to draw references: numbers in a row, each given once."""
    business = call.business

    def draw() -> str:
        return f"{business.reference}-{call.unit.tickets.next_number(business.id):0{WIDTH}}"

    return draw


def _agreed(call: Call, changing: BookingRow | None = None) -> Agreed | Ended:
    """Return what can be had for the price that was said, or how the action ends."""
    if call.calendar_down:
        return Ended("unavailable")
    stay, room = stay_asked(call), call.business.room_types.get(call.id(ROOM_TYPE) or "")
    if isinstance(stay, NoStay):
        return Ended("invalid", {"finding": stay.finding})
    if room is None:
        return Ended("invalid", {"finding": "unknown_room_type"})
    rooms = room_nights(search_of(call, changing.id if changing else 0), stay.check_in, stay.check_out)
    answer, shares = answer_for(stay, room, rooms.left), rooms.shares(room.id, stay)
    match answer:
        case Quote() if shares is not None:
            return _at_the_price(call, Agreed(answer, shares), changing)
        case SoldOut():
            return Ended("taken", why_not(answer))
        case UnknownNights():
            return Ended("unavailable", why_not(answer))
        case _:
            return Ended("invalid", why_not(answer))


def _at_the_price(call: Call, agreed: Agreed, changing: BookingRow | None) -> Agreed | Ended:
    """Hold the price of today against the one that the guest said yes to; who was told none takes today's."""
    if changing is not None and _is_same_stay(call, changing, agreed.quote):
        return agreed  # at the price that is on the ticket
    now, said = Money(agreed.quote.total, agreed.quote.currency), call.arguments.get("total")
    return agreed if said is None or said == now else Ended("changed", {"total": now})


def _is_same_stay(call: Call, row: BookingRow, quote: Quote) -> bool:
    return row.service == quote.room_type and stay_of(row, call.business) == quote.stay


def _ticket_fields(call: Call, row: BookingRow) -> dict[str, Value]:
    """Return what a guest is told of a ticket."""
    stay, total = stay_of(row, call.business), total_of(row)
    fields: dict[str, Value] = {
        "ticket_id": row.reference,
        "status": row.status.value,
        "room_type": Item(ROOM_TYPE, row.service),
        "check_in": stay.check_in,
        "check_out": stay.check_out,
        "guests": stay.guests,
        "answer_within": call.business.stays.answer_within,
    }
    known: dict[str, Value | None] = {"total": total, "special_requests": row.notes, "phone": row.phone}
    return fields | {name: value for name, value in known.items() if value is not None}


def check_ticket_status(call: Call) -> Ended:
    """Tell what became of a ticket: to its guest, or to who gives its reference and the phone it was made with."""
    found = _named(call)
    if isinstance(found, Ended):
        return found
    fields = {**_ticket_fields(call, found), "found": True}
    note = _note(call, found)
    return Ended("found", {**fields, "reason": note} if note else fields)


def _note(call: Call, row: BookingRow) -> str | None:
    """Return what staff wrote when they decided."""
    last = call.unit.bookings.changes(row.id)[-1:]
    return last[0].note if last else None


def _named(call: Call) -> BookingRow | Ended:
    """Return the ticket that is named. A wrong pair of reference and phone ends like one that is not there."""
    wanted = (call.text("ticket_id") or "").upper()
    mine = next((row for row in _own(call) if row.reference == wanted), None)
    if mine is not None:
        return mine
    phone = call.text("phone") or (call.visitor.phone if call.visitor.vouched else None)
    if phone is None:
        return Ended("unverified")
    row = by_reference_and_phone(call, wanted, phone)
    return row if row is not None and row.kind == KIND else Ended("none", {"found": False})


def _own(call: Call) -> tuple[BookingRow, ...]:
    """Return the tickets of the guest at hand, the latest first."""
    rows = (row for row in call.unit.bookings.of_guest(call.visitor.guest) if row.kind == KIND)
    return tuple(sorted(rows, key=lambda row: -row.id))


def find_tickets(call: Call) -> Ended:
    """Find the tickets of the guest that wait for staff, or the one that is named."""
    if call.text("ticket_id"):
        named = _named(call)
        if isinstance(named, Ended):
            return named
        rows: tuple[BookingRow, ...] = (named,)
    else:
        rows = tuple(row for row in _own(call) if row.status in STANDING and row.ends_at > call.now)
        if not rows:
            return Ended("none" if call.visitor.vouched else "unverified")
    waiting = tuple(row for row in rows if row.status is Status.PENDING)
    if not waiting:
        return Ended("decided", _ticket_fields(call, rows[0]))
    return Ended("found", {}, _offer(call, waiting))


def _offer(call: Call, rows: tuple[BookingRow, ...]) -> Offer:
    made_at, expires = standing_time(call.business, call.now)
    options = tuple(Option(str(row.id), {"kind": "booking", **_option_fields(call, row)}) for row in rows)
    size = call.visitor.page(call.business.offer_size)
    return Offer(options, made_at, expires, size=size, exact=options[0].id if len(options) == 1 else None)


def _option_fields(call: Call, row: BookingRow) -> dict[str, Value]:
    fields = _ticket_fields(call, row)
    shown = ("room_type", "check_in", "check_out")
    return {**fields, "found": Record("booking", tuple((name, fields[name]) for name in shown))}


def _to_change(call: Call) -> BookingRow | Ended:
    """Return the ticket of this guest that is to be changed; only one that waits can be."""
    chosen = call.text("booking")
    known = {str(row.id): row for row in _own(call)}
    found: BookingRow | Ended = known[chosen] if chosen in known else _named(call)
    if isinstance(found, Ended) or (chosen is not None and str(found.id) != chosen):
        return Ended("refused")
    call.unit.bookings.version(found.id)
    row = call.unit.bookings.by_id(found.id) or found  # staff may have decided while we waited
    return row if row.status is Status.PENDING else Ended("decided", _ticket_fields(call, row))


def change_reservation_ticket(call: Call) -> Ended:
    """Change a ticket that waits: other nights, another room, more people. What is left out stays as it is."""
    row = _to_change(call)
    if isinstance(row, Ended):
        return row
    agreed = _agreed(_filled_in(call, row), row)
    if isinstance(agreed, Ended):
        return agreed
    quote = agreed.quote
    # What was agreed stays agreed: the price of the same stay is the one on the ticket, whatever a sync has brought.
    changed = row if _is_same_stay(call, row, quote) else with_stay(row, call.business, quote)
    changed = replace(changed, notes=call.text("special_requests") or row.notes)
    move = Move(
        provider=None,
        starts_at=changed.starts_at,
        ends_at=changed.ends_at,
        claims=(),
        by=call.by,
        service=changed.service,
        party=changed.party,
        shares=agreed.shares,
        details=changed.details,
        notes=changed.notes,
    )
    match call.unit.bookings.move(row.id, move, call.now):
        case BookingRow() as moved:
            return Ended("updated", _ticket_fields(call, moved))
        case Refused.TAKEN:
            return Ended("taken")
        case Refused.GONE:
            return Ended("refused")


def correct_reservation_ticket(call: Call) -> Ended:
    """Correct the name or the number on a ticket that waits, or add to its requests. What is left out stays."""
    row = _to_change(call)
    if isinstance(row, Ended):
        return row
    wish = call.text("special_requests")
    if wish is not None:
        noted = {**call.arguments, "special_requests": f"{row.notes}; {wish}" if row.notes else wish}
        ended = change_reservation_ticket(replace(call, arguments=noted))
        if ended.outcome != "updated":
            return ended
    contact = Facts(name=call.text("guest_name"), phone=call.text("phone_number"))
    corrected = call.unit.bookings.correct(row.id, contact, call.by, call.now)
    return Ended("updated", _ticket_fields(call, corrected)) if isinstance(corrected, BookingRow) else Ended("refused")


def _filled_in(call: Call, row: BookingRow) -> Call:
    """Complete the arguments with what the ticket has."""
    stay = stay_of(row, call.business)
    kept: dict[str, Value] = {
        "check_in": stay.check_in,
        "check_out": stay.check_out,
        "guests": stay.guests,
        ROOM_TYPE: Item(ROOM_TYPE, row.service),
    }
    return replace(call, arguments={**kept, **call.arguments})


def withdraw_reservation_ticket(call: Call) -> Ended:
    """Withdraw a ticket that waits; its nights are free again."""
    row = _to_change(call)
    if isinstance(row, Ended):
        return row
    settled = call.unit.bookings.settle(row.id, Status.CANCELLED, call.by, call.now)
    if not isinstance(settled, BookingRow):
        return Ended("refused")
    close_reminders(call.unit, settled, call.by, call.now)
    return Ended("withdrawn", _ticket_fields(call, settled))
