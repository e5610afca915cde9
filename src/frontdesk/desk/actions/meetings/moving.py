"""To where a meeting can be moved: just there, if that is free, or the free times of the hours that were named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from frontdesk.desk.actions.calls import Ended
from frontdesk.desk.actions.meetings.free import Room, free_times
from frontdesk.desk.actions.meetings.told import FIRST_LOOK, days_in, not_possible, offer, taken, window_of
from frontdesk.desk.actions.meetings.wishes import Asked, NotPossible, Planned, changed_meeting
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Days, Value
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import at_wall
from frontdesk.scheduling.meetings import Entry, Meeting, first_clash, free_spans
from frontdesk.scheduling.spans import Span


@dataclass(frozen=True, slots=True)
class _Sought:
    """What is asked of the calendar for a meeting that moves: its day and its time stand if no others are named."""

    business: Business
    now: datetime
    visitor: Visitor
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Move:
    """Where a meeting is to go: to one place, or to any time in a window."""

    meeting: Meeting
    at: datetime  # when it is now; of a series, the one that was named
    sought: Asked
    planned: Planned | None  # None: any time that fits
    window: Span


def wanted_move(asked: Asked, was: Meeting, at: datetime) -> Move | NotPossible:
    """Return where a meeting is to go that is now at `at`."""
    day, clock = asked.arguments.get("date"), asked.arguments.get("time")
    if isinstance(clock, time | None) and not isinstance(day, Days):
        planned = changed_meeting(asked, was, at)
        if isinstance(planned, NotPossible):
            return planned
        reach = Span(min(each.start for each in planned.spans), max(each.end for each in planned.spans))
        return Move(was, at, asked, planned, reach)
    if was.all_day:
        return NotPossible("no_time")
    local = at.astimezone(asked.business.zone)
    stands: dict[str, Value] = {"date": day or local.date(), "time": clock or local.time().replace(fold=0)}
    sought = _Sought(asked.business, asked.now, asked.visitor, {**asked.arguments, **stands})
    window = window_of(sought, FIRST_LOOK)
    return Move(was, at, sought, None, window) if window.end > asked.now else NotPossible("past")


def places_for(move: Move, entries: Sequence[Entry], own: str) -> Ended:
    """Offer the times to which a meeting can go; the meeting itself, known as `own`, stands in no way."""
    if move.planned is None:
        return _any_of(move, [each for each in entries if each.id != own and each.takes_time])
    clash = first_clash(move.planned.spans, entries, besides=own)
    return taken(move.sought, clash) if clash is not None else _just_there(move, move.planned.meeting)


def _just_there(move: Move, meeting: Meeting) -> Ended:
    """Offer the only place wanted; what takes whole days has no time of day."""
    moments = (move.at, meeting.start, move.meeting.start)
    walls = [each.astimezone(meeting.zone).replace(tzinfo=None) for each in moments]
    wall = walls[0] + (walls[1] - walls[2])
    start = at_wall(wall.date(), wall.time(), meeting.zone).astimezone(move.sought.business.zone)
    fields: dict[str, Value] = {"start": start, "end": start + meeting.length, "day": start.date()}
    fields |= {} if meeting.all_day else {"time": start.time().replace(fold=0)}
    option = Option(start.isoformat(), fields)
    return Ended("openings", {"first": start}, offer(move.sought, [option], option.id))


def _any_of(move: Move, others: Sequence[Entry]) -> Ended:
    sought, busy = move.sought, [span for each in others for span in each.spans]
    free = free_spans(sought.business.hours, days_in(move.window, sought), sought.business.zone, busy)
    given = sought.arguments.get("duration")
    length = given if isinstance(given, timedelta) else move.meeting.length
    if length <= timedelta():
        return not_possible(NotPossible("bad_length"))
    return free_times(sought, Room(free, length, max(move.window.start, sought.now)), ())
