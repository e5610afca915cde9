"""What the tools of a hotel answer, in the fields that users of such tools know; others answer with what they bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

from frontdesk.desk.actions.calls import Action, Ended
from frontdesk.dialogue.values import Item, Money, Record, Value, to_json
from frontdesk.scheduling.business import Business

Json: TypeAlias = dict[str, object]
_TEXT: Json = {"type": "string"}
_DAY: Json = {"type": "string", "format": "date"}
_COUNT: Json = {"type": "integer"}
_AMOUNT: Json = {"type": "string", "description": "a decimal number in the currency of the business"}
_MAYBE: Json = {"type": ["string", "null"]}

# Why something cannot be had, in a sentence for whoever asked for it.
WHY = {
    "no_days": "check_in and check_out must each be one day.",
    "no_nights": "check_out must be after check_in.",
    "too_long": "A stay of that length cannot be asked for; staff can help.",
    "past": "check_in is past.",
    "no_guests": "guests must be at least 1.",
    "too_many": "No one room takes so many guests; two rooms, or staff, can help.",
    "sold_out": "No such room is left in every night of the stay.",
    "too_short": "The stay is shorter than the fewest nights for an arrival on that day.",
    "too_small": "That room does not take so many guests.",
    "too_few": "That room is for more guests.",
    "never_synced": "Nothing is known of the rooms, which is not that they are full; staff must check.",
    "beyond_horizon": "Nothing is known that far ahead, which is not that it is full; staff must check.",
    "not_in_inventory": "Nothing is known of these nights, which is not that they are full; staff must check.",
    "unknown": "Nothing is known of these nights, which is not that they are full; staff must check.",
    "unknown_room_type": "There is no such room type.",
}
OLD = "This is older than it should be; staff confirm before anything is certain."
NO_DATA = "The inventory has never been synced; nothing can be said of rooms."
STATUSES = {
    "pending": "It waits for staff. It is not booked yet.",
    "approved": "Staff have approved it.",
    "rejected": "Staff have rejected it.",
    "expired": "Nobody decided on it in time. It has expired.",
    "cancelled": "It is cancelled.",
}


def answer_of(action: Action, ended: Ended, business: Business) -> Json:
    """Return what a tool answers."""
    shape = _SHAPES.get(action.spec.name)
    return {"outcome": ended.outcome, **shape(ended, business)} if shape else plain_answer(ended)


def plain_answer(ended: Ended) -> Json:
    """Return all that an action brought, by field."""
    answer: Json = {"outcome": ended.outcome}
    answer |= {name: to_json(value) for name, value in ended.fields.items()}
    if ended.offer is not None:
        answer["options"] = [
            {"id": option.id, **{name: to_json(value) for name, value in option.fields.items()}}
            for option in ended.offer.options
        ]
    return answer


def output_schema(action: Action) -> Json:
    """Return the JSON Schema of what a tool answers."""
    own = _SCHEMAS.get(action.spec.name)
    outcomes: Json = {"type": "string", "enum": sorted(action.spec.outcomes)}
    fields = own if own is not None else {name: {} for name in action.spec.outputs}
    required = ["outcome", *(own or ())]
    return {"type": "object", "properties": {"outcome": outcomes, **fields}, "required": required}


def _rooms(ended: Ended, business: Business) -> Json:
    rooms, last_sync = ended.fields.get("rooms"), ended.fields.get("last_sync")
    found = rooms if isinstance(rooms, tuple) else ()
    asked = {name: _plain(ended.fields.get(name)) for name in ("check_in", "check_out", "guests")}
    return {
        **asked,
        "available_rooms": [_room(each) for each in found if isinstance(each, Record)],
        "cache_info": {
            "fresh": isinstance(last_sync, datetime) and "age" not in ended.fields,
            "last_sync": last_sync.astimezone(business.zone).isoformat() if isinstance(last_sync, datetime) else None,
            "warning": _warning(ended),
        },
        "message": _why(ended),
    }


def _warning(ended: Ended) -> str | None:
    if "last_sync" not in ended.fields:
        return NO_DATA
    return OLD if "age" in ended.fields else None


def _room(room: Record) -> Json:
    fields = dict(room.fields)
    amenities = fields.get("amenities")
    return {**{name: _plain(value) for name, value in fields.items()}, "amenities": list(_texts(amenities))}


def _texts(value: Value | None) -> tuple[object, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _plain(value: Value | None) -> object:
    """Return a value as plain data; amounts as they are added up, for the currency is the business's."""
    match value:
        case None:
            return None
        case Money(amount, _):
            return f"{amount:f}"
        case Item(_, identity):
            return identity
        case _:
            return to_json(value)


