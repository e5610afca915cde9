"""What operations answer, by example: the documents show it, and a test holds it to what the server answers."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

CONVERSATION: Final = "0f3c8d6f1f0e4f0f9a5b7c6d5e4f3a2b"
_REPLY: Final = "4 PM on Thursday, December 3 is taken. These times are open for Botox:\n1. 3:30 PM\n2. 4:30 PM"

RUN: Final = f"{CONVERSATION}.1"

STATE: Final[Example] = {
    "turn": 1,
    "position": "choosing",
    "asking": "choice",
    "options": [
        {
            "number": 1,
            "id": "botox~20261203T2030Z~sarah_smith",
            "text": "3:30 PM",
            "detail": "",
            "day": "2026-12-03",
            "start": "2026-12-03T15:30:00-05:00",
            "end": "2026-12-03T16:00:00-05:00",
        }
    ],
    "more": False,
    "expires": "2026-11-16T14:08:28+00:00",
    "picker": {
        "kind": "moment",
        "slot": "opening",
        "first": "2026-11-16",
        "last": "2027-02-14",
        "free_days": True,
        "services": ["botox"],
        "provider": None,
        "moving": 0,
        "day": "2026-12-03",
        "online": False,
        "party": None,
    },
    "card": None,
    "form": None,
    "run": None,
    "with_staff": None,
    "bookings": [],
}

TURN: Final[Example] = {
    "conversation": CONVERSATION,
    "turn": 1,
    "guest": "botox on december 3 at 4pm",
    "reply": _REPLY,
    "position": "choosing",
    "asking": "choice",
    "step": {"flow": "book", "step": "offer"},
    "did": [
        {
            "action": "check_availability",
            "arguments": {"service_type": "botox", "date": "2026-12-03", "time": "16:00"},
            "outcome": "openings",
            "by": "desk",
        }
    ],
    "known": {"service": "botox", "day": "2026-12-03", "time": "16:00"},
    "offered": [
        {
            "option": 1,
            "start": "2026-12-03T15:30:00-05:00",
            "end": "2026-12-03T16:00:00-05:00",
            "provider": "sarah_smith",
        }
    ],
    "form": None,
    "run": None,
    "bookings": [],
    "state": STATE,
}

FORM: Final[Example] = {
    "run": RUN,
    "action": "create_calendar_event",
    "arguments": {"title": "Standup", "attendees": ["{{PLACEHOLDER_attendee_email}}"]},
    "fields": [
        {
            "name": "attendees",
            "placeholder": "attendee_email",
            "type": "email",
            "label": "Guests",
            "hint": "",
            "required": True,
            "choices": None,
            "value": None,
            "error": None,
            "many": True,
            "suggested": False,
            "suggestion": None,
            "min": None,
            "max": None,
        }
    ],
}

STEPS: Final[list[Example]] = [
    {
        "id": "create",
        "tool": "create_calendar_event",
        "arguments": FORM["arguments"],
        "status": "pending",
        "dependsOn": [],
    }
]

PLAN: Final[Example] = {"id": RUN, "status": "pending", "toolExecutionPlan": STEPS, "turn": 2, "form": FORM}

READ: Final[Example] = {
    "id": CONVERSATION,
    "messages": [
        {
            "id": 41,
            "turn": 1,
            "side": "guest",
            "text": "botox on december 3 at 4pm",
            "at": "2026-11-16T13:38:28+00:00",
            "name": None,
        },
        {"id": 42, "turn": 1, "side": "desk", "text": _REPLY, "at": "2026-11-16T13:38:28+00:00", "name": None},
    ],
    "next": None,
    "state": STATE,
}

OPENINGS: Final[Example] = {
    "known": True,
    "days": {
        "2026-12-03": [
            {
                "start": "2026-12-03T09:00:00-05:00",
                "end": "2026-12-03T09:30:00-05:00",
                "id": "botox~20261203T1400Z~sarah_smith",
                "provider": "Dr. Sarah Smith",
            }
        ],
        "2026-12-06": [],
    },
}

PROFILE: Final[Example] = {
    "id": "medspa",
    "name": "Radiance Med Spa",
    "desk": "Ava",
    "language": "en",
    "zone": "America/New_York",
    "first_weekday": 7,
    "address": "418 Madison Avenue, New York, NY 10017",
    "phone": "+1 212 555 0100",
    "look": {"accent": "#0f766e", "radius": 14, "logo": "/b/medspa/logo"},
    "greeting": "Good morning",
    "hours": "Open today, 9 AM to 7 PM",
    "suggestions": [{"label": "Book an appointment", "text": "Book an appointment"}],
    "texts": {"send": "Send", "write_here": "Write a message"},
}

FRAMES: Final[Example] = {
    "from_guest": {"content": {"type": "object", "title": "Content"}},
    "to_guest": {"error": {"type": "object", "title": "Error"}},
}

FIGURES: Final = """# HELP frontdesk_open_sockets Chats that are open now
# TYPE frontdesk_open_sockets gauge
frontdesk_open_sockets{business="medspa"} 3.0
"""

CARD: Final[Example] = {
    "rows": [
        {"slot": "service", "label": "Service", "text": "Botox"},
        {"slot": "name", "label": "Name", "text": "Ann"},
    ],
    "yes": "Book it",
    "no": "Not yet",
    "ends": False,
    "changeable": ["service", "name"],
    "digest": "3f5c0d1e",
    "start": "2026-12-03T16:00:00-05:00",
    "online": False,
}

# By the type of the frame.
IN_FRAMES: Final[dict[str, Example]] = {
    "content": {
        "type": "content",
        "id": "m-1",
        "text": "3:30 PM",
        "press": {"button": "option", "turn": 1, "value": "botox~20261203T2030Z~sarah_smith"},
    },
    "update_parameter": {
        "type": "update_parameter",
        "id": "m-2",
        "run": RUN,
        "placeholder": "attendee_email",
        "value": ["ann@example.com"],
    },
    "execute_action": {
        "type": "execute_action",
        "id": "m-3",
        "run": RUN,
        "values": {"attendee_email": ["ann@example.com"]},
        "turn": 2,
    },
    "conversational_text_segment": {
        "type": "conversational_text_segment",
        "phase": "STREAMING",
        "id": 42,
        "turn": 1,
        "side": "desk",
        "at": "2026-11-16T13:38:28+00:00",
        "text": "4 PM on Thursday, December 3 is taken.",
        "name": None,
    },
    "run_updated": {
        "type": "run_updated",
        "id": RUN,
        "status": "pending",
        "toolExecutionPlan": STEPS,
        "state": None,
    },
    "parameter_collection_required": {
        "type": "parameter_collection_required",
        "turn": 1,
        "slot": "choice",
        "options": STATE["options"],
        "picker": STATE["picker"],
    },
    "action_confirmation_required": {"type": "action_confirmation_required", "turn": 4, "card": CARD},
    "action_status": {"type": "action_status", "turn": 5, "action": "book_appointment", "status": "booked"},
    "error": {
        "type": "error",
        "kind": "bad-frame",
        "detail": "text: Field required",
        "about": None,
        "errors": {},
        "form": None,
    },
}


def answered(example: Example) -> dict[int | str, dict[str, object]]:
    """Return how the documents show what a successful call answers."""
    return {200: {"content": {"application/json": {"example": example}}}}
