"""The actions of a hotel: which rooms there are, and tickets for stays in them."""

from __future__ import annotations

from frontdesk.desk.actions.calls import Action
from frontdesk.desk.actions.room_rates import tell_room_rates
from frontdesk.desk.actions.rooms import hold_room, query_room_inventory
from frontdesk.desk.actions.stay_tickets import (
    change_reservation_ticket,
    check_ticket_status,
    correct_reservation_ticket,
    create_reservation_ticket,
    find_tickets,
    withdraw_reservation_ticket,
)
from frontdesk.desk.actions.takes import takes
from frontdesk.dialogue.actions import ActionSpec

_STAY = {"check_in": "day", "check_out": "day", "guests": "party"}
_TICKET = {
    "ticket_id": "reference",
    "status": "text",
    "room_type": "room_type",
    **_STAY,
    "answer_within": "duration",
    "total": "money",
    "special_requests": "notes",
    "phone": "phone",
}
_SURE = frozenset(_TICKET) - {"total", "special_requests", "phone"}
_WHY = {"finding": "text", "min_stay": "number", "most": "number", "least": "number", "full_nights": "any"}
_BROUGHT = {
    "updated": _SURE,
    "decided": _SURE,
    "changed": frozenset({"total"}),
    "invalid": frozenset({"finding"}),
}
_NOT_TAKEN = frozenset({"taken", "changed", "invalid", "refused", "unavailable", "unknown", "failed"})

STAY_ACTIONS = (
    Action(
        ActionSpec(
            "query_room_inventory",
            takes(_STAY, {"room_type": "room_type", "moving": "booking"}),
            outcomes=frozenset({"rooms", "none", "invalid", "unavailable", "unknown"}),
            successes=frozenset({"rooms"}),
            outputs={
                **_STAY,
                **_WHY,
                "nights": "number",
                "rooms": "any",
                "two_rooms": "any",
                "total": "money",
                "last_sync": "moment",
                "age": "duration",
                "last_night": "day",
            },
            offers=True,
            fields={
                "room_type": "room_type",
                "check_in": "day",
                "check_out": "day",
                "rate": "money",
                "average": "money",
                "total": "money",
                "available": "number",
                "amenities": "any",
            },
            perhaps=frozenset({"rate", "average", "amenities"}),
            brings={
                "rooms": frozenset({"finding", "nights", *_STAY}),
                **dict.fromkeys(("none", "invalid", "unknown"), frozenset({"finding"})),
            },
        ),
        query_room_inventory,
        "Find the rooms that are free in every night of a stay, with their prices; says how fresh the data is.",
    ),
    Action(
        ActionSpec(
            "get_room_rates",
            takes({}, {"room_type": "room_type"}),
            outcomes=frozenset({"found", "unknown", "unavailable"}),
            successes=frozenset({"found"}),
            outputs={"low": "money", "room_type": "room_type"},
            brings={"found": frozenset({"low", "room_type"})},
        ),
        tell_room_rates,
        "Tell from how much a night in a room is, where no dates are known yet.",
    ),
    Action(
        ActionSpec(
            "hold_room",
            takes({**_STAY, "room_type": "room_type"}),
            outcomes=frozenset({"held", "taken", "refused", "unavailable"}),
            successes=frozenset({"held"}),
            outputs={"until": "moment"},
            brings={"held": frozenset({"until"})},
        ),
        hold_room,
        "Keep a room for the guest until they have said yes or no.",
    ),
    Action(
        ActionSpec(
            "create_reservation_ticket",
            takes(
                {"guest_name": "person_name", "phone_number": "phone", **_STAY, "room_type": "room_type"},
                {"special_requests": "notes", "total": "money"},
            ),
            outcomes=_NOT_TAKEN | {"pending"},
            successes=frozenset({"pending"}),
            outputs={**_TICKET, **_WHY},
            brings={"pending": _SURE | {"total"}, "changed": frozenset({"total"}), "invalid": frozenset({"finding"})},
            guarded=True,
            asks_staff=True,
        ),
        create_reservation_ticket,
        "Ask for a room: makes a ticket that staff decide on. Nothing is booked until they approve it.",
    ),
    Action(
        ActionSpec(
            "check_ticket_status",
            takes({"ticket_id": "reference"}, {"phone": "phone"}),
            outcomes=frozenset({"found", "none", "unverified"}),
            successes=frozenset({"found"}),
            outputs={**_TICKET, "found": "yesno", "reason": "text"},
            brings={"found": _SURE | {"found"}, "none": frozenset({"found"})},
        ),
        check_ticket_status,
        "Tell what became of a ticket, to who gives its number and the phone it was made with.",
    ),
    Action(
        ActionSpec(
            "find_tickets",
            takes({}, {"ticket_id": "reference", "phone": "phone"}),
            outcomes=frozenset({"found", "decided", "none", "unverified"}),
            successes=frozenset({"found"}),
            outputs={**_TICKET, "found": "any"},
            offers=True,
            fields={**_TICKET, "found": "any"},
            perhaps=frozenset({"total", "special_requests", "phone"}),
            brings={"found": frozenset(), "decided": _SURE},
        ),
        find_tickets,
        "Find the guest's tickets that wait for staff.",
    ),
    Action(
        ActionSpec(
            "change_reservation_ticket",
            takes(
                {},
                {
                    "booking": "booking",
                    "ticket_id": "reference",
                    "phone": "phone",
                    **_STAY,
                    "room_type": "room_type",
                    "special_requests": "notes",
                    "total": "money",
                },
            ),
            outcomes=_NOT_TAKEN | {"updated", "decided"},
            successes=frozenset({"updated"}),
            outputs={**_TICKET, **_WHY},
            brings=_BROUGHT,
            guarded=True,
            asks_staff=True,
        ),
        change_reservation_ticket,
        "Change a ticket of the guest that waits for staff: nights, room, people, requests.",
    ),
    Action(
        ActionSpec(
            "correct_reservation_ticket",
            takes(
                {},
                {
                    "booking": "booking",
                    "ticket_id": "reference",
                    "phone": "phone",
                    "guest_name": "person_name",
                    "phone_number": "phone",
                    "special_requests": "notes",
                },
            ),
            outcomes=_NOT_TAKEN | {"updated", "decided"},
            successes=frozenset({"updated"}),
            outputs={**_TICKET, **_WHY},
            brings=_BROUGHT,
            guarded=True,
            asks_staff=True,
        ),
        correct_reservation_ticket,
        "Correct the name or the number on a ticket of the guest that waits for staff, or add to its requests.",
    ),
    Action(
        ActionSpec(
            "withdraw_reservation_ticket",
            takes({}, {"booking": "booking", "ticket_id": "reference", "phone": "phone"}),
            outcomes=frozenset({"withdrawn", "decided", "refused", "unavailable", "unknown", "failed"}),
            successes=frozenset({"withdrawn"}),
            outputs=_TICKET,
            brings={"withdrawn": _SURE, "decided": _SURE},
            guarded=True,
            ends=True,
        ),
        withdraw_reservation_ticket,
        "Withdraw a ticket of the guest that waits for staff.",
    ),
)
