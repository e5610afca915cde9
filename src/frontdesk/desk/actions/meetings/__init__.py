"""The actions of a calendar: meetings made, moved, called off, listed, and the time between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from frontdesk.desk.actions.calls import Action, Call, Ended
from frontdesk.desk.actions.meetings.kept_here import (
    cancel_calendar_event,
    check_calendar_event,
    create_calendar_event,
    fetch_calendar_events,
    find_free_time,
    find_new_time,
    set_reminder,
    update_calendar_event,
)
from frontdesk.dialogue.actions import ActionSpec, Parameter
from frontdesk.scheduling.business import Business

if TYPE_CHECKING:
    from frontdesk.desk.actions.meetings.kept_elsewhere import Elsewhere

_WRITES = frozenset({"taken", "refused", "invalid", "unavailable", "unknown", "failed"})
_LOOKS = frozenset({"none", "refused", "unavailable", "unknown", "failed"})
_WHEN = {"starts": "moment", "ends": "moment", "reference": "reference"}
_MEETING = {
    "title": "text",
    "start": "when",
    "end": "moment",
    "day": "day",
    "time": "time",
    "length": "duration",
    "attendees": "email",
    "series": "yesno",
    "reference": "reference",
    "found": "any",
}
_SOMETIMES = frozenset({"time", "attendees", "series", "reference"})


def _optional(**kinds: str) -> dict[str, Parameter]:
    return {name: Parameter(kind, required=False) for name, kind in kinds.items()}


def _required(**kinds: str) -> dict[str, Parameter]:
    return {name: Parameter(kind) for name, kind in kinds.items()}


_TITLE = Parameter("text", placeholder="meeting_title", label="Title", hint="What the calendar shows.")
_START = Parameter("moment", placeholder="start_time", label="Start")
_LENGTH = Parameter("duration", required=False, label="Length", hint="In minutes.")
_PEOPLE = Parameter(
    "email", required=False, placeholder="attendee_email", label="Who comes", many=True, hint="One address for each."
)


MEETING_ACTIONS = (
    Action(
        ActionSpec(
            "create_calendar_event",
            {"title": _TITLE, "start_time": _START, "duration": _LENGTH, "attendees": _PEOPLE}
            | _optional(time="time", all_day="yesno", recurrence="any", until="day", timezone="text"),
            outcomes=_WRITES | {"booked"},
            successes=frozenset({"booked"}),
            outputs={**_WHEN, "finding": "text", "clash": "any", "clash_day": "day"},
            guarded=True,
            brings={"booked": frozenset(_WHEN), "invalid": frozenset({"finding"})},
        ),
        create_calendar_event,
        "Put a meeting into the calendar: once or as a series, with the people who are to come.",
    ),
    Action(
        ActionSpec(
            "check_calendar_event",
            {"start_time": _START, "duration": _LENGTH}
            | _optional(title="text", time="time", recurrence="any", until="day"),
            outcomes=_LOOKS - {"none"} | {"free", "taken", "invalid"},
            successes=frozenset({"free"}),
            outputs={"finding": "text", "clash": "any", "clash_day": "day"},
            brings={"invalid": frozenset({"finding"})},
        ),
        check_calendar_event,
        "Say before it is put into the calendar whether a meeting could be, and what is in the way.",
    ),
    Action(
        ActionSpec(
            "update_calendar_event",
            _required(booking="booking")
            | _optional(title="text", start_time="moment", date="day", time="time")
            | {"duration": _LENGTH, "attendees": _PEOPLE},
            outcomes=_WRITES | {"updated"},
            successes=frozenset({"updated"}),
            outputs={**_WHEN, "finding": "text", "clash": "any", "clash_day": "day"},
            guarded=True,
            brings={"updated": frozenset(_WHEN), "invalid": frozenset({"finding"})},
        ),
        update_calendar_event,
        "Move or rename a meeting, or add people to it.",
    ),
    Action(
        ActionSpec(
            "cancel_calendar_event",
            _required(booking="booking"),
            outcomes=frozenset({"cancelled", "refused", "unavailable", "unknown", "failed"}),
            successes=frozenset({"cancelled"}),
            guarded=True,
            ends=True,
        ),
        cancel_calendar_event,
        "Take a meeting out of the calendar.",
    ),
    Action(
        ActionSpec(
            "fetch_calendar_events",
            _optional(date="day", time="time", attendee="text", title="text", about="text"),
            outcomes=_LOOKS | {"found"},
            successes=frozenset({"found"}),
            outputs={"found": "any", "count": "number", "besides": "any"},
            offers=True,
            fields=_MEETING,
            perhaps=_SOMETIMES,
        ),
        fetch_calendar_events,
        "List the meetings of a day, or find those that fit what is said of them; `about` are words that may name one.",
    ),
    Action(
        ActionSpec(
            "find_free_time",
            _optional(date="day", time="time", duration="duration")
            | {"attendees": Parameter("email", required=False, many=True)},
            outcomes=_LOOKS | {"openings", "invalid"},
            successes=frozenset({"openings"}),
            outputs={"first": "moment", "finding": "text", "unseen": "email"},
            offers=True,
            fields={"start": "moment", "end": "moment", "day": "day", "time": "time"},
            brings={"openings": frozenset({"first"}), "invalid": frozenset({"finding"})},
        ),
        find_free_time,
        "Find times at which this calendar is free; `unseen` are those who are to come whose calendars cannot be seen.",
    ),
    Action(
        ActionSpec(
            "find_new_time",
            _required(booking="booking") | _optional(date="day", time="time", duration="duration"),
            outcomes=_LOOKS | {"openings", "taken", "invalid"},
            successes=frozenset({"openings"}),
            outputs={"first": "moment", "finding": "text", "clash": "any", "clash_day": "day"},
            offers=True,
            fields={"start": "moment", "end": "moment", "day": "day", "time": "time"},
            perhaps=frozenset({"time"}),
            brings={"openings": frozenset({"first"}), "invalid": frozenset({"finding"})},
        ),
        find_new_time,
        "Find to where a meeting can be moved: just there if that is free, or at some of the hours named.",
    ),
    Action(
        ActionSpec(
            "set_reminder",
            _required(reference="reference", start_time="moment") | _optional(title="text", ahead="duration"),
            outcomes=frozenset({"reminded", "refused", "invalid", "unavailable"}),
            successes=frozenset({"reminded"}),
            outputs={"at": "moment", "finding": "text"},
            brings={"reminded": frozenset({"at"}), "invalid": frozenset({"finding"})},
        ),
        set_reminder,
        "Remind of a meeting some time before it.",
    ),
)
# What is asked of the calendar itself; a reminder is the desk's own.
KEPT = frozenset(action.spec.name for action in MEETING_ACTIONS) - {"set_reminder"}


def connected(actions: Mapping[str, Action], business: Business) -> Mapping[str, Action]:
    """Return the actions with those of the calendar as the business keeps it: here, or on a server.

    An action of the business's own that has taken the place of one of ours stays.
    """
    if business.calendar is None or business.calendar.caldav is None:
        return actions
    from frontdesk.desk.actions.meetings.kept_elsewhere import (  # noqa: PLC0415 - it takes long to import, and few need it
        Elsewhere,
    )

    elsewhere, ours = Elsewhere(business.calendar.caldav), {each.run for each in MEETING_ACTIONS}
    return {
        name: _kept_elsewhere(action, elsewhere) if name in KEPT and action.run in ours else action
        for name, action in actions.items()
    }


def _kept_elsewhere(action: Action, elsewhere: Elsewhere) -> Action:
    spec = replace(action.spec, at_once=False, repeatable=True)
    return replace(action, spec=spec, run=_not_in_here, outside=elsewhere.outside(action.spec.name))


def is_offered(action: Action, business: Business) -> bool:
    """Say whether an action can do anything here: those of a calendar only where one is connected."""
    return business.calendar is not None or all(action.run is not each.run for each in MEETING_ACTIONS)


def _not_in_here(_: Call) -> Ended:
    """A calendar elsewhere is never asked in a transaction."""
    return Ended("unavailable", broke="a calendar elsewhere, asked for in a transaction")
