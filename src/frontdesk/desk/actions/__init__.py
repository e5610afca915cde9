"""The actions that flows can call. Here `dialogue` and `scheduling` meet, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from frontdesk.desk.actions.appointments import (
    book_appointment,
    cancel_appointment,
    correct_contact,
    find_appointments,
    hold_opening,
    reschedule_appointment,
)
from frontdesk.desk.actions.availability import check_availability
from frontdesk.desk.actions.calls import Action
from frontdesk.desk.actions.knowledge import (
    answer_question,
    recall_guest,
    tell_date,
    tell_providers,
    tell_service,
)
from frontdesk.desk.actions.last_visit import recall_last_visit
from frontdesk.desk.actions.meetings import MEETING_ACTIONS
from frontdesk.desk.actions.stay_actions import STAY_ACTIONS
from frontdesk.desk.actions.takes import takes
from frontdesk.dialogue.actions import ActionSpec

__all__ = ["ACTIONS"]

_OPENING = {
    "start": "moment",
    "end": "moment",
    "day": "day",
    "time": "time",
    "provider": "provider",
    "service": "service",
}
_PLACE = {"location": "location", "area": "area"}
_FOUND = {**_OPENING, **_PLACE, "plan": "any", "clash": "any", "places": "number"}
_BOOKING = {**_OPENING, **_PLACE, "reference": "reference", "fee": "any", "found": "any", "party": "party"}
_BOOKS = frozenset({"booked", "taken", "refused", "unavailable", "unknown", "failed"})


_ALL = (
    Action(
        ActionSpec(
            "check_availability",
            takes(
                {"service_type": "service"},
                {
                    "date": "day",
                    "time": "time",
                    "provider": "provider",
                    "moving": "booking",
                    "party": "party",
                    "area": "area",
                    "location": "location",
                },
            ),
            outcomes=frozenset({"openings", "none", "invalid", "unavailable", "unknown"}),
            successes=frozenset({"openings"}),
            outputs={
                "finding": "text",
                "free_from": "time",
                "first_start": "time",
                "last_start": "time",
                "open_days": "any",
                "last_day": "day",
                "performers": "any",
                "with_whom": "provider",
                "others_free": "any",
                "next_day": "day",
                "ruled_out": "any",
                "places": "number",
                "most": "number",
            },
            offers=True,
            fields=_FOUND,
            perhaps=frozenset({"provider", "plan", "clash", "places", *_PLACE}),
            brings=dict.fromkeys(("openings", "none", "invalid"), frozenset({"finding"})),
        ),
        check_availability,
        "Find real openings for one or more services on a day, at a time, with a provider, for so many people.",
    ),
    Action(
        ActionSpec(
            "hold_opening",
            takes({"opening": "option"}, {"party": "party"}),
            outcomes=frozenset({"held", "taken", "refused", "unavailable"}),
            successes=frozenset({"held"}),
            outputs={"until": "moment"},
            brings={"held": frozenset({"until"})},
        ),
        hold_opening,
        "Keep an opening for the guest until they have said yes or no.",
    ),
    Action(
        ActionSpec(
            "book_appointment",
            takes(
                {"opening": "option", "service_type": "service", "name": "person_name", "phone": "phone"},
                {"email": "email", "notes": "notes", "for_whom": "text", "party": "party"},
            ),
            outcomes=_BOOKS,
            successes=frozenset({"booked"}),
            outputs={"reference": "reference"},
            guarded=True,
        ),
        book_appointment,
        "Book an opening for a guest.",
    ),
    Action(
        ActionSpec(
            "reschedule_appointment",
            takes(
                {"booking": "booking", "opening": "option"},
                {"service_type": "service", "reference": "reference", "phone": "phone", "party": "party"},
            ),
            outcomes=_BOOKS,
            successes=frozenset({"booked"}),
            outputs={"reference": "reference"},
            guarded=True,
        ),
        reschedule_appointment,
        "Move a booking of the guest to another opening.",
    ),
    Action(
        ActionSpec(
            "cancel_appointment",
            takes({"booking": "booking"}, {"reference": "reference", "phone": "phone"}),
            outcomes=frozenset({"cancelled", "refused", "unavailable", "unknown", "failed"}),
            successes=frozenset({"cancelled"}),
            guarded=True,
            ends=True,
        ),
        cancel_appointment,
        "Cancel a booking of the guest.",
    ),
    Action(
        ActionSpec(
            "correct_contact",
            takes({"booking": "booking"}, {"name": "person_name", "phone": "phone", "email": "email"}),
            outcomes=frozenset({"corrected", "refused", "unavailable", "unknown", "failed"}),
            successes=frozenset({"corrected"}),
            outputs={"name": "person_name", "phone": "phone", "email": "email"},
            guarded=True,
        ),
        correct_contact,
        "Correct the name, phone number or e-mail address of a booking of the guest.",
    ),
    Action(
        ActionSpec(
            "get_appointment_details",
            takes(
                {},
                {
                    "service_type": "service",
                    "date": "day",
                    "time": "time",
                    "provider": "provider",
                    "reference": "reference",
                    "phone": "phone",
                    "together": "yesno",
                },
            ),
            outcomes=frozenset({"found", "none", "unverified"}),
            successes=frozenset({"found"}),
            outputs={"found": "any", "match": "text", "references": "any"},
            offers=True,
            fields=_BOOKING,
            perhaps=frozenset({"provider", "fee", "party", *_PLACE}),
            brings={"found": frozenset({"found", "match", "references"})},
        ),
        find_appointments,
        "Find the guest's upcoming bookings.",
    ),
    Action(
        ActionSpec(
            "get_service_info",
            takes({"service_type": "service"}, {"topic": "text", "party": "number"}),
            outcomes=frozenset({"found", "free", "none"}),
            successes=frozenset({"found"}),
            outputs={
                "answer": "text",
                "low": "money",
                "high": "money",
                "unit": "text",
                "minutes": "duration",
                "capacity": "number",
                "total": "money",
            },
            brings=dict.fromkeys(("found", "free"), frozenset({"minutes"})),
        ),
        tell_service,
        "Tell about a service: price, duration, preparation, aftercare.",
    ),
    Action(
        ActionSpec(
            "get_provider_info",
            takes({}, {"service_type": "service", "provider": "provider"}),
            outcomes=frozenset({"found", "none"}),
            successes=frozenset({"found"}),
            outputs={"performers": "any", "answer": "text", "performs": "provider"},
            brings={"found": frozenset({"performers"})},
        ),
        tell_providers,
        "Tell about providers and who performs a service.",
    ),
    Action(
        ActionSpec(
            "get_faq_answer",
            takes({"topic": "text"}),
            outcomes=frozenset({"found", "person", "none"}),
            successes=frozenset({"found"}),
            outputs={"answer": "text"},
            brings=dict.fromkeys(("found", "person"), frozenset({"answer"})),
        ),
        answer_question,
        "Answer a question that the business expects.",
    ),
    Action(
        ActionSpec(
            "search_customer",
            {},
            outcomes=frozenset({"found", "none"}),
            successes=frozenset({"found"}),
            outputs={"name": "person_name", "phone": "phone", "email": "email"},
        ),
        recall_guest,
        "Say what is known of the guest at hand.",
    ),
    Action(
        ActionSpec(
            "get_last_visit",
            takes({}, {"service_type": "service"}),
            outcomes=frozenset({"found", "none"}),
            successes=frozenset({"found"}),
            outputs={"service": "service", "provider": "provider"},
            brings={"found": frozenset({"service"})},
        ),
        recall_last_visit,
        "Say what the guest at hand came for last, and with whom.",
    ),
    Action(
        ActionSpec(
            "get_current_date",
            {},
            outcomes=frozenset({"found"}),
            successes=frozenset({"found"}),
            outputs={"date": "day", "time": "time"},
        ),
        tell_date,
        "Tell what day and time it is at the business.",
    ),
)

ACTIONS: Mapping[str, Action] = {
    action.spec.name: replace(action, spec=replace(action.spec, at_once=True))
    for action in (*_ALL, *STAY_ACTIONS, *MEETING_ACTIONS)
}
