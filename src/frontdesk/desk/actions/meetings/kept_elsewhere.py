"""Meetings that are kept on a CalDAV server: the same actions, called with no transaction open.

Nothing of them is copied here. Each change is made under the key of its call, so that after a crash the server is asked
what became of it; what it does not say stays unknown.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from frontdesk.calendars.caldav import (
    Absent,
    CalDav,
    CalDavOutcome,
    Listed,
    NotAnswered,
    NotLetIn,
    Outdated,
    Removed,
    Seen,
    Stored,
    Unclear,
)
from frontdesk.calendars.caldav.client import digest_of, name_for
from frontdesk.calendars.patience import Restraint
from frontdesk.desk.actions.calls import Ended, Errand, Outside
from frontdesk.desk.actions.meetings.free import Room, free_times
from frontdesk.desk.actions.meetings.moving import places_for, wanted_move
from frontdesk.desk.actions.meetings.told import (
    FIRST_LOOK,
    days_in,
    found,
    looked_at,
    named_occurrence,
    not_possible,
    stored,
    taken,
    window_of,
)
from frontdesk.desk.actions.meetings.wishes import (
    NotPossible,
    Planned,
    attendees_of,
    changed_meeting,
    new_meeting,
    settings_of,
    text_of,
)
from frontdesk.desk.actions.outcomes import FAILED, UNAVAILABLE, UNKNOWN
from frontdesk.scheduling.business import CalDavSettings
from frontdesk.scheduling.meetings import Entry, Meeting, first_clash, free_spans
from frontdesk.scheduling.spans import Span

TIMEOUT = timedelta(seconds=25)  # an action asks twice or three times, each time for a few seconds at most
OF_THE_OWNER = frozenset({"update_calendar_event", "cancel_calendar_event", "fetch_calendar_events", "find_new_time"})
SHOWN = 8  # letters of a name that are a reference


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The way to one CalDAV calendar, with what all calls to it share."""

    settings: CalDavSettings
    restraint: Restraint = field(default_factory=Restraint)

    def outside(self, name: str) -> Outside:
        """Return how the action of this name reaches the server."""
        ways: Mapping[str, tuple[Way, LookUp | None]] = {
            "create_calendar_event": (_create, _was_created),
            "check_calendar_event": (_check, None),
            "update_calendar_event": (_update, _was_updated),
            "cancel_calendar_event": (_cancel, _was_cancelled),
            "fetch_calendar_events": (_fetch, None),
            "find_free_time": (_find_free, None),
            "find_new_time": (_find_new, None),
        }
        way, look_up = ways[name]

        async def reach(errand: Errand) -> Ended:
            if name in OF_THE_OWNER and not errand.visitor.owner:
                return Ended("refused")  # the server does not say who made a meeting
            return await self._reached(errand, way)

        async def looked_up(errand: Errand) -> Ended | None:
            return await self._looked_up(errand, look_up or _nothing_known)

        return Outside(reach, TIMEOUT, looked_up)

    async def _reached(self, errand: Errand, way: Way) -> Ended:
        if errand.business.owner and not errand.visitor.owner:
            return Ended("refused")
        calendar = self._calendar(errand)
        if calendar is None:
            return Ended(UNAVAILABLE, broke=f"the environment variable {self.settings.secret} is not there")
        return await way(errand, calendar)

    async def _looked_up(self, errand: Errand, look_up: LookUp) -> Ended | None:
        calendar = self._calendar(errand)
        return Ended(UNKNOWN) if calendar is None else await look_up(errand, calendar)

    def _calendar(self, errand: Errand) -> CalDav | None:
        secret = "" if self.settings.secret is None else os.environ.get(self.settings.secret, "")
        if self.settings.secret is not None and not secret:
            return None
        zone = errand.business.zone
        return CalDav(self.settings.url, zone, self.settings.user, secret, restraint=self.restraint)


Way = Callable[[Errand, CalDav], Awaitable[Ended]]
LookUp = Callable[[Errand, CalDav], Awaitable[Ended | None]]


async def _create(errand: Errand, calendar: CalDav) -> Ended:
    wanted = new_meeting(errand)
    if isinstance(wanted, NotPossible):
        return not_possible(wanted)
    no = await _clash(errand, calendar, wanted, name_for(errand.key))
    if no is not None:
        return no
    outcome = await calendar.add(wanted.meeting, errand.key, errand.now)
    return _created(errand, wanted.meeting) if isinstance(outcome, Stored) else _ended(outcome)


async def _check(errand: Errand, calendar: CalDav) -> Ended:
    wanted = new_meeting(errand)
    if isinstance(wanted, NotPossible):
        return not_possible(wanted)
    return await _clash(errand, calendar, wanted, "") or Ended("free")


async def _clash(errand: Errand, calendar: CalDav, wanted: Planned, besides: str) -> Ended | None:
    """Say what is in the way, or that it cannot be known; a try of ours that got through is not in its own way."""
    around = Span(min(each.start for each in wanted.spans), max(each.end for each in wanted.spans))
    there = await calendar.between(around)
    if not isinstance(there, Listed):
        return _ended(there)
    clash = first_clash(wanted.spans, there.entries, besides)
    return None if clash is None else taken(errand, clash)


