"""Makes a meeting of what an action was given, or says in one word what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Days, Item, Times, Value
from frontdesk.scheduling.business import Business, CalendarSettings
from frontdesk.scheduling.hours import at_wall
from frontdesk.scheduling.meetings import KIND, LONGEST, MOST_ATTENDEES, Meeting, all_of, occurrences
from frontdesk.scheduling.recurrence import FURTHEST, NoSeries, rule_of
from frontdesk.scheduling.spans import Span, in_utc

LONGEST_TITLE = 200  # characters
LEFTOVER = "{{PLACEHOLDER_"  # of a plan that somebody ran before it was filled in
LONGEST_AHEAD = timedelta(days=60)  # of a reminder
_DAY = timedelta(days=1)


class Asked(Protocol):
    """What every call has, in a transaction or without one."""

    @property
    def business(self) -> Business:
        """Whose calendar it is."""
        ...

    @property
    def now(self) -> datetime:
        """The moment of the turn, in the zone of the business."""
        ...

    @property
    def visitor(self) -> Visitor:
        """Who asks."""
        ...

    @property
    def arguments(self) -> Mapping[str, Value]:
        """What was given."""
        ...


@dataclass(frozen=True, slots=True)
class NotPossible:
    """A meeting that cannot be; `finding` is a word that flows tell the cases by."""

    finding: str


@dataclass(frozen=True, slots=True)
class Planned:
    """A meeting that can be, and when it takes place."""

    meeting: Meeting
    spans: tuple[Span, ...]


def settings_of(asked: Asked) -> CalendarSettings:
    """Return the calendar of the business; one that has none is not asked."""
    return asked.business.calendar or CalendarSettings()


def text_of(asked: Asked, name: str) -> str | None:
    """Return a text that was given, without the spaces around it."""
    value = asked.arguments.get(name)
    return value.strip() or None if isinstance(value, str) else None


def new_meeting(asked: Asked) -> Planned | NotPossible:
    """Return the meeting that is to be made."""
    zone, addresses = _zone(asked), attendees_of(asked)
    title = text_of(asked, "title") or KIND
    if len(title) > LONGEST_TITLE or LEFTOVER in title:
        return NotPossible("no_title")
    if isinstance(zone, NotPossible) or isinstance(addresses, NotPossible):
        return zone if isinstance(zone, NotPossible) else NotPossible("bad_address")
    span = _span(asked, zone)
    if isinstance(span, NotPossible):
        return span
    timed = isinstance(asked.arguments.get("start_time"), datetime) or isinstance(asked.arguments.get("time"), Times)
    all_day = asked.arguments.get("all_day") is True or not timed
    start, end = span.start.astimezone(zone), span.end.astimezone(zone)
    meeting = Meeting(title, start, end, zone, addresses, all_day, _rule(asked))
    return planned(meeting, asked.now)


def planned(meeting: Meeting, now: datetime) -> Planned | NotPossible:
    """Work out when a meeting takes place, and refuse what is over, never ends or is out of reach."""
    if not timedelta() < meeting.length <= LONGEST:
        return NotPossible("bad_length")
    if (in_utc(meeting.end) if meeting.all_day else in_utc(meeting.start)) <= in_utc(now) - timedelta(minutes=1):
        return NotPossible("past")
    if in_utc(meeting.start) - in_utc(now) > FURTHEST:
        return NotPossible("too_far")
    spans = occurrences(meeting)
    return NotPossible(spans.value) if isinstance(spans, NoSeries) else Planned(meeting, spans)


def changed_meeting(asked: Asked, was: Meeting, at: datetime) -> Planned | NotPossible:
    """Return a meeting as it is to be: of a series, all of it moves as its occurrence `at` does."""
    more = attendees_of(asked)
    if isinstance(more, NotPossible):
        return more
    title = text_of(asked, "title") or was.title
    known = {each.lower() for each in was.attendees}
    attendees = (*was.attendees, *(each for each in more if each.lower() not in known))
    moved = _moved(asked, was, at)
    if isinstance(moved, NotPossible):
        return moved
    if moved == was and (title, attendees) == (was.title, was.attendees):
        return NotPossible("nothing_new")
    if was.rule is not None and "BYDAY" in was.rule and moved.start.date() != was.start.date():
        return NotPossible("fixed_days")
    changed = replace(moved, title=title[:LONGEST_TITLE], attendees=attendees)
    if moved == was and in_utc(was.start) <= in_utc(asked.now):  # a series that has begun may still be renamed
        spans = occurrences(changed)
        return NotPossible(spans.value) if isinstance(spans, NoSeries) else Planned(changed, spans)
    return planned(changed, asked.now)


def ahead_of(asked: Asked) -> timedelta | NotPossible:
    """Return how long before a meeting somebody is to be reminded; a day, where nobody says."""
    given = asked.arguments.get("ahead")
    ahead = given if isinstance(given, timedelta) else _DAY
    return ahead if timedelta() < ahead <= LONGEST_AHEAD else NotPossible("bad_length")


def _moved(asked: Asked, was: Meeting, at: datetime) -> Meeting | NotPossible:
    start = _new_start(asked, was, at)
    length = asked.arguments.get("duration")
    if isinstance(start, NotPossible):
        return start
    if isinstance(length, timedelta) and (was.all_day or length <= timedelta()):
        return NotPossible("bad_length")
    if start is None and not isinstance(length, timedelta):
        return was
    local = at.astimezone(was.zone)
    begins = local if start is None else start.astimezone(was.zone)
    if was.all_day:
        days = begins.date() - local.date()
        first, last = was.start.astimezone(was.zone).date() + days, was.end.astimezone(was.zone).date() + days
        span = all_of(first, last, was.zone)
    else:
        wall = was.start.astimezone(was.zone).replace(tzinfo=None) + (
            begins.replace(tzinfo=None) - local.replace(tzinfo=None)
        )
        new = at_wall(wall.date(), wall.time(), was.zone)
        span = Span(new, new + (length if isinstance(length, timedelta) else was.length))
    return replace(was, start=span.start.astimezone(was.zone), end=span.end.astimezone(was.zone))


def _new_start(asked: Asked, was: Meeting, at: datetime) -> datetime | NotPossible | None:
    """Return when it is to begin: at a moment, or on another day or at another time than now; None: as it is."""
    whole, day, clock = (asked.arguments.get(name) for name in ("start_time", "date", "time"))
    if _is_beyond(whole, asked) or _is_beyond(day, asked):
        return NotPossible("too_far")
    if isinstance(whole, datetime):
        return whole
    if isinstance(day, Days) or not isinstance(clock, time | None):
        return NotPossible("no_time")
    zone = asked.business.zone  # the owner's clock, wherever the meeting was made
    local = at.astimezone(zone)
    if not isinstance(day, date) and clock is None:
        return None
    if was.all_day and isinstance(clock, time):
        return NotPossible("no_time")
    new_day = day if isinstance(day, date) else local.date()
    return at_wall(new_day, clock if isinstance(clock, time) else local.time(), zone)


def _span(asked: Asked, zone: ZoneInfo) -> Span | NotPossible:
    """Return when the first occurrence is: from a moment on, or on whole days."""
    start, length = asked.arguments.get("start_time"), asked.arguments.get("duration")
    if _is_beyond(start, asked):
        return NotPossible("too_far")
    if isinstance(start, datetime) and asked.arguments.get("all_day") is True:
        start = start.astimezone(zone).date()
    if isinstance(start, datetime):
        begins = at_wall(start.date(), start.timetz().replace(tzinfo=None), zone) if _is_elsewhere(asked) else start
        lasts = length if isinstance(length, timedelta) else settings_of(asked).length
        return Span(begins, begins + lasts) if timedelta() < lasts <= LONGEST else NotPossible("bad_length")
    hours = asked.arguments.get("time")
    if isinstance(start, date) and isinstance(hours, Times) and hours.start is not None:
        begins = at_wall(start, hours.start, zone)
        ends = (
            at_wall(start, hours.end, zone)
            if hours.end
            else begins + (length if isinstance(length, timedelta) else settings_of(asked).length)
        )
        return Span(begins, ends) if begins < ends else NotPossible("bad_length")
    if isinstance(start, date):
        return all_of(start, start + _DAY, zone)
    if isinstance(start, Days) and start.start and start.end and start.end - start.start <= LONGEST:
        return all_of(start.start, start.end, zone)
    return NotPossible("no_day")


def _is_beyond(start: Value | None, asked: Asked) -> bool:
    """Say whether it begins out of reach of any calendar: what ends there cannot even be reckoned."""
    first = start.start if isinstance(start, Days) else start
    return isinstance(first, date) and first.year > (asked.now + FURTHEST).year + 1


def _is_elsewhere(asked: Asked) -> bool:
    return text_of(asked, "timezone") is not None


def _zone(asked: Asked) -> ZoneInfo | NotPossible:
    name = text_of(asked, "timezone")
    if name is None:
        return asked.business.zone
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return NotPossible("bad_zone")


def attendees_of(asked: Asked) -> tuple[str, ...] | NotPossible:
    """Return the addresses given, each once; whoever has none is not somebody who can be invited."""
    given = asked.arguments.get("attendees")
    several = given if isinstance(given, tuple) else () if given is None else (given,)
    found = {each.lower(): each for each in several if isinstance(each, str) and _looks_like_address(each)}
    if len(several) > MOST_ATTENDEES or not all(isinstance(each, str) and each.lower() in found for each in several):
        return NotPossible("bad_address")
    return tuple(found.values())


def _looks_like_address(text: str) -> bool:
    local, at, domain = text.rpartition("@")
    return bool(local and at and "." in domain and not any(each.isspace() or ord(each) < 32 for each in text))


def _rule(asked: Asked) -> str | None:
    """Return the rule of a series: what a list of the business calls `weekly`, or a rule as RFC 5545 has it."""
    given, until = asked.arguments.get("recurrence"), asked.arguments.get("until")
    name = given.id if isinstance(given, Item) else given
    if not isinstance(name, str) or not name.strip() or name == "once":
        return None
    return rule_of(name.strip(), until if isinstance(until, date) and not isinstance(until, datetime) else None)