def _why(ended: Ended) -> str | None:
    finding = ended.fields.get("finding")
    return WHY.get(finding) if isinstance(finding, str) else None


def _made(ended: Ended, _business: Business) -> Json:
    return _waiting_ticket(ended) if ended.outcome == "pending" else _refused(ended, "No ticket was made.")


def _changed(ended: Ended, _business: Business) -> Json:
    return _waiting_ticket(ended) if ended.outcome == "updated" else _refused(ended, "Nothing was changed.")


def _waiting_ticket(ended: Ended) -> Json:
    within = ended.fields.get("answer_within")
    length = _length(within) if isinstance(within, timedelta) else None
    return {
        "ticket_id": ended.fields["ticket_id"],
        "status": ended.fields["status"],
        "message": f"Ticket {ended.fields['ticket_id']} waits for staff. It is not booked yet.",
        "expected_response_time": length,
        "next_steps": f"Staff decide within {length} and call the guest to confirm and to collect payment.",
        "total": _plain(ended.fields.get("total")),
    }


def _refused(ended: Ended, nothing: str) -> Json:
    """Say why there is nothing to wait for, and what that leaves: `nothing` is for what was called."""
    message = _why(ended) or f"{_REFUSALS.get(ended.outcome, '')} {nothing}".strip()
    steps = "Ask the guest again, with this total." if ended.outcome == "changed" else None
    return {
        "ticket_id": None,
        "status": None,
        "message": message,
        "expected_response_time": None,
        "next_steps": steps,
        "total": _plain(ended.fields.get("total")),
    }


_REFUSALS = {
    "taken": "Another guest was quicker; no such room is left.",
    "changed": "The price has changed since it was said.",
    "unavailable": "Nothing can be said of these nights now; staff must check.",
    "decided": "Staff have decided on this ticket already, so only they can change it.",
}


def _length(length: timedelta) -> str:
    minutes = int(length.total_seconds()) // 60
    hours, rest = divmod(minutes, 60)
    if hours and not rest:
        return f"{hours} hour{'' if hours == 1 else 's'}"
    return f"{minutes} minutes"


def _status(ended: Ended, _business: Business) -> Json:
    """Return what is told of a ticket; of a wrong pair exactly what is told of one that is not there."""
    if ended.outcome != "found":
        unknown = "There is no ticket with this number and this phone number."
        names = ("ticket_id", "status", "check_in", "check_out", "room_type")
        return {"found": False, **dict.fromkeys(names), "message": unknown}
    fields, reason = ended.fields, ended.fields.get("reason")
    said = STATUSES.get(str(fields["status"]), "")
    names = ("ticket_id", "status", "check_in", "check_out", "room_type")
    shown = {name: _plain(fields[name]) for name in names}
    return {"found": True, **shown, "message": f"{said} {reason}" if isinstance(reason, str) else said}


_TICKET_SCHEMA: Json = {
    "ticket_id": _MAYBE,
    "status": _MAYBE,
    "message": _TEXT,
    "expected_response_time": _MAYBE,
    "next_steps": _MAYBE,
    "total": _MAYBE,
}
_ROOM_SCHEMA: Json = {
    "type": "object",
    "properties": {
        "room_type": _TEXT,
        "available": _COUNT,
        "rate_per_night": _AMOUNT,
        "total_nights": _COUNT,
        "total_estimate": _AMOUNT,
        "amenities": {"type": "array", "items": _TEXT},
    },
    "required": ["room_type", "available", "rate_per_night", "total_nights", "total_estimate", "amenities"],
}
_CACHE_SCHEMA: Json = {
    "type": "object",
    "properties": {"fresh": {"type": "boolean"}, "last_sync": _MAYBE, "warning": _MAYBE},
    "required": ["fresh", "last_sync", "warning"],
}
_SCHEMAS: Mapping[str, Json] = {
    "query_room_inventory": {
        "check_in": _DAY,
        "check_out": _DAY,
        "guests": _COUNT,
        "available_rooms": {"type": "array", "items": _ROOM_SCHEMA},
        "cache_info": _CACHE_SCHEMA,
        "message": _MAYBE,
    },
    "create_reservation_ticket": _TICKET_SCHEMA,
    "change_reservation_ticket": _TICKET_SCHEMA,
    "check_ticket_status": {
        "found": {"type": "boolean"},
        **dict.fromkeys(("ticket_id", "status", "check_in", "check_out", "room_type"), _MAYBE),
        "message": _TEXT,
    },
}
_SHAPES: Mapping[str, Callable[[Ended, Business], Json]] = {
    "query_room_inventory": _rooms,
    "create_reservation_ticket": _made,
    "change_reservation_ticket": _changed,
    "check_ticket_status": _status,
}