def _created(errand: Errand, meeting: Meeting) -> Ended:
    return stored(errand, "booked", meeting, digest_of(errand.key)[:SHOWN].upper())


async def _was_created(errand: Errand, calendar: CalDav) -> Ended | None:
    match await calendar.see(name_for(errand.key)):
        case Seen(entry=entry):
            return _created(errand, entry.meeting)
        case Absent():
            return None
        case NotLetIn() | NotAnswered() as silent:
            return Ended(UNKNOWN, broke=silent.why)


async def _update(errand: Errand, calendar: CalDav) -> Ended:
    name, at = named_occurrence(text_of(errand, "booking") or "")
    seen = await calendar.see(name)
    if not isinstance(seen, Seen):
        return _ended(seen)
    was = seen.entry.meeting
    wanted = changed_meeting(errand, was, at or was.start)
    if isinstance(wanted, NotPossible):
        return not_possible(wanted)
    no = await _clash(errand, calendar, wanted, name)
    return no if no is not None else await _changed(errand, calendar, seen, wanted.meeting, "updated")


async def _changed(errand: Errand, calendar: CalDav, seen: Seen, meeting: Meeting, outcome: str) -> Ended:
    written = await calendar.change(seen, meeting, errand.key, errand.now)
    return stored(errand, outcome, meeting, seen.entry.reference) if isinstance(written, Stored) else _ended(written)


async def _was_updated(errand: Errand, calendar: CalDav) -> Ended | None:
    """Tell by the key that a change leaves behind. What has been changed again since carries another."""
    name, _ = named_occurrence(text_of(errand, "booking") or "")
    match await calendar.see(name):
        case Seen(entry=entry, key=key) if key == digest_of(errand.key):
            return stored(errand, "updated", entry.meeting, entry.reference)
        case Seen():
            return None
        case Absent():
            return Ended("refused")
        case NotLetIn() | NotAnswered() as silent:
            return Ended(UNKNOWN, broke=silent.why)


async def _cancel(errand: Errand, calendar: CalDav) -> Ended:
    name, _ = named_occurrence(text_of(errand, "booking") or "")
    seen = await calendar.see(name)
    if not isinstance(seen, Seen):
        return _ended(seen)
    outcome = await calendar.remove(seen)
    return Ended("cancelled") if isinstance(outcome, Removed) else _ended(outcome)


async def _was_cancelled(errand: Errand, calendar: CalDav) -> Ended | None:
    name, _ = named_occurrence(text_of(errand, "booking") or "")
    match await calendar.see(name):
        case Absent():
            return Ended("cancelled")
        case Seen():
            return None
        case NotLetIn() | NotAnswered() as silent:
            return Ended(UNKNOWN, broke=silent.why)


async def _fetch(errand: Errand, calendar: CalDav) -> Ended:
    there = await calendar.between(looked_at(errand))
    return found(errand, there.entries) if isinstance(there, Listed) else _ended(there)


async def _find_free(errand: Errand, calendar: CalDav) -> Ended:
    given = errand.arguments.get("duration")
    length, people = given if isinstance(given, timedelta) else settings_of(errand).length, attendees_of(errand)
    if isinstance(people, NotPossible):
        return not_possible(people)
    window = window_of(errand, FIRST_LOOK)
    if window.end <= errand.now or length <= timedelta():
        return not_possible(NotPossible("past" if window.end <= errand.now else "bad_length"))
    there = await calendar.between(window)
    if not isinstance(there, Listed):
        return _ended(there)
    busy = (span for each in there.entries if each.takes_time or _comes(errand, each, people) for span in each.spans)
    free = free_spans(errand.business.hours, days_in(window, errand), errand.business.zone, busy)
    return free_times(errand, Room(free, length, max(window.start, errand.now)), people)


async def _find_new(errand: Errand, calendar: CalDav) -> Ended:
    name, at = named_occurrence(text_of(errand, "booking") or "")
    seen = await calendar.see(name)
    if not isinstance(seen, Seen):
        return _ended(seen)
    move = wanted_move(errand, seen.entry.meeting, at or seen.entry.meeting.start)
    if isinstance(move, NotPossible):
        return not_possible(move)
    there = await calendar.between(move.window)
    return places_for(move, there.entries, own=name) if isinstance(there, Listed) else _ended(there)


def _comes(errand: Errand, entry: Entry, people: Sequence[str]) -> bool:
    """Say whether one of these people is at a meeting, also where it leaves the owner free; guests are not told."""
    wanted = {each.lower() for each in people}
    return errand.visitor.owner and any(each.lower() in wanted for each in entry.meeting.attendees)


async def _nothing_known(_: Errand, __: CalDav) -> Ended | None:
    """Whoever only looked may look again."""
    return None


def _ended(outcome: CalDavOutcome) -> Ended:
    """Say how a call ended that did not end well."""
    match outcome:
        case NotAnswered(why):
            return Ended(UNAVAILABLE, broke=why)
        case Unclear(why):
            return Ended(UNKNOWN, broke=why)
        case NotLetIn(why):
            return Ended("refused", broke=why)
        case Absent() | Outdated():
            return Ended("refused")
        case Listed() | Seen() | Stored() | Removed():
            return Ended(FAILED, broke="a call ended well where it could not")
